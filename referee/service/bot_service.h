#ifndef REFEREE_SERVICE_BOT_SERVICE_H_
#define REFEREE_SERVICE_BOT_SERVICE_H_

#include <google/protobuf/arena.h>
#include <grpcpp/server.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "referee/gate/gate.h"
#include "referee/gate/tls_end.h"
#include "referee/gate/visitors.h"
#include "referee/service/bot_stream.h"
#include "referee/service/event_loop.h"
#include "referee/service/health.h"
#include "referee/service/lobby.h"
#include "referee/service/referee.h"

namespace flagfall {

// The gRPC server of the referee: listens, takes calls, and owns the event loop, the lobby and the streams of the
// calls. It belongs to a Referee, which runs its loop on a thread of its own.
class BotService {
 public:
  // UNAVAILABLE when an address cannot be had.
  static absl::StatusOr<std::unique_ptr<BotService>> Start(const RefereeOptions& options, RefereeObserver observer);

  // In the order of the options, with real ports.
  const std::vector<std::string>& addresses() const { return addresses_; }

  // Opens and closes the socket of a single bot; see Referee. From any thread.
  absl::Status ListenFor(const std::string& bot, const std::string& path, bool is_guarded);
  void StopListeningFor(const std::string& bot);

  // Where the connection comes from that gRPC calls `peer`; absent when it has ended. From any thread.
  std::optional<ConnectionSource> SourceOf(const std::string& peer) const;

  EventLoop& loop() { return *loop_; }
  Lobby& lobby() { return *lobby_; }

  // ---- On the loop's thread.

  // Takes calls from now on.
  void TakeCalls();
  // Ends all streams.
  void EndStreams();

  // ---- For a BotStream, on the loop's thread.

  RawBotService& raw_service() { return raw_service_; }
  // What the next message is decoded into; the message before it is gone with this call.
  v1::PlayRequest& NewRequest();
  // The stream's call came in, and another stream waits for the next one. UNAVAILABLE or RESOURCE_EXHAUSTED when the
  // call cannot be taken.
  absl::Status OnAccepted();
  // Nothing of the stream is under way any more: it is destroyed.
  void OnIdle(BotStream& stream);

  // ---- From any other thread, once EndStreams has been called.

  // Waits until all calls have ended, at most limits::kLinger; then breaks those that are left.
  void Shutdown();

 private:
  BotService() = default;

  absl::Status Listen(const RefereeOptions& options, std::vector<Listener>& listeners);
  void OpenGates(std::vector<Listener> listeners);

  void WaitForCall();

  RawBotService raw_service_;
  Health health_;
  std::vector<std::string> addresses_;
  std::unique_ptr<EventLoop> loop_;
  std::unique_ptr<Lobby> lobby_;
  std::unique_ptr<grpc::Server> server_;

  // The gates use both, so these come before them and outlive them.
  std::unique_ptr<TlsContext> tls_;
  Visitors visitors_;
  // One gate for everybody, and one for the bots at sockets of their own, so that strangers' handshakes keep no such
  // bot waiting.
  std::unique_ptr<Gate> public_gate_;
  std::unique_ptr<Gate> bots_gate_;

  // The rest is touched on the loop's thread only. Messages are decoded into the same memory one after the other.
  std::array<char, 4096> request_memory_;
  google::protobuf::Arena request_arena_{request_memory_.data(), request_memory_.size()};
  absl::flat_hash_map<BotStream*, std::unique_ptr<BotStream>> streams_;
  bool is_ending_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_SERVICE_H_
