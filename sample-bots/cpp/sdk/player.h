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
#include "sample-bots/cpp/sdk/clock.h"
#include "sample-bots/cpp/sdk/game_state.h"
#include "sample-bots/cpp/sdk/options.h"
#include "sample-bots/cpp/sdk/set_up.h"

namespace flagfall::bot {

// What a player answers to a decision. An action alone will do.
struct Answer {
  Answer() = default;
  Answer(v1::Action made) : action(std::move(made)) {}  // NOLINT(google-explicit-constructor): so that it is an answer.

  v1::Action action;
  // Evaluation, principal variation: goes into the game's record, hidden from the opponent until the game is over.
  std::string comment;
  // Gives the game up instead of acting.
  bool resigns = false;
  // Offers a draw together with the action.
  bool offers_draw = false;
};

// Plays one game, of any ruleset. The SDK makes one player for each game and calls it from one thread at a time.
class Player {
 public:
  virtual ~Player() = default;

  // The player has to decide: `kind` says on what, and so what kind of action is expected. `game` knows all that the
  // player may know. RandomAction in random_action.h is the plainest answer to anything.
  virtual Answer Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) = 0;

  // These events have just been applied to `game`; called before Choose. When the stream had been broken they are all
  // events since the game began, once more.
  virtual void OnEvents(const GameState& /*game*/, const Events& /*events*/) {}

  // The opponent offers a draw. It is accepted when this returns true.
  virtual bool AcceptsDraw(const GameState& /*game*/) { return false; }

  // The action chosen was illegal and may be mended, as some tournaments allow; Choose is called again, with the clocks
  // of the first time.
  virtual void OnIllegal(const GameState& /*game*/, const v1::GameError& /*error*/) {}

  virtual void OnGameOver(const GameState& /*game*/, const v1::GameOver& /*over*/) {}
};

// A ply with what goes with it, as in Answer. A ply alone will do.
struct Move {
  Move() = default;
  Move(board::Ply made) : ply(made) {}  // NOLINT(google-explicit-constructor): so that a ply is an answer.

  board::Ply ply;
  std::string comment;
  bool resigns = false;
  bool offers_draw = false;
};

// Plays board games, `classic`, `battle`, `duel` and `barrage`: two decisions, each with a function of its own. Who
// plays other rulesets, too, overrides Choose and leaves to this one what it does not know better.
class BoardPlayer : public Player {
 public:
  // The whole army on the squares of its set-up zone; see RandomSetUp in set_up.h for the plainest answer. Asked of
  // `bluffing`, too.
  virtual SetUp ChooseSetUp(const GameState& game, const TimeLeft& time) = 0;

  // It is the player's turn. game.LegalPlies() lists the answers allowed.
  virtual Move ChoosePly(const GameState& game, const TimeLeft& time) = 0;

  Answer Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) override;
};

// What a bot is, as it says hello. Name, version and rulesets may be left to its bot.json (run.h).
struct BotInfo {
  std::string name;
  std::string version;
  // Ids, as in "classic".
  std::vector<std::string> rulesets;
  // Games it plays at once, 1 to 256.
  std::uint32_t concurrent_games_max = 64;
  // Threads that call the players: 0 answers on the thread that reads the stream, best for a bot that answers at once.
  // With more, each game stays on one of them, and the stream is read (and pings are answered) while players think.
  int threads = 1;
  // Whether events shall be told as they happen rather than with the next decision, to think on the opponent's time.
  bool wants_events_at_once = false;
  // Whether each decision shall list the legal actions (GameState::legal_actions). The games on a board do without:
  // there GameState::LegalPlies finds them.
  bool wants_legal_actions = false;
};

// Makes the player of a game that begins, or that is taken up again after the bot itself had been restarted.
using PlayerFactory = std::function<std::unique_ptr<Player>(const v1::GameStarted& game, const Options& options)>;

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_PLAYER_H_
