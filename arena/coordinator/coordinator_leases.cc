// The part of Coordinator that gives games to other machines.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "arena/coordinator/coordinator.h"

namespace flagfall::arena::coordinator {
namespace {

// How many more games are looked at for the second game of a pair, once a lease has its pairs.
constexpr int kLooksForSecondMax = 256;
// How many games are passed over, one after the other, while it has not: a schedule may have no end. Those of bots that
// a machine cannot play may be the first thousands, and shall not keep it from the others.
constexpr int kLooksMax = 1024;
constexpr int kLooksWithoutMax = 16384;

using MayLease = std::function<bool(const tournament::ScheduledGame&)>;

// Takes the games of a lease, in the order of the schedule.
std::vector<tournament::ScheduledGame> TakeForLease(tournament::GameSource& games, const LeaseAsked& asked,
                                                    bool is_duplicate, const MayLease& may_lease) {
  std::set<std::uint32_t> taken;
  std::uint32_t pairs = 0;
  const auto is_for_it = [&](const tournament::ScheduledGame& game) {
    if (asked.without.contains(game.red) || asked.without.contains(game.blue)) return false;
    const bool completes_pair = game.first_of_pair != 0 && taken.contains(game.first_of_pair);
    if (pairs == asked.pairs_max && !completes_pair) return false;
    // Whoever plays the first game of a pair knows its set-ups; all others have to wait for them.
    if (is_duplicate && game.first_of_pair != 0 && !completes_pair && !games.IsOver(game.first_of_pair)) return false;
    return may_lease(game);
  };
  const auto note = [&](const tournament::ScheduledGame& game) {
    if (!taken.contains(game.first_of_pair)) ++pairs;
    taken.insert(game.number);
  };
  const int looks_max = asked.without.empty() ? kLooksMax : kLooksWithoutMax;
  std::vector<std::uint32_t> numbers(asked.only.begin(), asked.only.end());
  if (asked.only.empty()) {
    int looks = 0;
    games.VisitWaiting([&](const tournament::ScheduledGame& game) {
      ++looks;
      if (is_for_it(game)) {
        note(game);
        numbers.push_back(game.number);
        looks = pairs < asked.pairs_max ? 0 : looks;
      }
      return looks < (pairs < asked.pairs_max ? looks_max : kLooksForSecondMax);
    });
    taken.clear();
    pairs = 0;
  }
  std::vector<tournament::ScheduledGame> given;
  for (const std::uint32_t number : numbers) {
    const std::optional<tournament::ScheduledGame> game = games.TakeNumber(number, is_for_it);
    if (!game.has_value()) continue;
    note(*game);
    given.push_back(*game);
  }
  return given;
}

}  // namespace

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
  const auto may_lease = [this](const tournament::ScheduledGame& game) { return MayLease(game); };
  for (const tournament::ScheduledGame& game : TakeForLease(*games_, asked, spec_.duplicate(), may_lease)) {
    if (grant.games.empty()) running_.BeginLease(asked.lease, grant.games_at_once);
    const std::uint32_t start = attempts_.StartOf(game.number);
    running_.Add({.game = game, .start = start, .lease = asked.lease});
    grant.games.push_back({.game = game, .start = start, .seed = attempts_.SeedOf(game)});
  }
  commands_.emplace_back(std::move(grant));
}

void Coordinator::On(const MachinesSeen& seen) {
  v1::WaitingGames waiting;
  if (machines_.leaves_launched_to_others && state_ == State::kRunning && !ending_.is_pausing) {
    games_->VisitWaiting([&](const tournament::ScheduledGame& game) {
      const bool waits = !machines_.ArePlayedHere(bots_[game.red], bots_[game.blue]) && MayLease(game) &&
                         std::all_of(seen.cannot_play.begin(), seen.cannot_play.end(), [&game](const auto& bots) {
                           return bots.contains(game.red) || bots.contains(game.blue);
                         });
      if (waits) waiting.set_games(waiting.games() + 1);
      return true;
    });
  }
  if (waiting.games() > 0) waiting.set_reason(seen.why);
  const v1::WaitingGames before = std::exchange(machines_.waiting, waiting);
  if (waiting.games() == before.games() && waiting.reason() == before.reason()) return;
  v1::TournamentEvent event = Progress();
  *event.mutable_waiting() = std::move(waiting);
  commands_.emplace_back(Announce{std::move(event)});
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
