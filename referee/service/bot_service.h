#ifndef REFEREE_SERVICE_BOT_SERVICE_H_
#define REFEREE_SERVICE_BOT_SERVICE_H_

#include <google/protobuf/arena.h>
#include <grpcpp/server.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "referee/service/bot_sockets.h"
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

  // Where single bots dial in. From any thread.
  BotSockets& sockets() { return *sockets_; }

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

  RawBotService& service() override { return service_; }
  v1::PlayRequest& NewRequest() override;
  absl::Status OnAccepted(BotStream& stream) override;
  absl::Status CheckSocket(const std::string& peer, const std::string& bot) override;
  void OnIdle(BotStream& stream) override;
  void WaitForCall();

  RawBotService service_;
  Health health_;
  std::vector<std::string> addresses_;
  std::unique_ptr<EventLoop> loop_;
  std::unique_ptr<Lobby> lobby_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<BotSockets> sockets_;

  // Touched on the loop's thread only.
  // Messages are decoded into the same memory one after the other.
  std::array<char, 4096> request_memory_;
  google::protobuf::Arena request_arena_{request_memory_.data(), request_memory_.size()};
  absl::flat_hash_map<BotStream*, std::unique_ptr<BotStream>> streams_;
  bool is_ending_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_SERVICE_H_
