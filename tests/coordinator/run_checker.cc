#include "tests/coordinator/run_checker.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/coordinator/coordinator.h"

namespace flagfall::arena::coordinator::simulation {
namespace {

// Whether the tournament can be over before all of its games are.
bool CanBeDecided(const Scenario& scenario) {
  return scenario.spec.format() == v1::TournamentSpec::FORMAT_SPRT ||
         scenario.spec.format() == v1::TournamentSpec::FORMAT_TUNE;
}

bool IsVoid(const v1::Outcome& outcome) { return outcome.result() == v1::RESULT_VOID; }

}  // namespace

RunChecker::RunChecker(const Scenario& scenario, SimLedger& ledger)
    : scenario_(scenario), ledger_(ledger), bots_(scenario.bots.size()) {
  for (std::size_t bot = 0; bot < bots_.size(); ++bot) {
    bots_[bot].is_alive = scenario.bots[bot].is_remote;
    bots_[bot].faults = ledger.bots()[bot].faults;
    bots_[bot].is_suspended = !ledger.bots()[bot].suspended_reason.empty();
  }
  for (const auto& [number, result] : ledger.games()) decided_.insert(number);
  stored_ = static_cast<std::uint32_t>(decided_.size());
}

void RunChecker::Expect(const Event& event) {
  if (std::holds_alternative<HostFailed>(event) || std::holds_alternative<StopRequested>(event))
    ending_.is_closing = true;
  if (std::holds_alternative<PauseRequested>(event)) ending_.is_pausing = true;
  if (const auto* const asked = std::get_if<LeaseAsked>(&event)) leases_.asked = *asked;
  std::visit([this](const auto& happened) { Note(happened); }, event);
}

std::string RunChecker::Check(const std::vector<Command>& commands) {
  if (ending_.is_finished && !commands.empty()) Fail("a command after Finish");
  for (const Command& command : commands) std::visit([this](const auto& what) { Check(what); }, command);
  CheckRest();
  at_fault_.clear();
  bereft_.clear();
  counted_.clear();
  ended_.reset();
  to_announce_.clear();
  return failure_;
}

void RunChecker::Note(const SlotGranted&) {
  ++slots_.held;
  --slots_.asked;
}

void RunChecker::Note(const BotReady& ready) {
  if (ending_.is_closing) return;
  bots_[ready.bot].games_max = std::max<std::uint32_t>(ready.games_max, 1);
  if (!ready.plays_ruleset) at_fault_.insert(ready.bot);
  if (ready.plays_ruleset && !scenario_.bots[ready.bot].is_remote) bots_[ready.bot].ready_life = bots_[ready.bot].life;
}

// Further games are for when the bot is back.
void RunChecker::Note(const BotDisconnected& disconnected) {
  if (disconnected.was_there) bots_[disconnected.bot].games_max = 1;
}

void RunChecker::Note(const BotExited& exited) {
  const BotAccount& bot = bots_[exited.bot];
  if (ending_.is_closing || !bot.is_alive || bot.life != exited.life) return;
  if (exited.has_lost_supervisor) {
    bereft_[exited.bot] = exited.life;
  } else {
    at_fault_.insert(exited.bot);
  }
}

void RunChecker::Note(const GameOver& over) {
  const auto found = running_.find(over.game.number);
  if (found == running_.end() || found->second.play.start != over.game.start) return;
  const Running running = found->second;
  running_.erase(found);
  const tournament::ScheduledGame& game = running.play.game;
  const bool was_here = running.lease == 0;
  if (was_here) {
    --bots_[game.red].games;
    --bots_[game.blue].games;
  }
  if (ending_.is_closing) return;
  const v1::Outcome& outcome = over.record.outcome();
  // A game that is void because a supervisor died is wanted all the same, unless a test has been decided without it.
  const bool is_wanted = outcome.reason() == v1::REASON_SUPERVISOR_KILLED && !CanBeDecided(scenario_);
  ended_ = {.game = game,
            .record = over.record,
            .machine = over.machine,
            .may_be_dropped = running.is_ending && IsVoid(outcome) && !is_wanted};
  // The run may not have heard yet that the first game of its pair is on the disk.
  if (!was_here && scenario_.spec.duplicate() && game.first_of_pair != 0) ended_->may_be_dropped = true;
  if (!was_here) return;
  if (outcome.reason() != v1::REASON_FORFEIT_NO_SHOW) return;
  if (!IsVoid(outcome) && starts_[game.number] <= static_cast<std::uint32_t>(RunStart().void_attempts_max)) {
    const bool is_red_absent = outcome.result() == v1::RESULT_BLUE_WINS;
    const int absent = is_red_absent ? game.red : game.blue;
    ended_->was_cut_off =
        !scenario_.bots[absent].is_remote && bots_[absent].ready_life == running.play.lives[is_red_absent ? 0 : 1];
    // Nobody has seen its seed.
    if (ended_->was_cut_off) last_seeds_.erase(game.number);
  }
  const auto note = [&](int bot, std::uint64_t life) {
    if (bots_[bot].is_alive && bots_[bot].life == life) at_fault_.insert(bot);
  };
  if (outcome.result() != v1::RESULT_RED_WINS) note(game.red, running.play.lives[0]);
  if (outcome.result() != v1::RESULT_BLUE_WINS) note(game.blue, running.play.lives[1]);
}

void RunChecker::Note(const GameNotStarted& not_started) {
  running_.erase(not_started.game.number);
  ending_.is_closing = true;
}

void RunChecker::Note(const ResultsStored& stored) {
  if (ending_.is_closing) return;
  for (const StoredResult& result : stored.results) {
    --unstored_;
    unstored_forfeits_.erase(result.number);
    // The game of a refused result stays undecided, and is not played again in this run.
    if (absl::IsInvalidArgument(result.status)) continue;
    if (!result.status.ok()) Fail(absl::StrCat("the ledger: ", result.status.message()));
    if (!IsVoid(result.summary.outcome())) ++stored_;
    to_announce_.push_back(result.number);
  }
}

void RunChecker::Check(const AskForSlot&) {
  if (!scenario_.shares_slots) Fail("a slot is asked for, and the run shares none");
  if (ending_.is_closing || ending_.is_pausing) Fail("a slot is asked for though the run closes");
  if (++slots_.asked > scenario_.spec.concurrency())
    Fail("more slots are asked for than the spec allows games at once");
}

void RunChecker::Check(const ReturnSlot&) {
  if (slots_.held == 0) return Fail("a slot is returned that was not granted");
  --slots_.held;
}

void RunChecker::Check(const StartBot& command) {
  BotAccount& bot = bots_[command.bot];
  if (ending_.is_closing || ending_.is_pausing) Fail("a bot is started though the run closes");
  if (bot.is_alive) Fail("a bot is started that has a process, or is remote");
  if (bot.is_suspended) Fail("a suspended bot is started");
  if (command.life != bot.life + 1) Fail("a life is not the one after the last");
  bot.life = command.life;
  bot.is_alive = true;
  bot.has_played = false;
  bot.settings = command.settings;
}

void RunChecker::Check(const EndBot& command) {
  BotAccount& bot = bots_[command.bot];
  if (scenario_.bots[command.bot].is_remote) Fail("a remote bot's process is ended");
  if (!bot.is_alive || bot.life != command.life) Fail("a process is ended that there is not");
  const bool has_reason = at_fault_.contains(command.bot) || bereft_.contains(command.bot);
  if (bot.games > 0 && !has_reason) Fail("a bot is ended while it plays, and did nothing wrong");
  bot.is_alive = false;
}

void RunChecker::Check(const PlayGame& command) {
  const tournament::ScheduledGame& game = command.game;
  if (ending_.is_closing || ending_.is_pausing) Fail("a game is begun though the run closes");
  CheckIsOpen(game);
  CheckPlayers(command);
  if (scenario_.spec.duplicate() && game.first_of_pair != 0 && !ledger_.games().contains(game.first_of_pair)) {
    return Fail("the second game of a pair begins before the first is on the disk");
  }
  CheckSeed(game, command.seed);
  if (command.start != ++starts_[game.number]) Fail("a start is not the one after the last");
  running_[game.number] = {.play = command};
  CheckConcurrency();
}

void RunChecker::CheckPlayers(const PlayGame& command) {
  const std::array<int, 2> players = {command.game.red, command.game.blue};
  if (scenario_.leaves_launched_to_others && !scenario_.bots[players[0]].is_remote &&
      !scenario_.bots[players[1]].is_remote) {
    Fail("a game is played here that is left to other machines");
  }
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    BotAccount& bot = bots_[players[seat]];
    if (bot.is_suspended) Fail("a suspended bot is to play");
    if (bot.is_done) Fail("a bot is to play though its fault was passed over because it had no further games");
    if (!bot.is_alive || bot.life != command.lives[seat]) Fail("a game is begun with a process that there is not");
    if (scenario_.spec.duplicate() && bot.has_played) Fail("a process plays a second game in a duplicate tournament");
    const tournament::GameSettings& settings = command.game.settings;
    if (bot.settings != (seat == 0 ? settings.red : settings.blue)) {
      Fail("a game is begun with a process that has other options");
    }
    bot.has_played = true;
    ++bot.games;
    const std::uint32_t per_bot = scenario_.spec.concurrency_per_bot();
    if (bot.games > bot.games_max) Fail("a bot has more games at once than it takes");
    if (per_bot != 0 && bot.games > per_bot) Fail("a bot has more games at once than the spec allows");
  }
}

void RunChecker::CheckSeed(const tournament::ScheduledGame& game, const std::string& seed) {
  // Of a refused attempt the ledger knows nothing, and its seed is used again.
  if (ledger_.has_refused()) return;
  if (scenario_.spec.duplicate() && game.first_of_pair != 0) {
    if (seed != ledger_.games().at(game.first_of_pair).seed) Fail("the games of a pair have different seeds");
    return;
  }
  if (std::exchange(last_seeds_[game.number], seed) == seed) Fail("a void game is played again with the same seed");
}

void RunChecker::CheckIsOpen(const tournament::ScheduledGame& game) {
  const std::string name = absl::StrCat("game ", game.number);
  if (decided_.contains(game.number)) Fail(absl::StrCat(name, " has a result, and is to have another one"));
  if (running_.contains(game.number)) Fail(absl::StrCat(name, " is being played"));
}

void RunChecker::Check(const EndGame& command) {
  const auto found = running_.find(command.game.number);
  if (found == running_.end() || found->second.play.start != command.game.start) {
    return Fail("a game is ended that is not being played");
  }
  if (std::exchange(found->second.is_ending, true)) Fail("a game is ended twice");
  if (command.lease != found->second.lease) Fail("a game is ended under another lease than its own");
  const tournament::ScheduledGame& game = found->second.play.game;
  const bool has_bereft = command.lease == 0 && (bereft_.contains(game.red) || bereft_.contains(game.blue));
  if (has_bereft != (command.reason == v1::REASON_SUPERVISOR_KILLED)) Fail("a game is ended for a wrong reason");
  if (!ending_.is_closing && !has_bereft && !CanBeDecided(scenario_))
    Fail("a game is ended though its result is wanted");
}

void RunChecker::Check(const StoreResult& command) {
  if (ending_.is_closing) Fail("a result is stored of a game that the end of the run cut off");
  if (!ended_.has_value() || command.game != ended_->game) return Fail("a result is stored without a game that ended");
  if (ended_->was_cut_off) Fail("a game is lost that never began with a process that had been there");
  if (command.record.plies() != ended_->record.plies()) Fail("another record is stored than the game's");
  if (command.machine != ended_->machine) Fail("a result is stored as another machine's");
  ended_.reset();
  CheckIsOpen(command.game);
  const std::uint32_t first = command.game.first_of_pair;
  if (scenario_.spec.duplicate() && first != 0 && !ledger_.games().contains(first)) {
    Fail("the second game of a pair is stored before the first is on the disk");
  }
  if (!IsVoid(command.record.outcome())) decided_.insert(command.game.number);
  ++unstored_;
}

void RunChecker::Check(const StoreForfeit& command) {
  const tournament::ScheduledGame& game = command.game;
  if (ending_.is_closing || ending_.is_pausing) Fail("a forfeit is stored though the run closes");
  CheckIsOpen(game);
  if (bots_[game.red].is_done || bots_[game.blue].is_done) Fail("a bot that has no further games forfeits one");
  if (command.is_red_absent != bots_[game.red].is_suspended ||
      command.is_blue_absent != bots_[game.blue].is_suspended) {
    Fail("a forfeit of a bot that is not suspended, or none of one that is");
  }
  if (!command.is_red_absent && !command.is_blue_absent) Fail("a forfeit though both bots may play");
  decided_.insert(game.number);
  ++unstored_;
  unstored_forfeits_.insert(game.number);
  if (CanBeDecided(scenario_) && unstored_forfeits_.size() > 1)
    Fail("a game is forfeited ahead of the result before it");
}

void RunChecker::Check(const StoreFault& command) {
  BotAccount& bot = bots_[command.bot];
  if (!at_fault_.contains(command.bot)) Fail("a fault is counted of a bot that did nothing wrong");
  if (!counted_.insert(command.bot).second) Fail("one fault is counted twice");
  if (bot.is_suspended) Fail("a fault is counted of a suspended bot");
  if (++bot.faults < scenario_.spec.faults_max()) return;
  bot.is_suspended = true;
  ++suspensions_;
}

void RunChecker::Check(const Announce& command) {
  if (!command.event.has_game()) return;
  if (to_announce_.empty()) return Fail("a result is announced that was not stored");
  if (command.event.game().game_id() != absl::StrCat(to_announce_.front()))
    Fail("results are announced in another order");
  to_announce_.pop_front();
  if (to_announce_.empty() && command.event.games_stored() != stored_) {
    Fail(absl::StrCat(command.event.games_stored(), " games are announced as stored; ", stored_, " are"));
  }
}

void RunChecker::Check(const Finish&) {
  if (!running_.empty()) Fail(absl::StrCat("the run is over while ", running_.size(), " games are being played"));
  if (!ending_.is_closing && unstored_ > 0) Fail("the run is over before its results are on the disk");
  ending_.is_finished = true;
}

void RunChecker::CheckRest() {
  if (ended_.has_value() && !ended_->may_be_dropped && !ended_->was_cut_off) {
    Fail(absl::StrCat("game ", ended_->game.number, " is over, and its result is lost"));
  }
  if (!to_announce_.empty()) Fail("a stored result is not announced");
  for (const int bot : at_fault_) {
    if (!counted_.contains(bot) && !bots_[bot].is_suspended) bots_[bot].is_done = true;
  }
  for (const auto& [number, running] : running_) {
    const auto& [game, start, lives, seed] = running.play;
    for (const auto& [bot, life] : bereft_) {
      const bool is_played = (game.red == bot && lives[0] == life) || (game.blue == bot && lives[1] == life);
      if (is_played && !running.is_ending) Fail(absl::StrCat("game ", number, " goes on without its bot's supervisor"));
    }
  }
  if (ending_.is_closing) {
    for (const auto& [number, running] : running_) {
      if (!running.is_ending) Fail(absl::StrCat("the run closes, and game ", number, " is not ended"));
    }
  }
  const auto here =
      std::count_if(running_.begin(), running_.end(), [](const auto& entry) { return entry.second.lease == 0; });
  if (scenario_.shares_slots && slots_.held != static_cast<std::size_t>(here)) {
    Fail(absl::StrCat(here, " games are being played on ", slots_.held, " slots"));
  }
  if (leases_.asked.lease != 0) Fail("a lease is asked for, and not answered");
  const bool may_wait = slots_.asked > 0 || scenario_.leaves_launched_to_others;
  if (!ending_.is_finished && running_.empty() &&
      (ending_.is_closing || (unstored_ == 0 && (!may_wait || ending_.is_pausing)))) {
    Fail("nothing is under way, and the run does not end");
  }
}

void RunChecker::Fail(std::string what) {
  if (failure_.empty()) failure_ = std::move(what);
}

}  // namespace flagfall::arena::coordinator::simulation
