#include "referee/match/seat_messages.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "referee/base/check.h"
#include "referee/match/match_messages.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

constexpr std::array<v1::Side, 2> kPlayers = {v1::SIDE_RED, v1::SIDE_BLUE};

}  // namespace

void SeatMessages::Connect(v1::Side side, const SeatPreferences& preferences) { At(side).preferences = preferences; }

void SeatMessages::Disconnect(v1::Side side) {
  At(side).preferences.reset();
  std::erase_if(messages_, [side](const SeatMessage& message) { return message.side == side; });
}

void SeatMessages::Take(std::vector<SeatMessage>& messages) {
  if (messages.empty()) {
    messages.swap(messages_);
    return;
  }
  std::move(messages_.begin(), messages_.end(), std::back_inserter(messages));
  messages_.clear();
}

void SeatMessages::Write(v1::Side side, v1::PlayResponse message, std::uint32_t decision) {
  if (!IsRead(side)) return;
  messages_.push_back({.side = side, .decision = decision, .message = std::move(message)});
}

void SeatMessages::Error(v1::Side side, v1::GameError::Code code, std::uint32_t decision, absl::string_view clause,
                         absl::string_view text) {
  if (IsRead(side)) Write(side, MakeGameError(spec_.game_id, code, decision, clause, text));
}

void SeatMessages::GameStarted() {
  for (const v1::Side side : kPlayers) {
    if (At(side).is_told_nothing) continue;
    v1::GameResumed resumed;
    *resumed.mutable_game_started() = MakeGameStarted(spec_, side, game_);
    At(side).resumption = resumed.SerializeAsString();
    v1::PlayResponse message;
    message.mutable_game_started()->Swap(resumed.mutable_game_started());
    Write(side, std::move(message));
  }
}

void SeatMessages::AddEvents(ObserverEvents& events) {
  for (const v1::Side side : kPlayers) {
    if (At(side).is_told_nothing) continue;
    for (v1::Event& event : events.For(ObserverOf(side))) At(side).untold.Add(std::move(event));
  }
}

void SeatMessages::FlushEvents() {
  for (const v1::Side side : kPlayers) {
    Recipient& recipient = At(side);
    if (!recipient.preferences.has_value() || !recipient.preferences->wants_events_at_once) continue;
    if (recipient.untold.empty()) continue;
    v1::PlayResponse message;
    message.mutable_events_occurred()->set_game_id(spec_.game_id);
    message.mutable_events_occurred()->mutable_events()->Swap(&recipient.untold);
    Write(side, std::move(message));
  }
}

void SeatMessages::Fill(v1::Side side, const DecisionNews& decision, v1::DecisionRequired& message) {
  message.set_game_id(spec_.game_id);
  message.set_decision(decision.number);
  message.set_kind(decision.kind);
  message.mutable_events()->Swap(&At(side).untold);
  const bool is_red = side == v1::SIDE_RED;
  message.set_red_clock_micros((is_red ? decision.own_clock : decision.opponent_clock).count());
  message.set_blue_clock_micros((is_red ? decision.opponent_clock : decision.own_clock).count());
  if (!At(side).preferences->wants_legal_actions) return;
  if (auto legal = game_.Legal(side); legal.has_value()) {
    for (v1::Action& action : *legal) message.mutable_legal_actions()->Add(std::move(action));
  }
}

void SeatMessages::DecisionRequired(v1::Side side, const DecisionNews& decision) {
  if (!IsRead(side)) return;
  v1::PlayResponse message;
  Fill(side, decision, *message.mutable_decision_required());
  Write(side, std::move(message), decision.number);
}

void SeatMessages::Resumed(v1::Side side, const std::optional<DecisionNews>& decision, bool is_offered_draw) {
  if (At(side).is_told_nothing) return;
  v1::PlayResponse message;
  v1::GameResumed* resumed = message.mutable_game_resumed();
  FLAGFALL_CHECK(resumed->ParseFromString(At(side).resumption));
  *resumed->mutable_view() = game_.ViewFor(ObserverOf(side));
  // The resumption holds them all.
  At(side).untold.Clear();
  if (decision.has_value()) Fill(side, *decision, *resumed->mutable_decision_required());
  Write(side, std::move(message), decision.has_value() ? decision->number : 0);
  if (is_offered_draw) DrawOffered(side);
}

void SeatMessages::DrawOffered(v1::Side side) {
  v1::PlayResponse message;
  message.mutable_draw_offered()->set_game_id(spec_.game_id);
  Write(side, std::move(message));
}

void SeatMessages::GameOver(const v1::Outcome& outcome) {
  if (!IsRead(v1::SIDE_RED) && !IsRead(v1::SIDE_BLUE)) return;
  v1::GameOver over;
  over.set_game_id(spec_.game_id);
  *over.mutable_outcome() = outcome;
  // A void game is played again, perhaps with the same seed, so its secrets are kept.
  if (outcome.result() != v1::RESULT_VOID) {
    over.set_seed(spec_.seed);
    *over.mutable_view() = game_.ViewFor(v1::OBSERVER_ALL);
  }
  for (const v1::Side side : kPlayers) {
    v1::PlayResponse message;
    *message.mutable_game_over() = over;
    message.mutable_game_over()->mutable_events()->Swap(&At(side).untold);
    Write(side, std::move(message));
  }
}

}  // namespace flagfall
