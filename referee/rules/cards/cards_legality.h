#ifndef REFEREE_RULES_CARDS_CARDS_LEGALITY_H_
#define REFEREE_RULES_CARDS_CARDS_LEGALITY_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "referee/rules/cards/cards_state.h"

namespace flagfall::cards {

// Whether `side` has a decision open that moves of this kind answer; no kind for an action of another game. The error
// names the clause and what is expected instead.
absl::Status CheckOpen(const CardsState& state, Side side, std::optional<Move::Kind> kind);

// Whether the move is legal, once CheckOpen has found its kind to be; it is well formed (ReadMove in cards_messages.h).
// The error names the clause, and follows from what `side` may know.
absl::Status CheckMove(const CardsState& state, Side side, const Move& move);

// All legal moves of the player whose turn it is, at Step::kTurn or Step::kFill: at least one, and some 130 at most.
// They are ordered by kind, then by places, then by types.
std::vector<Move> LegalMoves(const CardsState& state);

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_CARDS_LEGALITY_H_
