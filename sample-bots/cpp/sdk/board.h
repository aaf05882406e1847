#ifndef SAMPLE_BOTS_CPP_SDK_BOARD_H_
#define SAMPLE_BOTS_CPP_SDK_BOARD_H_

#include "referee/rules/board_game/board_actions.h"
#include "sample-bots/cpp/sdk/set_up.h"

// Answers in the board games. A BoardPlayer (player.h) need not call these itself.
namespace flagfall::bot {

// Answers DECISION_KIND_SET_UP, also in `bluffing`.
using flagfall::SetUpAction;

// Answers DECISION_KIND_PLY, but not in `bluffing` (bluffing.h).
using flagfall::PlyAction;

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_BOARD_H_
