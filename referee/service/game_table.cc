#include "referee/service/game_table.h"

#include <utility>

#include "referee/base/check.h"

namespace flagfall {
GameTable::GameTable(House& house, std::uint64_t number, GameRequest request, std::array<std::shared_ptr<Bot>, 2> bots,
                     Micros now)
    : house_(house),
      number_(number),
      request_(std::move(request)),
      bots_(std::move(bots)),
      waiting_since_(now),
      timer_(house.timers, [this](Micros time) { OnTimer(time); }) {}

SeatPreferences GameTable::PreferencesOf(const Bot& bot) {
  return {.wants_legal_actions = bot.hello.wants_legal_actions(),
          .wants_events_at_once = bot.hello.wants_events_at_once()};
}

void GameTable::Begin(Micros now) {
  FLAGFALL_CHECK(!has_begun_);
  has_begun_ = true;
  timer_.Clear();
  request_.match->Connected(v1::SIDE_RED, PreferencesOf(*bots_[0]), now);
  request_.match->Connected(v1::SIDE_BLUE, PreferencesOf(*bots_[1]), now);
  Settle();
}

void GameTable::Resume(v1::Side side, Micros now) {
  request_.match->Connected(side, PreferencesOf(*bot(side)), now);
  Settle();
}

void GameTable::Leave(v1::Side side, bool for_good, Micros now) {
  request_.match->Disconnected(side, for_good, now);
  Settle();
}

void GameTable::SlowReader(v1::Side side, Micros now) {
  request_.match->SlowReader(side, now);
  Settle();
}

void GameTable::Handle(v1::Side side, const v1::PlayRequest& request, Micros now, Micros host_delay) {
  Match& match = *request_.match;
  switch (request.message_case()) {
    case v1::PlayRequest::kAct:
      match.Acted(side, request.act(), now, host_delay);
      break;
    case v1::PlayRequest::kResign:
      match.Resigned(side, now, host_delay);
      break;
    case v1::PlayRequest::kOfferDraw:
      match.OfferedDraw(side, now, host_delay);
      break;
    case v1::PlayRequest::kAcceptDraw:
      match.AcceptedDraw(side, now, host_delay);
      break;
    case v1::PlayRequest::kHello:
    case v1::PlayRequest::kPing:
    case v1::PlayRequest::kPong:
    case v1::PlayRequest::MESSAGE_NOT_SET:
      // These are about no game.
      FLAGFALL_CHECK(false);
  }
  Settle();
}

void GameTable::DecisionSent(const OpenedDecision& decision, Micros now, Micros round_trip) {
  request_.match->DecisionSent(decision.side, decision.decision, now, round_trip);
  if (!is_settling_) Settle();
}

void GameTable::Abort(const v1::Outcome& outcome, Micros now) {
  request_.match->Aborted(outcome, now);
  Settle();
}

void GameTable::OnTimer(Micros now) {
  const auto deadline = has_begun_ ? request_.match->NextDeadline() : std::nullopt;
  if (deadline && *deadline <= now) {
    // That it looks late is the host's own delay.
    request_.match->TimePassed(now, now - *deadline);
    Settle();
  }
  // May be the end of this table.
  house_.on_timer(*this, now);
}

void GameTable::Settle() {
  is_settling_ = true;
  std::vector<SeatMessage> messages = std::move(house_.messages);
  // Sending may go back into the match (DecisionSent).
  for (messages.clear(); request_.match->TakeMessages(messages), !messages.empty(); messages.clear()) {
    for (const SeatMessage& seat_message : messages) Send(seat_message);
  }
  house_.messages = std::move(messages);
  is_settling_ = false;

  if (is_over()) {
    timer_.Clear();
    if (!std::exchange(is_reported_over_, true)) house_.on_over(*this);
  } else if (const auto deadline = has_begun_ ? request_.match->NextDeadline() : std::nullopt) {
    timer_.Set(*deadline);
  }
}

void GameTable::Send(const SeatMessage& seat_message) {
  // A bot that is away is told by game_resumed when it comes back.
  BotChannel* const channel = has_begun_ ? bot(seat_message.side)->channel : nullptr;
  if (channel == nullptr) return;
  channel->Send(seat_message.message, {.game = number_, .side = seat_message.side, .decision = seat_message.decision});
}

}  // namespace flagfall
