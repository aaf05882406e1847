#ifndef ARENA_CHECKER_CHECK_STREAM_H_
#define ARENA_CHECKER_CHECK_STREAM_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/net/event_loop.h"
#include "referee/rpc/call.h"

namespace flagfall::arena::checker {

class CheckEventQueue;

// One stream that the bot has opened. It reads and writes bytes, so that a message that cannot be decoded can be told
// from a stream that broke, and reports all that happens to the queue of events. The calls of the check return at once,
// may come from any thread, and do nothing once the stream has ended.
class CheckStream final : public rpc::CallHandler, public std::enable_shared_from_this<CheckStream> {
 public:
  // Takes a stream that the bot has just opened, on the loop's thread. `events` must outlive the server of the call.
  static std::shared_ptr<CheckStream> Open(rpc::Call& call, std::shared_ptr<EventLoop> loop, CheckEventQueue& events);

  // The token in the call's metadata `authorization: Bearer TOKEN`; empty when there was none.
  const std::string& token() const { return token_; }

  // Sends the message after all that were sent before. Where it opens the decision `decision` of the game `game_id`, an
  // event tells when it was handed to the transport.
  void Send(const v1::PlayResponse& message, const std::string& game_id = "", std::uint32_t decision = 0);
  // Ends the stream with this status once all that was sent has been written.
  void End(const absl::Status& status);
  // Breaks the stream at once, without a status.
  void Break();

  // ---- For the connection, on the loop's thread.
  bool OnMessage(absl::string_view message) override;
  void OnHalfClosed() override { Closed(); }
  void OnFlushed(Micros now) override;
  void OnEnded() override;

 private:
  // A decision whose message was not flushed yet.
  struct Opening {
    std::string game_id;
    std::uint32_t decision = 0;
  };

  CheckStream(rpc::Call& call, std::shared_ptr<EventLoop> loop, CheckEventQueue& events);

  // Has `work` done on the loop's thread, if the call is not over by then.
  template <typename Work>
  void Post(Work work);
  // The bot says nothing more.
  void Closed();

  const std::shared_ptr<EventLoop> loop_;
  CheckEventQueue& events_;
  const std::string token_;

  // Touched on the loop's thread only. Null once the call is over.
  rpc::Call* call_;
  std::deque<Opening> openings_;
  bool is_closed_ = false;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_CHECK_STREAM_H_
