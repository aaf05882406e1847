#ifndef ARENA_TOURNAMENT_CHECK_RECORD_H_
#define ARENA_TOURNAMENT_CHECK_RECORD_H_

#include <cstdint>

#include "absl/status/status.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::tournament {

// One attempt at a game of a tournament, void or not.
struct Attempt {
  std::uint32_t number = 0;
  std::uint32_t attempt = 0;
  // Of the second game of a pair: the number of the first, and the attempt at which that was decided. 0 for other
  // games.
  std::uint32_t first_of_pair = 0;
  std::uint32_t first_attempt = 0;
  // Whether its game is not decided, so that it is not known whether it is the second of a pair.
  bool is_undecided = false;
};

// Compares the record with what the complete spec says of every game before it begins: time control, policy, and the
// seed, which follows from the tournament's own (game_seed.h). The time control, where the spec scales it, is the
// spec's scaled as the record says (TimeControlScale), which each attempt does for itself; the policy of void attempts
// is the same. DATA_LOSS names what differs.
absl::Status CheckRecord(const v1::TournamentSpec& spec, const Attempt& attempt, const v1::GameRecord& record);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_CHECK_RECORD_H_
