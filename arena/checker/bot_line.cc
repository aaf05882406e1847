#include "arena/checker/bot_line.h"

#include <utility>

#include "arena/checker/inbox.h"
#include "referee/service/bearer_token.h"
#include "referee/service/grpc_status.h"
#include "referee/service/limits.h"
#include "referee/service/message_bytes.h"

namespace flagfall::arena::checker {
BotLine::BotLine(grpc::CallbackServerContext& context, Inbox& inbox)
    : inbox_(inbox), token_(BearerToken(context)), context_(&context) {}

std::shared_ptr<BotLine> BotLine::Open(grpc::CallbackServerContext& context, Inbox& inbox) {
  std::shared_ptr<BotLine> line(new BotLine(context, inbox));
  {
    const MutexLock lock(line->mutex_);
    line->self_ = line;
  }
  if (!inbox.Put({.kind = Happening::Kind::kOpened, .line = line})) {
    line->End(absl::ResourceExhaustedError("the bot has opened streams without end"));
  }
  line->StartRead(&line->incoming_);
  return line;
}

void BotLine::Send(const v1::PlayResponse& message, const std::string& game_id, std::uint32_t decision) {
  const grpc::ByteBuffer bytes = Encode(message);
  const MutexLock lock(mutex_);
  // Who does not read will fail for its silence.
  if (is_ending_ || outbox_.size() >= limits::kOutboxBurstMessages) return;
  outbox_.push_back({.bytes = bytes, .game_id = game_id, .decision = decision});
  GoOn();
}

void BotLine::End(const absl::Status& status) {
  const MutexLock lock(mutex_);
  if (is_ending_) return;
  is_ending_ = true;
  end_status_ = status;
  GoOn();
}

void BotLine::Cut() {
  const MutexLock lock(mutex_);
  if (context_ != nullptr) context_->TryCancel();
}

void BotLine::GoOn() {
  if (is_writing_ || is_finished_) return;
  if (!outbox_.empty()) {
    Outgoing next = std::move(outbox_.front());
    outbox_.pop_front();
    writing_ = next.bytes;
    is_writing_ = true;
    StartWrite(&writing_);
    if (next.decision == 0) return;
    inbox_.Put({.kind = Happening::Kind::kHandedOver, .game_id = std::move(next.game_id), .decision = next.decision});
  } else if (is_ending_) {
    is_finished_ = true;
    Finish(ToGrpcStatus(end_status_));
  }
}

void BotLine::OnReadDone(bool ok) {
  if (ok) {
    Receive();
    incoming_.Clear();
    return StartRead(&incoming_);
  }
  const MutexLock lock(mutex_);
  inbox_.Put({.kind = Happening::Kind::kClosed, .line = self_});
  outbox_.clear();
  is_ending_ = true;
  GoOn();
}

void BotLine::Receive() {
  Happening said{.kind = Happening::Kind::kSaid, .bytes = incoming_.Length()};
  if (!Decode(incoming_, said.request)) said.kind = Happening::Kind::kUndecodable;
  said.line = shared_from_this();
  inbox_.Put(std::move(said));
}

void BotLine::OnWriteDone(bool ok) {
  const MutexLock lock(mutex_);
  is_writing_ = false;
  if (!ok) {
    outbox_.clear();
    is_ending_ = true;
  }
  GoOn();
}

void BotLine::OnDone() {
  std::shared_ptr<BotLine> self;
  const MutexLock lock(mutex_);
  context_ = nullptr;
  // Happenings may still hold the line.
  self.swap(self_);
}

}  // namespace flagfall::arena::checker
