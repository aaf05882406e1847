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

class BotService;

// The service with its messages as bytes, so that a message that cannot be decoded is told from a stream that broke.
using RawBotService = v1::BotService::WithRawMethod_Play<v1::BotService::Service>;

// One call of Play, from before it comes in until all its operations have come back. It belongs to the BotService,
// which destroys it when it is idle, and lives on the loop's thread.
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
  // Waits for a call. `service` must outlive this.
  explicit BotStream(BotService& service);

  SendResult Send(const v1::PlayResponse& message, const OpenedDecision& opens) override;
  void End(const absl::Status& why) override;

 private:
  enum class State { kIdle, kNew, kReady, kEnding, kEnded };

  // The operations that gRPC has not completed yet.
  struct UnderWay {
    bool read = false;
    bool write = false;
    bool finish = false;
    // The time of the turn in which the write began.
    Micros write_began{};
  };

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
  // Hands the message to the transport; the result is of a message that opens a decision, and absent for all others.
  std::optional<HandOver> StartWrite(const Outbox::Outgoing& outgoing);
  // Hands over the message that has waited longest, and tells the lobby if it opens a decision.
  void WriteNext();
  // Ends the stream for something that the bot did, and has the lobby told of it at the end of this turn.
  void Break(const absl::Status& why, bool slow_reader = false);
  // Takes the next step of ending, as far as what is under way lets it.
  void GoOnEnding();
  // How long the message that is being handled has waited for the host itself: on its way in, and, together with it,
  // the message that it answers on the way out.
  Micros HostDelay() const;
  EventLoop& loop() const;
  Lobby& lobby() const;
  bool IsOpen() const { return state_ == State::kNew || state_ == State::kReady; }

  BotService& service_;
  const EventLoop::OpenCall open_call_;
  State state_ = State::kIdle;
  std::shared_ptr<AdmittedBot> bot_;
  grpc::ServerContext context_;
  ConnectionSource source_;
  grpc::ServerAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer> stream_{&context_};
  grpc::ByteBuffer incoming_;
  Outbox outbox_;
  // How many messages the bot may still send.
  Budget budget_;
  // What it means that the timer fires follows from the state: the hello is overdue, a ping is due, or the stream has
  // taken too long to end.
  Timer timer_;
  // The referee measures the distance of a bot that came over a network.
  Pings pings_;
  absl::Status end_status_;

  UnderWay under_way_;
  MemberCompletion<BotStream, &BotStream::OnAccept> on_accept_{*this};
  MemberCompletion<BotStream, &BotStream::OnRead> on_read_{*this};
  MemberCompletion<BotStream, &BotStream::OnWrite> on_write_{*this};
  MemberCompletion<BotStream, &BotStream::OnFinish> on_finish_{*this};
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_STREAM_H_
