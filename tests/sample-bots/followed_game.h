#ifndef TESTS_SAMPLE_BOTS_FOLLOWED_GAME_H_
#define TESTS_SAMPLE_BOTS_FOLLOWED_GAME_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/game.h"
#include "sample-bots/cpp/sdk/game_state.h"

namespace flagfall::bot {

// The ids of the catalogue.
std::vector<std::string> RulesetIds();

// Game "g1" as it begins for that side, dealt from a fixed seed.
v1::GameStarted StartedAs(v1::Side side, const std::string& ruleset);

// A game in which both players know what the events tell and nothing else.
class FollowedGame {
 public:
  FollowedGame(const std::string& ruleset, std::uint64_t seed);

  // In a game on a board.
  void SetUpBoth();

  // The first open decision is answered at random (Game::Sample); false when the game is over.
  bool Step();

  // The side does it, and both players are told. Fails the test when it is not legal.
  void Act(v1::Side side, const v1::Action& action);

  // Lists the open decision's legal actions to the player.
  void Ask(v1::Side side);

  const Game& game() const { return *game_; }
  v1::View ViewOf(v1::Side side) const;
  GameState& Of(v1::Side side) { return side == v1::SIDE_RED ? red_ : blue_; }
  // All that Blue was told.
  const std::vector<v1::Event>& blue_events() const { return blue_events_; }
  Random& random() { return random_; }

 private:
  Random random_;
  std::unique_ptr<Game> game_;
  GameState red_;
  GameState blue_;
  std::vector<v1::Event> blue_events_;
};

// Plays random games until `visit` has been shown so many decisions of the kind, with the legal actions listed. Fails
// the test when there are none.
void VisitDecisions(const std::string& ruleset, v1::DecisionKind kind, int count,
                    const std::function<void(FollowedGame&, const GameState&, v1::Side)>& visit);

}  // namespace flagfall::bot

#endif  // TESTS_SAMPLE_BOTS_FOLLOWED_GAME_H_
