#include "arena/checker/check_stream.h"

#include <utility>

#include "arena/checker/check_event_queue.h"
#include "referee/service/bearer_token.h"
#include "referee/service/service_limits.h"

namespace flagfall::arena::checker {

CheckStream::CheckStream(rpc::Call& call, std::shared_ptr<EventLoop> loop, CheckEventQueue& events)
    : loop_(std::move(loop)), events_(events), token_(BearerToken(call.head())), call_(&call) {}

std::shared_ptr<CheckStream> CheckStream::Open(rpc::Call& call, std::shared_ptr<EventLoop> loop,
                                               CheckEventQueue& events) {
  std::shared_ptr<CheckStream> stream(new CheckStream(call, std::move(loop), events));
  if (!events.Put({.kind = CheckEvent::Kind::kStreamOpened, .stream = stream})) {
    call.End(absl::ResourceExhaustedError("the bot has opened streams without end"));
  }
  return stream;
}

template <typename Work>
void CheckStream::Post(Work work) {
  loop_->Post([self = shared_from_this(), work = std::move(work)] {
    if (self->call_ != nullptr) work(*self);
  });
}

void CheckStream::Send(const v1::PlayResponse& message, const std::string& game_id, std::uint32_t decision) {
  Post([bytes = message.SerializeAsString(), game_id, decision](CheckStream& self) {
    // A bot that does not read loses messages, and fails its step because it does not answer.
    if (self.call_->is_ending() || self.call_->waiting_messages() >= limits::kOutboxBurstMessages) return;
    self.call_->Send(bytes);
    if (decision != 0) self.openings_.push_back({.game_id = game_id, .decision = decision});
  });
}

void CheckStream::End(const absl::Status& status) {
  Post([status](CheckStream& self) { self.call_->End(status); });
}

void CheckStream::Break() {
  Post([](CheckStream& self) { self.call_->Reset(); });
}

bool CheckStream::OnMessage(absl::string_view message) {
  CheckEvent event{.kind = CheckEvent::Kind::kMessage, .at = loop_->ThereSince(), .bytes = message.size()};
  if (!event.request.ParseFromArray(message.data(), static_cast<int>(message.size()))) {
    event.kind = CheckEvent::Kind::kUndecodable;
  }
  event.stream = shared_from_this();
  events_.Put(std::move(event));
  return true;
}

void CheckStream::OnFlushed(Micros now) {
  for (Opening& opening : std::exchange(openings_, {})) {
    events_.Put({.kind = CheckEvent::Kind::kDecisionSent,
                 .at = now,
                 .game_id = std::move(opening.game_id),
                 .decision = opening.decision});
  }
}

void CheckStream::Closed() {
  if (std::exchange(is_closed_, true)) return;
  events_.Put({.kind = CheckEvent::Kind::kStreamClosed, .stream = shared_from_this()});
  if (call_ != nullptr) call_->End(absl::OkStatus());
}

void CheckStream::OnEnded() {
  call_ = nullptr;
  Closed();
}

}  // namespace flagfall::arena::checker
