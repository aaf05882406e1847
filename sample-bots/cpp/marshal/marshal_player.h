#ifndef SAMPLE_BOTS_CPP_MARSHAL_MARSHAL_PLAYER_H_
#define SAMPLE_BOTS_CPP_MARSHAL_MARSHAL_PLAYER_H_

#include <cstdint>
#include <random>

#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// Searches. It draws worlds (worlds.h), looks a few plies ahead in each as if nothing were hidden, and plays what does
// best on average over as many of them as its time allows (search.h).
class MarshalPlayer : public BoardPlayer {
 public:
  // `think`: the most it takes for a ply.
  MarshalPlayer(std::uint64_t seed, Micros think) : random_(seed), think_(think) {}

  SetUp ChooseSetUp(const GameState& game, const TimeLeft& time) override;
  Move ChoosePly(const GameState& game, const TimeLeft& time) override;

 private:
  std::mt19937_64 random_;
  const Micros think_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_MARSHAL_PLAYER_H_
