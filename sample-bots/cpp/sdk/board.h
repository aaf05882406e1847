#ifndef SAMPLE_BOTS_CPP_SDK_BOARD_H_
#define SAMPLE_BOTS_CPP_SDK_BOARD_H_

#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/square.h"
#include "sample-bots/cpp/sdk/set_up.h"

// Answers in the board games. BoardPlayer of player.h makes them for you.
namespace flagfall::bot {

// To DECISION_KIND_SET_UP, of `bluffing` too.
v1::Action SetUpAction(const SetUp& set_up);

// To DECISION_KIND_PLY, but not of `bluffing` (bluffing.h).
v1::Action PlyAction(board::Ply ply);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_BOARD_H_
