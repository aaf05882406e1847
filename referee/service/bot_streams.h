#ifndef REFEREE_SERVICE_BOT_STREAMS_H_
#define REFEREE_SERVICE_BOT_STREAMS_H_

#include <google/protobuf/arena.h>

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "referee/net/connection_source.h"
#include "referee/net/loop_turns.h"
#include "referee/net/recent_cost.h"
#include "referee/rpc/call.h"
#include "referee/service/bot_stream.h"
#include "referee/service/lobby.h"

namespace flagfall {

// Memory into which messages are decoded one after the other.
class RequestMemory {
 public:
  // A new message; the one before it is gone with this call.
  v1::PlayRequest& New() {
    arena_.Reset();
    return *google::protobuf::Arena::CreateMessage<v1::PlayRequest>(&arena_);
  }

 private:
  std::array<char, 4096> bytes_;
  google::protobuf::Arena arena_{bytes_.data(), bytes_.size()};
};

// The calls of Play on the games' loop, and the lobby to which they lead. Without I/O: whoever serves connections hands
// the calls in, and takes the loop's turns. On the loop's thread only.
class BotStreams {
 public:
  // Told of a bot's stream that has ended, or did not begin, for what it did.
  using OnRefused = std::function<void(absl::string_view reason, const std::string& peer)>;
  // Whoever pays for what comes in on the call's connection.
  using ChargeTo = std::function<void(const std::shared_ptr<RecentCost>& bot)>;

  // `loop` outlives this. `on_host_delay` as in RefereeOptions.
  BotStreams(LoopTurns& loop, RefereeObserver observer, std::function<void(Micros delay)> on_host_delay,
             OnRefused on_refused);

  // The handler of a call of Play; null when the call was refused, and has been ended.
  std::shared_ptr<rpc::CallHandler> Route(rpc::Call& call, const ConnectionSource& source, const ChargeTo& charge_to);
  // Ends all streams with that status, and the games that are played on them; no call is taken any more.
  void EndAll(const absl::Status& why);

  LoopTurns& loop() { return loop_; }
  Lobby& lobby() { return lobby_; }
  bool is_ending() const { return is_ending_; }

  // ---- For the streams.

  v1::PlayRequest& NewRequest() { return request_memory_.New(); }
  void NoteRefusal(absl::string_view reason, const std::string& peer) const { on_refused_(reason, peer); }
  // The stream's call is over.
  void OnEnded(BotStream& stream) { streams_.erase(&stream); }

 private:
  LoopTurns& loop_;
  Lobby lobby_;
  const OnRefused on_refused_;
  RequestMemory request_memory_;
  absl::flat_hash_map<BotStream*, std::shared_ptr<BotStream>> streams_;
  bool is_ending_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_STREAMS_H_
