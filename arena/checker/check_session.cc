#include "arena/checker/check_session.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/checker/check_stream.h"
#include "arena/checker/useless_beliefs.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_limits.h"
#include "referee/match/match_messages.h"
#include "referee/service/hello.h"
#include "referee/service/play_request.h"
#include "referee/service/service_limits.h"

namespace flagfall::arena::checker {
namespace {

// How long a bot may take to answer what is open, before a game that a step no longer needs is ended.
constexpr Micros kFinishTimeout = std::chrono::seconds(3);
// How often RunUntil looks whether a stop was requested, and what the host does to the bot.
constexpr Micros kPollInterval = std::chrono::milliseconds(50);
constexpr absl::string_view kGamePrefix = "check-";

std::string InMillis(Micros time) { return absl::StrCat(time / std::chrono::milliseconds(1), " ms"); }

}  // namespace

CheckSession::CheckSession(CheckedBotSpec spec, std::uint64_t seed, Micros end, std::stop_token stop)
    : server_(spec.socket_path, events_),
      bot_(std::move(spec), events_),
      end_(end),
      stop_(std::move(stop)),
      random_(seed),
      run_delay_([this] { return bot_.Processes(); }),
      deadlines_(games_, server_) {}

CheckSession::~CheckSession() { StopBot(); }

absl::Status CheckSession::Start(const std::string& options_json) {
  StopBot();
  FLAGFALL_RETURN_IF_ERROR(server_.Open());
  refusal_ = absl::OkStatus();
  startup_ = {.started_at = SteadyNow()};
  seen_.exit_detail.reset();
  seen_.streams_opened = 0;
  return bot_.Start(options_json);
}

void CheckSession::StopBot() {
  if (stream_ != nullptr) stream_->Break();
  stream_ = nullptr;
  is_welcome_ = false;
  games_.clear();
  bot_.Stop();
}

absl::Status CheckSession::AwaitHello() {
  const auto is_decided = [this] {
    return IsWelcome() || (startup_.stream_opened_at.has_value() && !startup_.has_right_token) ||
           startup_.first_message_at.has_value();
  };
  FLAGFALL_RETURN_IF_ERROR(RunUntil(is_decided, kStartupTimeout));
  if (IsWelcome()) return absl::OkStatus();
  return absl::FailedPreconditionError("its hello was refused");
}

std::string CheckSession::DescribeExit() const {
  return absl::StrCat("its process ", exit_detail(), bot_.DescribeOutput());
}

absl::Status CheckSession::RunUntil(const std::function<bool()>& condition, Micros limit) {
  const Micros deadline = std::min(SteadyNow() + limit, end_);
  for (;;) {
    SendMessages();
    if (condition()) return absl::OkStatus();
    if (HasExited()) return absl::UnavailableError(DescribeExit());
    if (stop_.stop_requested()) return absl::CancelledError("the check was stopped");
    const Micros now = SteadyNow();
    run_delay_.Look(now);
    if (now >= deadline) {
      NoteLate(deadline - limit);
      return absl::DeadlineExceededError(DescribeWait(limit));
    }
    const std::optional<CheckEvent> event =
        events_.TakeUntil(deadlines_.NextLook(std::min(deadline, now + kPollInterval)));
    if (!event.has_value()) {
      deadlines_.Look(SteadyNow());
      continue;
    }
    // Events come in order, so all that came before this time has been handled, and the deadlines up to it have passed.
    deadlines_.Pass(event->at);
    Handle(*event);
  }
}

HostDelay CheckSession::HostDelayWhenLate() {
  const Micros now = SteadyNow();
  return {.held = run_delay_.HeldSince(seen_.late_since, now), .of = now - seen_.late_since};
}

void CheckSession::RunFor(Micros time) {
  const Micros end = SteadyNow() + time;
  RunUntil([end] { return SteadyNow() >= end; }, time + kPollInterval).IgnoreError();
}

std::string CheckSession::DescribeWait(Micros limit) const {
  const std::string in_vain = absl::StrCat(" for ", InMillis(limit));
  if (!startup_.stream_opened_at.has_value()) return absl::StrCat("it did not dial in", in_vain);
  if (!startup_.first_message_at.has_value()) return absl::StrCat("it opened a stream and said nothing", in_vain);
  if (!IsWelcome()) return absl::StrCat("it did not dial in again and say hello", in_vain);
  for (const auto& game : games_) {
    if (game->is_over() || !game->open().has_value()) continue;
    return absl::StrCat("not done within ", InMillis(limit), ": no answer to ", game->Describe());
  }
  return absl::StrCat("nothing came", in_vain);
}

absl::StatusOr<CheckGame*> CheckSession::StartGame(const CheckGameSpec& spec) {
  const std::string id = absl::StrCat(kGamePrefix, ++games_started_);
  bot_.GrantOutput();
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<CheckGame> game,
                            CheckGame::Create(id, spec, random_(), hello_, faults_, SteadyNow()));
  games_.push_back(std::move(game));
  SendMessages();
  return games_.back().get();
}

void CheckSession::FinishGames() {
  for (const auto& game : games_) game->HoldOpponent(true, SteadyNow());
  const auto is_quiet = [](const auto& game) { return game->is_over() || !game->open().has_value(); };
  if (IsWelcome()) {
    RunUntil([&] { return std::all_of(games_.begin(), games_.end(), is_quiet); }, kFinishTimeout).IgnoreError();
  }
  for (const auto& game : games_) game->OpponentResigns(SteadyNow());
  SendMessages();
}

void CheckSession::ForgetGames() {
  FinishGames();
  games_.clear();
}

void CheckSession::SendMessages() {
  std::vector<SeatMessage> messages;
  for (const auto& game : games_) {
    messages.clear();
    game->TakeMessages(messages);
    if (!IsWelcome()) continue;
    for (const SeatMessage& message : messages) {
      budget_->Earn();
      stream_->Send(message.message, game->id(), message.decision);
    }
  }
}

void CheckSession::Send(const v1::PlayResponse& response) {
  if (!IsWelcome()) return;
  budget_->Earn();
  stream_->Send(response);
}

void CheckSession::BreakStream() {
  if (stream_ == nullptr) return;
  stream_->Break();
  OnStreamLost(SteadyNow());
}

void CheckSession::EndStream(const absl::Status& status) {
  if (stream_ == nullptr) return;
  stream_->End(status);
  OnStreamLost(SteadyNow());
}

void CheckSession::OnStreamLost(Micros at) {
  stream_ = nullptr;
  is_welcome_ = false;
  for (const auto& game : games_) game->BotDisconnected(at);
}

void CheckSession::NoteMemory() { seen_.peak_memory = std::max(seen_.peak_memory, bot_.MeasureUsage().memory_bytes); }

void CheckSession::Handle(const CheckEvent& event) {
  switch (event.kind) {
    case CheckEvent::Kind::kStreamOpened:
      return OnStreamOpened(event);
    case CheckEvent::Kind::kMessage:
    case CheckEvent::Kind::kUndecodable:
      return OnMessage(event);
    case CheckEvent::Kind::kDecisionSent:
      if (CheckGame* game = Find(event.game_id)) game->DecisionSent(event.decision, event.at);
      return;
    case CheckEvent::Kind::kStreamClosed:
      if (event.stream == stream_ && stream_ != nullptr) OnStreamLost(event.at);
      return;
    case CheckEvent::Kind::kCaughtUp:
      return;
    case CheckEvent::Kind::kExited:
      if (event.process_number != bot_.process_number()) return;
      seen_.exit_detail = event.detail;
      OnStreamLost(event.at);
      return;
  }
}

void CheckSession::OnStreamOpened(const CheckEvent& event) {
  // A wrong token after the first stream, or from before this process, belongs to a process that was ended.
  const bool has_right_token = event.stream->token() == bot_.token();
  if (!has_right_token && (startup_.stream_opened_at.has_value() || event.at < startup_.started_at)) {
    return event.stream->End(absl::UnauthenticatedError("no bot is admitted with this token"));
  }
  ++seen_.streams_opened;
  if (!startup_.stream_opened_at.has_value()) {
    startup_.stream_opened_at = event.at;
    startup_.has_right_token = has_right_token;
  }
  if (!has_right_token) return event.stream->End(absl::UnauthenticatedError("no bot is admitted with this token"));
  if (!refusal_.ok()) return event.stream->End(refusal_);
  if (stream_ != nullptr) {
    faults_.Note(Fault::kSecondHello, "it opened a second stream while its first was open");
    stream_->End(absl::AbortedError("the bot has opened a second stream with its token"));
    OnStreamLost(event.at);
  }
  stream_ = event.stream;
  budget_.emplace(limits::kMessageBurst, limits::kMessagesPerSecond, event.at);
  is_flooding_ = false;
}

void CheckSession::OnMessage(const CheckEvent& event) {
  if (event.stream != stream_ || stream_ == nullptr) return;
  const bool is_decodable = event.kind == CheckEvent::Kind::kMessage;
  if (!is_decodable) {
    faults_.Note(Fault::kUndecodable,
                 absl::StrCat("a message of ", Counted(event.bytes, "byte"), " cannot be decoded"));
  }
  if (event.bytes > limits::kMessageBytes) {
    faults_.Note(Fault::kTooLong, absl::StrCat("a message of ", event.bytes, " bytes"));
  }
  if (!budget_->Spend(event.at)) {
    if (!std::exchange(is_flooding_, true)) {
      faults_.Note(Fault::kTooMany, absl::StrCat("more than ", limits::kMessageBurst, " messages ahead and ",
                                                 limits::kMessagesPerSecond, " a second"));
    }
    // Actions are still taken, so that the games go on; nothing else is answered.
    if (is_welcome_ && !event.request.has_act()) return;
  }
  if (!is_welcome_) return OnFirstMessage(event);
  if (is_decodable) OnRequest(event.request, event.at);
}

void CheckSession::OnFirstMessage(const CheckEvent& event) {
  if (!startup_.first_message_at.has_value()) {
    startup_.first_message_at = event.at;
    startup_.is_decodable = event.kind == CheckEvent::Kind::kMessage;
    startup_.first_request = event.request;
  }
  const v1::PlayRequest& request = event.request;
  absl::Status status = request.has_hello() ? CheckHello(request.hello())
                                            : absl::FailedPreconditionError("the first message must be hello");
  startup_.hello_status = status;
  if (!status.ok()) return EndStream(status);
  hello_ = request.hello();
  is_welcome_ = true;
  v1::PlayResponse welcome;
  *welcome.mutable_welcome() = MakeWelcome(hello_);
  Send(welcome);
  for (const auto& game : games_) {
    if (!game->is_over()) game->BotConnected(hello_, event.at);
  }
}

void CheckSession::OnRequest(const v1::PlayRequest& request, Micros at) {
  if (request.has_hello() || request.message_case() == v1::PlayRequest::MESSAGE_NOT_SET) {
    return faults_.Note(Fault::kSecondHello, request.has_hello() ? "it said hello again on the same stream"
                                                                 : "it sent a message without content");
  }
  if (request.has_pong()) seen_.last_pong = request.pong().nonce();
  if (request.has_ping() && IsWelcome()) {
    v1::PlayResponse response;
    response.mutable_pong()->set_nonce(request.ping().nonce());
    stream_->Send(response);
  }
  if (const std::string* game_id = GameIdOf(request)) OnGameRequest(*game_id, request, at);
}

void CheckSession::OnGameRequest(const std::string& game_id, const v1::PlayRequest& request, Micros at) {
  if (request.act().comment().size() > kCommentBytesMax) {
    faults_.Note(Fault::kLongComment, absl::StrCat("a comment of ", request.act().comment().size(), " bytes"));
  }
  if (const std::string useless = UselessIn(request.act().beliefs()); !useless.empty()) {
    faults_.Note(Fault::kUselessBeliefs, useless);
  }
  if (CheckGame* game = Find(game_id); game != nullptr && !game->is_over()) return game->OnRequest(request, at);
  absl::string_view number = game_id;
  std::uint64_t number_played = 0;
  const bool was_played = absl::ConsumePrefix(&number, kGamePrefix) && absl::SimpleAtoi(number, &number_played) &&
                          number_played <= games_started_;
  if (!was_played) {
    faults_.Note(Fault::kUnknownGame,
                 absl::StrCat("a message for the game \"", game_id.substr(0, 40), "\", which there never was"));
  }
  SendUnknownGameError(game_id.substr(0, kGameIdBytesMax), request.act().decision());
}

void CheckSession::SendUnknownGameError(const std::string& game_id, std::uint32_t decision) {
  stream_->Send(MakeGameError(game_id, v1::GameError::CODE_UNKNOWN_GAME, decision, "",
                              "this bot plays no game of that id now: it is over, or it never began"));
}

CheckGame* CheckSession::Find(const std::string& game_id) const {
  for (const auto& game : games_) {
    if (game->id() == game_id) return game.get();
  }
  return nullptr;
}

}  // namespace flagfall::arena::checker
