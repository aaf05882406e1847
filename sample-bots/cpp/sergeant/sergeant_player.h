#ifndef SAMPLE_BOTS_CPP_SERGEANT_SERGEANT_PLAYER_H_
#define SAMPLE_BOTS_CPP_SERGEANT_SERGEANT_PLAYER_H_

#include <cstdint>
#include <random>

#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// Plays by rules of thumb, one ply at a time: takes what it can beat, flees what beats it, and otherwise goes for the
// nearest thing worth attacking. What was revealed it remembers; what is hidden it judges by what the army has left.
class SergeantPlayer : public BoardPlayer {
 public:
  explicit SergeantPlayer(std::uint64_t seed) : random_(seed) {}

  SetUp ChooseSetUp(const GameState& game, const TimeLeft& time) override;
  Move ChoosePly(const GameState& game, const TimeLeft& time) override;

 private:
  std::mt19937_64 random_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SERGEANT_SERGEANT_PLAYER_H_
