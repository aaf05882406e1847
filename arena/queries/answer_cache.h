#ifndef ARENA_QUERIES_ANSWER_CACHE_H_
#define ARENA_QUERIES_ANSWER_CACHE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/statusor.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::queries {

// How long an answer stays good.
enum class Freshness {
  // It never changes.
  kForever,
  // Until the ledger has changed.
  kLedger,
  // For half a second: it tells of games that are running.
  kMoment,
};

// Answers that were made, so that what many ask for is made once. An answer that took long to make is given out for ten
// times as long, however old it is by then: one that takes a second takes a tenth of a core at most. May be used by
// many threads.
template <typename Answer>
class AnswerCache {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Made = absl::StatusOr<std::shared_ptr<const Answer>>;

  // Keeps at most so many bytes, as `size_of` tells them; what was not asked for the longest goes first. Both functions
  // may be called on any thread.
  AnswerCache(
      std::size_t bytes_max, std::function<std::size_t(const Answer&)> size_of,
      std::function<Time()> now = [] { return std::chrono::steady_clock::now(); })
      : bytes_max_(bytes_max), size_of_(std::move(size_of)), now_(std::move(now)) {}

  // The answer of that name, made where there is no good one. `ledger` is a number that changes with the ledger, seen
  // before. Who asks for what another thread is making waits for that. Errors are those of `make`, and are not kept.
  Made Get(const std::string& name, Freshness freshness, std::int64_t ledger, const std::function<Made()>& make) {
    return Find(name, freshness, ledger, make, /*waits=*/true);
  }

  // The same without waiting: ABORTED while another thread makes it, to be asked for again.
  Made TryGet(const std::string& name, Freshness freshness, std::int64_t ledger, const std::function<Made()>& make) {
    return Find(name, freshness, ledger, make, /*waits=*/false);
  }

 private:
  static constexpr std::chrono::milliseconds kMoment{500};
  static constexpr int kAgeOverCost = 10;
  // What an entry takes beside its answer.
  static constexpr std::size_t kEntryBytes = 512;

  struct Entry {
    std::string name;
    std::shared_ptr<const Answer> answer;
    std::size_t bytes = 0;
    std::int64_t ledger = 0;
    Time made;
    std::chrono::steady_clock::duration cost;
  };

  Made Find(const std::string& name, Freshness freshness, std::int64_t ledger, const std::function<Made()>& make,
            bool waits) ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      MutexLock lock(mutex_);
      while (waits && in_the_making_.contains(name)) made_.Wait(mutex_);
      const auto found = by_name_.find(name);
      if (found != by_name_.end() && IsGood(*found->second, freshness, ledger)) {
        kept_.splice(kept_.begin(), kept_, found->second);
        return found->second->answer;
      }
      if (!in_the_making_.insert(name).second) return absl::AbortedError("it is being made");
    }
    // Whatever `make` throws, as for want of memory.
    const absl::Cleanup is_made = [&] {
      MutexLock lock(mutex_);
      in_the_making_.erase(name);
      made_.NotifyAll();
    };
    const Time begun = now_();
    Made answer = make();
    const Time made = now_();
    MutexLock lock(mutex_);
    if (answer.ok()) {
      Keep({.name = name,
            .answer = *answer,
            .bytes = size_of_(**answer) + kEntryBytes,
            .ledger = ledger,
            .made = made,
            .cost = made - begun});
    }
    return answer;
  }

  bool IsGood(const Entry& entry, Freshness freshness, std::int64_t ledger) const {
    const auto age = now_() - entry.made;
    if (freshness == Freshness::kForever || age < kAgeOverCost * entry.cost) return true;
    return freshness == Freshness::kLedger ? entry.ledger == ledger : age < kMoment;
  }

  void Keep(Entry entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (const auto found = by_name_.find(entry.name); found != by_name_.end()) Drop(found->second);
    bytes_ += entry.bytes;
    kept_.push_front(std::move(entry));
    by_name_[kept_.front().name] = kept_.begin();
    while (bytes_ > bytes_max_) Drop(std::prev(kept_.end()));
  }

  void Drop(typename std::list<Entry>::iterator entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    bytes_ -= entry->bytes;
    by_name_.erase(entry->name);
    kept_.erase(entry);
  }

  const std::size_t bytes_max_;
  const std::function<std::size_t(const Answer&)> size_of_;
  const std::function<Time()> now_;

  Mutex mutex_;
  CondVar made_;
  // The one asked for last first.
  std::list<Entry> kept_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, typename std::list<Entry>::iterator> by_name_ ABSL_GUARDED_BY(mutex_);
  std::set<std::string> in_the_making_ ABSL_GUARDED_BY(mutex_);
  std::size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_ANSWER_CACHE_H_
