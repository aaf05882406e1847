#ifndef REFEREE_SERVICE_OUTBOX_H_
#define REFEREE_SERVICE_OUTBOX_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstddef>
#include <deque>
#include <utility>

#include "referee/service/bot_channel.h"
#include "referee/service/service_limits.h"

namespace flagfall {

// The messages that wait for a bot while its transport is busy with the one before them.
class Outbox {
 public:
  struct Outgoing {
    grpc::ByteBuffer bytes;
    OpenedDecision opens;
  };

  // Returns false when too much would wait (service_limits.h). `is_stuck`: the transport has taken nothing for
  // limits::kTransportStuck.
  bool Push(Outgoing outgoing, bool is_stuck) {
    const std::size_t bytes = bytes_ + outgoing.bytes.Length();
    if (waiting_.size() >= (is_stuck ? limits::kOutboxMessages : limits::kOutboxBurstMessages)) return false;
    if (bytes > (is_stuck ? limits::kOutboxBytes : limits::kOutboxBurstBytes)) return false;
    bytes_ = bytes;
    waiting_.push_back(std::move(outgoing));
    return true;
  }

  // Takes out the message that has waited longest; there must be one.
  Outgoing Pop() {
    Outgoing next = std::move(waiting_.front());
    waiting_.pop_front();
    bytes_ -= next.bytes.Length();
    return next;
  }

  void Clear() { waiting_.clear(), bytes_ = 0; }
  bool is_empty() const { return waiting_.empty(); }

 private:
  std::deque<Outgoing> waiting_;
  std::size_t bytes_ = 0;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_OUTBOX_H_
