#include "referee/service/game_session.h"

#include <utility>

#include "referee/base/check.h"

namespace flagfall {
GameTable::GameTable(House& house, std::uint64_t number, GameRequest request, std::array<std::shared_ptr<Bot>, 2> bots,
                     Micros now)
    : house_(house),
      number_(number),
      request_(std::move(request)),
      places_{Place{std::move(bots[0])}, Place{std::move(bots[1])}},
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
  if (request_.log != nullptr) {
    request_.match->KeepPublic();
    request_.log->Open();
  }
  request_.match->Connected(v1::SIDE_RED, PreferencesOf(*bot(v1::SIDE_RED)), now);
  request_.match->Connected(v1::SIDE_BLUE, PreferencesOf(*bot(v1::SIDE_BLUE)), now);
  Settle(now);
}

void GameTable::Resume(v1::Side side, Micros now) {
  request_.match->Connected(side, PreferencesOf(*bot(side)), now);
  Settle(now);
}

void GameTable::Leave(v1::Side side, bool for_good, Micros now) {
  request_.match->Disconnected(side, for_good, now);
  Settle(now);
}

void GameTable::SlowReader(v1::Side side, Micros now) {
  request_.match->SlowReader(side, now);
  Settle(now);
}

void GameTable::Handle(v1::Side side, const v1::PlayRequest& request, std::size_t bytes, Micros now,
                       Micros host_delay) {
  Match& match = *request_.match;
  At(side).bytes_from_bot += bytes;
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
  Settle(now);
}

void GameTable::DecisionSent(const OpenedDecision& decision, Micros now, Micros round_trip) {
  request_.match->DecisionSent(decision.side, decision.decision, now, round_trip);
  if (!is_settling_) Settle(now);
}

void GameTable::Abort(const v1::Outcome& outcome, Micros now) {
  request_.match->Aborted(outcome, now);
  Settle(now);
}

void GameTable::Report() {
  v1::GameRecord record = request_.match->TakeRecord();
  const auto put = [](const Place& place, v1::SeatUse& use) {
    use.set_bytes_from_bot(place.bytes_from_bot);
    use.set_bytes_to_bot(place.bytes_to_bot);
  };
  put(At(v1::SIDE_RED), *record.mutable_red_use());
  put(At(v1::SIDE_BLUE), *record.mutable_blue_use());
  request_.on_over(std::move(record));
}

void GameTable::OnTimer(Micros now) {
  const auto deadline = has_begun_ ? request_.match->NextDeadline() : std::nullopt;
  if (deadline && *deadline <= now) {
    // That it looks late is the host's own delay.
    request_.match->TimePassed(now, now - *deadline);
    Settle(now);
  }
  // May be the end of this table.
  house_.on_timer(*this, now);
}

void GameTable::Settle(Micros now) {
  is_settling_ = true;
  std::vector<SeatMessage> messages = std::move(house_.messages);
  // Sending may go back into the match (DecisionSent).
  for (messages.clear(); request_.match->TakeMessages(messages), !messages.empty(); messages.clear()) {
    for (const SeatMessage& seat_message : messages) Send(seat_message, now);
  }
  house_.messages = std::move(messages);
  is_settling_ = false;
  WritePublic();
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    SetDecision(side, has_begun_ && request_.match->HasOpenDecision(side), now);
  }

  if (is_over()) {
    timer_.Clear();
    if (!std::exchange(is_reported_over_, true)) house_.on_over(*this);
  } else if (const auto deadline = has_begun_ ? request_.match->NextDeadline() : std::nullopt) {
    timer_.Set(*deadline);
  }
}

void GameTable::WritePublic() {
  if (request_.log == nullptr) return;
  request_.match->TakePublic(house_.public_entries);
  request_.log->Append(house_.public_entries);
}

void GameTable::SetDecision(v1::Side side, bool has_decision, Micros now) {
  Place& place = At(side);
  if (place.has_decision == has_decision) return;
  place.has_decision = has_decision;
  place.bot->open_decisions += has_decision ? 1 : -1;
  place.bot->TellTurn(now);
}

void GameTable::Send(const SeatMessage& seat_message, Micros now) {
  // Before its clock starts, since who is kept from running until its turn needs a moment to run again.
  if (seat_message.decision != 0) SetDecision(seat_message.side, true, now);
  // A bot that is away is told by game_resumed when it comes back.
  BotChannel* const channel = bot(seat_message.side)->channel;
  if (channel == nullptr) return;
  At(seat_message.side).bytes_to_bot += channel->Send(
      seat_message.message, {.game = number_, .side = seat_message.side, .decision = seat_message.decision});
}

}  // namespace flagfall
