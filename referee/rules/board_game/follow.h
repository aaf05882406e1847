#ifndef REFEREE_RULES_BOARD_GAME_FOLLOW_H_
#define REFEREE_RULES_BOARD_GAME_FOLLOW_H_

#include <google/protobuf/repeated_ptr_field.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/board_state.h"

namespace flagfall {

// Brings a position of one observer's, in which types it may not know are kUnknown, up to date with that observer's
// events, in the order in which they were told and in as many portions as they came in, never split between a ply and
// what it revealed and removed. Begin with an empty BoardState of the game's rules (BoardRulesOf in board_options.h),
// and R3 and R4 are followed from the first ply on. INVALID_ARGUMENT when the events do not fit the position.
absl::Status ApplyEvents(const google::protobuf::RepeatedPtrField<v1::Event>& events, board::BoardState& state);

// Puts a piece that an observer was told of on the board. INVALID_ARGUMENT when it has no owner, a type or a square
// that there is not, or stands where it cannot.
absl::Status PutPiece(const v1::PieceView& piece, board::BoardState& state);

// Brings a view up to date with one event (RulesetDefinition::Follow). INVALID_ARGUMENT when the event does not fit.
absl::Status FollowEvent(const v1::Event& event, v1::BoardView& view);

// The position of a view, for one who comes in the middle of a game, as replays that begin there do. R3 and R4 then
// know nothing of what came before: a bot, which has all the events, should follow those. INVALID_ARGUMENT when the
// view makes no sense.
absl::StatusOr<board::BoardState> StateOfView(const board::BoardRules& rules, const v1::BoardView& view);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_FOLLOW_H_
