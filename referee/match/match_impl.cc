#include "referee/match/match_impl.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/match/match_limits.h"
#include "referee/match/match_messages.h"
#include "referee/match/match_spec.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

// Who does not read its messages at all has no longer than who is away.
Micros UnsentUntil(const v1::MatchPolicy& policy, Micros now) { return now + Micros(policy.disconnect_grace_micros()); }

absl::Status CheckAction(const v1::Act& act, std::size_t action_bytes) {
  if (action_bytes > kActionBytesMax) {
    return ClauseError("R10.3", absl::StrCat("the action has ", action_bytes, " bytes; at most ", kActionBytesMax));
  }
  if (act.action().kind_case() == v1::Action::KIND_NOT_SET) {
    return ClauseError("R10.3",
                       "the message holds no action that this referee knows; a set-up is answered by set_up, "
                       "a ply by ply");
  }
  return absl::OkStatus();
}

}  // namespace

Match::Impl::Impl(MatchSpec spec, std::unique_ptr<Game> game, Micros now)
    : spec_(std::move(spec)),
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
  if (public_.has_value()) public_->Add(SpectatorEntryOf(SpectatorEntry::Kind::kAsked, seat, *seat.open));
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

void Match::Impl::Acted(v1::Side side, const v1::Act& act, std::size_t action_bytes, Micros now, Micros host_delay) {
  Seat& seat = At(side);
  if (!MaySpeak(seat, act.decision()) || !ActionIsOpen(seat, act)) return;
  AdvanceTo(now);
  host_delay = Bounded(host_delay);
  // An answer that overtakes the news that its decision was handed over has taken no time.
  DecisionSent(side, act.decision(), now_, Micros(0));
  v1::Acted* entry = RecordActed(seat, act, action_bytes, host_delay);
  if (IsLate(seat, host_delay)) return FlagFell(seat, host_delay);
  if (const absl::Status status = CheckAction(act, action_bytes); !status.ok()) return Illegal(seat, status);
  absl::StatusOr<ObserverEvents> events = game_->Act(side, act.action());
  if (!events.ok()) return Illegal(seat, events.status());
  const Micros passed = std::max(now_ - host_delay - seat.clock.started_at(), Micros(0));
  const Micros credited = seat.clock.Stop(now_ - host_delay);
  seat.lag_reserve.Spend(credited);
  entry->set_lag_credit_micros(credited.count());
  entry->set_clock_micros(seat.clock.Shown(*seat.open, now_).count());
  Accepted(seat, passed - credited, *std::move(events));
}

v1::Acted* Match::Impl::RecordActed(Seat& seat, const v1::Act& act, std::size_t action_bytes, Micros host_delay) {
  v1::Acted* entry = recorder_.Acted(seat.side, now_);
  entry->set_decision(act.decision());
  entry->set_host_delay_micros(host_delay.count());
  entry->set_clock_micros(seat.clock.Shown(*seat.open, now_ - host_delay).count());
  if (action_bytes > kActionBytesMax) {
    entry->set_oversized_action_bytes(static_cast<std::uint32_t>(action_bytes));
  } else if (act.has_action()) {
    *entry->mutable_action() = act.action();
    seat.action_bytes += action_bytes;
    if (seat.action_bytes > kActionBytesOfGameMax) entry->mutable_action()->DiscardUnknownFields();
  }
  if (!act.comment().empty()) {
    const std::size_t room = std::min(kCommentBytesMax, kCommentBytesOfGameMax - seat.comment_bytes);
    const absl::string_view comment = CutToBytes(act.comment(), room);
    entry->set_comment(comment.data(), comment.size());
    seat.comment_bytes += comment.size();
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

void Match::Impl::Accepted(Seat& seat, Micros used, ObserverEvents events) {
  // What is decided in secret does not decline an offer: whether an offer still stands would tell when the other side
  // was ready (R1.3, R8.4).
  const bool is_first_of_two = OpponentAt(seat.side).open.has_value();
  const v1::DecisionKind kind = *std::exchange(seat.open, std::nullopt);
  if (kind != v1::DECISION_KIND_SET_UP && !is_first_of_two) OpponentAt(seat.side).offers_draw = false;
  Happened(events);
  if (public_.has_value()) {
    SpectatorEntry entry = SpectatorEntryOf(SpectatorEntry::Kind::kActed, seat, kind);
    entry.used = used;
    entry.events = std::move(events.spectator);
    public_->Add(std::move(entry), is_first_of_two);
  }
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

void Match::Impl::Resigned(v1::Side side, Micros now, Micros host_delay) {
  Seat& seat = At(side);
  if (!MaySpeak(seat, 0)) return;
  if (spec_.policy.no_resignation()) {
    return SendError(seat, v1::GameError::CODE_NOT_ALLOWED, 0, "", "nobody resigns in this tournament; play on");
  }
  AdvanceTo(now);
  host_delay = Bounded(host_delay);
  recorder_.Entry(side, now_)->mutable_resigned()->set_host_delay_micros(host_delay.count());
  if (IsLate(seat, host_delay)) return FlagFell(seat, host_delay);
  Lose(side, v1::REASON_RESIGNED, "resigned");
}

std::string Match::Impl::DrawOfferRefusal() const {
  if (spec_.policy.no_draw_offers()) return "nobody offers draws in this tournament";
  const std::uint32_t least = spec_.policy.draw_offers_min_plies();
  if (game_->Progress().plies >= least) return "";
  return absl::StrCat("in this tournament draws may be offered after ", Counted(least, "ply", "plies"));
}

void Match::Impl::OfferedDraw(v1::Side side, Micros now, Micros host_delay) {
  Seat& seat = At(side);
  if (!MaySpeak(seat, 0)) return;
  if (seat.offers_draw) {
    return SendError(seat, v1::GameError::CODE_NO_DRAW_OFFER, 0, "", "your offer still stands");
  }
  if (const std::string refusal = DrawOfferRefusal(); !refusal.empty()) {
    return SendError(seat, v1::GameError::CODE_NOT_ALLOWED, 0, "", refusal);
  }
  AdvanceTo(now);
  host_delay = Bounded(host_delay);
  recorder_.Entry(side, now_)->mutable_offered_draw()->set_host_delay_micros(host_delay.count());
  if (IsLate(seat, host_delay)) return FlagFell(seat, host_delay);
  seat.offers_draw = true;
  v1::PlayResponse message;
  message.mutable_draw_offered()->set_game_id(spec_.game_id);
  Send(OpponentAt(side), std::move(message));
}

void Match::Impl::AcceptedDraw(v1::Side side, Micros now, Micros host_delay) {
  Seat& seat = At(side);
  if (!MaySpeak(seat, 0)) return;
  if (!OpponentAt(side).offers_draw) {
    return SendError(seat, v1::GameError::CODE_NO_DRAW_OFFER, 0, "", "there is no offer to accept");
  }
  AdvanceTo(now);
  host_delay = Bounded(host_delay);
  recorder_.Entry(side, now_)->mutable_accepted_draw()->set_host_delay_micros(host_delay.count());
  if (IsLate(seat, host_delay)) return FlagFell(seat, host_delay);
  Finish(MakeOutcome(v1::RESULT_DRAW, v1::REASON_DRAW_AGREED, absl::StrCat(SideName(side), " accepted a draw")));
}

}  // namespace flagfall
