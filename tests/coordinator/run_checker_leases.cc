// What a coordinator must not do with games that other machines play.
#include <algorithm>
#include <utility>

#include "tests/coordinator/run_checker.h"

namespace flagfall::arena::coordinator::simulation {

void RunChecker::Note(const GameReturned& returned) {
  const auto found = running_.find(returned.game.number);
  if (found == running_.end() || found->second.play.start != returned.game.start) return;
  running_.erase(found);
  // It may be played with the same seed, since it has no result.
  last_seeds_.erase(returned.game.number);
}

void RunChecker::Note(const BotFailedElsewhere& failed) {
  if (!ending_.is_closing) at_fault_.insert(failed.bot);
}

void RunChecker::Check(const GrantLease& command) {
  const LeaseAsked asked = std::exchange(leases_.asked, {});
  if (asked.lease == 0 || command.lease != asked.lease) return Fail("a lease is granted that nobody has asked for");
  if (command.games.empty()) return;
  if (ending_.is_closing || ending_.is_pausing) Fail("a lease is granted though the run closes");
  if (command.games_at_once > asked.games_at_once) Fail("a lease has more games at once than its worker plays");
  leases_.at_once[command.lease] = command.games_at_once;
  std::uint32_t pairs = 0;
  for (const LeasedGame& leased : command.games) {
    const tournament::ScheduledGame& game = leased.game;
    CheckIsOpen(game);
    if (!asked.only.empty() && !asked.only.contains(game.number))
      Fail("a game is leased that the worker does not play");
    for (const int bot : {game.red, game.blue}) {
      if (scenario_.bots[bot].is_remote) Fail("a remote bot's game is leased");
      if (bots_[bot].is_suspended) Fail("a suspended bot's game is leased");
      if (asked.without.contains(bot)) Fail("a game is leased of a bot that the worker cannot play");
      if (bots_[bot].is_done) Fail("a bot is to play though its fault was passed over because it had no further games");
    }
    const auto first = std::find_if(command.games.begin(), command.games.end(),
                                    [&](const LeasedGame& other) { return other.game.number == game.first_of_pair; });
    if (game.first_of_pair == 0 || first == command.games.end()) ++pairs;
    const bool is_second = scenario_.spec.duplicate() && game.first_of_pair != 0;
    if (is_second && first != command.games.end()) {
      if (first->seed != leased.seed) Fail("the games of a leased pair have different seeds");
    } else if (is_second && !ledger_.games().contains(game.first_of_pair)) {
      Fail("the second game of a pair is leased without the first, which is not on the disk");
    } else {
      CheckSeed(game, leased.seed);
    }
    if (leased.start != ++starts_[game.number]) Fail("a start is not the one after the last");
    running_[game.number] = {.play = {.game = game, .start = leased.start, .seed = leased.seed},
                             .lease = command.lease};
  }
  if (pairs > asked.pairs_max) Fail("a lease has more pairs than its worker takes");
  CheckConcurrency();
}

void RunChecker::CheckConcurrency() {
  std::map<std::uint64_t, std::uint32_t> left;
  for (const auto& [number, running] : running_) ++left[running.lease];
  std::uint64_t at_once = 0;
  for (const auto& [lease, games] : left) at_once += lease == 0 ? games : std::min(games, leases_.at_once.at(lease));
  if (at_once > scenario_.spec.concurrency()) Fail("more games at once than the spec allows");
}

}  // namespace flagfall::arena::coordinator::simulation
