#ifndef SAMPLE_BOTS_CPP_RANDOM_RANDOM_PLAYER_H_
#define SAMPLE_BOTS_CPP_RANDOM_RANDOM_PLAYER_H_

#include <cstdint>
#include <random>

#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// Any set-up, then any legal ply: the smallest bot there can be.
class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

  SetUp ChooseSetUp(const GameState& game, const TimeLeft& time) override;
  Move ChoosePly(const GameState& game, const TimeLeft& time) override;

 private:
  std::mt19937_64 random_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_RANDOM_RANDOM_PLAYER_H_
