#include "referee/match/match_impl.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/match/limits.h"
#include "referee/match/match_spec.h"
#include "referee/match/messages.h"
#include "referee/rules/clause_error.h"

namespace flagfall {
namespace {

// Who does not read its messages at all has no longer than who is away.
Micros UnsentUntil(const v1::MatchPolicy& policy, Micros now) { return now + Micros(policy.disconnect_grace_micros()); }

absl::Status CheckAction(const v1::Act& act, std::size_t oversized_bytes) {
  if (oversized_bytes > 0) {
    return ClauseError("R10.3", absl::StrCat("the action has ", oversized_bytes, " bytes; at most ", kActionBytesMax));
  }
  if (act.action().kind_case() == v1::Action::KIND_NOT_SET) {
    return ClauseError("R10.3",
                       "the message holds no action that this referee knows; a set-up is answered by set_up, "
                       "a ply by ply");
  }
  return absl::OkStatus();
}

}  // namespace

Match::Impl::Impl(MatchSpec spec, GameFactory factory, std::unique_ptr<Game> game, Micros now)
    : spec_(std::move(spec)),
      factory_(std::move(factory)),
      began_at_(now),
      game_(std::move(game)),
      recorder_(RecordHeader(spec_), now),
      red_(v1::SIDE_RED, spec_.time_control, Micros(spec_.policy.lag_gain_micros())),
      blue_(v1::SIDE_BLUE, spec_.time_control, Micros(spec_.policy.lag_gain_micros())),
      now_(now) {}

Seat& Match::Impl::At(v1::Side side) {
  FLAGFALL_CHECK(side == v1::SIDE_RED || side == v1::SIDE_BLUE);
  return side == v1::SIDE_RED ? red_ : blue_;
}

Seat& Match::Impl::OpponentAt(v1::Side side) { return At(OpponentOf(side)); }

void Match::Impl::AdvanceTo(Micros now) { now_ = std::max(now_, now); }

Micros Match::Impl::Bounded(Micros host_delay) const { return std::clamp(host_delay, Micros(0), now_ - began_at_); }

bool Match::Impl::MaySpeak(const Seat& seat, std::uint32_t decision) {
  if (is_over_ || !seat.is_connected) return false;
  if (has_begun_) return true;
  SendError(seat, v1::GameError::CODE_UNKNOWN_GAME, decision, "", "the game has not begun; wait for game_started");
  return false;
}

bool Match::Impl::IsLate(const Seat& seat, Micros host_delay) const {
  return seat.clock.is_running() && now_ - host_delay > seat.clock.Deadline();
}

void Match::Impl::Connected(v1::Side side, const SeatPreferences& preferences, Micros now) {
  if (is_over_) return;
  if (At(side).is_connected) Disconnected(side, /*for_good=*/false, /*slow_reader=*/false, now);
  AdvanceTo(now);
  if (is_over_) return;
  Seat& seat = At(side);
  recorder_.Entry(side, now_)->mutable_connected();
  seat.has_come = true;
  seat.is_connected = true;
  seat.preferences = preferences;
  seat.unsent_until = UnsentUntil(spec_.policy, now_);
  if (has_begun_) {
    SendResumed(seat);
  } else if (red_.has_come && blue_.has_come) {
    Begin();
  }
}

void Match::Impl::Disconnected(v1::Side side, bool for_good, bool slow_reader, Micros now) {
  Seat& seat = At(side);
  // Who is away already can only go for good.
  if (is_over_ || (!seat.is_connected && !for_good)) return;
  AdvanceTo(now);
  v1::Disconnected* entry = recorder_.Entry(side, now_)->mutable_disconnected();
  entry->set_for_good(for_good);
  entry->set_slow_reader(slow_reader);
  DropMessagesFor(side);
  seat.is_connected = false;
  ++seat.disconnects;
  seat.away_until =
      now_ + std::min(Micros(spec_.policy.disconnect_grace_micros()), seat.clock.AtMost(NextKindOf(seat)));
  if (slow_reader) return Lose(side, v1::REASON_SLOW_READER, "did not read its messages");
  if (for_good && !seat.has_come) return Lose(side, v1::REASON_FORFEIT_NO_SHOW, "never came");
  if (for_good) return Lose(side, v1::REASON_DISCONNECTED, "went for good");
  if (seat.disconnects > kDisconnectsMax) {
    Lose(side, v1::REASON_DISCONNECTED, absl::StrCat("went away more than ", kDisconnectsMax, " times"));
  }
}

void Match::Impl::DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip) {
  Seat& seat = At(side);
  if (is_over_ || !seat.open.has_value() || seat.decisions != decision || seat.clock.is_running()) return;
  AdvanceTo(now);
  recorder_.DecisionSent(side, decision, now_, round_trip);
  seat.clock.Start(*seat.open, now_, seat.lag_reserve.CreditFor(round_trip));
}

bool Match::Impl::ActionIsOpen(const Seat& seat, const v1::Act& act) {
  if (act.game_id() != spec_.game_id) {
    SendError(seat, v1::GameError::CODE_UNKNOWN_GAME, act.decision(), "",
              absl::StrCat("this is game ", spec_.game_id, ", the action names another"));
    return false;
  }
  if (seat.open.has_value() && act.decision() == seat.decisions) return true;
  // A repeated action for the decision just taken (protocol 1.4).
  if (act.decision() == seat.LastAnswered() && act.decision() > 0) return false;
  SendError(seat, v1::GameError::CODE_DECISION_NOT_OPEN, act.decision(), "",
            seat.open.has_value() ? absl::StrCat("decision ", seat.decisions, " is open")
                                  : std::string("no decision is open; wait for decision_required"));
  return false;
}

void Match::Impl::Acted(v1::Side side, const v1::Act& act, std::size_t oversized_bytes, Micros now, Micros host_delay) {
  Seat& seat = At(side);
  if (!MaySpeak(seat, act.decision()) || !ActionIsOpen(seat, act)) return;
  AdvanceTo(now);
  host_delay = Bounded(host_delay);
  // An answer that overtakes the news that its decision was handed over has taken no time.
  DecisionSent(side, act.decision(), now_, Micros(0));
  v1::Acted* entry = RecordActed(seat, act, oversized_bytes, host_delay);
  if (IsLate(seat, host_delay)) return FlagFell(seat, host_delay);
  if (const absl::Status status = CheckAction(act, oversized_bytes); !status.ok()) return Illegal(seat, status);
  absl::StatusOr<ObserverEvents> events = game_->Act(side, act.action());
  if (!events.ok()) return Illegal(seat, events.status());
  const Micros credited = seat.clock.Stop(now_ - host_delay);
  seat.lag_reserve.Spend(credited);
  entry->set_lag_credit_micros(credited.count());
  entry->set_clock_micros(seat.clock.Shown(*seat.open, now_).count());
  Accepted(seat, *std::move(events));
}

v1::Acted* Match::Impl::RecordActed(const Seat& seat, const v1::Act& act, std::size_t oversized_bytes,
                                    Micros host_delay) {
  v1::Acted* entry = recorder_.Acted(seat.side, now_);
  entry->set_decision(act.decision());
  entry->set_host_delay_micros(host_delay.count());
  entry->set_clock_micros(seat.clock.Shown(*seat.open, now_ - host_delay).count());
  if (oversized_bytes > 0) {
    entry->set_oversized_action_bytes(static_cast<std::uint32_t>(oversized_bytes));
  } else if (act.has_action()) {
    *entry->mutable_action() = act.action();
  }
  if (!act.comment().empty()) {
    const absl::string_view comment = CutToBytes(act.comment(), kCommentBytesMax);
    entry->set_comment(comment.data(), comment.size());
  }
  return entry;
}

void Match::Impl::Illegal(Seat& seat, const absl::Status& why) {
  ++seat.illegal_actions;
  const std::string clause = ClauseOf(why);
  if (seat.illegal_actions <= spec_.policy.illegal_retries()) {
    return SendError(seat, v1::GameError::CODE_ILLEGAL_ACTION, seat.decisions, clause, why.message());
  }
  const bool names_clause = absl::StartsWith(why.message(), clause);
  Lose(seat.side, v1::REASON_ILLEGAL_ACTION,
       absl::StrCat(names_clause ? "" : clause, names_clause ? "" : ": ", why.message()));
}

void Match::Impl::Accepted(Seat& seat, ObserverEvents events) {
  // What is decided in secret does not decline an offer: whether an offer still stands would tell when the other side
  // was ready (R1.3, R8.4).
  const bool is_secret = *seat.open == v1::DECISION_KIND_SET_UP || OpponentAt(seat.side).open.has_value();
  if (!is_secret) OpponentAt(seat.side).offers_draw = false;
  seat.open.reset();
  Happened(std::move(events));
  GoOn();
}

void Match::Impl::GoOn() {
  if (const std::optional<v1::Outcome> outcome = OutcomeNow(); outcome.has_value()) return Finish(*outcome);
  OpenDecisions();
  SendUntoldEvents();
}

v1::DecisionKind Match::Impl::NextKindOf(const Seat& seat) const {
  if (seat.open.has_value()) return *seat.open;
  if (seat.decisions > 0) return v1::DECISION_KIND_PLY;
  for (const OpenDecision& first : game_->Pending()) {
    if (first.side == seat.side) return first.kind;
  }
  return v1::DECISION_KIND_PLY;
}

std::optional<v1::Outcome> Match::Impl::OutcomeNow() const {
  if (std::optional<v1::Outcome> outcome = game_->Outcome(); outcome.has_value()) return outcome;
  const auto [plies, plies_since_capture] = game_->Progress();
  const v1::MatchPolicy& policy = spec_.policy;
  if (policy.max_plies() > 0 && plies >= policy.max_plies()) {
    return MakeOutcome(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_MAX_PLIES, absl::StrCat("R5.4: ", plies, " plies"));
  }
  if (policy.max_plies_without_capture() > 0 && plies_since_capture >= policy.max_plies_without_capture()) {
    return MakeOutcome(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_NO_CAPTURE,
                       absl::StrCat("R5.4: ", plies_since_capture, " plies without a capture"));
  }
  return std::nullopt;
}

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
  // Who was never told that the game began is not told that it is over.
  if (!has_begun_) return;
  for (Seat* seat : {&red_, &blue_}) {
    if (!seat->is_connected) continue;
    v1::PlayResponse message;
    v1::GameOver* over = message.mutable_game_over();
    over->set_game_id(spec_.game_id);
    *over->mutable_outcome() = outcome;
    over->set_seed(spec_.seed);
    *over->mutable_view() = game_->ViewFor(v1::OBSERVER_ALL);
    for (v1::Event& event : seat->untold) over->mutable_events()->Add(std::move(event));
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
