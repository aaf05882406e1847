#ifndef ARENA_WEB_PAGE_CACHE_H_
#define ARENA_WEB_PAGE_CACHE_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "arena/web/answer.h"
#include "referee/base/mutex.h"

namespace flagfall::arena {

// For how long an answer is good.
enum class Freshness {
  // For good.
  kForever,
  // Until the ledger has changed.
  kLedger,
  // For a moment: it tells of what runs.
  kMoment,
};

// Answers that were made, so that what many ask for is made once. An answer that took long to make is given out for ten
// times as long, however old it is by then: a page that takes a second takes a tenth of a core at most. May be used by
// many threads; who asks for what another one is making waits for that.
class PageCache {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Make = std::function<absl::StatusOr<std::shared_ptr<const Content>>()>;

  // Keeps at most so many bytes; what was not asked for the longest goes first. `now` may be called on any thread.
  PageCache(std::size_t bytes_max, std::function<Time()> now) : bytes_max_(bytes_max), now_(std::move(now)) {}

  // The answer of that name, made where there is no good one. `ledger` is a number that changes with the ledger, seen
  // before. Errors are those of `make`, and are not kept.
  absl::StatusOr<std::shared_ptr<const Content>> Get(const std::string& name, Freshness freshness, std::int64_t ledger,
                                                     const Make& make) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Page {
    std::string name;
    std::shared_ptr<const Content> content;
    std::int64_t ledger = 0;
    Time made;
    std::chrono::steady_clock::duration cost;
  };

  bool IsGood(const Page& page, Freshness freshness, std::int64_t ledger) const;
  void Keep(Page page) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Drop(std::list<Page>::iterator page) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::size_t bytes_max_;
  const std::function<Time()> now_;

  Mutex mutex_;
  CondVar made_;
  // The one asked for last first.
  std::list<Page> pages_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, std::list<Page>::iterator> by_name_ ABSL_GUARDED_BY(mutex_);
  std::set<std::string> in_the_making_ ABSL_GUARDED_BY(mutex_);
  std::size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_PAGE_CACHE_H_
