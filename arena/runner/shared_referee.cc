#include "arena/runner/shared_referee.h"

#include <utility>

#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {

absl::StatusOr<std::unique_ptr<SharedReferee>> SharedReferee::Start(const RefereeOptions& options) {
  std::unique_ptr<SharedReferee> shared(new SharedReferee());
  RefereeObserver observer;
  observer.on_connected = [it = shared.get()](const std::string& bot, const v1::Hello& hello) {
    it->OnConnected(bot, hello);
  };
  observer.on_disconnected = [it = shared.get()](const std::string& bot, const std::string& detail) {
    it->OnDisconnected(bot, detail);
  };
  observer.on_refused = [it = shared.get()](const std::string& bot, const std::string& detail) {
    it->OnRefused(bot, detail);
  };
  FLAGFALL_ASSIGN_OR_RETURN(shared->referee_, Referee::Start(options, std::move(observer)));
  return shared;
}

SharedReferee::~SharedReferee() = default;

void SharedReferee::Follow(RefereeObserver observer) {
  MutexLock lock(mutex_);
  follower_ = std::move(observer);
  for (const auto& [bot, hello] : connected_) follower_.on_connected(bot, hello);
}

void SharedReferee::Unfollow() {
  MutexLock lock(mutex_);
  follower_ = {};
}

std::map<std::string, v1::Hello> SharedReferee::Connected() const {
  MutexLock lock(mutex_);
  return connected_;
}

void SharedReferee::OnConnected(const std::string& bot, const v1::Hello& hello) {
  MutexLock lock(mutex_);
  connected_[bot] = hello;
  if (follower_.on_connected) follower_.on_connected(bot, hello);
}

void SharedReferee::OnDisconnected(const std::string& bot, const std::string& detail) {
  MutexLock lock(mutex_);
  connected_.erase(bot);
  if (follower_.on_disconnected) follower_.on_disconnected(bot, detail);
}

void SharedReferee::OnRefused(const std::string& bot, const std::string& detail) {
  MutexLock lock(mutex_);
  if (follower_.on_refused) follower_.on_refused(bot, detail);
}

}  // namespace flagfall::arena::runner
