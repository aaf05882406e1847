#ifndef TESTS_SIMULATION_MODEL_H_
#define TESTS_SIMULATION_MODEL_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/match/match.h"
#include "referee/rules/game.h"

namespace flagfall::simulation {

// A second, slow implementation of what a match should do. It keeps the time that each answer took, and computes every
// clock again from all of them. After every call, a match that got the same input must agree with it on the outcome and
// on the next deadline.
class Model {
 public:
  Model(const MatchSpec& spec, std::unique_ptr<Game> game);

  void Connected(v1::Side side, Micros now);
  void Disconnected(v1::Side side, bool for_good, bool slow_reader, Micros now);
  void DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip, bool has_left);
  void DecisionLeft(v1::Side side, std::uint32_t decision);
  void Acted(v1::Side side, const v1::Act& act, Micros now, Micros host_delay);
  void Resigned(v1::Side side, Micros now, Micros host_delay);
  void OfferedDraw(v1::Side side, Micros now, Micros host_delay);
  void AcceptedDraw(v1::Side side, Micros now, Micros host_delay);
  void TimePassed(Micros now, Micros host_delay);
  void Aborted(v1::Result result, v1::Reason reason);
  void HostStoodStill(Micros now, Micros stood);

  std::optional<Micros> NextDeadline() const;
  // The time on the side's clock for a decision of that kind.
  Micros Shown(v1::Side side, v1::DecisionKind kind, Micros now) const;
  // The time on the opponent's clock as the side sees it while its decision is open: that of the decision's beginning.
  Micros ShownOfOpponent(v1::Side side) const { return At(side).opponent_clock; }
  // How many decisions the side has answered, the time that this took off its clock, and what the clock showed after
  // the last of them.
  std::size_t Answered(v1::Side side) const;
  Micros Charged(v1::Side side) const;
  Micros ShownAfterAnswer(v1::Side side) const { return At(side).shown_after_answer; }
  // Whether the message of the side's open decision has left the host.
  bool HasLeft(v1::Side side) const { return At(side).has_left; }
  // A legal action for the side's open decision; an empty action if no decision is open.
  v1::Action Draw(v1::Side side, std::mt19937_64& random) const;
  // Empty if the match agrees; otherwise the difference.
  std::string Compare(const Match& match) const;
  // Empty if for both players the time given equals the time used plus the time left, to the microsecond.
  std::string CheckSums() const;

 private:
  struct Player {
    bool has_come = false;
    bool is_there = false;
    Micros away_until{};
    int leaves = 0;
    std::uint32_t decisions = 0;
    std::optional<v1::DecisionKind> open;
    std::optional<Micros> sent_at;
    // For how long the host has stood still since then.
    Micros stood_still{};
    bool has_left = false;
    // The time given back for the open decision, and for the decisions before it.
    Micros round_trip{};
    std::vector<Micros> credits;
    Micros unsent_until{};
    Micros opponent_clock{};
    std::uint32_t illegal = 0;
    bool offers = false;
    std::vector<Micros> used_in_set_ups;
    std::vector<Micros> used_in_plies;
    Micros shown_after_answer{};
  };
  // Computed from all time that a player has used.
  struct Clock {
    Micros left;
    Micros margin;
    Micros given;
    Micros overdrawn;
  };
  struct Due {
    Micros at{};
    v1::Reason reason = v1::REASON_UNSPECIFIED;
  };

  Player& At(v1::Side side) { return players_[side - 1]; }
  const Player& At(v1::Side side) const { return players_[side - 1]; }
  Player& Other(v1::Side side) { return players_[2 - side]; }
  Clock ClockOf(const Player& player) const;
  Micros TimeFor(const Player& player, v1::DecisionKind kind) const;
  // The most that is given back for the open decision.
  Micros CreditOf(const Player& player) const;
  std::optional<Due> DueOf(const Player& player) const;
  bool MaySpeak(v1::Side side) const;
  bool IsLate(const Player& player, Micros answered_at) const;
  void OpenDecisions(Micros now);
  void FlagFell(v1::Side side, Micros host_delay);
  void Lose(v1::Side side, v1::Reason reason);
  void Over(v1::Result result, v1::Reason reason);

  const MatchSpec spec_;
  const std::unique_ptr<Game> game_;
  Player players_[2];
  bool has_begun_ = false;
  v1::Result result_ = v1::RESULT_UNSPECIFIED;
  v1::Reason reason_ = v1::REASON_UNSPECIFIED;
};

}  // namespace flagfall::simulation

#endif  // TESTS_SIMULATION_MODEL_H_
