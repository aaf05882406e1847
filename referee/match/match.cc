#include "referee/match/match.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_limits.h"
#include "referee/match/match_messages.h"
#include "referee/match/match_outcome.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/given_set_ups.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

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

// The seat's open decision as its player is told of it now; there must be one.
DecisionNews NewsOf(const Seat& seat, Micros now) {
  const v1::DecisionKind kind = *seat.decisions.open;
  return {.number = seat.decisions.given,
          .kind = kind,
          .own_clock = seat.clock.Shown(kind, now),
          .opponent_clock = seat.decisions.opponent_clock};
}

// The host's delay of what comes from that seat, as it stands in the record.
Micros DelayOfPly(const Seat& seat, Micros host_delay) { return host_delay + seat.clock.stood_still(); }

}  // namespace

absl::StatusOr<std::unique_ptr<Match>> Match::Create(MatchSpec spec, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(spec.ruleset, CompleteRuleset(spec.ruleset));
  return Create(std::move(spec), NewGame, now);
}

absl::StatusOr<std::unique_ptr<Match>> Match::Create(MatchSpec spec, const GameFactory& factory, Micros now,
                                                     bool writes_messages) {
  FLAGFALL_RETURN_IF_ERROR(CheckMatchSpec(spec));
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Game> game, factory(spec.ruleset, spec.seed));
  FLAGFALL_RETURN_IF_ERROR(TakeGivenSetUps(spec.given_set_ups, *game->Clone(), [](auto&&...) {}));
  std::unique_ptr<Match> match(new Match(std::move(spec), std::move(game), now));
  if (!writes_messages) match->messages_.WriteNone();
  return match;
}

Match::Match(MatchSpec spec, std::unique_ptr<Game> game, Micros now)
    : spec_(std::move(spec)),
      began_at_(now),
      game_(std::move(game)),
      now_(now),
      red_(v1::SIDE_RED, spec_.time_control, Micros(spec_.policy.lag_gain_micros())),
      blue_(v1::SIDE_BLUE, spec_.time_control, Micros(spec_.policy.lag_gain_micros())),
      messages_(spec_, *game_),
      recorder_(RecordHeader(spec_), now) {}

Seat& Match::At(v1::Side side) {
  FLAGFALL_CHECK(side == v1::SIDE_RED || side == v1::SIDE_BLUE);
  return side == v1::SIDE_RED ? red_ : blue_;
}

Micros Match::AdvanceTo(Micros now, Micros host_delay, const Seat* seat) {
  now_ = std::max(now_, now);
  const Micros stood_still = seat == nullptr ? Micros(0) : seat->clock.stood_still();
  return std::clamp(host_delay, Micros(0), now_ - began_at_ - stood_still);
}

std::uint32_t Match::OpenDecisionNumber(v1::Side side) const {
  const SeatDecisions& decisions = (side == v1::SIDE_RED ? red_ : blue_).decisions;
  return !IsOver() && decisions.open.has_value() ? decisions.given : 0;
}

bool Match::MaySpeak(const Seat& seat, std::uint32_t decision) {
  if (IsOver() || !seat.presence.is_connected) return false;
  if (state_ == State::kPlaying) return true;
  messages_.Error(seat.side, v1::GameError::CODE_UNKNOWN_GAME, decision, "",
                  "the game has not begun; wait for game_started");
  return false;
}

void Match::Connected(v1::Side side, const SeatPreferences& preferences, Micros now) {
  if (IsOver()) return;
  Seat& seat = At(side);
  if (seat.presence.is_connected) Disconnected(side, /*for_good=*/false, now);
  AdvanceTo(now);
  if (IsOver()) return;
  recorder_.Entry(side, now_)->mutable_connected();
  seat.presence.has_come = true;
  seat.presence.is_connected = true;
  // A bot that does not read its messages at all is given no longer than one that is away.
  seat.decisions.unsent_until = now_ + Micros(spec_.policy.disconnect_grace_micros());
  messages_.Connect(side, preferences);
  if (state_ == State::kPlaying) {
    messages_.Resumed(side, seat.decisions.open.has_value() ? std::optional(NewsOf(seat, now_)) : std::nullopt,
                      OpponentOf(seat).offers_draw);
  } else if (red_.presence.has_come && blue_.presence.has_come) {
    Begin();
  }
}

void Match::Disconnected(v1::Side side, bool for_good, Micros now, bool slow_reader) {
  Seat& seat = At(side);
  SeatPresence& presence = seat.presence;
  // A bot that is away already can only go for good; it cannot go away a second time.
  if (IsOver() || (!presence.is_connected && !for_good)) return;
  AdvanceTo(now);
  v1::Disconnected* entry = recorder_.Entry(side, now_)->mutable_disconnected();
  entry->set_for_good(for_good);
  entry->set_slow_reader(slow_reader);
  messages_.Disconnect(side);
  presence.is_connected = false;
  ++presence.disconnects;
  presence.away_until = now_ + std::min(Micros(spec_.policy.disconnect_grace_micros()),
                                        seat.clock.AtMost(NextDecisionKind(seat, *game_)));
  if (slow_reader) return Finish(LossOf(side, v1::REASON_SLOW_READER, "did not read its messages"));
  if (for_good && !presence.has_come) return Finish(LossOf(side, v1::REASON_FORFEIT_NO_SHOW, "never came"));
  if (for_good) return Finish(LossOf(side, v1::REASON_DISCONNECTED, "went for good"));
  if (presence.disconnects > kDisconnectsMax) {
    Finish(LossOf(side, v1::REASON_DISCONNECTED, absl::StrCat("went away more than ", kDisconnectsMax, " times")));
  }
}

void Match::DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip, bool has_left) {
  Seat& seat = At(side);
  SeatDecisions& decisions = seat.decisions;
  if (decision == 0 || OpenDecisionNumber(side) != decision) return;
  decisions.has_left |= has_left;
  if (seat.clock.is_running()) return;
  AdvanceTo(now);
  round_trip = std::clamp(round_trip, Micros(0), kRoundTripMax);
  recorder_.DecisionSent(side, decision, now_, round_trip);
  seat.clock.Start(*decisions.open, now_, seat.lag_reserve.CreditFor(round_trip));
  if (public_.has_value()) public_->Add(PublicEntry(SpectatorEntry::Kind::kAsked, seat, *decisions.open));
}

void Match::DecisionLeft(v1::Side side, std::uint32_t decision) {
  Seat& seat = At(side);
  // Without a running clock nothing was said of the message yet, and DecisionSent will tell.
  if (OpenDecisionNumber(side) == decision && seat.clock.is_running()) seat.decisions.has_left = true;
}

void Match::Acted(v1::Side side, const v1::Act& act, Micros now, Micros host_delay) {
  Act(side, act, act.action().ByteSizeLong(), now, host_delay);
}

void Match::ActedOversized(v1::Side side, const v1::Act& act_without_action, std::size_t action_bytes, Micros now,
                           Micros host_delay) {
  FLAGFALL_CHECK(action_bytes > kActionBytesMax);
  Act(side, act_without_action, action_bytes, now, host_delay);
}

bool Match::AnswersOpenDecision(const Seat& seat, const v1::Act& act) {
  if (act.game_id() != spec_.game_id) {
    messages_.Error(seat.side, v1::GameError::CODE_UNKNOWN_GAME, act.decision(), "",
                    absl::StrCat("this is game ", spec_.game_id, ", the action names another"));
    return false;
  }
  const SeatDecisions& decisions = seat.decisions;
  if (decisions.open.has_value() && act.decision() == decisions.given) {
    if (decisions.has_left) return true;
    messages_.Error(seat.side, v1::GameError::CODE_DECISION_NOT_OPEN, act.decision(), "",
                    absl::StrCat("the message that asks for decision ", decisions.given,
                                 " has not been sent to this bot yet; read it before answering"));
    return false;
  }
  // A repeated action for the decision just taken (protocol 1.4).
  if (act.decision() == decisions.LastAnswered() && act.decision() > 0) return false;
  messages_.Error(seat.side, v1::GameError::CODE_DECISION_NOT_OPEN, act.decision(), "",
                  decisions.open.has_value() ? absl::StrCat("decision ", decisions.given, " is open")
                                             : std::string("no decision is open; wait for decision_required"));
  return false;
}

void Match::Act(v1::Side side, const v1::Act& act, std::size_t action_bytes, Micros now, Micros host_delay) {
  Seat& seat = At(side);
  if (!MaySpeak(seat, act.decision()) || !AnswersOpenDecision(seat, act)) return;
  host_delay = AdvanceTo(now, host_delay, &seat);
  const v1::DecisionKind kind = *seat.decisions.open;
  const Micros read_at = now_ - host_delay;
  v1::Acted& entry = recorder_.Acted(side, act, action_bytes, DelayOfPly(seat, host_delay), now_);
  entry.set_clock_micros(seat.clock.Shown(kind, read_at).count());
  if (seat.IsOutOfTimeAt(read_at)) return LoseByTime(seat, v1::REASON_OUT_OF_TIME, host_delay);
  if (const absl::Status status = CheckAction(act, action_bytes); !status.ok()) return Illegal(seat, status);
  absl::StatusOr<ObserverEvents> events = game_->Act(side, act.action());
  if (!events.ok()) return Illegal(seat, events.status());
  const Micros passed = std::max(read_at - seat.clock.started_at() - seat.clock.stood_still(), Micros(0));
  const Micros credited = seat.clock.Stop(read_at);
  seat.lag_reserve.Spend(credited);
  entry.set_lag_credit_micros(credited.count());
  entry.set_clock_micros(seat.clock.Shown(kind, now_).count());
  Accepted(seat, passed - credited, *std::move(events));
}

void Match::Illegal(Seat& seat, const absl::Status& why) {
  ++seat.illegal_actions;
  const std::string clause = ClauseOf(why);
  if (seat.illegal_actions <= spec_.policy.illegal_retries()) {
    return messages_.Error(seat.side, v1::GameError::CODE_ILLEGAL_ACTION, seat.decisions.given, clause, why.message());
  }
  const bool names_clause = absl::StartsWith(why.message(), clause);
  Finish(LossOf(seat.side, v1::REASON_ILLEGAL_ACTION,
                absl::StrCat(names_clause ? "" : clause, names_clause ? "" : ": ", why.message())));
}

void Match::Accepted(Seat& seat, Micros used, ObserverEvents events) {
  Seat& opponent = OpponentOf(seat);
  // A decision made in secret does not decline an offer: whether an offer still stands would tell when the other side
  // was ready (R1.3, R8.4).
  const bool is_first_of_two = opponent.decisions.open.has_value();
  const v1::DecisionKind kind = *std::exchange(seat.decisions.open, std::nullopt);
  seat.decisions.has_left = false;
  if (kind != v1::DECISION_KIND_SET_UP && !is_first_of_two) opponent.offers_draw = false;
  Happened(events);
  if (public_.has_value()) {
    SpectatorEntry entry = PublicEntry(SpectatorEntry::Kind::kActed, seat, kind);
    entry.used = used;
    entry.events = std::move(events.spectator);
    public_->Add(std::move(entry), is_first_of_two);
  }
  GoOn();
}

void Match::Resigned(v1::Side side, Micros now, Micros host_delay) {
  const Seat& seat = At(side);
  if (!MaySpeak(seat, 0)) return;
  if (spec_.policy.no_resignation()) {
    return messages_.Error(side, v1::GameError::CODE_NOT_ALLOWED, 0, "", "nobody resigns in this tournament; play on");
  }
  host_delay = AdvanceTo(now, host_delay, &seat);
  recorder_.Entry(side, now_)->mutable_resigned()->set_host_delay_micros(DelayOfPly(seat, host_delay).count());
  if (seat.IsOutOfTimeAt(now_ - host_delay)) return LoseByTime(seat, v1::REASON_OUT_OF_TIME, host_delay);
  Finish(LossOf(side, v1::REASON_RESIGNED, "resigned"));
}

void Match::OfferedDraw(v1::Side side, Micros now, Micros host_delay) {
  Seat& seat = At(side);
  if (!MaySpeak(seat, 0)) return;
  if (seat.offers_draw) {
    return messages_.Error(side, v1::GameError::CODE_NO_DRAW_OFFER, 0, "", "your offer still stands");
  }
  if (const std::string refusal = DrawOfferRefusal(spec_.policy, game_->Progress().plies); !refusal.empty()) {
    return messages_.Error(side, v1::GameError::CODE_NOT_ALLOWED, 0, "", refusal);
  }
  host_delay = AdvanceTo(now, host_delay, &seat);
  recorder_.Entry(side, now_)->mutable_offered_draw()->set_host_delay_micros(DelayOfPly(seat, host_delay).count());
  if (seat.IsOutOfTimeAt(now_ - host_delay)) return LoseByTime(seat, v1::REASON_OUT_OF_TIME, host_delay);
  seat.offers_draw = true;
  messages_.DrawOffered(OpponentOf(seat).side);
}

void Match::AcceptedDraw(v1::Side side, Micros now, Micros host_delay) {
  const Seat& seat = At(side);
  if (!MaySpeak(seat, 0)) return;
  if (!OpponentOf(seat).offers_draw) {
    return messages_.Error(side, v1::GameError::CODE_NO_DRAW_OFFER, 0, "", "there is no offer to accept");
  }
  host_delay = AdvanceTo(now, host_delay, &seat);
  recorder_.Entry(side, now_)->mutable_accepted_draw()->set_host_delay_micros(DelayOfPly(seat, host_delay).count());
  if (seat.IsOutOfTimeAt(now_ - host_delay)) return LoseByTime(seat, v1::REASON_OUT_OF_TIME, host_delay);
  Finish(MakeOutcome(v1::RESULT_DRAW, v1::REASON_DRAW_AGREED, absl::StrCat(SideName(side), " accepted a draw")));
}

void Match::Begin() {
  state_ = State::kPlaying;
  messages_.GameStarted();
  const auto happened = [this](v1::Side, const v1::Action&, ObserverEvents events) {
    Happened(events);
    if (!public_.has_value() || events.spectator.empty()) return;
    public_->Add({.kind = SpectatorEntry::Kind::kGiven, .at = now_ - began_at_, .events = std::move(events.spectator)});
  };
  FLAGFALL_CHECK(TakeGivenSetUps(spec_.given_set_ups, *game_, happened).ok());
  GoOn();
}

void Match::Happened(ObserverEvents& events) {
  recorder_.Events(events, messages_.ResumptionOf(v1::SIDE_RED), messages_.ResumptionOf(v1::SIDE_BLUE));
  messages_.AddEvents(events);
}

void Match::GoOn() {
  if (const std::optional<v1::Outcome> outcome = OutcomeOf(*game_, spec_.policy); outcome.has_value()) {
    return Finish(*outcome);
  }
  for (const OpenDecision& pending : game_->Pending()) {
    Seat& seat = At(pending.side);
    SeatDecisions& decisions = seat.decisions;
    if (decisions.open.has_value()) continue;
    decisions.open = pending.kind;
    decisions.opponent_clock = OpponentOf(seat).clock.Shown(pending.kind, now_);
    ++decisions.given;
    decisions.unsent_until = now_ + Micros(spec_.policy.disconnect_grace_micros());
    messages_.DecisionRequired(seat.side, NewsOf(seat, now_));
  }
  messages_.FlushEvents();
}

SpectatorEntry Match::PublicEntry(SpectatorEntry::Kind kind, const Seat& seat, v1::DecisionKind decision) const {
  return {.kind = kind,
          .side = seat.side,
          .at = now_ - began_at_,
          .clock = seat.clock.Shown(decision, now_),
          .plies = game_->Progress().plies};
}

}  // namespace flagfall
