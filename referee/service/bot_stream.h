#ifndef REFEREE_SERVICE_BOT_STREAM_H_
#define REFEREE_SERVICE_BOT_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/base/fifo.h"
#include "referee/net/budget.h"
#include "referee/net/connection_source.h"
#include "referee/net/timer_queue.h"
#include "referee/rpc/call.h"
#include "referee/service/bot_channel.h"
#include "referee/service/lobby.h"
#include "referee/service/outbox.h"
#include "referee/service/round_trip.h"

namespace flagfall {

class BotStreams;
class LoopTurns;

// One call of Play. It lives on the loop's thread, from the call's beginning until the call is over.
//
//   state    | what happens                                        | next
//   ---------|-----------------------------------------------------|---------
//   kNew     | hello, accepted                                     | kReady
//   kReady   | messages both ways                                  | kReady
//   kNew,    | the bot closes or vanishes, breaks the protocol or  | kEnding
//   kReady   | a limit; the lobby ends the stream                  |
//   kEnding  | what waits is written, within limits::kLinger       | (over)
class BotStream final : public BotChannel, public rpc::CallHandler, public std::enable_shared_from_this<BotStream> {
 public:
  // The bot that has shown `token` calls, from that source. `streams` outlives this; `call` lives until OnEnded.
  BotStream(BotStreams& streams, rpc::Call& call, const ConnectionSource& source, std::string token);

  bool OnMessage(absl::string_view message) override;
  void OnHalfClosed() override;
  void OnFlushed(Micros now) override;
  void OnEnded() override;

  std::size_t Send(const v1::PlayResponse& message, const OpenedDecision& opens) override;
  void End(const absl::Status& why) override;
  bool IsStuck(Micros now) const override { return state_ != State::kReady || outbox_.IsStuck(now); }

 private:
  enum class State { kNew, kReady, kEnding };
  // A message that opens a decision, and its number among the call's messages.
  struct Opening {
    OpenedDecision opens;
    std::uint64_t number = 0;
    // Whether the lobby knows that it was sent.
    bool is_told = false;
  };
  // Why the stream has ended, as the lobby is to be told.
  struct Farewell {
    std::string detail;
    bool slow_reader = false;
  };

  // What came in, by state.
  void ReceiveHello(const v1::PlayRequest& request);
  void ReceiveInPlay(const v1::PlayRequest& request, std::size_t bytes);

  void OnTimer(Micros now);
  void SendPing(Micros now);
  // Ends the stream for something that the bot did, and has the lobby told of it at the end of this turn.
  void Break(const absl::Status& why, bool slow_reader = false);
  void TellLobbyOfEnd();
  void TellLobbyThatItReads();
  LoopTurns& loop() const;
  Lobby& lobby() const;
  bool IsOpen() const { return state_ == State::kNew || state_ == State::kReady; }

  BotStreams& streams_;
  // Null once the call is over.
  rpc::Call* call_;
  // Over a network, or what might be one.
  const bool is_tcp_;
  const std::string peer_;
  const std::string token_;
  State state_ = State::kNew;
  std::shared_ptr<AdmittedBot> bot_;
  Outbox outbox_;
  // Messages that open decisions, from when they are queued until they have left this machine.
  Fifo<Opening> openings_;
  // How many messages the bot may still send.
  Budget budget_;
  // What it means that the timer fires follows from the state: the hello is overdue, or a ping is due.
  Timer timer_;
  // The referee measures the distance of a bot that came over a network.
  Pings pings_;
  // For how long the loop had stood still in all when the last ping was sent.
  Micros stood_still_at_ping_{};
  std::optional<Farewell> farewell_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_STREAM_H_
