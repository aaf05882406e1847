#include "tests/simulation/model.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/match/match_limits.h"
#include "referee/rules/side_messages.h"

namespace flagfall::simulation {
Model::Model(const MatchSpec& spec, std::unique_ptr<Game> game) : spec_(spec), game_(std::move(game)) {}

Model::Clock Model::ClockOf(const Player& player) const {
  const v1::TimeControl& control = spec_.time_control;
  const Micros base(control.base_micros());
  Clock clock{.left = base, .margin = Micros(control.margin_micros()), .given = base, .overdrawn = Micros(0)};
  for (const Micros used : player.used_in_set_ups) {
    clock.margin -= std::max(used - Micros(control.set_up_micros()), Micros(0));
  }
  int plies = 0;
  for (const Micros used : player.used_in_plies) {
    const Micros available = control.per_ply_micros() > 0 ? Micros(control.per_ply_micros()) : clock.left;
    const Micros overdrawn = used > available ? used - available : Micros(0);
    clock.margin -= overdrawn;
    clock.overdrawn += overdrawn;
    ++plies;
    if (control.per_ply_micros() > 0) continue;
    Micros bonus(control.increment_micros());
    if (control.plies_per_period() > 0 && plies % static_cast<int>(control.plies_per_period()) == 0) bonus += base;
    clock.left = clock.left - used + overdrawn + bonus;
    clock.given += bonus;
  }
  return clock;
}

Micros Model::TimeFor(const Player& player, v1::DecisionKind kind) const {
  const Clock clock = ClockOf(player);
  if (kind == v1::DECISION_KIND_SET_UP) return Micros(spec_.time_control.set_up_micros()) + clock.margin;
  const Micros per_ply(spec_.time_control.per_ply_micros());
  return (per_ply > Micros(0) ? per_ply : clock.left) + clock.margin;
}

Micros Model::CreditOf(const Player& player) const {
  const Micros gain(spec_.policy.lag_gain_micros());
  Micros reserve = 3 * gain;
  for (const Micros credit : player.credits) reserve = std::min(reserve - credit + gain, 7 * gain);
  return std::min(player.round_trip, reserve);
}

std::optional<Model::Due> Model::DueOf(const Player& player) const {
  std::optional<Due> due;
  const auto take_if_earlier = [&due](Due other) {
    if (!due.has_value() || other.at < due->at) due = other;
  };
  if (player.sent_at.has_value()) {
    take_if_earlier({*player.sent_at + player.stood_still + CreditOf(player) + TimeFor(player, *player.open),
                     v1::REASON_OUT_OF_TIME});
  }
  if (player.has_come && !player.is_there) take_if_earlier({player.away_until, v1::REASON_DISCONNECTED});
  if (player.is_there && player.open.has_value() && !player.sent_at.has_value()) {
    take_if_earlier({player.unsent_until, v1::REASON_SLOW_READER});
  }
  return due;
}

bool Model::MaySpeak(v1::Side side) const {
  return result_ == v1::RESULT_UNSPECIFIED && has_begun_ && At(side).is_there;
}

bool Model::IsLate(const Player& player, Micros answered_at) const {
  return player.sent_at.has_value() &&
         answered_at - *player.sent_at - player.stood_still - CreditOf(player) > TimeFor(player, *player.open);
}

void Model::Connected(v1::Side side, Micros now) {
  if (result_ != v1::RESULT_UNSPECIFIED) return;
  Player& player = At(side);
  player.has_come = player.is_there = true;
  player.unsent_until = now + Micros(spec_.policy.disconnect_grace_micros());
  if (has_begun_ || !Other(side).has_come) return;
  has_begun_ = true;
  OpenDecisions(now);
}

void Model::Disconnected(v1::Side side, bool for_good, bool slow_reader, Micros now) {
  Player& player = At(side);
  if (result_ != v1::RESULT_UNSPECIFIED || (!player.is_there && !for_good)) return;
  player.is_there = false;
  ++player.leaves;
  const auto first = game_->Pending();
  const v1::DecisionKind kind = player.open.has_value() ? *player.open
                                : player.decisions == 0 ? first.front().kind
                                                        : v1::DECISION_KIND_PLY;
  player.away_until = now + std::min(Micros(spec_.policy.disconnect_grace_micros()), TimeFor(player, kind));
  if (slow_reader) return Lose(side, v1::REASON_SLOW_READER);
  if (for_good) return Lose(side, player.has_come ? v1::REASON_DISCONNECTED : v1::REASON_FORFEIT_NO_SHOW);
  if (player.leaves > static_cast<int>(kDisconnectsMax)) Lose(side, v1::REASON_DISCONNECTED);
}

void Model::DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip, bool has_left) {
  Player& player = At(side);
  if (result_ != v1::RESULT_UNSPECIFIED || !player.open.has_value() || player.decisions != decision) return;
  if (has_left) player.has_left = true;
  if (player.sent_at.has_value()) return;
  player.sent_at = now;
  player.stood_still = Micros(0);
  player.round_trip = round_trip;
}

void Model::DecisionLeft(v1::Side side, std::uint32_t decision) {
  Player& player = At(side);
  if (player.sent_at.has_value() && player.decisions == decision) player.has_left = true;
}

void Model::Acted(v1::Side side, const v1::Act& act, Micros now, Micros host_delay) {
  Player& player = At(side);
  if (!MaySpeak(side) || act.game_id() != spec_.game_id || !player.open.has_value() ||
      act.decision() != player.decisions || !player.has_left) {
    return;
  }
  if (IsLate(player, now - host_delay)) return FlagFell(side, host_delay);
  const bool is_legal = act.action().ByteSizeLong() <= kActionBytesMax && game_->Act(side, act.action()).ok();
  if (!is_legal) {
    if (++player.illegal > spec_.policy.illegal_retries()) Lose(side, v1::REASON_ILLEGAL_ACTION);
    return;
  }
  const bool set_up = *player.open == v1::DECISION_KIND_SET_UP;
  const bool secret = set_up || Other(side).open.has_value();
  const Micros passed = std::max(now - host_delay - *player.sent_at - player.stood_still, Micros(0));
  const Micros credit = std::min(passed, CreditOf(player));
  (set_up ? player.used_in_set_ups : player.used_in_plies).push_back(passed - credit);
  player.credits.push_back(credit);
  if (!secret) Other(side).offers = false;
  player.sent_at.reset();
  player.has_left = false;
  player.shown_after_answer = Shown(side, *std::exchange(player.open, std::nullopt), now);
  const Progress progress = game_->Progress();
  const v1::MatchPolicy& policy = spec_.policy;
  if (const auto outcome = game_->Outcome(); outcome.has_value()) return Over(outcome->result(), outcome->reason());
  if (policy.max_plies() > 0 && progress.plies >= policy.max_plies()) {
    return Over(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_MAX_PLIES);
  }
  if (policy.max_plies_without_capture() > 0 && progress.plies_since_capture >= policy.max_plies_without_capture()) {
    return Over(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_NO_CAPTURE);
  }
  OpenDecisions(now);
}

void Model::OpenDecisions(Micros now) {
  for (const OpenDecision& decision : game_->Pending()) {
    Player& player = At(decision.side);
    if (player.open.has_value()) continue;
    player.open = decision.kind;
    player.opponent_clock = Shown(OpponentOf(decision.side), decision.kind, now);
    ++player.decisions;
    player.unsent_until = now + Micros(spec_.policy.disconnect_grace_micros());
  }
}

void Model::Resigned(v1::Side side, Micros now, Micros host_delay) {
  if (!MaySpeak(side)) return;
  if (IsLate(At(side), now - host_delay)) return FlagFell(side, host_delay);
  Lose(side, v1::REASON_RESIGNED);
}

void Model::OfferedDraw(v1::Side side, Micros now, Micros host_delay) {
  if (!MaySpeak(side) || At(side).offers) return;
  if (IsLate(At(side), now - host_delay)) return FlagFell(side, host_delay);
  At(side).offers = true;
}

void Model::AcceptedDraw(v1::Side side, Micros now, Micros host_delay) {
  if (!MaySpeak(side) || !Other(side).offers) return;
  if (IsLate(At(side), now - host_delay)) return FlagFell(side, host_delay);
  Over(v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
}

void Model::TimePassed(Micros now, Micros host_delay) {
  if (result_ != v1::RESULT_UNSPECIFIED) return;
  std::optional<Due> red = DueOf(At(v1::SIDE_RED));
  std::optional<Due> blue = DueOf(At(v1::SIDE_BLUE));
  if (red.has_value() && red->at >= now - host_delay) red.reset();
  if (blue.has_value() && blue->at >= now - host_delay) blue.reset();
  if (!red.has_value() && !blue.has_value()) return;
  if (host_delay.count() > spec_.policy.host_delay_max_micros()) return Over(v1::RESULT_VOID, v1::REASON_HOST_LATE);
  if (red.has_value() && blue.has_value() && red->at == blue->at) return Over(v1::RESULT_VOID, red->reason);
  const bool red_loses = red.has_value() && (!blue.has_value() || red->at < blue->at);
  Lose(red_loses ? v1::SIDE_RED : v1::SIDE_BLUE, red_loses ? red->reason : blue->reason);
}

void Model::Aborted(v1::Result result, v1::Reason reason) {
  if (result_ == v1::RESULT_UNSPECIFIED) Over(result, reason);
}

void Model::HostStoodStill(Micros now, Micros stood) {
  if (result_ != v1::RESULT_UNSPECIFIED) return;
  const Micros grace(spec_.policy.disconnect_grace_micros());
  for (Player& player : players_) {
    if (player.sent_at.has_value()) player.stood_still = std::min(player.stood_still + stood, now - *player.sent_at);
    if (!player.is_there)
      player.away_until = std::min(player.away_until + stood, std::max(player.away_until, now + grace));
    player.unsent_until = std::min(player.unsent_until + stood, std::max(player.unsent_until, now + grace));
  }
}

void Model::FlagFell(v1::Side side, Micros host_delay) {
  if (host_delay.count() > spec_.policy.host_delay_max_micros()) return Over(v1::RESULT_VOID, v1::REASON_HOST_LATE);
  Lose(side, v1::REASON_OUT_OF_TIME);
}

void Model::Lose(v1::Side side, v1::Reason reason) {
  Over(side == v1::SIDE_RED ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS, reason);
}

void Model::Over(v1::Result result, v1::Reason reason) {
  result_ = result;
  reason_ = reason;
}

std::optional<Micros> Model::NextDeadline() const {
  if (result_ != v1::RESULT_UNSPECIFIED) return std::nullopt;
  std::optional<Micros> next;
  for (const Player& player : players_) {
    const std::optional<Due> due = DueOf(player);
    if (due.has_value() && (!next.has_value() || due->at < *next)) next = due->at;
  }
  if (next.has_value()) *next += Micros(1);
  return next;
}

Micros Model::Shown(v1::Side side, v1::DecisionKind kind, Micros now) const {
  const Player& player = At(side);
  Micros shown = TimeFor(player, kind) - ClockOf(player).margin;
  if (player.sent_at.has_value() && *player.open == kind) {
    shown -= std::max(now - *player.sent_at - player.stood_still - CreditOf(player), Micros(0));
  }
  return std::max(shown, Micros(0));
}

std::size_t Model::Answered(v1::Side side) const { return At(side).credits.size(); }

Micros Model::Charged(v1::Side side) const {
  Micros charged(0);
  for (const Micros used : At(side).used_in_set_ups) charged += used;
  for (const Micros used : At(side).used_in_plies) charged += used;
  return charged;
}

v1::Action Model::Draw(v1::Side side, std::mt19937_64& random) const {
  for (const OpenDecision& open : game_->Pending()) {
    if (open.side == side) return game_->Sample(side, random);
  }
  return {};
}

std::string Model::Compare(const Match& match) const {
  const v1::Outcome& outcome = match.Record().outcome();
  if (match.IsOver() != (result_ != v1::RESULT_UNSPECIFIED) || outcome.result() != result_ ||
      outcome.reason() != reason_) {
    return absl::StrCat("the match's outcome is {", outcome.ShortDebugString(), "}, the model's ",
                        v1::Result_Name(result_), " ", v1::Reason_Name(reason_));
  }
  const auto shown = [](const std::optional<Micros>& at) { return at.has_value() ? at->count() : -1; };
  if (match.NextDeadline() == NextDeadline()) return "";
  return absl::StrCat("the match's next deadline is ", shown(match.NextDeadline()), ", the model's ",
                      shown(NextDeadline()));
}

std::string Model::CheckSums() const {
  for (const Player& player : players_) {
    const Clock clock = ClockOf(player);
    if (clock.margin < Micros(0) || clock.left < Micros(0)) return "more time was used than there was";
    if (spec_.time_control.per_ply_micros() > 0) continue;
    Micros used(0);
    for (const Micros one : player.used_in_plies) used += one;
    if (clock.given + clock.overdrawn != used + clock.left) return "time given is not time used plus time left";
  }
  return "";
}

}  // namespace flagfall::simulation
