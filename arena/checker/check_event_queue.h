#ifndef ARENA_CHECKER_CHECK_EVENT_QUEUE_H_
#define ARENA_CHECKER_CHECK_EVENT_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "flagfall/v1/bot_service.pb.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::checker {

class CheckStream;

// Something that the bot did, or that became of a message to it.
struct CheckEvent {
  enum class Kind {
    // The bot opened `stream`.
    kStreamOpened,
    // The bot sent `request` on `stream`, in `bytes` bytes.
    kMessage,
    // The bot sent `bytes` bytes on `stream` that are no PlayRequest.
    kUndecodable,
    // The message that opens `decision` of `game_id` was handed to the transport.
    kDecisionSent,
    // `stream` has ended, or the bot has closed its side of it.
    kStreamClosed,
    // The bot's process `process_number` has ended; `detail` says how.
    kExited,
    // All that had come in by `at` is in the queue before this event. The check has asked for it.
    kCaughtUp,
  };
  Kind kind = Kind::kStreamOpened;
  // For a message the moment after which it came in, which may be some time before it was read.
  Micros at = SteadyNow();
  std::shared_ptr<CheckStream> stream = {};
  v1::PlayRequest request = {};
  std::size_t bytes = 0;
  std::string game_id = {};
  std::uint32_t decision = 0;
  std::string detail = {};
  // As CheckedBot::process_number.
  std::uint64_t process_number = 0;
};

// The events of one check, in the order in which they came. gRPC's threads and the thread that watches the bot's
// process put them in; the thread of the check takes them out. The memory is bounded: a bot that floods the queue
// loses messages, while the end of a stream or process always gets through.
class CheckEventQueue {
 public:
  // Returns false when the event was dropped: the bot caused it (it opened a stream or sent a message), and more than
  // a bot could need waits already.
  bool Put(CheckEvent event) {
    const bool is_caused_by_bot = event.kind == CheckEvent::Kind::kStreamOpened ||
                                  event.kind == CheckEvent::Kind::kMessage ||
                                  event.kind == CheckEvent::Kind::kUndecodable;
    const MutexLock lock(mutex_);
    if (is_caused_by_bot && bytes_ > kBytesMax) return false;
    bytes_ += kEventBytes + event.bytes;
    queue_.push_back(std::move(event));
    changed_.NotifyOne();
    return true;
  }

  // Returns the next event; absent when none came until `time`.
  std::optional<CheckEvent> TakeUntil(Micros time) {
    const std::chrono::steady_clock::time_point deadline(time);
    const MutexLock lock(mutex_);
    while (queue_.empty()) {
      if (!changed_.WaitUntil(mutex_, deadline) && queue_.empty()) return std::nullopt;
    }
    CheckEvent event = std::move(queue_.front());
    queue_.pop_front();
    bytes_ -= kEventBytes + event.bytes;
    return event;
  }

 private:
  static constexpr std::size_t kBytesMax = std::size_t{16} << 20;
  // What an event takes beside the message in it; a new stream's buffers are counted in.
  static constexpr std::size_t kEventBytes = 1024;

  Mutex mutex_;
  CondVar changed_;
  std::deque<CheckEvent> queue_ ABSL_GUARDED_BY(mutex_);
  // What the events in the queue take.
  std::size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_CHECK_EVENT_QUEUE_H_
