#include "referee/service/game_session.h"

#include <algorithm>
#include <utility>

#include "referee/base/check.h"

namespace flagfall {
namespace {

SeatPreferences PreferencesOf(const AdmittedBot& bot) {
  return {.wants_legal_actions = bot.hello.wants_legal_actions(),
          .wants_events_at_once = bot.hello.wants_events_at_once()};
}

}  // namespace

GameSession::GameSession(Context& context, std::uint64_t number, GameRequest request,
                         std::array<std::shared_ptr<AdmittedBot>, 2> bots, Micros now)
    : context_(context),
      number_(number),
      request_(std::move(request)),
      players_{Player{std::move(bots[0])}, Player{std::move(bots[1])}},
      waiting_since_(now),
      timer_(context.timers, [this](Micros time) { OnTimer(time); }) {}

void GameSession::Begin(Micros now) {
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

void GameSession::Resume(v1::Side side, Micros now) {
  At(side).away.End(now);
  request_.match->Connected(side, PreferencesOf(*bot(side)), now);
  Settle(now);
}

void GameSession::Leave(v1::Side side, bool for_good, Micros now) {
  At(side).unsent.End(now);
  At(side).away.Begin(now);
  request_.match->Disconnected(side, for_good, now);
  Settle(now);
}

void GameSession::SlowReader(v1::Side side, Micros now) {
  request_.match->SlowReader(side, now);
  Settle(now);
}

void GameSession::Handle(v1::Side side, const v1::PlayRequest& request, std::size_t bytes, Micros now,
                         Micros host_delay) {
  Match& match = *request_.match;
  At(side).bytes_from_bot += bytes;
  switch (request.message_case()) {
    case v1::PlayRequest::kAct:
      Act(side, request.act(), now, host_delay);
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

void GameSession::Act(v1::Side side, const v1::Act& act, Micros now, Micros host_delay) {
  Match& match = *request_.match;
  if (request_.on_act == nullptr || act.decision() == 0 || act.decision() != match.OpenDecisionNumber(side)) {
    return match.Acted(side, act, now, host_delay);
  }
  v1::Act changed = act;
  request_.on_act(side, changed);
  match.Acted(side, changed, now, host_delay);
}

void GameSession::DecisionSent(const OpenedDecision& opened, const SendReport& report) {
  Match& match = *request_.match;
  match.DecisionSent(opened.side, opened.decision, report.at, report.round_trip, report.has_left);
  if (!report.has_left && match.OpenDecisionNumber(opened.side) == opened.decision) {
    if (bot(opened.side)->channel != nullptr) At(opened.side).unsent.Begin(report.at);
  }
  // A clock that starts ends no game and makes no message.
  WritePublic();
  SetTimer();
}

void GameSession::DecisionLeft(const OpenedDecision& opened, Micros now) {
  if (request_.match->OpenDecisionNumber(opened.side) != opened.decision) return;
  request_.match->DecisionLeft(opened.side, opened.decision);
  At(opened.side).unsent.End(now);
}

void GameSession::Abort(const v1::Outcome& outcome, Micros now) {
  request_.match->Aborted(outcome, now);
  Settle(now);
}

void GameSession::HostStoodStill(Micros now, Micros stood) {
  if (!has_begun_) {
    waiting_since_ = std::min(waiting_since_ + stood, now);
    return;
  }
  request_.match->HostStoodStill(now, stood);
  SetTimer();
}

void GameSession::Report() {
  v1::GameRecord record = request_.match->TakeRecord();
  const auto put = [](const Player& player, v1::SeatUse& use) {
    use.set_bytes_from_bot(player.bytes_from_bot);
    use.set_bytes_to_bot(player.bytes_to_bot);
    use.set_unsent_micros(player.unsent.total.count());
    use.set_away_micros(player.away.total.count());
  };
  put(At(v1::SIDE_RED), *record.mutable_red_use());
  put(At(v1::SIDE_BLUE), *record.mutable_blue_use());
  request_.on_over(std::move(record));
}

void GameSession::Stopwatch::End(Micros now) {
  if (since) total += std::max(now - *since, Micros(0));
  since.reset();
}

std::optional<Micros> GameSession::NextDeadline() const {
  return has_begun_ ? request_.match->NextDeadline() : std::nullopt;
}

void GameSession::OnTimer(Micros now) {
  if (const auto deadline = NextDeadline(); deadline && *deadline <= now) {
    // If the referee looks late, that is the host's own delay, unless the players kept it busy.
    const auto cost_of = [&](v1::Side side) { return bot(side)->cost->Since(*deadline, now); };
    const Micros own_cost = cost_of(v1::SIDE_RED) + cost_of(v1::SIDE_BLUE);
    const Micros delay = std::max(now - *deadline - own_cost, Micros(0));
    if (context_.on_host_delay != nullptr) context_.on_host_delay(delay);
    request_.match->TimePassed(now, delay);
    Settle(now);
  }
  // This may be the end of this session.
  context_.on_timer(*this, now);
}

void GameSession::Settle(Micros now) {
  std::vector<SeatMessage> messages = std::move(context_.messages);
  messages.clear();
  request_.match->TakeMessages(messages);
  for (const SeatMessage& seat_message : messages) Send(seat_message, now);
  context_.messages = std::move(messages);
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    const std::uint32_t decision = has_begun_ ? request_.match->OpenDecisionNumber(side) : 0;
    SetDecision(side, decision != 0, now);
    // Nothing but the bot's absence keeps its decision from being sent.
    if (decision != 0 && bot(side)->channel == nullptr) {
      request_.match->DecisionSent(side, decision, now, /*round_trip=*/Micros(0), /*has_left=*/false);
    }
  }
  WritePublic();
  SetTimer();
  if (!is_over() || std::exchange(is_reported_over_, true)) return;
  for (Player& player : players_) {
    player.unsent.End(now);
    player.away.End(now);
  }
  context_.on_over(*this);
}

void GameSession::SetTimer() {
  if (is_over()) return timer_.Clear();
  if (const auto deadline = NextDeadline()) timer_.Set(*deadline);
}

void GameSession::WritePublic() {
  if (request_.log == nullptr) return;
  request_.match->TakePublic(context_.public_entries);
  request_.log->Append(context_.public_entries);
}

void GameSession::SetDecision(v1::Side side, bool has_decision, Micros now) {
  Player& player = At(side);
  if (player.has_decision == has_decision) return;
  player.has_decision = has_decision;
  player.bot->open_decisions += has_decision ? 1 : -1;
  player.bot->UpdateTurn(now);
}

void GameSession::Send(const SeatMessage& seat_message, Micros now) {
  const v1::Side side = seat_message.side;
  const std::uint32_t decision = seat_message.decision;
  // Before the message is sent, since a bot that is kept from running until its turn needs a moment to run again.
  if (decision != 0) SetDecision(side, true, now);
  // A bot that is away is told by game_resumed when it comes back.
  BotChannel* const channel = bot(side)->channel;
  if (channel == nullptr) return;
  const OpenedDecision opens{.game = number_, .side = side, .decision = decision};
  At(side).bytes_to_bot += channel->Send(seat_message.message, opens);
}

}  // namespace flagfall
