#ifndef SAMPLE_BOTS_CPP_SDK_WORLDS_H_
#define SAMPLE_BOTS_CPP_SDK_WORLDS_H_

#include <array>
#include <functional>
#include <random>
#include <vector>

#include "referee/rules/board/board_state.h"
#include "sample-bots/cpp/sdk/game_state.h"

// A world is one way in which things may be: a position with a type for each opposing piece that agrees with everything
// seen so far. A bot that wants to search samples worlds, searches each as if nothing were hidden, and combines the
// results.
namespace flagfall::bot {

// The number of the opponent's pieces that the player has not identified, by type.
std::array<int, board::kPieceTypes> HiddenCounts(const GameState& game);

// A weight above 0 for how likely the hidden piece `id` is of `type`, given the world drawn so far.
using Likelihood = std::function<double(const board::BoardState& world, board::PieceType type, board::PieceId id)>;

// Draws a world: pieces that have moved are neither Bomb nor Flag, and the counts are those of the army. Without
// `likelihood` all worlds are equally likely; with it, the pieces are drawn by its weights, first the Flag, then the
// Bombs, then the others.
board::BoardState SampleWorld(const GameState& game, std::mt19937_64& random, const Likelihood& likelihood = nullptr);

// Draws `count` worlds.
std::vector<board::BoardState> SampleWorlds(const GameState& game, std::mt19937_64& random, int count,
                                            const Likelihood& likelihood = nullptr);

// What the worlds say of the opponent's hidden pieces, for Answer::beliefs. What no world has is not taken for
// impossible: the types that are left count as much as one world more.
v1::Beliefs BeliefsOf(const GameState& game, const std::vector<board::BoardState>& worlds);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_WORLDS_H_
