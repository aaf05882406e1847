#ifndef ARENA_BASE_UNPLAYED_H_
#define ARENA_BASE_UNPLAYED_H_

#include <cstdint>

#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall::arena {

// Whether nobody played a game that counts: a player did not come, or was suspended, before the first ply. Its result
// tells who was there, and nothing of anybody's strength.
inline bool IsUnplayed(v1::Reason reason, std::uint32_t plies) {
  return reason == v1::REASON_FORFEIT_NO_SHOW && plies == 0;
}

// Whether such games are evidence of strength in a tournament of that spec all the same. Specs without a word of it are
// older, and there they are.
inline bool RatesForfeits(const v1::TournamentSpec& spec) { return !spec.has_rate_forfeits() || spec.rate_forfeits(); }

}  // namespace flagfall::arena

#endif  // ARENA_BASE_UNPLAYED_H_
