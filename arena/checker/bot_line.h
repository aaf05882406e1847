#ifndef ARENA_CHECKER_BOT_LINE_H_
#define ARENA_CHECKER_BOT_LINE_H_

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

class Inbox;

// One stream of the bot, as bytes, so that what cannot be decoded can be told from a stream that broke. What comes in
// goes to the inbox. All calls return at once, from any thread, and do nothing once the stream has ended.
class BotLine final : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>,
                      public std::enable_shared_from_this<BotLine> {
 public:
  // `inbox` must outlive the server of the call.
  static std::shared_ptr<BotLine> Open(grpc::CallbackServerContext& context, Inbox& inbox);

  // The token of `authorization: Bearer TOKEN`; empty when there was none.
  const std::string& token() const { return token_; }

  // `game_id` and `decision`: what the message opens; the inbox hears when it has been handed to the transport.
  void Send(const v1::PlayResponse& message, const std::string& game_id = "", std::uint32_t decision = 0);
  // Ends the stream with this status once all that was sent has been written.
  void End(const absl::Status& status);
  // Breaks the stream at once.
  void Cut();

 private:
  struct Outgoing {
    grpc::ByteBuffer bytes;
    std::string game_id;
    std::uint32_t decision = 0;
  };

  BotLine(grpc::CallbackServerContext& context, Inbox& inbox);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnDone() override;

  void Receive();
  // Takes the next step of what is to be written.
  void GoOn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Inbox& inbox_;
  const std::string token_;
  grpc::ByteBuffer incoming_;

  Mutex mutex_;
  // Until it is done; keeps the line alive as long as gRPC uses it.
  std::shared_ptr<BotLine> self_ ABSL_GUARDED_BY(mutex_);
  grpc::CallbackServerContext* context_ ABSL_GUARDED_BY(mutex_);
  std::deque<Outgoing> outbox_ ABSL_GUARDED_BY(mutex_);
  grpc::ByteBuffer writing_ ABSL_GUARDED_BY(mutex_);
  bool is_writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_finished_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Status end_status_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_BOT_LINE_H_
