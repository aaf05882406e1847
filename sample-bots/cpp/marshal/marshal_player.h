#ifndef SAMPLE_BOTS_CPP_MARSHAL_MARSHAL_PLAYER_H_
#define SAMPLE_BOTS_CPP_MARSHAL_MARSHAL_PLAYER_H_

#include <cstdint>
#include <random>

#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// Plays by searching: it draws worlds (worlds.h), looks a few plies ahead in each as if nothing were hidden, and makes
// the ply that does best on average over as many worlds as its time allows (search.h).
class MarshalPlayer : public BoardPlayer {
 public:
  // `think` is the most time that it takes for a ply.
  MarshalPlayer(std::uint64_t seed, Micros think) : random_(seed), think_(think) {}

  SetUp ChooseSetUp(const GameState& game, const TimeLeft& time) override;
  Move ChoosePly(const GameState& game, const TimeLeft& time) override;

 private:
  std::mt19937_64 random_;
  const Micros think_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_MARSHAL_PLAYER_H_
