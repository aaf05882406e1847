#ifndef REFEREE_RULES_BOARD_LEGALITY_H_
#define REFEREE_RULES_BOARD_LEGALITY_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "referee/rules/board/board_rules.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::board {

// Whether a side may set up like this: its whole army (R1.2), in its zone, one piece to a square (R1.3). The error
// names the clause (ClauseOf in clause_error.h).
absl::Status CheckSetUp(const BoardRules& rules, Side side, absl::Span<const Placement> set_up);

// Whether the side to move may make the ply, with an error that names the clause it breaks and what is wrong with it.
// Any two numbers may be asked about. The text tells nothing but what the side to move knows, provided that the types
// of its own pieces are known.
absl::Status CheckPly(const BoardState& state, Ply ply);

}  // namespace flagfall::board

#endif  // REFEREE_RULES_BOARD_LEGALITY_H_
