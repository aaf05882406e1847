#include "sample-bots/cpp/sdk/game_table.h"

#include <iostream>
#include <utility>

namespace flagfall::bot {
GameTable::GameTable(PlayerFactory new_player, Options options)
    : new_player_(std::move(new_player)), options_(std::move(options)) {}

std::vector<v1::PlayRequest> GameTable::On(const v1::PlayResponse& message, Micros waited) {
  const Time arrived = std::chrono::steady_clock::now() - waited;
  switch (message.message_case()) {
    case v1::PlayResponse::kGameStarted:
      Sit(message.game_started(), new_player_(message.game_started(), options_));
      return {};
    case v1::PlayResponse::kGameResumed:
      return Resume(message.game_resumed(), arrived);
    case v1::PlayResponse::kDecisionRequired:
      return Decide(message.decision_required(), arrived);
    case v1::PlayResponse::kEventsOccurred:
      if (Seat* seat = Find(message.events_occurred().game_id())) Apply(*seat, message.events_occurred().events());
      return {};
    case v1::PlayResponse::kDrawOffered:
      return ConsiderDraw(message.draw_offered().game_id());
    case v1::PlayResponse::kGameOver:
      Finish(message.game_over());
      return {};
    case v1::PlayResponse::kGameError:
      return Mend(message.game_error());
    case v1::PlayResponse::kWelcome:
    case v1::PlayResponse::kPing:
    case v1::PlayResponse::kPong:
    case v1::PlayResponse::MESSAGE_NOT_SET:
      return {};
  }
  return {};
}

bool GameTable::Sit(const v1::GameStarted& started, std::unique_ptr<Player> player) {
  absl::StatusOr<GameState> game = GameState::Create(started);
  if (!game.ok()) {
    std::cerr << started.game_id() << ": " << game.status().message() << "\n";
    return false;
  }
  seats_.insert_or_assign(started.game_id(), Seat{*std::move(game), std::move(player), {}, {}});
  return true;
}

GameTable::Answers GameTable::Resume(const v1::GameResumed& resumed, Time arrived) {
  const v1::GameStarted& started = resumed.game_started();
  const auto it = seats_.find(started.game_id());
  // A player who still sits there keeps its thoughts; what is known of the game is built anew from all events.
  auto player = it != seats_.end() ? std::move(it->second.player) : new_player_(started, options_);
  if (!Sit(started, std::move(player))) return {};
  Apply(seats_.at(started.game_id()), resumed.events());
  return resumed.has_decision_required() ? Decide(resumed.decision_required(), arrived) : Answers();
}

GameTable::Answers GameTable::Decide(const v1::DecisionRequired& decision, Time arrived) {
  Seat* seat = Find(decision.game_id());
  if (seat == nullptr) return {};
  seat->game.OnDecision(decision);
  Apply(*seat, decision.events());
  seat->asked.set_game_id(decision.game_id());
  seat->asked.set_decision(decision.decision());
  seat->asked.set_kind(decision.kind());
  seat->asked.set_red_clock_micros(decision.red_clock_micros());
  seat->asked.set_blue_clock_micros(decision.blue_clock_micros());
  seat->arrived = arrived;
  return Ask(*seat);
}

GameTable::Answers GameTable::Mend(const v1::GameError& error) {
  std::cerr << error.game_id() << ": the referee did not accept decision " << error.decision() << ": "
            << error.message() << "\n";
  if (error.code() != v1::GameError::CODE_ILLEGAL_ACTION) return {};
  Seat* seat = Find(error.game_id());
  if (seat == nullptr || seat->asked.decision() != error.decision()) return {};
  seat->player->OnIllegal(seat->game, error);
  return Ask(*seat);
}

GameTable::Answers GameTable::Ask(Seat& seat) {
  const v1::DecisionRequired& decision = seat.asked;
  const auto waited = std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now() - seat.arrived);
  Answer answer = seat.player->Choose(seat.game, decision.kind(), TimeLeftOf(seat.game.started(), decision, waited));
  v1::PlayRequest request;
  if (answer.resigns) {
    request.mutable_resign()->set_game_id(decision.game_id());
    return {request};
  }
  v1::Act& act = *request.mutable_act();
  act.set_game_id(decision.game_id());
  act.set_decision(decision.decision());
  *act.mutable_action() = std::move(answer.action);
  act.set_comment(std::move(answer.comment));
  if (!answer.offers_draw) return {request};
  v1::PlayRequest offer;
  offer.mutable_offer_draw()->set_game_id(decision.game_id());
  return {offer, request};
}

GameTable::Answers GameTable::ConsiderDraw(const std::string& game_id) {
  Seat* seat = Find(game_id);
  if (seat == nullptr || !seat->player->AcceptsDraw(seat->game)) return {};
  v1::PlayRequest request;
  request.mutable_accept_draw()->set_game_id(game_id);
  return {request};
}

void GameTable::Finish(const v1::GameOver& over) {
  Seat* seat = Find(over.game_id());
  if (seat == nullptr) return;
  Apply(*seat, over.events());
  seat->player->OnGameOver(seat->game, over);
  seats_.erase(over.game_id());
}

GameTable::Seat* GameTable::Find(const std::string& game_id) {
  const auto it = seats_.find(game_id);
  if (it != seats_.end()) return &it->second;
  std::cerr << game_id << ": the referee speaks of a game that it had not started here\n";
  return nullptr;
}

void GameTable::Apply(Seat& seat, const Events& events) {
  if (events.empty()) return;
  if (const absl::Status status = seat.game.Apply(events); !status.ok()) {
    std::cerr << seat.game.started().game_id() << ": " << status.message() << "\n";
  }
  seat.player->OnEvents(seat.game, events);
}

const std::string& GameIdOf(const v1::PlayResponse& message) {
  static const std::string none;
  switch (message.message_case()) {
    case v1::PlayResponse::kGameStarted:
      return message.game_started().game_id();
    case v1::PlayResponse::kGameResumed:
      return message.game_resumed().game_started().game_id();
    case v1::PlayResponse::kDecisionRequired:
      return message.decision_required().game_id();
    case v1::PlayResponse::kEventsOccurred:
      return message.events_occurred().game_id();
    case v1::PlayResponse::kDrawOffered:
      return message.draw_offered().game_id();
    case v1::PlayResponse::kGameOver:
      return message.game_over().game_id();
    case v1::PlayResponse::kGameError:
      return message.game_error().game_id();
    case v1::PlayResponse::kWelcome:
    case v1::PlayResponse::kPing:
    case v1::PlayResponse::kPong:
    case v1::PlayResponse::MESSAGE_NOT_SET:
      return none;
  }
  return none;
}

}  // namespace flagfall::bot
