#ifndef ARENA_CHECKER_CHECK_STREAM_H_
#define ARENA_CHECKER_CHECK_STREAM_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::checker {

class CheckEventQueue;

// One stream that the bot has opened. It reads and writes bytes, so that a message that cannot be decoded can be told
// from a stream that broke, and reports all that happens to the queue of events. All calls return at once, may come
// from any thread, and do nothing once the stream has ended. The object keeps itself alive as long as gRPC uses it.
class CheckStream final : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>,
                          public std::enable_shared_from_this<CheckStream> {
 public:
  // Starts to read a stream that the bot has just opened. `events` must outlive the server of the call.
  static std::shared_ptr<CheckStream> Open(grpc::CallbackServerContext& context, CheckEventQueue& events);

  // The token in the call's metadata `authorization: Bearer TOKEN`; empty when there was none.
  const std::string& token() const { return token_; }

  // Sends the message after all that were sent before. Where it opens the decision `decision` of the game `game_id`, an
  // event tells when it was handed to the transport.
  void Send(const v1::PlayResponse& message, const std::string& game_id = "", std::uint32_t decision = 0);
  // Ends the stream with this status once all that was sent has been written.
  void End(const absl::Status& status);
  // Breaks the stream at once, without a status.
  void Break();

 private:
  struct Outgoing {
    grpc::ByteBuffer bytes;
    std::string game_id;
    std::uint32_t decision = 0;
  };

  CheckStream(grpc::CallbackServerContext& context, CheckEventQueue& events);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnDone() override;

  void TakeMessage();
  // Starts the next write, or ends the stream after the last one, unless a write is under way.
  void WriteNext() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  CheckEventQueue& events_;
  const std::string token_;
  grpc::ByteBuffer incoming_;

  Mutex mutex_;
  // Keeps the stream alive as long as gRPC uses it; null once gRPC is done with it.
  std::shared_ptr<CheckStream> self_ ABSL_GUARDED_BY(mutex_);
  // Null once gRPC is done with the stream.
  grpc::CallbackServerContext* context_ ABSL_GUARDED_BY(mutex_);
  std::deque<Outgoing> outbox_ ABSL_GUARDED_BY(mutex_);
  grpc::ByteBuffer writing_ ABSL_GUARDED_BY(mutex_);
  bool is_writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_finished_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Status end_status_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_CHECK_STREAM_H_
