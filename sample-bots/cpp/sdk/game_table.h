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

// The games that one thread plays, by id: takes the referee's messages about them and returns the bot's. A player that
// throws an exception loses its own game. It knows nothing of streams and threads.
class GameTable {
 public:
  GameTable(PlayerFactory new_player, Options options);

  // The bot's answers to a message about one of its games, in the order in which they are to be sent. `waited` is how
  // long the message has waited while the thread thought about other games; the game's own clock was running.
  std::vector<v1::PlayRequest> On(const v1::PlayResponse& message, Micros waited = Micros(0));

  // The number of games under way.
  std::size_t size() const { return games_.size(); }

 private:
  using Answers = std::vector<v1::PlayRequest>;
  using Time = std::chrono::steady_clock::time_point;

  // One game: its state as the bot knows it, and its player.
  struct PlayedGame {
    GameState game;
    std::unique_ptr<Player> player;
    // The last decision that was asked for, without events and legal actions, and when it came.
    v1::DecisionRequired asked;
    Time arrived;
  };
  // A game whose player has crashed, or that cannot be played here. It is resigned, or lost by an action without
  // content where none may resign.
  struct GivenUp {
    std::string why;
    // The last decision that was asked for; 0 before the first.
    std::uint32_t decision = 0;
    bool may_resign = true;
  };

  Answers Handle(const v1::PlayResponse& message, Time arrived);
  // The player of the message's game has crashed, for that reason.
  Answers GiveUp(const v1::PlayResponse& message, const std::string& why);
  static Answers AnswerGivenUp(const v1::PlayResponse& message, GivenUp& given_up);
  static Answers Lose(const std::string& game_id, const GivenUp& given_up);
  // Begins the game with `player`, or gives it up, after a line on standard error, where it cannot be played here.
  Answers Begin(const v1::GameStarted& started, std::unique_ptr<Player> player);
  Answers Resume(const v1::GameResumed& resumed, Time arrived);
  Answers Decide(const v1::DecisionRequired& decision, Time arrived);
  // Asks the player again after an illegal action. The clock has not stopped since the decision came.
  Answers AskAgain(const v1::GameError& error);
  static Answers Ask(PlayedGame& played);
  Answers ConsiderDraw(const std::string& game_id);
  void Finish(const v1::GameOver& over);
  // Returns null, after a line on standard error, for a game that the bot does not play.
  PlayedGame* Find(const std::string& game_id);
  void Apply(PlayedGame& played, const Events& events);

  const PlayerFactory new_player_;
  const Options options_;
  std::map<std::string, PlayedGame> games_;
  std::map<std::string, GivenUp> given_up_;
};

// The game that the message is about; empty for the messages about none.
const std::string& GameIdOf(const v1::PlayResponse& message);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_GAME_TABLE_H_
