#include "arena/server/tournament_feed.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/queries/secrets.h"
#include "referee/base/micros.h"
#include "referee/net/refusal.h"
#include "referee/net/refusal_reason.h"

namespace flagfall::arena::server {

absl::StatusOr<TournamentFeed::Watcher> TournamentFeed::Watch(std::uint32_t tournament) {
  MutexLock lock(mutex_);
  if (subscriptions_.size() >= kWatchersMax) {
    return RefusedFor(
        refusals::kBusy,
        absl::ResourceExhaustedError(absl::StrCat(
            kWatchersMax, " watch already; ask for the tournament from time to time, or try again later")));
  }
  subscriptions_.emplace_back().tournament = tournament;
  return Watcher(*this, std::prev(subscriptions_.end()));
}

void TournamentFeed::Publish(std::uint32_t tournament, const v1::TournamentEvent& event) {
  MutexLock lock(mutex_);
  if (event.has_notice()) {
    web::Notices& notices = notices_[tournament];
    ++notices.count;
    notices.newest.push_back({.text = queries::WithoutPaths(event.notice()), .time = WallNow()});
    if (notices.newest.size() > kNoticesMax) notices.newest.erase(notices.newest.begin());
    if (notices_.size() > kTournamentsNoticed) notices_.erase(notices_.begin());
  }
  for (Subscription& subscription : subscriptions_) {
    if (subscription.tournament != tournament) continue;
    if (subscription.waiting.size() < kWaitingMax) {
      subscription.waiting.push_back(event);
    } else {
      subscription.has_missed = true;
    }
  }
  changed_.NotifyAll();
}

web::Notices TournamentFeed::NoticesOf(std::uint32_t tournament) {
  MutexLock lock(mutex_);
  const auto found = notices_.find(tournament);
  return found == notices_.end() ? web::Notices() : found->second;
}

void TournamentFeed::Close() {
  MutexLock lock(mutex_);
  is_closed_ = true;
  changed_.NotifyAll();
}

TournamentFeed::Watcher::~Watcher() {
  if (feed_ == nullptr) return;
  MutexLock lock(feed_->mutex_);
  feed_->subscriptions_.erase(subscription_);
}

absl::StatusOr<std::optional<v1::TournamentEvent>> TournamentFeed::Watcher::Next(
    std::chrono::steady_clock::time_point deadline) {
  MutexLock lock(feed_->mutex_);
  while (subscription_->waiting.empty() && !subscription_->has_missed && !feed_->is_closed_) {
    if (!feed_->changed_.WaitUntil(feed_->mutex_, deadline)) break;
  }
  if (!subscription_->waiting.empty()) {
    std::optional<v1::TournamentEvent> event = std::move(subscription_->waiting.front());
    subscription_->waiting.pop_front();
    return event;
  }
  if (subscription_->has_missed) {
    return RefusedFor(refusals::kRateLimit, absl::ResourceExhaustedError(
                                                "this watcher takes events more slowly than they happen; watch again"));
  }
  if (feed_->is_closed_) return absl::UnavailableError("the server is shutting down; watch again when it is back");
  return std::nullopt;
}

}  // namespace flagfall::arena::server
