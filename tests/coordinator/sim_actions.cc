// What can happen in a simulated run, and what comes of it.

#include <algorithm>
#include <utility>

#include "tests/coordinator/sim_run.h"

namespace flagfall::arena::coordinator::simulation {
namespace {

// In a thousand, each time that a flaky bot might do it.
constexpr int kFlakyDies = 150;
constexpr int kFlakyLeaves = 150;
constexpr int kHelloRefused = 200;
// That a good bot comes too late, where that is allowed.
constexpr int kLate = 5;

}  // namespace

// Decided by the game alone, so that it is the same whenever it is played; the first bot wins more often.
v1::Result ResultOf(const Scenario& scenario, const tournament::ScheduledGame& game) {
  const std::uint64_t lot = ((scenario.spec.seed() * 7919 + game.number) * 0x9E3779B97F4A7C15U) >> 40;
  if (lot % 5 == 0) return v1::RESULT_DRAW;
  const bool lower_wins = lot % 100 < 50 + scenario.spec.seed() % 50;
  return lower_wins == (game.red < game.blue) ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
}

std::vector<SimRun::Action> SimRun::Actions() {
  std::vector<Action> actions;
  if (ledger_.waiting() > 0) actions.push_back({.kind = Action::Kind::kWrite});
  if (slots_asked_ > 0) actions.push_back({.kind = Action::Kind::kGrant});
  for (std::size_t process = 0; process < processes_.size(); ++process) AddActionsOf(process, actions);
  for (const auto& [number, game] : games_) AddActionsOf(game, actions);
  for (const SimWorkers::Action& action : workers_.Actions()) {
    actions.push_back({.kind = Action::Kind::kWorker, .worker = action});
  }
  return actions;
}

void SimRun::AddActionsOf(std::size_t index, std::vector<Action>& actions) {
  const Process& process = processes_[index];
  if (process.is_gone) return;
  const SimBot& bot = BotOf(process);
  const auto add = [&](Action::Kind kind) { actions.push_back({.kind = kind, .process = index}); };
  if (!process.is_admitted) return add(Action::Kind::kExit);
  if (!bot.is_remote && Chance(rates_.supervisor_killed)) add(Action::Kind::kLoseSupervisor);
  if (process.is_there) {
    if (bot.manners != Manners::kFlaky) return;
    if (!bot.is_remote && Chance(kFlakyDies)) add(Action::Kind::kDie);
    if (bot.is_remote && Chance(kFlakyLeaves)) add(Action::Kind::kLeave);
    return;
  }
  switch (bot.manners) {
    case Manners::kNeverComes:
      return;
    case Manners::kDiesAtOnce:
      if (!bot.is_remote) add(Action::Kind::kDie);
      return;
    case Manners::kFlaky:
      if (!bot.is_remote && Chance(kFlakyDies)) add(Action::Kind::kDie);
      return add(Action::Kind::kHello);
    case Manners::kGood:
    case Manners::kWrongRuleset:
      return add(Action::Kind::kHello);
  }
}

void SimRun::AddActionsOf(const SimGame& game, std::vector<Action>& actions) {
  const std::uint32_t number = game.play.game.number;
  const int red = game.play.game.red;
  const int blue = game.play.game.blue;
  if (CanPlay(red) && CanPlay(blue)) {
    actions.push_back({.kind = Action::Kind::kEndGame, .game = number});
    return;
  }
  for (const int absent : {red, blue}) {
    if (CanPlay(absent)) continue;
    if (game.has_begun) {
      actions.push_back({.kind = Action::Kind::kLose, .game = number, .bot = absent});
      continue;
    }
    const bool is_other_there = CanPlay(absent == red ? blue : red);
    // Where results are fixed, good bots are waited for.
    if (scenario_.has_fixed_results && !is_other_there) continue;
    if (scenario_.bots[absent].manners == Manners::kGood && (scenario_.has_fixed_results || !Chance(kLate))) continue;
    actions.push_back({.kind = Action::Kind::kNoShow, .game = number});
  }
}

void SimRun::Do(const Action& action) {
  Process& process = processes_[action.process];
  switch (action.kind) {
    case Action::Kind::kHello:
      return SayHello(process);
    case Action::Kind::kDie:
      ++tally_.faults[process.is_there ? "process died while it was there" : "process died before its hello"];
      if (process.is_there) Leave(process);
      process.is_gone = true;
      queue_.emplace_back(BotExited{process.bot, process.life, "exited with code 1"});
      return;
    case Action::Kind::kLoseSupervisor:
      ++tally_.faults["supervisor killed"];
      if (process.is_there) Leave(process);
      process.is_gone = true;
      queue_.emplace_back(BotExited{process.bot, process.life, "its supervisor was killed", true});
      return;
    case Action::Kind::kLeave:
      ++tally_.faults["remote bot left"];
      return Leave(process);
    case Action::Kind::kExit:
      process.is_gone = true;
      queue_.emplace_back(BotExited{process.bot, process.life, "exited with code 0"});
      return;
    case Action::Kind::kEndGame:
      return EndByItself(games_.at(action.game));
    case Action::Kind::kNoShow: {
      const tournament::ScheduledGame& game = games_.at(action.game).play.game;
      for (const int bot : {game.red, game.blue}) {
        if (!CanPlay(bot)) ++tally_.faults[WillCome(bot) ? "bot came too late" : "bot never came"];
      }
      return Over(action.game,
                  CanPlay(game.red)    ? v1::RESULT_RED_WINS
                  : CanPlay(game.blue) ? v1::RESULT_BLUE_WINS
                                       : v1::RESULT_VOID,
                  v1::REASON_FORFEIT_NO_SHOW);
    }
    case Action::Kind::kLose:
      return Lose(action.game, action.bot);
    case Action::Kind::kWrite:
      return Write();
    case Action::Kind::kWorker:
      return workers_.Do(action.worker);
    case Action::Kind::kGrant:
      --slots_asked_;
      queue_.emplace_back(SlotGranted{});
      return;
  }
}

bool SimRun::WillCome(int bot) {
  const Manners manners = scenario_.bots[bot].manners;
  return !Newest(bot).is_gone && (manners == Manners::kGood || manners == Manners::kFlaky);
}

void SimRun::SayHello(Process& process) {
  const SimBot& bot = BotOf(process);
  if (bot.manners == Manners::kFlaky && Drawn(kHelloRefused, "hello refused")) {
    queue_.emplace_back(BotDisconnected{process.bot, "its hello is wrong"});
    return;
  }
  process.is_there = true;
  const bool plays_ruleset = bot.manners != Manners::kWrongRuleset;
  if (!plays_ruleset) ++tally_.faults["wrong ruleset"];
  queue_.emplace_back(BotReady{process.bot, bot.games_max, plays_ruleset});
}

void SimRun::Leave(Process& process) {
  process.is_there = false;
  queue_.emplace_back(BotDisconnected{process.bot, "its stream has ended", /*was_there=*/true});
}

// Its players are there: it begins, or ends after it has begun.
void SimRun::EndByItself(SimGame& game) {
  const tournament::ScheduledGame scheduled = game.play.game;
  if (!std::exchange(game.has_begun, true) && random_() % 2 == 0) return;
  if (Drawn(rates_.void_game, "game void by the host")) {
    return Over(scheduled.number, v1::RESULT_VOID, v1::REASON_HOST_LATE);
  }
  Over(scheduled.number, ResultOf(scenario_, scheduled), v1::REASON_FLAG_CAPTURED);
}

void SimRun::Lose(std::uint32_t number, int bot) {
  const SimGame& game = games_.at(number);
  Over(number, game.play.game.red == bot ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS,
       game.has_begun ? v1::REASON_DISCONNECTED : v1::REASON_FORFEIT_NO_SHOW);
}

void SimRun::Over(std::uint32_t number, v1::Result result, v1::Reason reason) {
  GameOver over{.game = games_.at(number).play.Key(), .record = {}};
  over.record.mutable_outcome()->set_result(result);
  over.record.mutable_outcome()->set_reason(reason);
  // So that a record can be told from all others.
  over.record.set_plies(++records_);
  games_.erase(number);
  queue_.emplace_back(std::move(over));
}

void SimRun::Write() {
  if (Drawn(rates_.ledger_failure, "ledger failed")) {
    cut_short_.is_ledger_dead = true;
    cut_short_.has_host_failed = true;
    ledger_.DropWaiting();
    queue_.emplace_back(HostFailed{absl::DataLossError("no disk")});
    return;
  }
  std::vector<StoredResult> stored = ledger_.Write(1 + random_() % ledger_.waiting(),
                                                   [this] { return Drawn(rates_.refused_result, "result refused"); });
  if (!stored.empty()) queue_.emplace_back(ResultsStored{std::move(stored)});
}

}  // namespace flagfall::arena::coordinator::simulation
