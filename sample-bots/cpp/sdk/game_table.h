#ifndef SAMPLE_BOTS_CPP_SDK_GAME_TABLE_H_
#define SAMPLE_BOTS_CPP_SDK_GAME_TABLE_H_

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "flagfall/v1/bot_service.pb.h"
#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// The games that one thread plays: takes in what the referee says about them and gives back what the bot says. Knows
// nothing of streams and threads.
class GameTable {
 public:
  GameTable(PlayerFactory new_player, Options options);

  // What the bot answers to a message about one of its games, in the order in which it is to be sent. `waited`: how
  // long the message has been lying here while other games were thought about; that was time of its own clock.
  std::vector<v1::PlayRequest> On(const v1::PlayResponse& message, Micros waited = Micros(0));

  // Games under way.
  std::size_t size() const { return games_.size(); }

 private:
  using Answers = std::vector<v1::PlayRequest>;
  using Time = std::chrono::steady_clock::time_point;

  // One game: what is known of it, and who plays it.
  struct PlayedGame {
    GameState game;
    std::unique_ptr<Player> player;
    // The last that was asked, without events and legal actions, and when it came.
    v1::DecisionRequired asked;
    Time arrived;
  };

  // Puts `player` at the game. False, after a line on standard error, for a game that cannot be played.
  bool Begin(const v1::GameStarted& started, std::unique_ptr<Player> player);
  Answers Resume(const v1::GameResumed& resumed, Time arrived);
  Answers Decide(const v1::DecisionRequired& decision, Time arrived);
  // The clock has not stopped since the decision came.
  Answers AskAgain(const v1::GameError& error);
  static Answers Ask(PlayedGame& played);
  Answers ConsiderDraw(const std::string& game_id);
  void Finish(const v1::GameOver& over);
  // Null, after a line on standard error, for a game that the bot does not play.
  PlayedGame* Find(const std::string& game_id);
  void Apply(PlayedGame& played, const Events& events);

  const PlayerFactory new_player_;
  const Options options_;
  std::map<std::string, PlayedGame> games_;
};

// The game that the message is about; empty for the messages about none.
const std::string& GameIdOf(const v1::PlayResponse& message);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_GAME_TABLE_H_
