// Steps about messages that can come at any time, and messages that a later version of the referee may send.

#include <google/protobuf/unknown_field_set.h>

#include "absl/strings/str_cat.h"
#include "arena/checker/play_games.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr int kAnswers = 6;
constexpr std::uint64_t kNonce = 70'000'000'001;
constexpr Micros kPongWithin = std::chrono::seconds(5);
// Numbers of fields that no message has in this version of the protocol.
constexpr int kUnknownField = 1900;
constexpr int kUnknownTextField = 1901;

void AddUnknown(google::protobuf::Message& message) {
  google::protobuf::UnknownFieldSet& fields = *message.GetReflection()->MutableUnknownFields(&message);
  fields.AddVarint(kUnknownField, 7);
  fields.AddLengthDelimited(kUnknownTextField, "from a later referee");
}

// Returns a message that holds only a field unknown to this version, as a oneof would with a member of a later one.
template <typename Message>
Message UnknownMessage() {
  Message message;
  message.GetReflection()->MutableUnknownFields(&message)->AddLengthDelimited(kUnknownTextField, "");
  return message;
}

void AddUnknownFields(v1::PlayResponse& response) {
  AddUnknown(response);
  if (response.has_game_started()) {
    AddUnknown(*response.mutable_game_started());
    AddUnknown(*response.mutable_game_started()->mutable_ruleset());
    AddUnknown(*response.mutable_game_started()->mutable_view());
  }
  if (response.has_decision_required()) {
    AddUnknown(*response.mutable_decision_required());
    for (v1::Event& event : *response.mutable_decision_required()->mutable_events()) AddUnknown(event);
  }
  if (response.has_events_occurred()) AddUnknown(*response.mutable_events_occurred());
  if (response.has_game_over()) AddUnknown(*response.mutable_game_over());
}

// Puts one unknown event before the message's events and one behind them.
void AddUnknownEvents(v1::PlayResponse& response) {
  if (!response.has_decision_required()) return;
  auto& events = *response.mutable_decision_required()->mutable_events();
  const auto known = events;
  events.Clear();
  *events.Add() = UnknownMessage<v1::Event>();
  events.MergeFrom(known);
  *events.Add() = UnknownMessage<v1::Event>();
}

StepResult PlaysWith(CheckContext& context, const std::function<void(v1::PlayResponse&)>& alter) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, StartAndPlay(context.session, {.ruleset = context.ruleset()}, 1));
  game->SetMessageEditor(alter);
  FLAGFALL_RETURN_IF_ERROR(PlayFor(context.session, *game, kAnswers));
  return PlaysAnotherGame(context, "");
}

StepResult PassesOverUnknownFields(CheckContext& context) { return PlaysWith(context, AddUnknownFields); }
StepResult PassesOverUnknownEvents(CheckContext& context) { return PlaysWith(context, AddUnknownEvents); }

StepResult PassesOverUnknownMessages(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, StartAndPlay(context.session, {.ruleset = context.ruleset()}, 1));
  for (int i = 0; i < kAnswers && !game->is_over(); ++i) {
    context.session.Send(UnknownMessage<v1::PlayResponse>());
    FLAGFALL_RETURN_IF_ERROR(PlayFor(context.session, *game, 1));
  }
  return PlaysAnotherGame(context, "");
}

StepResult TakesGameErrors(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, StartAndPlay(context.session, {.ruleset = context.ruleset()}, 1));
  for (const std::string& game : {game->id(), std::string("check-of-another")}) {
    for (const int code : {2, 4, kUnknownField}) {
      v1::PlayResponse response;
      v1::GameError& error = *response.mutable_game_error();
      error.set_game_id(game);
      error.set_code(static_cast<v1::GameError::Code>(code));
      error.set_message("the checker says so to see what becomes of it");
      context.session.Send(response);
    }
  }
  FLAGFALL_RETURN_IF_ERROR(PlayFor(context.session, *game, kAnswers));
  return PlaysAnotherGame(context, "");
}

StepResult AnswersPing(CheckContext& context) {
  v1::PlayResponse response;
  response.mutable_ping()->set_nonce(kNonce);
  context.session.Send(response);
  const absl::Status status =
      context.session.RunUntil([&] { return context.session.last_pong() == kNonce; }, kPongWithin);
  if (!status.ok()) return Within("no pong with the ping's nonce: ", status);
  return PlaysAnotherGame(context, "");
}

}  // namespace

StepGroup MessageSteps() {
  return {
      .counts_new_faults = true,
      .steps = {
          {.title = "answers ping with pong",
           .is_required = false,
           .mend = "send pong with the nonce of the ping, also while a player thinks",
           .run = AnswersPing},
          {.title = "goes on after a game_error",
           .mend = "game_error says that a message was not accepted and nothing has changed; print it and go on",
           .run = TakesGameErrors},
          {.title = "passes over fields that it does not know",
           .mend = "read messages with protobuf's own parser, which keeps unknown fields and goes on; fields are added "
                   "in later versions",
           .run = PassesOverUnknownFields},
          {.title = "passes over events of a kind that it does not know",
           .mend = "an event whose `kind` is not set is one of a later version: skip it, apply the others",
           .run = PassesOverUnknownEvents},
          {.title = "passes over messages of a kind that it does not know",
           .mend = "a PlayResponse whose `message` is not set is one of a later version: skip it",
           .run = PassesOverUnknownMessages},
      }};
}

}  // namespace flagfall::arena::checker
