#ifndef ARENA_COORDINATOR_ATTEMPTS_H_
#define ARENA_COORDINATOR_ATTEMPTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arena/tournament/game_seed.h"
#include "arena/tournament/scheduled_game.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::coordinator {

// How often a run has begun each game, with which seed it is begun next, and when it is given up.
class Attempts {
 public:
  // `voids` are those that the ledger holds. What is the host's fault may happen `times_max` times to a game. Games in
  // `seeds` have the seed that stands there by their number, and others the one that follows from the spec.
  Attempts(const v1::TournamentSpec& spec, int times_max, tournament::VoidAttempts voids,
           std::map<std::uint32_t, std::string> seeds);

  // The start, from 1, and the seed with which the game is begun now.
  std::uint32_t StartOf(std::uint32_t number) const;
  std::string SeedOf(const tournament::ScheduledGame& game) const;

  // Notes a void attempt. Returns whether the game is to be played again in this run; otherwise it is left over.
  bool NoteVoid(std::uint32_t number, v1::Reason reason);
  // Why the game was void last in this run.
  v1::Reason LastVoidOf(std::uint32_t number) const;
  // The ledger has refused the last void attempt: a later run counts those that the ledger has, so this one does too.
  void ForgetVoid(std::uint32_t number) { --voids_[number]; }

  // Notes that the game never began, and is begun again with the same seed. False when that happened too often.
  bool NoteCutOff(std::uint32_t number);

  // Notes that another machine has not played the game. It is not leased again when machines were lost with it too
  // often: a game that brings down the machines that play it must not go round for ever. What a machine gives back, as
  // one that is stopped does, may be leased without end.
  void NoteReturned(std::uint32_t number, bool is_lost);
  bool MayBeLeased(std::uint32_t number) const;
  bool MayAllBeLeased() const;

  // Leaves the game to a later run.
  void LeaveOver(std::uint32_t number) { left_over_.push_back(number); }
  const std::vector<std::uint32_t>& left_over() const { return left_over_; }

 private:
  const std::uint64_t seed_;
  const bool is_duplicate_;
  const int times_max_;
  const std::map<std::uint32_t, std::string> given_seeds_;
  // How often this run has begun each game before, where that was void, cut off or returned.
  std::map<std::uint32_t, std::uint32_t> starts_;
  // Void attempts that were the host's fault, of this run.
  std::map<std::uint32_t, int> hosts_voids_;
  std::map<std::uint32_t, v1::Reason> last_voids_;
  // How often a machine was lost that had the game.
  std::map<std::uint32_t, int> losses_;
  // All void attempts that were handed to the ledger and not refused by it, of all runs.
  tournament::VoidAttempts voids_;
  std::vector<std::uint32_t> left_over_;
};

}  // namespace flagfall::arena::coordinator

#endif  // ARENA_COORDINATOR_ATTEMPTS_H_
