#include "referee/service/bot_stream.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/gate/limits.h"
#include "referee/service/bearer_token.h"
#include "referee/service/grpc_status.h"
#include "referee/service/limits.h"
#include "referee/service/message_bytes.h"

namespace flagfall {
namespace {

// Answers to what the bot sent unasked; see limits::kMessageBurst.
bool IsAnswerToNonsense(const v1::PlayResponse& message) { return message.has_game_error() || message.has_pong(); }

}  // namespace

BotStream::BotStream(House& house)
    : house_(house),
      guest_(house.loop()),
      budget_(limits::kMessageBurst, limits::kMessagesPerSecond, house.loop().TurnTime()),
      timer_(house.loop().timers(), [this](Micros now) { OnTimer(now); }) {
  house_.service().RequestPlay(&context_, &stream_, &house_.loop().queue(), &house_.loop().queue(),
                               static_cast<Completion*>(&on_accept_));
}

void BotStream::OnAccept(bool ok) {
  FLAGFALL_CHECK(state_ == State::kIdle);
  // The server is shut down, and no call will come.
  if (!ok) return house_.OnIdle(*this);
  state_ = State::kNew;
  if (absl::Status status = house_.OnAccepted(*this); !status.ok()) return End(status);
  // The bot may have been admitted just now, and be faster than the news of it.
  house_.loop().RunPosted();
  // Or the referee is ending all streams.
  if (!IsOpen()) return;
  auto bot = house_.lobby().Authenticate(BearerToken(context_));
  if (!bot.ok()) return End(bot.status());
  const std::optional<Origin> origin = house_.OriginOf(context_.peer());
  if (!origin) return End(absl::UnavailableError("the connection has ended"));
  if (!origin->bot.empty() && origin->bot != (*bot)->name) {
    return End(absl::UnauthenticatedError("this socket is another bot's; use the address that came with the token"));
  }
  origin_ = *origin;
  bot_ = *std::move(bot);
  timer_.Set(house_.loop().TurnTime() + limits::kHelloWithin);
  StartRead();
}

void BotStream::StartRead() {
  is_reading_ = true;
  stream_.Read(&incoming_, static_cast<Completion*>(&on_read_));
}

void BotStream::OnRead(bool ok) {
  is_reading_ = false;
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
  if (!budget_.Spend(house_.loop().TurnTime())) {
    return Break(absl::ResourceExhaustedError(absl::StrCat("too many messages that nothing had asked for: more than ",
                                                           limits::kMessageBurst, " ahead and ",
                                                           limits::kMessagesPerSecond, " a second")));
  }
  v1::PlayRequest& request = house_.NewRequest();
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
  // Once more: the token may have been replaced since the call came in.
  auto bot = house_.lobby().Authenticate(BearerToken(context_));
  if (!bot.ok()) return End(bot.status());
  bot_ = *std::move(bot);
  const Micros now = house_.loop().TurnTime();
  state_ = State::kReady;
  timer_.Set(now + limits::kPingInterval);
  // Not known to the lobby unless it is accepted, so there is nothing to tell it when it is not.
  if (absl::Status status = house_.lobby().Join(bot_, request.hello(), *this, now); !status.ok()) return End(status);
  // Only what comes over a network has a way to go.
  if (origin_.is_tcp) SendPing(now);
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
      const Micros now = house_.loop().TurnTime();
      timer_.Set(now + limits::kPingInterval);
      if (request.has_pong() && request.pong().nonce() == last_ping_) {
        round_trip_.Add(now - HostDelay() - pinged_at_);
      } else if (round_trip_.is_measured() && now - pinged_at_ >= limits::kPingInterval) {
        SendPing(now);
      }
      return house_.lobby().Handle(*bot_, request, incoming_.Length(), now, HostDelay());
  }
}

std::size_t BotStream::Send(const v1::PlayResponse& message, const OpenedDecision& opens) {
  if (state_ != State::kReady) return 0;
  if (!IsAnswerToNonsense(message)) budget_.Earn();
  Outbox::Outgoing outgoing{Encode(message), opens};
  const std::size_t bytes = outgoing.bytes.Length();
  if (!is_writing_) {
    StartWrite(outgoing);
    return bytes;
  }
  const bool is_stuck = house_.loop().TurnTime() - write_began_ > limits::kTransportStuck;
  if (outbox_.Push(std::move(outgoing), is_stuck)) return bytes;
  outbox_.Clear();
  Break(absl::ResourceExhaustedError(absl::StrCat("the bot reads too slowly: more than ", limits::kOutboxMessages,
                                                  " messages or ", limits::kOutboxBytes >> 20, " MiB wait for it")),
        /*slow_reader=*/true);
  return 0;
}

void BotStream::StartWrite(const Outbox::Outgoing& outgoing) {
  is_writing_ = true;
  write_began_ = house_.loop().TurnTime();
  stream_.Write(outgoing.bytes, static_cast<Completion*>(&on_write_));
  // The transport has it: the clock starts.
  if (outgoing.opens.decision != 0) {
    house_.lobby().DecisionSent(outgoing.opens, SteadyNow(), round_trip_.Estimate());
  }
}

void BotStream::OnWrite(bool ok) {
  is_writing_ = false;
  if (!ok) {
    outbox_.Clear();
    if (IsOpen()) Break(absl::OkStatus());
  }
  if (!outbox_.is_empty()) StartWrite(outbox_.Pop());
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
  pinged_at_ = now;
  v1::PlayResponse message;
  message.mutable_ping()->set_nonce(++last_ping_);
  Send(message, {});
}

void BotStream::Break(const absl::Status& why, bool slow_reader) {
  const bool lobby_knows = state_ == State::kReady;
  End(why);
  if (!lobby_knows) return;
  // Later in this turn: the lobby may be in the middle of sending.
  house_.loop().Defer([this, why, slow_reader] {
    const std::string detail = why.ok() ? "the stream was closed by the bot" : std::string(why.message());
    house_.lobby().Left(bot_, *this, detail, slow_reader, house_.loop().TurnTime());
  });
}

void BotStream::End(const absl::Status& why) {
  if (!IsOpen()) return;
  state_ = State::kEnding;
  end_status_ = why;
  timer_.Set(house_.loop().TurnTime() + limits::kLinger);
  GoOnEnding();
}

void BotStream::GoOnEnding() {
  if (state_ == State::kEnding && !is_writing_ && outbox_.is_empty()) {
    state_ = State::kEnded;
    is_finishing_ = true;
    stream_.Finish(ToGrpcStatus(end_status_), static_cast<Completion*>(&on_finish_));
  }
  if (state_ == State::kEnded && !is_reading_ && !is_writing_ && !is_finishing_) house_.OnIdle(*this);
}

void BotStream::OnFinish(bool /*ok*/) {
  is_finishing_ = false;
  GoOnEnding();
}

}  // namespace flagfall
