#include "sample-bots/cpp/sdk/game_table.h"

#include <exception>
#include <iostream>
#include <utility>

namespace flagfall::bot {
namespace {

// A comment that is no UTF-8 is left out, after a line on standard error: the referee cannot read a message with one,
// and ends the stream with all its games.
void SetComment(v1::Act& act, std::string comment) {
  act.set_comment(std::move(comment));
  if (act.comment().empty() || v1::Act().ParseFromString(act.SerializeAsString())) return;
  std::cerr << act.game_id() << ": a comment must be UTF-8, and is left out" << std::endl;
  act.clear_comment();
}

}  // namespace

GameTable::GameTable(PlayerFactory new_player, Options options)
    : new_player_(std::move(new_player)), options_(std::move(options)) {}

std::vector<v1::PlayRequest> GameTable::On(const v1::PlayResponse& message, Micros waited) {
  const std::string game_id = GameIdOf(message);
  Answers answers;
  if (const auto it = given_up_.find(game_id); it != given_up_.end()) {
    answers = AnswerGivenUp(message, it->second);
  } else {
    try {
      answers = Handle(message, std::chrono::steady_clock::now() - waited);
    } catch (const std::exception& error) {
      answers = GiveUp(message, error.what());
    } catch (...) {
      answers = GiveUp(message, "an exception that is no std::exception");
    }
  }
  if (message.has_game_over()) {
    games_.erase(game_id);
    given_up_.erase(game_id);
  }
  return answers;
}

GameTable::Answers GameTable::GiveUp(const v1::PlayResponse& message, const std::string& why) {
  const std::string& game_id = GameIdOf(message);
  const bool is_over = message.has_game_over();
  std::cerr << game_id << ": the player has crashed"
            << (is_over ? " after the game's end: " : ", and its game is given up: ") << why << std::endl;
  if (is_over) return {};
  GivenUp& given_up = given_up_[game_id];
  given_up.why = "the player has crashed: " + why;
  if (const auto it = games_.find(game_id); it != games_.end()) given_up.decision = it->second.asked.decision();
  games_.erase(game_id);
  return Lose(game_id, given_up);
}

GameTable::Answers GameTable::AnswerGivenUp(const v1::PlayResponse& message, GivenUp& given_up) {
  if (message.has_decision_required()) {
    given_up.decision = message.decision_required().decision();
  } else if (message.has_game_resumed()) {
    const v1::GameResumed& resumed = message.game_resumed();
    if (resumed.has_decision_required()) given_up.decision = resumed.decision_required().decision();
  } else if (message.has_game_error()) {
    const v1::GameError::Code code = message.game_error().code();
    if (code == v1::GameError::CODE_NOT_ALLOWED) {
      given_up.may_resign = false;
    } else if (code != v1::GameError::CODE_ILLEGAL_ACTION) {
      return {};
    }
  } else {
    return {};
  }
  return Lose(GameIdOf(message), given_up);
}

GameTable::Answers GameTable::Lose(const std::string& game_id, const GivenUp& given_up) {
  v1::PlayRequest request;
  if (given_up.may_resign) {
    request.mutable_resign()->set_game_id(game_id);
  } else if (given_up.decision > 0) {
    v1::Act& act = *request.mutable_act();
    act.set_game_id(game_id);
    act.set_decision(given_up.decision);
    act.mutable_action();
    SetComment(act, given_up.why);
  } else {
    return {};
  }
  return {request};
}

GameTable::Answers GameTable::Handle(const v1::PlayResponse& message, Time arrived) {
  switch (message.message_case()) {
    case v1::PlayResponse::kGameStarted:
      return Begin(message.game_started(), new_player_(message.game_started(), options_));
    case v1::PlayResponse::kGameResumed:
      return Resume(message.game_resumed(), arrived);
    case v1::PlayResponse::kDecisionRequired:
      return Decide(message.decision_required(), arrived);
    case v1::PlayResponse::kEventsOccurred:
      if (PlayedGame* played = Find(message.events_occurred().game_id()))
        Apply(*played, message.events_occurred().events());
      return {};
    case v1::PlayResponse::kDrawOffered:
      return ConsiderDraw(message.draw_offered().game_id());
    case v1::PlayResponse::kGameOver:
      Finish(message.game_over());
      return {};
    case v1::PlayResponse::kGameError:
      return AskAgain(message.game_error());
    case v1::PlayResponse::kWelcome:
    case v1::PlayResponse::kPing:
    case v1::PlayResponse::kPong:
    case v1::PlayResponse::MESSAGE_NOT_SET:
      return {};
  }
  return {};
}

GameTable::Answers GameTable::Begin(const v1::GameStarted& started, std::unique_ptr<Player> player) {
  absl::StatusOr<GameState> game = GameState::Create(started);
  if (!game.ok()) {
    std::cerr << started.game_id() << ": the game is given up: " << game.status().message() << std::endl;
    GivenUp& given_up = given_up_[started.game_id()];
    given_up.why = std::string(game.status().message());
    games_.erase(started.game_id());
    return Lose(started.game_id(), given_up);
  }
  games_.insert_or_assign(started.game_id(), PlayedGame{*std::move(game), std::move(player), {}, {}});
  return {};
}

GameTable::Answers GameTable::Resume(const v1::GameResumed& resumed, Time arrived) {
  const v1::GameStarted& started = resumed.game_started();
  const auto it = games_.find(started.game_id());
  // A player that is still here keeps its own memory; the state of the game is built anew from all events.
  auto player = it != games_.end() ? std::move(it->second.player) : new_player_(started, options_);
  const Answers given_up = Begin(started, std::move(player));
  if (!given_up.empty()) return given_up;
  Apply(games_.at(started.game_id()), resumed.events());
  return resumed.has_decision_required() ? Decide(resumed.decision_required(), arrived) : Answers();
}

GameTable::Answers GameTable::Decide(const v1::DecisionRequired& decision, Time arrived) {
  PlayedGame* played = Find(decision.game_id());
  if (played == nullptr) return {};
  played->game.OnDecision(decision);
  Apply(*played, decision.events());
  played->asked.set_game_id(decision.game_id());
  played->asked.set_decision(decision.decision());
  played->asked.set_kind(decision.kind());
  played->asked.set_red_clock_micros(decision.red_clock_micros());
  played->asked.set_blue_clock_micros(decision.blue_clock_micros());
  played->arrived = arrived;
  return Ask(*played);
}

GameTable::Answers GameTable::AskAgain(const v1::GameError& error) {
  std::cerr << error.game_id() << ": the referee did not accept decision " << error.decision() << ": "
            << error.message() << "\n";
  if (error.code() != v1::GameError::CODE_ILLEGAL_ACTION) return {};
  PlayedGame* played = Find(error.game_id());
  if (played == nullptr || played->asked.decision() != error.decision()) return {};
  played->player->OnIllegal(played->game, error);
  return Ask(*played);
}

GameTable::Answers GameTable::Ask(PlayedGame& played) {
  const v1::DecisionRequired& decision = played.asked;
  const auto waited = std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now() - played.arrived);
  Answer answer =
      played.player->Choose(played.game, decision.kind(), TimeLeftOf(played.game.started(), decision, waited));
  v1::PlayRequest request;
  if (answer.resigns) {
    request.mutable_resign()->set_game_id(decision.game_id());
    return {request};
  }
  v1::Act& act = *request.mutable_act();
  act.set_game_id(decision.game_id());
  act.set_decision(decision.decision());
  *act.mutable_action() = std::move(answer.action);
  SetComment(act, std::move(answer.comment));
  if (answer.beliefs.pieces_size() > 0) *act.mutable_beliefs() = std::move(answer.beliefs);
  if (!answer.offers_draw) return {request};
  v1::PlayRequest offer;
  offer.mutable_offer_draw()->set_game_id(decision.game_id());
  return {offer, request};
}

GameTable::Answers GameTable::ConsiderDraw(const std::string& game_id) {
  PlayedGame* played = Find(game_id);
  if (played == nullptr || !played->player->AcceptsDraw(played->game)) return {};
  v1::PlayRequest request;
  request.mutable_accept_draw()->set_game_id(game_id);
  return {request};
}

void GameTable::Finish(const v1::GameOver& over) {
  PlayedGame* played = Find(over.game_id());
  if (played == nullptr) return;
  Apply(*played, over.events());
  played->player->OnGameOver(played->game, over);
}

GameTable::PlayedGame* GameTable::Find(const std::string& game_id) {
  const auto it = games_.find(game_id);
  if (it != games_.end()) return &it->second;
  std::cerr << game_id << ": the referee speaks of a game that it had not started here\n";
  return nullptr;
}

void GameTable::Apply(PlayedGame& played, const Events& events) {
  if (events.empty()) return;
  if (const absl::Status status = played.game.Apply(events); !status.ok()) {
    std::cerr << played.game.started().game_id() << ": " << status.message() << "\n";
  }
  played.player->OnEvents(played.game, events);
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
