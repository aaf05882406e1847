#ifndef REFEREE_SERVICE_BOT_STREAM_H_
#define REFEREE_SERVICE_BOT_STREAM_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/byte_buffer.h>

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "flagfall/v1/bot_service.grpc.pb.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/gate/budget.h"
#include "referee/gate/timer_queue.h"
#include "referee/gate/visitors.h"
#include "referee/service/bot_channel.h"
#include "referee/service/event_loop.h"
#include "referee/service/lobby.h"
#include "referee/service/outbox.h"
#include "referee/service/round_trip.h"

namespace flagfall {

// The service with its messages as bytes: what cannot be decoded can so be told from a stream that broke.
using RawBotService = v1::BotService::WithRawMethod_Play<v1::BotService::Service>;

// One call of Play, from before it comes in until all its operations have come back. All on the loop's thread.
//
//   state    | what happens                                        | next
//   ---------|-----------------------------------------------------|---------
//   kIdle    | a bot calls                                         | kNew
//   kNew     | hello, accepted                                     | kReady
//   kReady   | messages both ways                                  | kReady
//   kNew,    | the bot closes or vanishes, breaks the protocol or  | kEnding
//   kReady   | a limit; the lobby ends the stream                  |
//   kEnding  | what waits is written, within limits::kLinger       | kEnded
//   kEnded   | the status is on its way                            | (destroyed)
class BotStream final : public BotChannel {
 public:
  // Where streams live.
  class House {
   public:
    virtual ~House() = default;
    virtual EventLoop& loop() = 0;
    virtual Lobby& lobby() = 0;
    virtual RawBotService& service() = 0;
    // What the next message is decoded into; the one before is gone with it.
    virtual v1::PlayRequest& NewRequest() = 0;
    // The stream's call came in. UNAVAILABLE or RESOURCE_EXHAUSTED when it cannot be taken.
    virtual absl::Status OnAccepted(BotStream& stream) = 0;
    // How the connection came in that the library names so; absent when it has ended.
    virtual std::optional<Origin> OriginOf(const std::string& peer) const = 0;
    // Nothing of the stream is under way any more: it may be destroyed, and is not touched after this.
    virtual void OnIdle(BotStream& stream) = 0;
  };

  // Waits for a call.
  explicit BotStream(House& house);

  std::size_t Send(const v1::PlayResponse& message, const OpenedDecision& opens) override;
  void End(const absl::Status& why) override;

 private:
  enum class State { kIdle, kNew, kReady, kEnding, kEnded };

  void OnAccept(bool ok);
  void OnRead(bool ok);
  void OnWrite(bool ok);
  void OnFinish(bool ok);
  void OnTimer(Micros now);
  void SendPing(Micros now);

  // What came in, by state.
  void Receive();
  void ReceiveHello(const v1::PlayRequest& request);
  void ReceiveInPlay(const v1::PlayRequest& request);
  // False when it cannot be decoded.

  void StartRead();
  void StartWrite(const Outbox::Outgoing& outgoing);
  // The stream ends by the bot's doing: End, and the lobby is told in this turn.
  void Break(const absl::Status& why, bool slow_reader = false);
  // Takes the next step of ending, as far as what is under way lets it.
  void GoOnEnding();
  // How long what is being handled has waited for the host itself, with its way in and the way out of what it answers.
  Micros HostDelay() const { return house_.loop().PickupDelay() + origin_.gate_delay->load(); }
  bool IsOpen() const { return state_ == State::kNew || state_ == State::kReady; }

  House& house_;
  const EventLoop::Guest guest_;
  State state_ = State::kIdle;
  std::shared_ptr<Bot> bot_;
  grpc::ServerContext context_;
  // How its connection came in.
  Origin origin_;
  grpc::ServerAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer> stream_{&context_};
  grpc::ByteBuffer incoming_;
  Outbox outbox_;
  // Of messages.
  Budget budget_;
  // By state: the hello is overdue, a ping is due, the stream has lingered too long.
  Timer timer_;
  std::uint64_t last_ping_ = 0;
  // When that was sent; the distance of a bot on another machine, or on this one's network, from its pongs.
  Micros pinged_at_{};
  RoundTrip round_trip_;
  absl::Status end_status_;

  bool is_reading_ = false;
  bool is_writing_ = false;
  // The turn in which the write under way began.
  Micros write_began_{};
  bool is_finishing_ = false;
  MemberCompletion<BotStream, &BotStream::OnAccept> on_accept_{*this};
  MemberCompletion<BotStream, &BotStream::OnRead> on_read_{*this};
  MemberCompletion<BotStream, &BotStream::OnWrite> on_write_{*this};
  MemberCompletion<BotStream, &BotStream::OnFinish> on_finish_{*this};
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_STREAM_H_
