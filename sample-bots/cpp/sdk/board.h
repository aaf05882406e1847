#ifndef SAMPLE_BOTS_CPP_SDK_BOARD_H_
#define SAMPLE_BOTS_CPP_SDK_BOARD_H_

#include "referee/rules/board_game/board_actions.h"
#include "sample-bots/cpp/sdk/set_up.h"

// Answers in the board games. BoardPlayer of player.h makes them for you.
namespace flagfall::bot {

// To DECISION_KIND_SET_UP, of `bluffing` too.
using flagfall::SetUpAction;

// To DECISION_KIND_PLY, but not of `bluffing` (bluffing.h).
using flagfall::PlyAction;

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_BOARD_H_
