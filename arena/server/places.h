#ifndef ARENA_SERVER_PLACES_H_
#define ARENA_SERVER_PLACES_H_

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "referee/base/mutex.h"

namespace flagfall::arena {

// Places that callers hold while something is done for them: so many in all, and so many for one of them.
class Places {
 public:
  struct Limits {
    std::size_t all;
    std::size_t of_one;
  };

  // One that is held. Must not outlive its Places.
  class Place {
   public:
    Place(Places& places, std::string who) : places_(&places), who_(std::move(who)) {}
    Place(Place&& other) noexcept : places_(std::exchange(other.places_, nullptr)), who_(std::move(other.who_)) {}
    Place& operator=(Place&&) = delete;
    ~Place() {
      if (places_ != nullptr) places_->GiveBack(who_);
    }

   private:
    Places* places_;
    std::string who_;
  };

  // `what` is done there: "uploads".
  Places(std::string what, const Limits& limits) : what_(std::move(what)), limits_(limits) {}

  // RESOURCE_EXHAUSTED when all are taken, or as many as `who` may have.
  absl::StatusOr<Place> Take(const std::string& who) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    const auto found = by_caller_.find(who);
    if (taken_ >= limits_.all || (found != by_caller_.end() && found->second >= limits_.of_one)) {
      return absl::ResourceExhaustedError(absl::StrCat("there are as many ", what_, " as there may be at once (",
                                                       limits_.all, ", and ", limits_.of_one,
                                                       " of one caller); try again in a moment"));
    }
    ++taken_;
    ++by_caller_[who];
    return Place(*this, who);
  }

 private:
  void GiveBack(const std::string& who) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    --taken_;
    const auto found = by_caller_.find(who);
    if (--found->second == 0) by_caller_.erase(found);
  }

  const std::string what_;
  const Limits limits_;
  Mutex mutex_;
  std::size_t taken_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::string, std::size_t> by_caller_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_PLACES_H_
