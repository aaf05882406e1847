// The part of Coordinator that gives games to other machines.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "arena/coordinator/coordinator.h"

namespace flagfall::arena::coordinator {

void Coordinator::On(const LeaseAsked& asked) {
  machines_.have_asked = true;
  GrantLease grant{.lease = asked.lease,
                   .games_at_once = static_cast<std::uint32_t>(std::min<std::size_t>(asked.games_at_once, Room()))};
  // What a machine plays already, or has played, it has whether there is room or not.
  const bool is_refused = grant.games_at_once == 0 && asked.only.empty();
  if (state_ != State::kRunning || ending_.is_pausing || is_refused) {
    commands_.emplace_back(std::move(grant));
    return;
  }
  std::set<std::uint32_t> taken;
  std::uint32_t pairs = 0;
  const auto may_lease = [&](const tournament::ScheduledGame& game) {
    const bool completes_pair = game.first_of_pair != 0 && taken.contains(game.first_of_pair);
    if (pairs == asked.pairs_max && !completes_pair) return false;
    // Whoever plays the first game of a pair knows its set-ups; all others have to wait for them.
    if (spec_.duplicate() && game.first_of_pair != 0 && !completes_pair && !games_->IsOver(game.first_of_pair)) {
      return false;
    }
    return MayLease(game);
  };
  const auto give = [&](const tournament::ScheduledGame& game) {
    if (taken.empty()) running_.BeginLease(asked.lease, grant.games_at_once);
    if (!taken.contains(game.first_of_pair)) ++pairs;
    taken.insert(game.number);
    const std::uint32_t start = attempts_.StartOf(game.number);
    running_.Add({.game = game, .start = start, .lease = asked.lease});
    grant.games.push_back({.game = game, .start = start, .seed = attempts_.SeedOf(game)});
  };
  std::optional<tournament::ScheduledGame> game;
  if (asked.only.empty()) {
    while ((game = games_->Take(may_lease))) give(*game);
  }
  for (const std::uint32_t number : asked.only) {
    if ((game = games_->TakeNumber(number, may_lease))) give(*game);
  }
  commands_.emplace_back(std::move(grant));
}

bool Coordinator::MayLease(const tournament::ScheduledGame& game) const {
  return bots_[game.red].MayBeLeased() && bots_[game.blue].MayBeLeased() && attempts_.MayBeLeased(game.number);
}

void Coordinator::On(const GameReturned& returned) {
  const std::optional<RunningGame> running = running_.Remove(returned.game);
  if (!running.has_value() || state_ != State::kRunning) return;
  attempts_.NoteReturned(running->game.number, returned.is_lost);
  games_->PutBack(running->game.number);
}

void Coordinator::On(const BotFailedElsewhere& failed) {
  if (state_ == State::kRunning) CountFault(failed.bot, failed.what, failed.machine);
}

}  // namespace flagfall::arena::coordinator
