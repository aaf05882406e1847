#ifndef SAMPLE_BOTS_CPP_SDK_SET_UP_H_
#define SAMPLE_BOTS_CPP_SDK_SET_UP_H_

#include <random>
#include <vector>

#include "referee/rules/board/board_state.h"
#include "sample-bots/cpp/sdk/game_state.h"

// Helpers for the set-up.
namespace flagfall::bot {

using SetUp = std::vector<board::Placement>;

// The pieces of an army, weakest rank first, then Bombs, then the Flag, or the Flags where a host has chosen several
// (R1.6).
std::vector<board::PieceType> ArmyOf(const board::BoardRules& rules);

// The squares of the player's set-up zone, its back row first, each row from file a.
std::vector<board::Square> ZoneOf(const GameState& game);

// The army on randomly drawn squares of the zone.
SetUp RandomSetUp(const GameState& game, std::mt19937_64& random);

// A set-up that a careful player might choose: the Flag in the back row; a piece on every square beside it, Bombs as
// far as they last, the first in front of it; each other piece near the row where its type does best. It differs each
// time.
SetUp SoundSetUp(const GameState& game, std::mt19937_64& random);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_SET_UP_H_
