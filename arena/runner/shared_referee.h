#ifndef ARENA_RUNNER_SHARED_REFEREE_H_
#define ARENA_RUNNER_SHARED_REFEREE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "referee/base/mutex.h"
#include "referee/service/referee.h"

namespace flagfall::arena::runner {

// A referee that outlives the tournaments that are played on it, so that bots that dial in from elsewhere may stay
// connected between them, and on which several runs play side by side. All methods may be called from any thread.
class SharedReferee {
 public:
  // Names an observer.
  using Follower = std::uint64_t;

  // Errors are those of Referee::Start.
  static absl::StatusOr<std::unique_ptr<SharedReferee>> Start(const RefereeOptions& options);
  ~SharedReferee();

  Referee& referee() { return *referee_; }

  // Tells `observer`, all of whose functions are there, what happens to bots until Unfollow, beginning with the bots
  // that are connected already. It is called on the referee's thread or on the caller's, and must not block.
  Follower Follow(RefereeObserver observer);
  // When this returns, the observer is not called any more.
  void Unfollow(Follower follower);

  // The bots that are connected, by name.
  std::map<std::string, v1::Hello> Connected() const;

 private:
  SharedReferee() = default;

  void OnConnected(const std::string& bot, const v1::Hello& hello);
  void OnDisconnected(const std::string& bot, const std::string& detail);
  void OnRefused(const std::string& bot, const std::string& detail);

  mutable Mutex mutex_;
  std::map<Follower, RefereeObserver> followers_ ABSL_GUARDED_BY(mutex_);
  Follower last_follower_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::string, v1::Hello> connected_ ABSL_GUARDED_BY(mutex_);

  // The last member, because its thread calls the methods above.
  std::unique_ptr<Referee> referee_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_SHARED_REFEREE_H_
