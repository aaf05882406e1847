#ifndef SAMPLE_BOTS_CPP_RANDOM_RANDOM_PLAYER_H_
#define SAMPLE_BOTS_CPP_RANDOM_RANDOM_PLAYER_H_

#include <cstdint>

#include "sample-bots/cpp/sdk/player.h"
#include "sample-bots/cpp/sdk/random_action.h"

namespace flagfall::bot {

// Answers every decision of every ruleset with a random legal action. It is the smallest bot there can be.
class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

  Answer Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) override;

 private:
  Random random_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_RANDOM_RANDOM_PLAYER_H_
