#ifndef SAMPLE_BOTS_CPP_SDK_PLAYER_H_
#define SAMPLE_BOTS_CPP_SDK_PLAYER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board_game/board_actions.h"
#include "sample-bots/cpp/sdk/clock.h"
#include "sample-bots/cpp/sdk/game_state.h"
#include "sample-bots/cpp/sdk/options.h"
#include "sample-bots/cpp/sdk/set_up.h"

namespace flagfall::bot {

// A player's answer to a decision. An action converts to one, and so does a ply of a board game.
struct Answer {
  Answer() = default;
  Answer(v1::Action made) : action(std::move(made)) {}  // NOLINT(google-explicit-constructor): so that it is an answer.
  Answer(board::Ply made) : action(PlyAction(made)) {}  // NOLINT(google-explicit-constructor): as above.

  v1::Action action;
  // A comment, such as the evaluation and the principal variation. It goes into the game's record, and the opponent
  // does not see it before the game is over.
  std::string comment;
  // Gives the game up instead of acting.
  bool resigns = false;
  // Offers a draw together with the action.
  bool offers_draw = false;
  // What the player takes the opponent's hidden pieces for, if that is to be scored after the game.
  v1::Beliefs beliefs;
};

// Plays one game, of any ruleset. The SDK makes one player for each game, owns it, and calls it from one thread at a
// time.
class Player {
 public:
  virtual ~Player() = default;

  // The player has to decide. `kind` tells what about, and so what kind of action is expected; `game` holds everything
  // that the player may know. RandomAction in random_action.h is the simplest answer to any decision.
  virtual Answer Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) = 0;

  // These events have just been applied to `game`; called before Choose. After the stream was broken and mended, they
  // are all events since the game began, once more.
  virtual void OnEvents(const GameState& /*game*/, const Events& /*events*/) {}

  // The opponent offers a draw. It is accepted when this returns true.
  virtual bool AcceptsDraw(const GameState& /*game*/) { return false; }

  // The chosen action was illegal, and the tournament allows another try: Choose is called again, with the clocks of
  // the first time.
  virtual void OnIllegal(const GameState& /*game*/, const v1::GameError& /*error*/) {}

  virtual void OnGameOver(const GameState& /*game*/, const v1::GameOver& /*over*/) {}
};

// Plays the board games `classic`, `battle`, `duel` and `barrage`, which have two kinds of decisions, each with a
// function of its own. A bot that plays other rulesets too overrides Choose and calls this class's Choose for these
// decisions.
class BoardPlayer : public Player {
 public:
  // Returns the whole army on the squares of its set-up zone; RandomSetUp in set_up.h is the simplest answer.
  // `bluffing` asks for it too.
  virtual SetUp ChooseSetUp(const GameState& game, const TimeLeft& time) = 0;

  // It is the player's turn. Returns one of game.LegalPlies(), a ply or an Answer with it.
  virtual Answer ChoosePly(const GameState& game, const TimeLeft& time) = 0;

  Answer Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) override;
};

// What a bot tells about itself when it says hello. Name, version and rulesets may be left to its bot.json (run.h).
struct BotInfo {
  std::string name = {};
  std::string version = {};
  // Ids, as in "classic".
  std::vector<std::string> rulesets = {};
  // Games it plays at once, 1 to 256.
  std::uint32_t concurrent_games_max = 64;
  // The number of threads that call the players. With 0 they are called on the thread that reads the stream, which is
  // best for a bot that answers at once. With more, each game stays on one of them, and the stream is read (and pings
  // are answered) while players think.
  int threads = 1;
  // Whether events shall come as they happen instead of with the next decision, so that the bot can think on the
  // opponent's time.
  bool wants_events_at_once = false;
  // Whether each decision shall list the legal actions (GameState::legal_actions). The games on a board do not need it,
  // since GameState::LegalPlies finds the plies.
  bool wants_legal_actions = false;
};

// Makes the player of a game that begins, or that is taken up again after the bot itself had been restarted.
using PlayerFactory = std::function<std::unique_ptr<Player>(const v1::GameStarted& game, const Options& options)>;

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_PLAYER_H_
