// The part of Match that brings it to its end: by the clock, by the host, and what is told then.
#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/match/match.h"
#include "referee/match/match_messages.h"
#include "referee/match/match_outcome.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

// How a seat that is due for the reason has lost.
std::string LossByTime(const Seat& seat, v1::Reason reason) {
  if (reason == v1::REASON_DISCONNECTED) return "was away for too long";
  if (reason == v1::REASON_SLOW_READER) return "did not read its decision";
  return absl::StrCat("overdrew its clock in decision ", seat.decisions.given);
}

}  // namespace

std::optional<Micros> Match::NextDeadline() const {
  if (IsOver()) return std::nullopt;
  std::optional<Micros> next;
  for (const Seat* seat : {&red_, &blue_}) {
    const std::optional<Due> due = NextDue(*seat);
    // An answer at the deadline itself is in time.
    if (due.has_value() && (!next.has_value() || due->at + Micros(1) < *next)) next = due->at + Micros(1);
  }
  return next;
}

void Match::TimePassed(Micros now, Micros host_delay) {
  if (IsOver()) return;
  host_delay = AdvanceTo(now, host_delay);
  // What came in before this moment has been read, so what is due before it is not moved by what may still come.
  const auto due = [seen = now_ - host_delay](const Seat& seat) {
    const std::optional<Due> next = NextDue(seat);
    return next.has_value() && next->at < seen ? next : std::nullopt;
  };
  const std::optional<Due> red = due(red_);
  const std::optional<Due> blue = due(blue_);
  if (!red.has_value() && !blue.has_value()) return;
  recorder_.Entry(v1::SIDE_UNSPECIFIED, now_)->mutable_time_passed()->set_host_delay_micros(host_delay.count());
  const bool red_first = red.has_value() && (!blue.has_value() || red->at <= blue->at);
  const Due& first = red_first ? *red : *blue;
  if (host_delay.count() <= spec_.policy.host_delay_max_micros() && red.has_value() && blue.has_value() &&
      red->at == blue->at) {
    return Finish(MakeOutcome(v1::RESULT_VOID, first.reason, "both players at the same moment"));
  }
  LoseByTime(red_first ? red_ : blue_, first.reason, host_delay);
}

void Match::HostStoodStill(Micros now, Micros stood) {
  if (IsOver()) return;
  AdvanceTo(now);
  stood = std::clamp(stood, Micros(0), now_ - began_at_);
  const Micros grace_until = now_ + Micros(spec_.policy.disconnect_grace_micros());
  const auto give_back = [=](Micros& until) { until = std::max(until, std::min(until + stood, grace_until)); };
  bool has_changed = false;
  for (Seat* const seat : {&red_, &blue_}) {
    if (stood == Micros(0) || !NextDue(*seat).has_value()) continue;
    has_changed = true;
    if (seat->clock.is_running()) seat->clock.StandStill(now_, stood);
    give_back(seat->presence.away_until);
    give_back(seat->decisions.unsent_until);
  }
  if (!has_changed) return;
  recorder_.Entry(v1::SIDE_UNSPECIFIED, now_)->mutable_host_stood_still()->set_micros(stood.count());
}

void Match::Aborted(const v1::Outcome& outcome, Micros now) {
  if (IsOver()) return;
  AdvanceTo(now);
  const v1::Outcome declared = DeclarableByHost(outcome);
  *recorder_.Entry(v1::SIDE_UNSPECIFIED, now_)->mutable_aborted()->mutable_outcome() = declared;
  Finish(declared);
}

void Match::LoseByTime(const Seat& seat, v1::Reason reason, Micros host_delay) {
  if (host_delay.count() > spec_.policy.host_delay_max_micros()) return Finish(VoidForLateHost(seat.side, host_delay));
  Finish(LossOf(seat.side, reason, LossByTime(seat, reason)));
}

void Match::Finish(const v1::Outcome& outcome) {
  FLAGFALL_CHECK(!IsOver());
  const bool has_begun = std::exchange(state_, State::kOver) == State::kPlaying;
  const std::uint32_t plies = game_->Progress().plies;
  recorder_.Over(outcome, plies);
  if (public_.has_value()) {
    public_->Add({.kind = SpectatorEntry::Kind::kOver, .at = now_ - began_at_, .plies = plies});
  }
  // A bot that was never told that the game began is not told that it is over.
  if (has_begun) messages_.GameOver(outcome);
}

absl::Status Match::CheckInvariants() const {
  const auto broken = [](const Seat& seat, absl::string_view what) {
    return absl::InternalError(absl::StrCat(SideName(seat.side), ": ", what));
  };
  if (IsOver() != Record().has_outcome()) return absl::InternalError("over without an outcome, or the other way round");
  for (const Seat* seat : {&red_, &blue_}) {
    const bool has_open = seat->decisions.open.has_value();
    if (seat->presence.is_connected && !seat->presence.has_come) return broken(*seat, "there without having come");
    if (seat->presence.is_connected != messages_.IsConnected(seat->side)) {
      return broken(*seat, "messages are written for a bot that is away, or not for one that is there");
    }
    if (seat->clock.is_running() && !has_open) return broken(*seat, "its clock runs for no decision");
    if (seat->decisions.has_left && !seat->clock.is_running()) return broken(*seat, "it was asked, and no clock runs");
    if (seat->clock.margin() < Micros(0)) return broken(*seat, "more than its margin is overdrawn");
    if (seat->illegal_actions > spec_.policy.illegal_retries() + 1) return broken(*seat, "too many illegal actions");
    if (state_ != State::kPlaying) continue;
    const auto pending = game_->Pending();
    const bool is_pending = std::any_of(pending.begin(), pending.end(),
                                        [seat](const OpenDecision& decision) { return decision.side == seat->side; });
    if (is_pending != has_open) return broken(*seat, "its open decision is not the game's");
  }
  return absl::OkStatus();
}

}  // namespace flagfall
