#include "referee/service/bot_stream.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/gate/gate_limits.h"
#include "referee/service/bearer_token.h"
#include "referee/service/bot_service.h"
#include "referee/service/grpc_status.h"
#include "referee/service/message_bytes.h"
#include "referee/service/service_limits.h"

namespace flagfall {
namespace {

// Whether the message answers what the bot sent unasked; see limits::kMessageBurst.
bool AnswersUnasked(const v1::PlayResponse& message) { return message.has_game_error() || message.has_pong(); }

}  // namespace

BotStream::BotStream(BotService& service)
    : service_(service),
      open_call_(loop()),
      budget_(limits::kMessageBurst, limits::kMessagesPerSecond, loop().TurnTime()),
      timer_(loop().timers(), [this](Micros now) { OnTimer(now); }) {
  service_.raw_service().RequestPlay(&context_, &stream_, &loop().queue(), &loop().queue(),
                                     static_cast<Completion*>(&on_accept_));
}

EventLoop& BotStream::loop() const { return service_.loop(); }

Lobby& BotStream::lobby() const { return service_.lobby(); }

Micros BotStream::HostDelay() const { return loop().PickupDelay() + source_.gate_delay->load(); }

void BotStream::OnAccept(bool ok) {
  FLAGFALL_CHECK(state_ == State::kIdle);
  // The server is shut down, so that no call will come any more.
  if (!ok) return service_.OnIdle(*this);
  state_ = State::kNew;
  if (absl::Status status = service_.OnAccepted(); !status.ok()) return End(status);
  // The bot may have been admitted a moment ago, and its call may have overtaken the news of it.
  loop().RunPosted();
  // One of the posted calls may have ended all streams.
  if (!IsOpen()) return;
  auto bot = lobby().Authenticate(BearerToken(context_));
  if (!bot.ok()) return End(bot.status());
  const std::optional<ConnectionSource> source = service_.SourceOf(context_.peer());
  if (!source) return End(absl::UnavailableError("the connection has ended"));
  if (!source->bot.empty() && source->bot != (*bot)->name) {
    return End(absl::UnauthenticatedError("this socket is another bot's; use the address that came with the token"));
  }
  source_ = *source;
  bot_ = *std::move(bot);
  timer_.Set(loop().TurnTime() + limits::kHelloWithin);
  StartRead();
}

void BotStream::StartRead() {
  under_way_.read = true;
  stream_.Read(&incoming_, static_cast<Completion*>(&on_read_));
}

void BotStream::OnRead(bool ok) {
  under_way_.read = false;
  if (ok) {
    Receive();
  } else if (IsOpen()) {
    Break(absl::OkStatus());
  }
  if (IsOpen()) return StartRead();
  GoOnEnding();
}

void BotStream::Receive() {
  if (!IsOpen()) return;
  if (!budget_.Spend(loop().TurnTime())) {
    return Break(absl::ResourceExhaustedError(absl::StrCat("too many messages that nothing had asked for: more than ",
                                                           limits::kMessageBurst, " ahead and ",
                                                           limits::kMessagesPerSecond, " a second")));
  }
  v1::PlayRequest& request = service_.NewRequest();
  if (!Decode(incoming_, request)) {
    return Break(absl::InvalidArgumentError(absl::StrCat("a message of ", Counted(incoming_.Length(), "byte"),
                                                         " cannot be decoded as flagfall.v1.PlayRequest")));
  }
  switch (state_) {
    case State::kNew:
      return ReceiveHello(request);
    case State::kReady:
      return ReceiveInPlay(request);
    case State::kIdle:
    case State::kEnding:
    case State::kEnded:
      return;
  }
}

void BotStream::ReceiveHello(const v1::PlayRequest& request) {
  if (!request.has_hello()) return Break(absl::FailedPreconditionError("the first message must be hello"));
  // The token is looked up once more, since it may have been replaced after the call came in.
  auto bot = lobby().Authenticate(BearerToken(context_));
  if (!bot.ok()) return End(bot.status());
  bot_ = *std::move(bot);
  const Micros now = loop().TurnTime();
  state_ = State::kReady;
  timer_.Set(now + limits::kPingInterval);
  // The lobby knows the stream only once it has accepted the hello, so there is nothing to tell it when it does not.
  if (absl::Status status = lobby().Join(bot_, request.hello(), *this, now); !status.ok()) return End(status);
  // Only a bot that comes over a network has a round trip worth measuring.
  if (source_.is_tcp) SendPing(now);
}

void BotStream::ReceiveInPlay(const v1::PlayRequest& request) {
  switch (request.message_case()) {
    case v1::PlayRequest::kHello:
      return Break(absl::FailedPreconditionError("hello may only be the first message"));
    case v1::PlayRequest::MESSAGE_NOT_SET:
      return Break(
          absl::FailedPreconditionError(absl::StrCat("a message without content, or with one that protocol version ",
                                                     limits::kProtocolVersion, " does not have")));
    case v1::PlayRequest::kAct:
    case v1::PlayRequest::kResign:
    case v1::PlayRequest::kOfferDraw:
    case v1::PlayRequest::kAcceptDraw:
    case v1::PlayRequest::kPing:
    case v1::PlayRequest::kPong:
      const Micros now = loop().TurnTime();
      timer_.Set(now + limits::kPingInterval);
      if (request.has_pong()) {
        pings_.Answered(request.pong().nonce(), now - HostDelay());
      } else if (pings_.IsDue(now, limits::kPingInterval)) {
        SendPing(now);
      }
      return lobby().Handle(*bot_, request, incoming_.Length(), now, HostDelay());
  }
}

SendResult BotStream::Send(const v1::PlayResponse& message, const OpenedDecision& opens) {
  if (state_ != State::kReady) return {};
  if (!AnswersUnasked(message)) budget_.Earn();
  Outbox::Outgoing outgoing{Encode(message), opens};
  const std::size_t bytes = outgoing.bytes.Length();
  if (!under_way_.write) return {.bytes = bytes, .hand_over = StartWrite(outgoing)};
  const bool is_stuck = loop().TurnTime() - under_way_.write_began > limits::kTransportStuck;
  if (outbox_.Push(std::move(outgoing), is_stuck)) return {.bytes = bytes};
  outbox_.Clear();
  Break(absl::ResourceExhaustedError(absl::StrCat("the bot reads too slowly: more than ", limits::kOutboxMessages,
                                                  " messages or ", limits::kOutboxBytes >> 20, " MiB wait for it")),
        /*slow_reader=*/true);
  return {};
}

std::optional<HandOver> BotStream::StartWrite(const Outbox::Outgoing& outgoing) {
  under_way_.write = true;
  under_way_.write_began = loop().TurnTime();
  stream_.Write(outgoing.bytes, static_cast<Completion*>(&on_write_));
  if (outgoing.opens.decision == 0) return std::nullopt;
  // The transport has the message now, and the clock of the decision starts.
  return HandOver{.at = SteadyNow(), .round_trip = pings_.RoundTripEstimate()};
}

void BotStream::WriteNext() {
  const Outbox::Outgoing next = outbox_.Pop();
  if (const auto hand_over = StartWrite(next)) lobby().HandedOver(next.opens, *hand_over, loop().TurnTime());
}

void BotStream::OnWrite(bool ok) {
  under_way_.write = false;
  if (!ok) {
    outbox_.Clear();
    if (IsOpen()) Break(absl::OkStatus());
  }
  if (!outbox_.is_empty()) WriteNext();
  GoOnEnding();
}

void BotStream::OnTimer(Micros now) {
  switch (state_) {
    case State::kNew:
      return Break(absl::DeadlineExceededError(
          absl::StrCat("no hello within ", limits::kHelloWithin / std::chrono::seconds(1), " s")));
    case State::kReady:
      timer_.Set(now + limits::kPingInterval);
      return SendPing(now);
    case State::kEnding:
    case State::kEnded:
      // The bot does not take what is still to be said. Everything under way comes back with an error now.
      return context_.TryCancel();
    case State::kIdle:
      return;
  }
}

void BotStream::SendPing(Micros now) {
  v1::PlayResponse message;
  message.mutable_ping()->set_nonce(pings_.Sent(now));
  Send(message, {});
}

void BotStream::Break(const absl::Status& why, bool slow_reader) {
  const bool lobby_knows = state_ == State::kReady;
  End(why);
  if (!lobby_knows) return;
  // Later in this turn: the lobby may be in the middle of sending.
  loop().Defer([this, why, slow_reader] {
    const std::string detail = why.ok() ? "the stream was closed by the bot" : std::string(why.message());
    lobby().Left(bot_, *this, detail, slow_reader, loop().TurnTime());
  });
}

void BotStream::End(const absl::Status& why) {
  if (!IsOpen()) return;
  state_ = State::kEnding;
  end_status_ = why;
  timer_.Set(loop().TurnTime() + limits::kLinger);
  GoOnEnding();
}

void BotStream::GoOnEnding() {
  if (state_ == State::kEnding && !under_way_.write && outbox_.is_empty()) {
    state_ = State::kEnded;
    under_way_.finish = true;
    stream_.Finish(ToGrpcStatus(end_status_), static_cast<Completion*>(&on_finish_));
  }
  if (state_ == State::kEnded && !under_way_.read && !under_way_.write && !under_way_.finish) service_.OnIdle(*this);
}

void BotStream::OnFinish(bool /*ok*/) {
  under_way_.finish = false;
  GoOnEnding();
}

}  // namespace flagfall
