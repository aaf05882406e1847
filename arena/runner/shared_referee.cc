#include "arena/runner/shared_referee.h"

#include <functional>
#include <utility>

#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {

absl::StatusOr<std::unique_ptr<SharedReferee>> SharedReferee::Start(const RefereeOptions& options) {
  std::unique_ptr<SharedReferee> shared(new SharedReferee());
  RefereeObserver observer;
  observer.on_connected = std::bind_front(&SharedReferee::OnConnected, shared.get());
  observer.on_disconnected = std::bind_front(&SharedReferee::OnDisconnected, shared.get());
  observer.on_refused = std::bind_front(&SharedReferee::OnRefused, shared.get());
  FLAGFALL_ASSIGN_OR_RETURN(shared->referee_, Referee::Start(options, std::move(observer)));
  return shared;
}

SharedReferee::~SharedReferee() = default;

SharedReferee::Follower SharedReferee::Follow(RefereeObserver observer) {
  MutexLock lock(mutex_);
  for (const auto& [bot, hello] : connected_) observer.on_connected(bot, hello);
  followers_[++last_follower_] = std::move(observer);
  return last_follower_;
}

void SharedReferee::Unfollow(Follower follower) {
  MutexLock lock(mutex_);
  followers_.erase(follower);
}

std::map<std::string, v1::Hello> SharedReferee::Connected() const {
  MutexLock lock(mutex_);
  return connected_;
}

void SharedReferee::OnConnected(const std::string& bot, const v1::Hello& hello) {
  MutexLock lock(mutex_);
  connected_[bot] = hello;
  for (const auto& [number, follower] : followers_) follower.on_connected(bot, hello);
}

void SharedReferee::OnDisconnected(const std::string& bot, const std::string& detail) {
  MutexLock lock(mutex_);
  connected_.erase(bot);
  for (const auto& [number, follower] : followers_) follower.on_disconnected(bot, detail);
}

void SharedReferee::OnRefused(const std::string& bot, const std::string& detail) {
  MutexLock lock(mutex_);
  for (const auto& [number, follower] : followers_) follower.on_refused(bot, detail);
}

}  // namespace flagfall::arena::runner
