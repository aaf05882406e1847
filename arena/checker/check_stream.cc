#include "arena/checker/check_stream.h"

#include <utility>

#include "arena/checker/check_event_queue.h"
#include "referee/service/bearer_token.h"
#include "referee/service/grpc_status.h"
#include "referee/service/message_bytes.h"
#include "referee/service/service_limits.h"

namespace flagfall::arena::checker {

CheckStream::CheckStream(grpc::CallbackServerContext& context, CheckEventQueue& events)
    : events_(events), token_(BearerToken(context)), context_(&context) {}

std::shared_ptr<CheckStream> CheckStream::Open(grpc::CallbackServerContext& context, CheckEventQueue& events) {
  std::shared_ptr<CheckStream> stream(new CheckStream(context, events));
  {
    const MutexLock lock(stream->mutex_);
    stream->self_ = stream;
  }
  if (!events.Put({.kind = CheckEvent::Kind::kStreamOpened, .stream = stream})) {
    stream->End(absl::ResourceExhaustedError("the bot has opened streams without end"));
  }
  stream->StartRead(&stream->incoming_);
  return stream;
}

void CheckStream::Send(const v1::PlayResponse& message, const std::string& game_id, std::uint32_t decision) {
  const grpc::ByteBuffer bytes = Encode(message);
  const MutexLock lock(mutex_);
  // A bot that does not read loses messages, and fails its step because it does not answer.
  if (is_ending_ || outbox_.size() >= limits::kOutboxBurstMessages) return;
  outbox_.push_back({.bytes = bytes, .game_id = game_id, .decision = decision});
  WriteNext();
}

void CheckStream::End(const absl::Status& status) {
  const MutexLock lock(mutex_);
  if (is_ending_) return;
  is_ending_ = true;
  end_status_ = status;
  WriteNext();
}

void CheckStream::Break() {
  const MutexLock lock(mutex_);
  if (context_ != nullptr) context_->TryCancel();
}

void CheckStream::WriteNext() {
  if (is_writing_ || is_finished_) return;
  if (!outbox_.empty()) {
    Outgoing next = std::move(outbox_.front());
    outbox_.pop_front();
    writing_ = next.bytes;
    is_writing_ = true;
    StartWrite(&writing_);
    if (next.decision == 0) return;
    events_.Put(
        {.kind = CheckEvent::Kind::kDecisionSent, .game_id = std::move(next.game_id), .decision = next.decision});
  } else if (is_ending_) {
    is_finished_ = true;
    Finish(ToGrpcStatus(end_status_));
  }
}

void CheckStream::OnReadDone(bool ok) {
  if (ok) {
    TakeMessage();
    incoming_.Clear();
    return StartRead(&incoming_);
  }
  const MutexLock lock(mutex_);
  events_.Put({.kind = CheckEvent::Kind::kStreamClosed, .stream = self_});
  outbox_.clear();
  is_ending_ = true;
  WriteNext();
}

void CheckStream::TakeMessage() {
  CheckEvent event{.kind = CheckEvent::Kind::kMessage, .bytes = incoming_.Length()};
  if (!Decode(incoming_, event.request)) event.kind = CheckEvent::Kind::kUndecodable;
  event.stream = shared_from_this();
  events_.Put(std::move(event));
}

void CheckStream::OnWriteDone(bool ok) {
  const MutexLock lock(mutex_);
  is_writing_ = false;
  if (!ok) {
    outbox_.clear();
    is_ending_ = true;
  }
  WriteNext();
}

void CheckStream::OnDone() {
  std::shared_ptr<CheckStream> self;
  const MutexLock lock(mutex_);
  context_ = nullptr;
  // Events in the queue may still hold the stream, so this need not end it.
  self.swap(self_);
}

}  // namespace flagfall::arena::checker
