// The part of Match that brings it to its end: by the clock, by the host, and what is told then.
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/match/match_impl.h"
#include "referee/match/match_limits.h"
#include "referee/match/match_messages.h"
#include "referee/rules/side_messages.h"

namespace flagfall {

void Match::Impl::TimePassed(Micros now, Micros host_delay) {
  if (is_over_) return;
  AdvanceTo(now);
  host_delay = Bounded(host_delay);
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
  const Seat& loser = red_first ? red_ : blue_;
  if (first.reason == v1::REASON_OUT_OF_TIME || host_delay.count() > spec_.policy.host_delay_max_micros()) {
    return FlagFell(loser, host_delay);
  }
  Lose(loser.side, first.reason,
       first.reason == v1::REASON_DISCONNECTED ? "was away for too long" : "did not read its decision");
}

void Match::Impl::Aborted(const v1::Outcome& outcome, Micros now) {
  if (is_over_) return;
  AdvanceTo(now);
  const v1::Reason reason = outcome.reason();
  const bool is_hosts = reason == v1::REASON_FORFEIT_NO_SHOW || reason == v1::REASON_HOST_LATE;
  const bool has_result = v1::Result_IsValid(outcome.result()) && outcome.result() != v1::RESULT_UNSPECIFIED;
  const v1::Outcome declared =
      MakeOutcome(has_result ? outcome.result() : v1::RESULT_VOID, is_hosts ? reason : v1::REASON_ABORTED_BY_HOST,
                  CutToBytes(outcome.detail(), kCommentBytesMax));
  *recorder_.Entry(v1::SIDE_UNSPECIFIED, now_)->mutable_aborted()->mutable_outcome() = declared;
  Finish(declared);
}

void Match::Impl::FlagFell(const Seat& seat, Micros host_delay) {
  if (host_delay.count() > spec_.policy.host_delay_max_micros()) {
    return Finish(MakeOutcome(v1::RESULT_VOID, v1::REASON_HOST_LATE,
                              absl::StrCat("the host was ", host_delay.count(), " microseconds late, and ",
                                           SideName(seat.side), " would have lost by it")));
  }
  Lose(seat.side, v1::REASON_OUT_OF_TIME, absl::StrCat("overdrew its clock in decision ", seat.decisions));
}

void Match::Impl::Lose(v1::Side loser, v1::Reason reason, absl::string_view detail) {
  Finish(MakeOutcome(WinFor(OpponentOf(loser)), reason, absl::StrCat(SideName(loser), " ", detail)));
}

void Match::Impl::Finish(const v1::Outcome& outcome) {
  FLAGFALL_CHECK(!is_over_);
  is_over_ = true;
  recorder_.Over(outcome, game_->Progress().plies);
  if (public_.has_value()) {
    public_->Add({.kind = SpectatorEntry::Kind::kOver, .at = now_ - began_at_, .plies = game_->Progress().plies});
  }
  // Who was never told that the game began is not told that it is over.
  if (!has_begun_) return;
  v1::GameOver over;
  over.set_game_id(spec_.game_id);
  *over.mutable_outcome() = outcome;
  // What is void is played again, perhaps with the same chance.
  if (outcome.result() != v1::RESULT_VOID) {
    over.set_seed(spec_.seed);
    *over.mutable_view() = game_->ViewFor(v1::OBSERVER_ALL);
  }
  for (Seat* seat : {&red_, &blue_}) {
    v1::PlayResponse message;
    *message.mutable_game_over() = over;
    message.mutable_game_over()->mutable_events()->Swap(&seat->untold);
    Send(*seat, std::move(message));
  }
}

std::optional<Micros> Match::Impl::NextDeadline() const {
  if (is_over_) return std::nullopt;
  std::optional<Micros> next;
  for (const Seat* seat : {&red_, &blue_}) {
    const std::optional<Due> due = NextDue(*seat);
    // An answer at the deadline itself is in time.
    if (due.has_value() && (!next.has_value() || due->at + Micros(1) < *next)) next = due->at + Micros(1);
  }
  return next;
}

}  // namespace flagfall
