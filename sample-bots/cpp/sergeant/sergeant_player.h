#ifndef SAMPLE_BOTS_CPP_SERGEANT_SERGEANT_PLAYER_H_
#define SAMPLE_BOTS_CPP_SERGEANT_SERGEANT_PLAYER_H_

#include <cstdint>

#include "referee/rules/random.h"
#include "sample-bots/cpp/sdk/player.h"
#include "sample-bots/cpp/sergeant/bluffing_judge.h"

namespace flagfall::bot {

// Plays by rules of thumb, one ply at a time: takes what it can beat, flees what beats it, and otherwise goes for the
// nearest piece worth attacking. It remembers what was revealed, and judges hidden pieces by what the army has left. In
// `bluffing` a BluffingJudge also weighs claims.
class SergeantPlayer : public BoardPlayer {
 public:
  explicit SergeantPlayer(std::uint64_t seed) : random_(seed) {}

  SetUp ChooseSetUp(const GameState& game, const TimeLeft& time) override;
  Answer ChoosePly(const GameState& game, const TimeLeft& time) override;
  Answer Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) override;
  void OnEvents(const GameState& game, const Events& events) override { trust_.Learn(game, events); }

 private:
  Random random_;
  Trust trust_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SERGEANT_SERGEANT_PLAYER_H_
