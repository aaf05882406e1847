// The half of Match that tells the seats what they may know. A seat gets at most one message for each ply (protocol
// 1.3): events wait in Seat::untold and go with its next decision, unless it wants them at once.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/match/match_impl.h"
#include "referee/match/match_messages.h"
#include "referee/rules/given_set_ups.h"
#include "referee/rules/side_messages.h"

namespace flagfall {

void Match::Impl::TakeMessages(std::vector<SeatMessage>& messages) {
  if (messages.empty()) {
    messages.swap(messages_);
    return;
  }
  std::move(messages_.begin(), messages_.end(), std::back_inserter(messages));
  messages_.clear();
}

void Match::Impl::Send(const Seat& seat, v1::PlayResponse message, std::uint32_t decision) {
  if (!seat.is_connected) return;
  messages_.push_back({.side = seat.side, .decision = decision, .message = std::move(message)});
}

void Match::Impl::SendError(const Seat& seat, v1::GameError::Code code, std::uint32_t decision,
                            absl::string_view clause, absl::string_view text) {
  Send(seat, MakeGameError(spec_.game_id, code, decision, clause, text));
}

void Match::Impl::DropMessagesFor(v1::Side side) {
  std::erase_if(messages_, [side](const SeatMessage& message) { return message.side == side; });
}

void Match::Impl::Begin() {
  has_begun_ = true;
  for (Seat* seat : {&red_, &blue_}) {
    v1::GameResumed resumed;
    *resumed.mutable_game_started() = MakeGameStarted(spec_, seat->side, *game_);
    seat->resumed = resumed.SerializeAsString();
    v1::PlayResponse message;
    message.mutable_game_started()->Swap(resumed.mutable_game_started());
    Send(*seat, std::move(message));
  }
  FLAGFALL_CHECK(
      TakeGivenSetUps(spec_.given_set_ups, *game_, [this](v1::Side, const v1::Action&, ObserverEvents events) {
        Happened(events);
        if (!public_.has_value() || events.spectator.empty()) return;
        public_->Add(
            {.kind = SpectatorEntry::Kind::kGiven, .at = now_ - began_at_, .events = std::move(events.spectator)});
      }).ok());
  GoOn();
}

SpectatorEntry Match::Impl::SpectatorEntryOf(SpectatorEntry::Kind kind, const Seat& seat,
                                             v1::DecisionKind decision) const {
  return {.kind = kind,
          .side = seat.side,
          .at = now_ - began_at_,
          .clock = seat.clock.Shown(decision, now_),
          .plies = game_->Progress().plies};
}

void Match::Impl::Happened(ObserverEvents& events) {
  recorder_.Events(events, red_.resumed, blue_.resumed);
  for (v1::Event& event : events.red) red_.untold.Add(std::move(event));
  for (v1::Event& event : events.blue) blue_.untold.Add(std::move(event));
}

void Match::Impl::OpenDecisions() {
  for (const OpenDecision& pending : game_->Pending()) {
    Seat& seat = At(pending.side);
    if (seat.open.has_value()) continue;
    seat.open = pending.kind;
    seat.opponent_clock = OpponentAt(pending.side).clock.Shown(pending.kind, now_);
    ++seat.decisions;
    seat.unsent_until = now_ + Micros(spec_.policy.disconnect_grace_micros());
    if (seat.is_connected) SendDecision(seat);
  }
}

void Match::Impl::FillDecision(Seat& seat, v1::DecisionRequired& decision) {
  const v1::DecisionKind kind = *seat.open;
  decision.set_game_id(spec_.game_id);
  decision.set_decision(seat.decisions);
  decision.set_kind(kind);
  decision.mutable_events()->Swap(&seat.untold);
  const Micros own = seat.clock.Shown(kind, now_);
  const Micros other = seat.opponent_clock;
  decision.set_red_clock_micros((seat.side == v1::SIDE_RED ? own : other).count());
  decision.set_blue_clock_micros((seat.side == v1::SIDE_RED ? other : own).count());
  if (!seat.preferences.wants_legal_actions) return;
  if (auto legal = game_->Legal(seat.side); legal.has_value()) {
    for (v1::Action& action : *legal) decision.mutable_legal_actions()->Add(std::move(action));
  }
}

void Match::Impl::SendDecision(Seat& seat) {
  v1::PlayResponse message;
  FillDecision(seat, *message.mutable_decision_required());
  Send(seat, std::move(message), seat.decisions);
}

void Match::Impl::SendResumed(Seat& seat) {
  v1::PlayResponse message;
  v1::GameResumed* resumed = message.mutable_game_resumed();
  FLAGFALL_CHECK(resumed->ParseFromString(seat.resumed));
  *resumed->mutable_view() = game_->ViewFor(ObserverOf(seat.side));
  // They are all there.
  seat.untold.Clear();
  if (seat.open.has_value()) FillDecision(seat, *resumed->mutable_decision_required());
  Send(seat, std::move(message), seat.open.has_value() ? seat.decisions : 0);
  if (!OpponentAt(seat.side).offers_draw) return;
  v1::PlayResponse offer;
  offer.mutable_draw_offered()->set_game_id(spec_.game_id);
  Send(seat, std::move(offer));
}

void Match::Impl::SendUntoldEvents() {
  for (Seat* seat : {&red_, &blue_}) {
    if (!seat->is_connected || !seat->preferences.wants_events_at_once || seat->untold.empty()) continue;
    v1::PlayResponse message;
    message.mutable_events_occurred()->set_game_id(spec_.game_id);
    message.mutable_events_occurred()->mutable_events()->Swap(&seat->untold);
    Send(*seat, std::move(message));
  }
}

absl::Status Match::Impl::CheckInvariants() const {
  const auto broken = [](const Seat& seat, absl::string_view what) {
    return absl::InternalError(absl::StrCat(SideName(seat.side), ": ", what));
  };
  if (is_over_ != record().has_outcome()) return absl::InternalError("over without an outcome, or the other way round");
  for (const Seat* seat : {&red_, &blue_}) {
    if (seat->is_connected && !seat->has_come) return broken(*seat, "there without having come");
    if (seat->clock.is_running() && !seat->open.has_value()) return broken(*seat, "its clock runs for no decision");
    if (seat->clock.margin() < Micros(0)) return broken(*seat, "more than its margin is overdrawn");
    if (seat->illegal_actions > spec_.policy.illegal_retries() + 1) return broken(*seat, "too many illegal actions");
    if (is_over_) continue;
    const auto pending = game_->Pending();
    const bool is_pending = std::any_of(pending.begin(), pending.end(),
                                        [seat](const OpenDecision& decision) { return decision.side == seat->side; });
    if (has_begun_ && is_pending != seat->open.has_value()) return broken(*seat, "its open decision is not the game's");
  }
  return absl::OkStatus();
}

}  // namespace flagfall
