#ifndef REFEREE_SERVICE_OUTBOX_H_
#define REFEREE_SERVICE_OUTBOX_H_

#include <algorithm>
#include <cstddef>

#include "referee/base/micros.h"
#include "referee/service/service_limits.h"

namespace flagfall {

// How many messages may wait for a bot that takes so many games at once while its transport is stuck.
inline std::size_t OutboxMessagesMax(std::size_t games) {
  return std::max(limits::kOutboxMessages, games * limits::kOutboxMessagesPerGame);
}

// Whether one message more may wait for a bot (service_limits.h). The messages themselves wait in the call; this
// counts.
class Outbox {
 public:
  // A message is about to be queued, behind so many that wait.
  void BeforeSend(std::size_t waiting_messages, Micros now) {
    if (waiting_messages == 0) moved_at_ = now;
    waiting_messages_ = waiting_messages;
  }
  // So many wait after a flush.
  void AfterFlush(std::size_t waiting_messages, Micros now) {
    if (waiting_messages < waiting_messages_ + 1) moved_at_ = now;
    waiting_messages_ = waiting_messages;
  }

  // How many games the bot takes at once.
  void SetGames(std::size_t games) { stuck_messages_max_ = OutboxMessagesMax(games); }
  // How many messages may wait while the transport is stuck.
  std::size_t stuck_messages_max() const { return stuck_messages_max_; }

  // Whether the bot's transport has taken nothing of what waits for limits::kTransportStuck.
  bool IsStuck(Micros now) const { return waiting_messages_ > 0 && now - moved_at_ > limits::kTransportStuck; }

  // Whether a message of `bytes` has room behind the bytes that wait. Less of it when the transport is stuck.
  bool HasRoom(std::size_t bytes, std::size_t waiting_bytes, Micros now) const {
    if (waiting_messages_ >= (IsStuck(now) ? stuck_messages_max_ : limits::kOutboxBurstMessages)) return false;
    return waiting_bytes + bytes <= (IsStuck(now) ? limits::kOutboxBytes : limits::kOutboxBurstBytes);
  }

 private:
  std::size_t stuck_messages_max_ = limits::kOutboxMessages;
  // As last told.
  std::size_t waiting_messages_ = 0;
  // When the transport last took a message, or began to be given some.
  Micros moved_at_{};
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_OUTBOX_H_
