#include "arena/web_pages/host_status.h"

#include <chrono>

#include "arena/queries/ledger_messages.h"
#include "arena/store/bots.h"
#include "arena/store/submissions.h"
#include "arena/store/tournaments.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web_pages {
namespace {

constexpr int kQueueMax = 100;
constexpr int kFaultsMax = 100;
constexpr int kSubmissionsMax = 1000;

absl::Status AddQueue(store::Database& database, const std::set<std::int64_t>& playing, v1::HostStatus& status) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Tournament> queue, store::RunningTournaments(database, kQueueMax));
  for (const store::Tournament& tournament : queue) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament message, queries::MessageOf(database, tournament));
    v1::QueuedTournament& queued = *status.add_queue();
    queued.set_id(message.id());
    queued.set_name(message.spec().name());
    queued.set_games_stored(message.games_stored());
    queued.set_games_total(message.games_total());
    queued.set_is_playing(playing.contains(tournament.id));
  }
  return absl::OkStatus();
}

absl::Status AddFaults(store::Database& database, v1::HostStatus& status) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, store::TroubledBots(database, kFaultsMax));
  for (const store::Bot& bot : bots) {
    v1::BotFaults& faults = *status.add_faults();
    faults.set_bot(bot.name());
    faults.set_faults(bot.faults);
    faults.set_state(bot.State());
    faults.set_suspended_reason(bot.suspended_reason);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::HostStatus> LedgerStatus(store::Database& database, const std::set<std::int64_t>& playing) {
  v1::HostStatus status;
  FLAGFALL_RETURN_IF_ERROR(AddQueue(database, playing, status));
  FLAGFALL_ASSIGN_OR_RETURN(
      const std::vector<v1::Submission> waiting,
      store::ListSubmissions(database, {.only_under_way = true}, /*before=*/std::nullopt, kSubmissionsMax));
  status.set_submissions_waiting(static_cast<std::uint32_t>(waiting.size()));
  FLAGFALL_RETURN_IF_ERROR(AddFaults(database, status));
  return status;
}

void RateMeter::Note(std::uint64_t count, Micros now) {
  samples_.push_back({now, count});
  while (samples_.size() > 2 && samples_[1].at <= now - window_) samples_.pop_front();
}

double RateMeter::PerSecond() const {
  if (samples_.size() < 2 || samples_.back().at == samples_.front().at) return 0;
  const double seconds = std::chrono::duration<double>(samples_.back().at - samples_.front().at).count();
  return static_cast<double>(samples_.back().count - samples_.front().count) / seconds;
}

}  // namespace flagfall::arena::web_pages
