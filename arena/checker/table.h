#ifndef ARENA_CHECKER_TABLE_H_
#define ARENA_CHECKER_TABLE_H_

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

// Clocks that make a bot which looks at them play fast, and that forgive one which a busy machine holds up.
inline constexpr absl::string_view kBriskClock = "1+0.01 margin=10000";

// A game that is to be played with the bot.
struct TableSpec {
  std::string ruleset = {};
  // The bot's.
  v1::Side side = v1::SIDE_RED;
  std::string time_control = std::string(kBriskClock);
  // Draw by adjudication after so many plies.
  std::uint32_t max_plies = 2000;
  // Whether the opponent goes out of the way of attacks where it can, so that the game lasts.
  bool is_peaceful = false;
};

// For the bot, with what it opens.
struct BotMessage {
  v1::PlayResponse response;
  std::uint32_t decision = 0;
};

// One game between the bot and an opponent that the checker plays, with legal actions drawn at random. The game goes
// through the real match, so rules, clocks and verdicts are those of the referee; beside it a copy of the game is kept,
// from which the opponent's actions are drawn and by which the bot's are judged first. An illegal action or one for the
// wrong decision is noted, and mended: the game goes on.
class Table {
 public:
  // Both seats are taken at once. Errors as Match::Create.
  static absl::StatusOr<std::unique_ptr<Table>> Create(const std::string& game_id, const TableSpec& spec,
                                                       std::uint64_t seed, const v1::Hello& hello, Faults& faults,
                                                       Micros now);

  // ---- What happens.

  void BotLeft(Micros now);
  void BotCame(const v1::Hello& hello, Micros now);
  void HandedOver(std::uint32_t decision, Micros now);
  // An act, resign, offer_draw or accept_draw for this game.
  void Hear(const v1::PlayRequest& request, Micros now);
  void TimePassed(Micros now);

  // ---- What the opponent and the host do.

  // While it is held the opponent answers nothing.
  void HoldOpponent(bool is_held, Micros now);
  void OpponentResigns(Micros now);
  void OpponentOffersDraw(Micros now);
  void Abort(Micros now);
  // The host declares the result; the bot is told `reason`.
  void EndAs(v1::Result result, v1::Reason reason, Micros now);
  // From now on the opponent takes each draw that the bot offers, at once: its next ply would decline it.
  void TakeDraws() { takes_draws_ = true; }
  // Called for each message to the bot before it is sent.
  void SetAlter(std::function<void(v1::PlayResponse&)> alter) { alter_ = std::move(alter); }
  // The bot's next action is taken for lost on its way.
  void LoseNextAction() { loses_next_action_ = true; }

  // Moves what is to be sent to the bot to the end of `messages`.
  void TakeMessages(std::vector<BotMessage>& messages);
  std::optional<Micros> NextDeadline() const { return match_->NextDeadline(); }

  // ---- How it stands.

  const std::string& id() const { return game_id_; }
  const std::string& ruleset() const { return spec_.ruleset; }
  v1::Side side() const { return spec_.side; }
  bool is_over() const { return match_->IsOver(); }
  const v1::Outcome& outcome() const { return match_->Record().outcome(); }
  bool HasWon() const;
  std::uint32_t plies() const { return game_->Progress().plies; }
  // The bot's answers, by the kind of decision.
  const std::map<v1::DecisionKind, int>& answers() const { return answers_; }
  int answered() const { return answered_; }
  // The decision that is open for the bot.
  std::optional<v1::DecisionKind> open() const;
  bool has_lost_action() const { return has_lost_action_; }
  bool IsOpponentToAct() const { return opponent_decision_ != 0; }
  // The least that the bot's clock showed at a decision after the set-up; absent before.
  std::optional<Micros> least_clock() const { return least_clock_; }
  Micros slowest_answer() const { return slowest_answer_; }
  // "classic, decision 12 (ply)".
  std::string Where() const;
  // "143 plies, red_wins by flag_captured".
  std::string Summary() const;

 private:
  Table(std::string game_id, TableSpec spec, std::uint64_t seed, Faults& faults, std::unique_ptr<Match> match,
        std::unique_ptr<Game> game);

  void Pump(Micros now);
  void Note(BotMessage message);
  void HearAct(const v1::Act& act, Micros now);
  bool IsRepeated(const v1::Act& act) const;
  void OpponentActs(Micros now);
  v1::Action OpponentsChoice();

  const std::string game_id_;
  const TableSpec spec_;
  Faults& faults_;
  const std::unique_ptr<Match> match_;
  // As the match has it.
  const std::unique_ptr<Game> game_;
  Random random_;
  std::function<void(v1::PlayResponse&)> alter_;
  std::vector<BotMessage> messages_;

  std::uint32_t open_decision_ = 0;
  v1::DecisionKind open_kind_ = v1::DECISION_KIND_UNSPECIFIED;
  // Of the open decision; absent while its message is on its way. An answer can be heard before that is known.
  std::optional<Micros> handed_over_at_;
  v1::Act last_act_;
  // 0: it has nothing to decide.
  std::uint32_t opponent_decision_ = 0;
  bool is_held_ = false;
  bool takes_draws_ = false;
  bool loses_next_action_ = false;
  bool has_lost_action_ = false;

  std::map<v1::DecisionKind, int> answers_;
  int answered_ = 0;
  std::optional<Micros> least_clock_;
  Micros slowest_answer_{};
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_TABLE_H_
