// What a run does about the things that happen to it.

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/queries/ledger_messages.h"
#include "arena/runner/tournament_run.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {

absl::Status TournamentRun::Handle(Event& event) {
  return std::visit([this](auto& happened) { return On(happened); }, event);
}

absl::Status TournamentRun::On(const BotConnected& connected) {
  const auto found = index_of_.find(connected.bot);
  // A shared referee has guests that are not in this tournament.
  if (found == index_of_.end()) return absl::OkStatus();
  const int bot = found->second;
  entrants_[bot].games_max = std::max<std::uint32_t>(connected.games_max, 1);
  entrants_[bot].last_trouble.clear();
  if (!connected.plays_ruleset) {
    processes_->Dismiss(bot, "its hello does not list the ruleset");
    CountFault(bot, absl::StrCat("its hello does not list the ruleset ", tournament_.spec.ruleset().id()));
  }
  return absl::OkStatus();
}

absl::Status TournamentRun::On(const BotInTrouble& trouble) {
  const auto found = index_of_.find(trouble.bot);
  if (found != index_of_.end()) entrants_[found->second].last_trouble = trouble.detail;
  return absl::OkStatus();
}

absl::Status TournamentRun::On(const BotExited& exited) {
  const std::string what = absl::StrCat("its process ", exited.exit.detail);
  if (!processes_->Bury(exited.bot, exited.life, what)) return absl::OkStatus();
  const std::string& trouble = entrants_[exited.bot].last_trouble;
  CountFault(exited.bot, trouble.empty() ? what : absl::StrCat(what, " after: ", trouble));
  return absl::OkStatus();
}

absl::Status TournamentRun::On(GameOver& over) {
  const auto found = running_.find(over.number);
  FLAGFALL_CHECK(found != running_.end());
  const RunningGame running = found->second;
  running_.erase(found);
  --entrants_[running.game.red].games_running;
  --entrants_[running.game.blue].games_running;
  processes_->EndGame(running.game.red, over.number, *over.record.mutable_red_use());
  processes_->EndGame(running.game.blue, over.number, *over.record.mutable_blue_use());
  if (over.record.outcome().reason() == v1::REASON_FORFEIT_NO_SHOW) CountNoShows(running, over.record.outcome());
  Settle(running.game, std::move(over.record));
  return absl::OkStatus();
}

// A bot whose process has died since the game was started has had its fault counted for that.
void TournamentRun::CountNoShows(const RunningGame& running, const v1::Outcome& outcome) {
  const auto count = [&](int bot, std::uint64_t life) {
    if (!processes_->IsAlive(bot) || processes_->Life(bot) != life) return;
    const std::string trouble = entrants_[bot].last_trouble;
    processes_->Dismiss(bot, "did not say hello in time");
    CountFault(bot, trouble.empty() ? "it did not say hello in time"
                                    : absl::StrCat("it did not say hello in time; before: ", trouble));
  };
  if (outcome.result() != v1::RESULT_RED_WINS) count(running.game.red, running.lives[0]);
  if (outcome.result() != v1::RESULT_BLUE_WINS) count(running.game.blue, running.lives[1]);
}

void TournamentRun::CountFault(int bot, absl::string_view what) {
  Entrant& entrant = entrants_[bot];
  // A bot without further games is not needed any more.
  if (schedule_->IsDoneWith(bot) || entrant.IsSuspended()) return;
  const std::string reason = absl::StrCat(what, " (tournament ", tournament_.id, "; output in logs/", tournament_.id,
                                          "/", processes_->Name(bot), ".log)");
  Notice(absl::StrCat(processes_->Name(bot), ": ", reason));
  writer_->Put(BotFault{processes_->Name(bot), reason, tournament_.spec.faults_max()});
  if (++entrant.faults < tournament_.spec.faults_max()) return;
  entrant.suspended_reason = reason;
  Notice(absl::StrCat(processes_->Name(bot), " is suspended after ", Counted(entrant.faults, "fault"),
                      "; its remaining games are forfeited"));
}

absl::Status TournamentRun::On(const ResultsStored& stored) {
  for (std::size_t i = 0; i < stored.results.size(); ++i) {
    --unstored_;
    const absl::Status& status = stored.receipts[i].status;
    if (absl::IsInvalidArgument(status)) {
      // The game stays undecided; the others are played all the same. Who goes on with the tournament counts the
      // attempts that the ledger has.
      const GameResult& result = stored.results[i];
      if (result.record.outcome().result() == v1::RESULT_VOID) --voids_[result.number];
      Notice(status.message());
      refused_.Update(status);
      continue;
    }
    FLAGFALL_RETURN_IF_ERROR(status);
    Announce(stored.results[i], stored.receipts[i]);
  }
  return absl::OkStatus();
}

void TournamentRun::Announce(const GameResult& result, const Receipt& receipt) {
  const v1::GameRecord& record = result.record;
  if (record.outcome().result() != v1::RESULT_VOID) {
    ++stored_;
    schedule_->Decided(result.number, record.outcome().result(), IsForfeit(record.outcome().reason()));
    if (schedule_->IsDecided()) AbortRunning();
    DismissTheDone();
  }
  v1::TournamentEvent event = NewEvent();
  *event.mutable_game() = MessageOf(result, receipt);
  observer_(event);
}

void TournamentRun::AnnounceUses(const std::vector<BotUse>& uses) const {
  for (std::size_t bot = 0; bot < uses.size(); ++bot) {
    if (bots_[bot].IsRemote()) continue;
    v1::TournamentEvent event = NewEvent();
    v1::BotUse& use = *event.mutable_use();
    use.set_bot(bots_[bot].name());
    use.set_cpu_seconds(std::chrono::duration<double>(uses[bot].cpu).count());
    use.set_memory_bytes_peak(uses[bot].memory_bytes);
    use.set_processes_peak(static_cast<std::uint32_t>(uses[bot].processes));
    observer_(event);
  }
}

// A bot's process is gone soon after its last game.
void TournamentRun::DismissTheDone() {
  for (int bot = 0; bot < static_cast<int>(bots_.size()); ++bot) {
    if (schedule_->IsDoneWith(bot)) processes_->Dismiss(bot, "it has played all its games");
  }
}

void TournamentRun::AbortRunning() {
  for (const auto& [number, running] : running_) {
    referee_->referee().AbortGame(GameIdOf(tournament_.id, number));
  }
}

absl::Status TournamentRun::On(const LedgerFailed& failed) { return failed.status; }

absl::Status TournamentRun::On(const StopRequested&) {
  is_stopping_ = true;
  return absl::OkStatus();
}

v1::TournamentEvent TournamentRun::NewEvent() const {
  v1::TournamentEvent event;
  event.set_games_stored(stored_);
  event.set_games_total(schedule_->format().GamesMax().value_or(0));
  return event;
}

void TournamentRun::Notice(absl::string_view text) const {
  v1::TournamentEvent event = NewEvent();
  event.set_notice(std::string(text));
  observer_(event);
}

}  // namespace flagfall::arena
