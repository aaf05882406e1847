#ifndef SAMPLE_BOTS_CPP_SDK_FOLLOW_BLUFFING_H_
#define SAMPLE_BOTS_CPP_SDK_FOLLOW_BLUFFING_H_

#include <google/protobuf/repeated_ptr_field.h>

#include "absl/status/status.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::bot {

// As ApplyEvents of referee/rules/board_game/follow.h, for `bluffing`: R3 and R4 are followed, plies taken back
// included. `before` is kept from call to call; it holds what a call of the movement may bring back (R6.3).
// INVALID_ARGUMENT when the events do not fit the position.
absl::Status FollowBluffing(const google::protobuf::RepeatedPtrField<v1::Event>& events, board::BoardState& state,
                            board::BoardState& before);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_FOLLOW_BLUFFING_H_
