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

// The gRPC server of the referee: listens, takes calls, and owns their streams.
class BotService final : public BotStream::House {
 public:
  // UNAVAILABLE when an address cannot be had.
  static absl::StatusOr<std::unique_ptr<BotService>> Start(const RefereeOptions& options, RefereeObserver observer);

  // In the order of the options, with real ports.
  const std::vector<std::string>& addresses() const { return addresses_; }

  // Where single bots dial in; see Referee. From any thread.
  absl::Status ListenFor(const std::string& bot, const std::string& path, bool is_guarded);
  void StopListeningFor(const std::string& bot);

  // How the connection came in that the library names so; absent when it has ended. From any thread.
  std::optional<Origin> OriginOf(const std::string& peer) const override;

  EventLoop& loop() override { return *loop_; }
  Lobby& lobby() override { return *lobby_; }

  // ---- On the loop's thread.

  // Takes calls from now on.
  void TakeCalls();
  // Ends all streams.
  void EndStreams();

  // ---- From any other thread, once EndStreams has been called.

  // Waits until all calls have ended, at most limits::kLinger; then breaks those that are left.
  void Shutdown();

 private:
  BotService() = default;

  absl::Status Listen(const RefereeOptions& options, std::vector<Listener>& listeners);
  void OpenGates(std::vector<Listener> listeners);

  RawBotService& service() override { return service_; }
  v1::PlayRequest& NewRequest() override;
  absl::Status OnAccepted(BotStream& stream) override;
  void OnIdle(BotStream& stream) override;
  void WaitForCall();

  RawBotService service_;
  Health health_;
  std::vector<std::string> addresses_;
  std::unique_ptr<EventLoop> loop_;
  std::unique_ptr<Lobby> lobby_;
  std::unique_ptr<grpc::Server> server_;

  // What the gates need is there before them, and after.
  std::unique_ptr<TlsContext> tls_;
  Visitors visitors_;
  // For all, and for single bots, so that strangers' handshakes keep no bot waiting that plays at a socket of its own.
  std::unique_ptr<Gate> public_gate_;
  std::unique_ptr<Gate> bots_gate_;

  // Touched on the loop's thread only.
  // Messages are decoded into the same memory one after the other.
  std::array<char, 4096> request_memory_;
  google::protobuf::Arena request_arena_{request_memory_.data(), request_memory_.size()};
  absl::flat_hash_map<BotStream*, std::unique_ptr<BotStream>> streams_;
  bool is_ending_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_SERVICE_H_
