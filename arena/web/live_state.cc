#include "arena/web/live_state.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "arena/queries/ledger_messages.h"
#include "arena/store/games.h"
#include "arena/store/ledger_size.h"
#include "arena/store/tournaments.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

constexpr Micros kRateOver = std::chrono::seconds(10);
constexpr double kSecondsPerMinute = 60;
// A follower holds all games of its tournament.
constexpr std::size_t kFollowersMax = 8;

}  // namespace

LiveState::LiveState(const WebHost& host, store::Readers& readers, std::function<std::size_t()> watchers,
                     std::size_t watchers_max)
    : host_(host),
      readers_(readers),
      watchers_(std::move(watchers)),
      watchers_max_(watchers_max),
      start_time_(WallNow()),
      plies_(kRateOver),
      games_(kRateOver) {}

void LiveState::UpdateRates() {
  host_.live.List();
  const auto reader = readers_.Take();
  // The newest game's sequence number rises by one with each game that counts.
  const absl::StatusOr<std::int64_t> newest = reader.ok() ? store::NewestSequence(**reader) : reader.status();
  MutexLock lock(mutex_);
  const Micros now = WallNow();
  plies_.Note(host_.live.PliesSeen(), now);
  if (newest.ok()) games_.Note(static_cast<std::uint64_t>(*newest), now);
}

absl::StatusOr<v1::HostStatus> LiveState::Status() {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(v1::HostStatus status, web_pages::LedgerStatus(*reader, host_.playing()));
  for (v1::LiveGame& game : host_.live.List()) *status.add_games() = std::move(game);
  *status.mutable_start_time() = TimestampOf(start_time_);
  *status.mutable_time() = TimestampOf(WallNow());
  status.set_bots_connected(static_cast<std::uint32_t>(host_.bots_connected()));
  status.set_held_reason(host_.held());
  status.set_watchers(static_cast<std::uint32_t>(watchers_()));
  status.set_watchers_max(static_cast<std::uint32_t>(watchers_max_));
  MutexLock lock(mutex_);
  status.set_plies_per_second(plies_.PerSecond());
  status.set_games_per_minute(kSecondsPerMinute * games_.PerSecond());
  return status;
}

web_pages::TournamentNow LiveState::NowOf(std::uint32_t id) const {
  web_pages::TournamentNow now{
      .time = WallNow(), .running = host_.live.List(), .is_playing = host_.playing().contains(id)};
  for (web_pages::TimedNotice& notice : host_.notices(id).newest) now.notices.push_back(std::move(notice.text));
  return now;
}

bool LiveState::IsFollowed(std::uint32_t id) {
  MutexLock lock(mutex_);
  return std::any_of(followed_.begin(), followed_.end(), [id](const auto& one) { return one->id == id; });
}

std::shared_ptr<LiveState::Followed> LiveState::FollowedOf(std::uint32_t id) {
  MutexLock lock(mutex_);
  const auto known = std::find_if(followed_.begin(), followed_.end(), [id](const auto& one) { return one->id == id; });
  if (known != followed_.end()) {
    followed_.splice(followed_.begin(), followed_, known);
  } else {
    followed_.push_front(std::make_shared<Followed>(id));
    if (followed_.size() > kFollowersMax) followed_.pop_back();
  }
  return followed_.front();
}

template <typename Message, typename Use>
absl::StatusOr<Message> LiveState::WithFollower(std::uint32_t id, const Use& use) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
  // A tournament that does not exist must not displace another's follower; one that is followed exists.
  if (!IsFollowed(id)) FLAGFALL_RETURN_IF_ERROR(store::FindTournament(*reader, id).status());
  const std::shared_ptr<Followed> followed = FollowedOf(id);
  // Others that ask for it while it is made wait here.
  MutexLock lock(followed->mutex);
  if (followed->follower == nullptr) {
    FLAGFALL_ASSIGN_OR_RETURN(followed->follower, web_pages::TournamentFollower::Of(*reader, id));
  }
  FLAGFALL_RETURN_IF_ERROR(followed->follower->Update(*reader));
  return use(*followed->follower, *reader, NowOf(id));
}

absl::StatusOr<v1::TournamentPage> LiveState::Tournament(std::uint32_t id) {
  return WithFollower<v1::TournamentPage>(
      id, [](auto& follower, auto& database, const auto& now) { return follower.Page(database, now); });
}

absl::StatusOr<v1::TournamentProgress> LiveState::Progress(std::uint32_t id) {
  return WithFollower<v1::TournamentProgress>(
      id, [](auto& follower, auto& database, const auto& now) { return follower.Progress(database, now); });
}

absl::StatusOr<v1::TournamentRound> LiveState::Round(std::uint32_t id, std::uint32_t number) {
  return WithFollower<v1::TournamentRound>(
      id, [number](auto& follower, auto&, const auto& now) { return follower.Round(number, now); });
}

bool LiveState::IsRunning(const std::string& game_id) const { return host_.live.Has(game_id); }

absl::StatusOr<v1::Replay> LiveState::RunningGame(const std::string& game_id, std::uint32_t from) const {
  return host_.live.ReplayFrom(game_id, from);
}

absl::Status LiveState::CheckIsOver(const std::string& game_id) const {
  if (!host_.live.Holds(game_id)) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat("game '", game_id, "' is not over, or not shown yet"));
}

absl::StatusOr<v1::GameSummary> LiveState::FinishedGame(const std::string& game_id) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsOver(game_id));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(const store::GameSummary game, store::FindGame(*reader, game_id));
  return queries::MessageOf(game);
}

}  // namespace flagfall::arena::web
