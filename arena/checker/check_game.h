#ifndef ARENA_CHECKER_CHECK_GAME_H_
#define ARENA_CHECKER_CHECK_GAME_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/checker/faults.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/match/match.h"
#include "referee/rules/game.h"
#include "referee/rules/random.h"

namespace flagfall::arena::checker {

// A time control under which a bot that looks at its clock plays fast, with a margin for one that a busy machine holds
// up.
inline constexpr absl::string_view kDefaultClock = "1+0.01 margin=10000";

// A game that is to be played with the bot.
struct CheckGameSpec {
  std::string ruleset = {};
  // The bot's side.
  v1::Side side = v1::SIDE_RED;
  std::string time_control = std::string(kDefaultClock);
  // The game is drawn by adjudication after so many plies.
  std::uint32_t max_plies = 2000;
  // Whether the opponent avoids attacks where it can, so that the game lasts.
  bool is_peaceful = false;
};

// One game between the bot and an opponent that the checker plays, with legal actions drawn at random. The game goes
// through the referee's own Match, so that rules, clocks and verdicts are the referee's. Beside the match this object
// keeps a copy of the game, from which it draws the opponent's actions and by which it judges the bot's before the
// match sees them. An illegal action, or one for the wrong decision, is noted in `faults` and replaced by a legal one:
// the game goes on.
//
// The session owns its games and makes all calls, on the thread of the check. Each call that lets the bot or time act
// takes the time `now`, which must not go backwards. A call may leave messages for the bot; TakeMessages has them.
class CheckGame {
 public:
  // Returns a game in which both players are connected. `faults` must outlive it. Errors as Match::Create.
  static absl::StatusOr<std::unique_ptr<CheckGame>> Create(const std::string& game_id, const CheckGameSpec& spec,
                                                           std::uint64_t seed, const v1::Hello& hello, Faults& faults,
                                                           Micros now);

  // ---- What happens.

  void BotDisconnected(Micros now);
  void BotConnected(const v1::Hello& hello, Micros now);
  // The message that opens `decision` was handed to the transport: the bot's clock starts.
  void DecisionSent(std::uint32_t decision, Micros now);
  // The bot sent an act, resign, offer_draw or accept_draw for this game.
  void OnRequest(const v1::PlayRequest& request, Micros now);
  void TimePassed(Micros now);

  // ---- What the opponent and the host do.

  // While the opponent is held, it answers nothing.
  void HoldOpponent(bool is_held, Micros now);
  void OpponentResigns(Micros now);
  void OpponentOffersDraw(Micros now);
  // The host ends the game; it counts for nobody.
  void Abort(Micros now);
  // The host declares the result; the bot is told `reason`.
  void EndAs(v1::Result result, v1::Reason reason, Micros now);
  // From now on the opponent accepts each draw that the bot offers, at once: its next ply would decline the offer.
  void AcceptDraws() { accepts_draws_ = true; }
  // From now on `edit` is called on each message to the bot before it is sent.
  void SetMessageEditor(std::function<void(v1::PlayResponse&)> edit) { edit_message_ = std::move(edit); }
  // The bot's next action is dropped, as if it had been lost on its way.
  void LoseNextAction() { loses_next_action_ = true; }

  // Moves what is to be sent to the bot to the end of `messages`.
  void TakeMessages(std::vector<SeatMessage>& messages);
  std::optional<Micros> NextDeadline() const { return match_->NextDeadline(); }

  // ---- The state of the game.

  const std::string& id() const { return game_id_; }
  const std::string& ruleset() const { return spec_.ruleset; }
  v1::Side side() const { return spec_.side; }
  bool is_over() const { return match_->IsOver(); }
  const v1::Outcome& outcome() const { return match_->Record().outcome(); }
  // Whether the game is over and the bot has won it.
  bool HasWon() const;
  std::uint32_t plies() const { return game_->Progress().plies; }
  // How many decisions the bot has answered, by kind.
  const std::map<v1::DecisionKind, int>& answers() const { return answers_; }
  // How many decisions the bot has answered.
  int answered() const;
  // The kind of the decision that is open for the bot; absent when none is.
  std::optional<v1::DecisionKind> open() const;
  // Whether an action was dropped by LoseNextAction.
  bool has_lost_action() const { return has_lost_action_; }
  bool IsOpponentToAct() const { return opponent_decision_ != 0; }
  // The least that the bot's clock showed at a decision after the set-up; absent before the first one.
  std::optional<Micros> least_clock() const { return times_.least_clock; }
  Micros slowest_answer() const { return times_.slowest_answer; }
  // Since when the clock has run that runs now, or that ran last: for clocks of a whole game since its beginning,
  // otherwise since the bot's last decision was handed to the transport.
  Micros clock_began() const;
  // Where the game stands, as in "classic as red, decision 12 (ply)".
  std::string Describe() const;
  // The game's length and outcome, as in "143 plies, red_wins by flag_captured".
  std::string Summary() const;

 private:
  CheckGame(std::string game_id, CheckGameSpec spec, std::uint64_t seed, Faults& faults, std::unique_ptr<Match> match,
            std::unique_ptr<Game> game, Micros began_at);

  // Lets the opponent act, and takes the match's messages, until neither has more to do.
  void Pump(Micros now);
  // Notes which decision the message opens for the bot, and keeps the message for TakeMessages.
  void KeepForBot(SeatMessage message);
  void OnAct(const v1::Act& act, Micros now);
  // Whether the bot sent the same answer once more, as it may after a break.
  bool IsRepeated(const v1::Act& act) const;
  void OpponentActs(Micros now);
  v1::Action ChooseForOpponent();

  const std::string game_id_;
  const CheckGameSpec spec_;
  Faults& faults_;
  const std::unique_ptr<Match> match_;
  // The same game as the match's, action by action.
  const std::unique_ptr<Game> game_;
  Random random_;
  std::function<void(v1::PlayResponse&)> edit_message_;
  std::vector<SeatMessage> messages_;

  // The bot's open decision; 0 when it has none.
  std::uint32_t open_decision_ = 0;
  v1::DecisionKind open_kind_ = v1::DECISION_KIND_UNSPECIFIED;
  // When the open decision was handed to the transport; absent until that is known. An answer can be heard before it.
  std::optional<Micros> decision_sent_at_;
  v1::Act last_act_;
  // The opponent's open decision; 0 when it has none.
  std::uint32_t opponent_decision_ = 0;
  bool is_held_ = false;
  bool accepts_draws_ = false;
  bool loses_next_action_ = false;
  bool has_lost_action_ = false;

  std::map<v1::DecisionKind, int> answers_;
  // The times of the game, as the functions of these names tell them.
  struct Times {
    Micros began_at{};
    std::optional<Micros> least_clock = {};
    Micros slowest_answer{};
  };
  Times times_;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_CHECK_GAME_H_
