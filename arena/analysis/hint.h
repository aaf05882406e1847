#ifndef ARENA_ANALYSIS_HINT_H_
#define ARENA_ANALYSIS_HINT_H_

#include "absl/strings/string_view.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::arena::analysis {

// Where a player's plies show what it takes a hidden piece for.
enum class Hint {
  // It attacks it: 1 when it wins, 0 when both fall, -1 when it loses.
  kAttack,
  // It could attack it from beside for the first time, with its strongest piece there: when it does, as for an attack;
  // when it does not, the reverse.
  kContact,
  // The same attacks: 1 when it was the Flag, otherwise 0.
  kFlag,
  // It moves a piece next to it: as for an attack with that piece.
  kApproach,
  // It moves a piece away that stood next to it: 1 when the hidden piece would have won by an attack, 0 when both would
  // have fallen, -1 when it could not attack or would have lost.
  kFlight,
};
inline constexpr int kHints = 5;
// "attack", "contact", "flag", "approach", "flight".
absl::string_view HintName(Hint hint);

// What a hint comes to, from -1 to 1, where the player's piece is of type `own` and the hidden one of type `hidden`.
int OutcomeOf(Hint hint, board::PieceType own, board::PieceType hidden);

// Whether `side` does not know the type of this piece, which is the opponent's. Not of kNoPiece.
bool IsHiddenFrom(Side side, const board::BoardState& board, board::PieceId id);

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_HINT_H_
