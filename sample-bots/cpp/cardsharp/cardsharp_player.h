#ifndef SAMPLE_BOTS_CPP_CARDSHARP_CARDSHARP_PLAYER_H_
#define SAMPLE_BOTS_CPP_CARDSHARP_CARDSHARP_PLAYER_H_

#include <cstdint>

#include "referee/rules/random.h"
#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// Plays `cards` by expected values (cards_judge.h), one action at a time. The bot must ask for legal actions.
class CardsharpPlayer : public Player {
 public:
  explicit CardsharpPlayer(std::uint64_t seed) : random_(seed) {}

  Answer Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) override;

 private:
  Answer TakeTurn(const GameState& game);
  v1::Action Fill(const GameState& game);

  Random random_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_CARDSHARP_CARDSHARP_PLAYER_H_
