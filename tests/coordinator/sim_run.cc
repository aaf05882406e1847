#include "tests/coordinator/sim_run.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/tournament/format_spec.h"
#include "tests/coordinator/sim_schedule.h"

namespace flagfall::arena::coordinator::simulation {
namespace {

constexpr int kStepsMax = 200'000;

}  // namespace

SimRun::SimRun(const Scenario& scenario, const FaultRates& rates, SimLedger& ledger, std::mt19937_64& random,
               Tally& tally)
    : scenario_(scenario),
      rates_(rates),
      ledger_(ledger),
      random_(random),
      tally_(tally),
      checker_(scenario, ledger),
      workers_(scenario, rates, random, tally, queue_, records_) {
  newest_.resize(scenario.bots.size());
  for (int bot = 0; bot < static_cast<int>(scenario.bots.size()); ++bot) AddProcess(bot, 0);
}

bool SimRun::Drawn(int per_mille, const char* fault) {
  if (!Chance(per_mille)) return false;
  ++tally_.faults[fault];
  return true;
}

// Of a bot that is started here, the process of life 0 stands for there being none.
void SimRun::AddProcess(int bot, std::uint64_t life) {
  newest_[bot] = processes_.size();
  const bool is_none = life == 0 && !scenario_.bots[bot].is_remote;
  processes_.push_back({.bot = bot, .life = life, .is_admitted = !is_none, .is_gone = is_none});
}

bool SimRun::CanPlay(int bot) { return Newest(bot).is_there && scenario_.bots[bot].manners != Manners::kWrongRuleset; }

std::string SimRun::Play() {
  ++tally_.runs;
  absl::StatusOr<RunStart> start = StartFrom(scenario_, ledger_);
  if (!start.ok()) return absl::StrCat("cannot go on: ", start.status().message());
  coordinator_.emplace(*std::move(start));
  std::string failure = Obey(coordinator_->Begin());
  for (int step = 0; failure.empty() && !finish_.has_value() && !cut_short_.is_killed; ++step) {
    if (step == kStepsMax) return "the run does not end";
    failure = Step();
  }
  if (!failure.empty()) return failure;
  tally_.suspensions += static_cast<std::uint64_t>(checker_.suspensions());
  if (cut_short_.is_killed || cut_short_.is_ledger_dead) {
    ledger_.DropWaiting();
  } else {
    ledger_.Write(ledger_.waiting(), [] { return false; });
  }
  if (!cut_short_.is_killed) return CheckEnd();
  end_ = End::kKilled;
  return "";
}

std::string SimRun::CheckEnd() const {
  const absl::StatusOr<RunEnd>& end = *finish_;
  if (!end.ok()) {
    if (!absl::IsUnavailable(end.status()) && !absl::IsInvalidArgument(end.status()) && !cut_short_.has_host_failed) {
      return absl::StrCat("the run fails without a reason: ", end.status().message());
    }
    return "";
  }
  if (*end == RunEnd::kPaused) return cut_short_.is_paused ? "" : "the run is paused, and nobody has asked for it";
  if (*end == RunEnd::kStopped) return cut_short_.is_stopped ? "" : "the run stops, and nobody has asked for it";
  return IsComplete(scenario_, ledger_) ? "" : "the run is said to be finished, and games are missing";
}

std::string SimRun::Step() {
  if (!queue_.empty() && random_() % 2 == 0) return Deliver();
  const std::vector<Action> actions = Actions();
  if (actions.empty()) return queue_.empty() ? "nothing more can happen, and the run does not end" : Deliver();
  Do(actions[random_() % actions.size()]);
  return "";
}

std::string SimRun::Deliver() {
  ++tally_.events;
  if (!cut_short_.is_stopped && Drawn(rates_.stop, "stop asked for")) {
    cut_short_.is_stopped = true;
    queue_.emplace_front(StopRequested{});
  }
  if (!cut_short_.is_stopped && !cut_short_.is_paused && Drawn(rates_.stop, "pause asked for")) {
    cut_short_.is_paused = true;
    queue_.emplace_front(PauseRequested{});
  }
  if (Drawn(rates_.kill, "run killed")) cut_short_.is_killed = true;
  Event event = std::move(queue_.front());
  queue_.pop_front();
  checker_.Expect(event);
  return Obey(coordinator_->Handle(std::move(event)));
}

std::string SimRun::Obey(const std::vector<Command>& commands) {
  if (std::string failure = checker_.Check(commands); !failure.empty()) return failure;
  for (const Command& command : commands) std::visit([this](const auto& what) { Obey(what); }, command);
  while (!failures_.empty()) {
    Event event = std::move(failures_.front());
    failures_.pop_front();
    cut_short_.has_host_failed = true;
    checker_.Expect(event);
    if (std::string failure = Obey(coordinator_->Handle(std::move(event))); !failure.empty()) return failure;
  }
  return "";
}

void SimRun::Obey(const StartBot& command) {
  AddProcess(command.bot, command.life);
  if (!Drawn(rates_.bot_not_startable, "bot not startable")) return;
  Newest(command.bot).is_admitted = false;
  Newest(command.bot).is_gone = true;
  failures_.emplace_back(HostFailed{absl::InternalError("no process")});
}

void SimRun::Obey(const EndBot& command) {
  Process& process = Newest(command.bot);
  process.is_admitted = false;
  process.is_there = false;
  std::vector<std::uint32_t> lost;
  for (const auto& [number, game] : games_) {
    if (game.play.game.red == command.bot || game.play.game.blue == command.bot) lost.push_back(number);
  }
  for (const std::uint32_t number : lost) Lose(number, command.bot);
}

void SimRun::Obey(const PlayGame& command) {
  const tournament::ScheduledGame& game = command.game;
  // As TournamentRun does: no game is begun with a process that could not be started.
  const bool has_players = Newest(game.red).is_admitted && Newest(game.blue).is_admitted;
  if (!has_players || Drawn(rates_.game_not_startable, "game not startable")) {
    failures_.emplace_back(GameNotStarted{command.Key(), absl::InternalError("no game")});
    return;
  }
  ++tally_.games;
  seeds_[game.number] = command.seed;
  games_[game.number] = {.play = command};
}

void SimRun::Obey(const EndGame& command) {
  if (command.lease != 0) return workers_.Drop(command.game);
  const auto found = games_.find(command.game.number);
  if (found == games_.end() || found->second.play.start != command.game.start) return;
  if (!cut_short_.is_stopped && !cut_short_.has_host_failed) ++tally_.faults["game ended, as the test was decided"];
  Over(command.game.number, v1::RESULT_VOID, command.reason);
}

void SimRun::Obey(const StoreResult& command) {
  if (cut_short_.is_ledger_dead) return;
  ledger_.Put(SimResult{command.game, seeds_[command.game.number], command.record.outcome()});
}

void SimRun::Obey(const StoreForfeit& command) {
  if (cut_short_.is_ledger_dead) return;
  v1::Outcome outcome;
  outcome.set_reason(v1::REASON_FORFEIT_NO_SHOW);
  outcome.set_result(!command.is_red_absent    ? v1::RESULT_RED_WINS
                     : !command.is_blue_absent ? v1::RESULT_BLUE_WINS
                                               : v1::RESULT_DRAW);
  ledger_.Put(SimResult{command.game, command.seed, outcome});
}

void SimRun::Obey(const StoreFault& command) {
  if (!cut_short_.is_ledger_dead) ledger_.Put(SimFault{command.bot, command.reason});
}

void SimRun::Obey(const Finish& command) {
  finish_ = command.end;
  end_ = !command.end.ok()                  ? End::kFailed
         : *command.end == RunEnd::kStopped ? End::kStopped
         : *command.end == RunEnd::kPaused  ? End::kPaused
                                            : End::kFinished;
}

}  // namespace flagfall::arena::coordinator::simulation
