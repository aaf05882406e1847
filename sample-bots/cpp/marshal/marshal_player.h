#ifndef SAMPLE_BOTS_CPP_MARSHAL_MARSHAL_PLAYER_H_
#define SAMPLE_BOTS_CPP_MARSHAL_MARSHAL_PLAYER_H_

#include <cstdint>
#include <random>
#include <unordered_map>
#include <vector>

#include "sample-bots/cpp/marshal/beliefs.h"
#include "sample-bots/cpp/marshal/search.h"
#include "sample-bots/cpp/marshal/weights.h"
#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// Plays by searching. It draws worlds (worlds.h) by what the opponent's plies say of its pieces (beliefs.h), counts how
// likely each hidden piece is of each type, and searches the one board on which both players know what they know.
class MarshalPlayer : public BoardPlayer {
 public:
  // `think` is the most time that it takes for a ply. With `nodes` above 0 it looks at so many positions for each ply
  // instead, whatever the time, so that its plies follow from the seed.
  MarshalPlayer(std::uint64_t seed, Micros think, std::int64_t nodes = 0, const Weights& weights = Weights())
      : random_(seed), think_(think), nodes_(nodes), weights_(weights), beliefs_(weights_) {}

  // From now on it says with each ply what it takes the opponent's hidden pieces for.
  void HandInBeliefs() { hands_in_beliefs_ = true; }

  SetUp ChooseSetUp(const GameState& game, const TimeLeft& time) override;
  Answer ChoosePly(const GameState& game, const TimeLeft& time) override;

 private:
  std::mt19937_64 random_;
  const Micros think_;
  const std::int64_t nodes_;
  const Weights weights_;
  Beliefs beliefs_;
  bool hands_in_beliefs_ = false;
  TranspositionTable table_;
  // How often we have brought about each position since the last capture.
  std::unordered_map<std::uint64_t, int> visits_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_MARSHAL_PLAYER_H_
