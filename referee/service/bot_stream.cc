#include "referee/service/bot_stream.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/counted.h"
#include "referee/net/loop_turns.h"
#include "referee/service/bot_streams.h"
#include "referee/service/service_limits.h"

namespace flagfall {
namespace {

// Whether the message answers what the bot sent unasked; see limits::kMessageBurst.
bool AnswersUnasked(const v1::PlayResponse& message) { return message.has_game_error() || message.has_pong(); }

}  // namespace

BotStream::BotStream(BotStreams& streams, rpc::Call& call, const ConnectionSource& source, std::string token)
    : streams_(streams),
      call_(&call),
      is_tcp_(source.is_tcp),
      peer_(source.address),
      token_(std::move(token)),
      budget_(limits::kMessageBurst, limits::kMessagesPerSecond, loop().TurnTime()),
      timer_(loop().timers(), [this](Micros now) { OnTimer(now); }) {
  timer_.Set(loop().TurnTime() + limits::kHelloWithin);
}

LoopTurns& BotStream::loop() const { return streams_.loop(); }

Lobby& BotStream::lobby() const { return streams_.lobby(); }

bool BotStream::OnMessage(absl::string_view message) {
  if (!IsOpen()) return true;
  if (!budget_.Spend(loop().TurnTime())) {
    Break(absl::ResourceExhaustedError(absl::StrCat("too many messages that nothing had asked for: more than ",
                                                    limits::kMessageBurst, " ahead and ", limits::kMessagesPerSecond,
                                                    " a second")));
    return true;
  }
  v1::PlayRequest& request = streams_.NewRequest();
  if (!request.ParseFromArray(message.data(), static_cast<int>(message.size()))) {
    Break(absl::InvalidArgumentError(absl::StrCat("a message of ", Counted(message.size(), "byte"),
                                                  " cannot be decoded as flagfall.v1.PlayRequest")));
  } else if (state_ == State::kNew) {
    ReceiveHello(request);
  } else {
    ReceiveInPlay(request, message.size());
  }
  return true;
}

void BotStream::ReceiveHello(const v1::PlayRequest& request) {
  if (!request.has_hello()) return Break(absl::FailedPreconditionError("the first message must be hello"));
  // Looked up now, since the token may have been replaced after the call came in.
  auto bot = lobby().Authenticate(token_);
  if (!bot.ok()) return End(bot.status());
  bot_ = *std::move(bot);
  const Micros now = loop().TurnTime();
  state_ = State::kReady;
  outbox_.SetGames(request.hello().concurrent_games_max());
  timer_.Set(now + limits::kPingInterval);
  // The lobby knows the stream only once it has accepted the hello, so there is nothing to tell it when it does not.
  if (absl::Status status = lobby().Join(bot_, request.hello(), *this, now); !status.ok()) return End(status);
  // Only a bot that comes over a network has a round trip worth measuring.
  if (is_tcp_) SendPing(now);
}

void BotStream::ReceiveInPlay(const v1::PlayRequest& request, std::size_t bytes) {
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
      const Micros pickup_delay = loop().PickupDelay();
      const Micros host_delay = pickup_delay - std::min(bot_->cost->Since(loop().ThereSince(), now), pickup_delay);
      timer_.Set(now + limits::kPingInterval);
      if (request.has_pong()) {
        const Micros stood_still = loop().StoodStill() - stood_still_at_ping_;
        pings_.Answered(request.pong().nonce(), now - host_delay - stood_still);
      } else if (pings_.IsDue(now, limits::kPingInterval)) {
        SendPing(now);
      }
      return lobby().Handle(*bot_, request, bytes, now, host_delay);
  }
}

std::size_t BotStream::Send(const v1::PlayResponse& message, const OpenedDecision& opens) {
  if (state_ != State::kReady) return 0;
  if (!AnswersUnasked(message)) budget_.Earn();
  static thread_local std::string bytes;
  message.SerializeToString(&bytes);
  const Micros now = loop().TurnTime();
  outbox_.BeforeSend(call_->waiting_messages(), now);
  if (!outbox_.HasRoom(bytes.size(), call_->waiting_bytes(), now)) {
    Break(
        absl::ResourceExhaustedError(absl::StrCat("the bot reads too slowly: more than ", outbox_.stuck_messages_max(),
                                                  " messages or ", limits::kOutboxBytes >> 20, " MiB wait for it")),
        /*slow_reader=*/true);
    return 0;
  }
  call_->Send(bytes);
  if (opens.decision != 0) openings_.push_back({.opens = opens, .number = call_->queued_count()});
  return bytes.size();
}

void BotStream::OnFlushed(Micros now) {
  const bool was_stuck = IsStuck(now);
  outbox_.AfterFlush(call_->waiting_messages(), now);
  if (state_ == State::kReady && was_stuck && !IsStuck(now)) {
    loop().Defer([stream = shared_from_this()] { stream->TellLobbyThatItReads(); });
  }
  const std::uint64_t left = call_->left_count();
  // What the lobby does now may send further messages, which are for the next flush.
  const std::size_t count = openings_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Opening opening = openings_[i];
    const bool has_left = opening.number <= left;
    openings_[i].is_told = true;
    if (!opening.is_told) {
      lobby().DecisionSent(opening.opens, {.at = now, .round_trip = pings_.RoundTripEstimate(), .has_left = has_left});
    } else if (has_left) {
      lobby().DecisionLeft(opening.opens, now);
    }
  }
  while (!openings_.empty() && openings_.front().number <= left) openings_.pop_front();
}

void BotStream::OnHalfClosed() {
  if (IsOpen()) Break(absl::OkStatus());
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
      return;
  }
}

void BotStream::SendPing(Micros now) {
  v1::PlayResponse message;
  message.mutable_ping()->set_nonce(pings_.Sent(now));
  stood_still_at_ping_ = loop().StoodStill();
  Send(message, {});
}

void BotStream::Break(const absl::Status& why, bool slow_reader) {
  const bool lobby_knows = state_ == State::kReady;
  if (absl::IsResourceExhausted(why)) {
    streams_.NoteRefusal(refusals::kRateLimit, peer_);
  } else if (!why.ok()) {
    streams_.NoteRefusal(refusals::kProtocolError, peer_);
  }
  End(why);
  if (!lobby_knows) return;
  farewell_ = {.detail = why.ok() ? "the stream was closed by the bot" : std::string(why.message()),
               .slow_reader = slow_reader};
  // Later in this turn: the lobby may be in the middle of sending.
  loop().Defer([stream = shared_from_this()] { stream->TellLobbyOfEnd(); });
}

void BotStream::TellLobbyThatItReads() {
  if (state_ == State::kReady) lobby().ReadsAgain(*bot_, *this, loop().TurnTime());
}

void BotStream::TellLobbyOfEnd() {
  const auto farewell = std::exchange(farewell_, std::nullopt);
  if (!farewell) return;
  lobby().Left(bot_, *this, farewell->detail, farewell->slow_reader, loop().TurnTime());
}

void BotStream::End(const absl::Status& why) {
  if (!IsOpen()) return;
  state_ = State::kEnding;
  timer_.Clear();
  if (call_ != nullptr) call_->End(why);
}

void BotStream::OnEnded() {
  call_ = nullptr;
  if (IsOpen()) Break(absl::OkStatus());
  TellLobbyOfEnd();
  streams_.OnEnded(*this);
}

}  // namespace flagfall
