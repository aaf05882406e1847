#ifndef ARENA_CHECKER_INBOX_H_
#define ARENA_CHECKER_INBOX_H_

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

class BotLine;

// Something that the bot did, or that became of what was sent to it.
struct Happening {
  enum class Kind {
    // The bot opened the stream `line`.
    kOpened,
    // It said `request` on it, in `bytes` bytes.
    kSaid,
    // It said `bytes` bytes that are no PlayRequest.
    kUndecodable,
    // The message that opens `decision` of `game_id` was handed to the transport.
    kHandedOver,
    // The stream has ended, or the bot has closed its side.
    kClosed,
    // The bot's process has ended, as `detail` tells.
    kExited,
  };
  Kind kind = Kind::kOpened;
  Micros at = SteadyNow();
  std::shared_ptr<BotLine> line = {};
  v1::PlayRequest request = {};
  std::size_t bytes = 0;
  std::string game_id = {};
  std::uint32_t decision = 0;
  std::string detail = {};
  // Of the processes that were started one after the other, the one that exited.
  std::uint64_t life = 0;
};

// What gRPC's threads and the bot's watcher tell the one thread that does everything else.
class Inbox {
 public:
  // What the bot begins is dropped while more than it could need waits already: whoever floods is heard less. False
  // then. How something ends is always told.
  bool Put(Happening happening) {
    const bool is_begun_by_bot = happening.kind == Happening::Kind::kOpened ||
                                 happening.kind == Happening::Kind::kSaid ||
                                 happening.kind == Happening::Kind::kUndecodable;
    const MutexLock lock(mutex_);
    if (is_begun_by_bot && bytes_ > kBytesMax) return false;
    bytes_ += kHappeningBytes + happening.bytes;
    queue_.push_back(std::move(happening));
    changed_.NotifyOne();
    return true;
  }

  // The next happening; absent when there was none until `time`.
  std::optional<Happening> TakeUntil(Micros time) {
    const std::chrono::steady_clock::time_point deadline(time);
    const MutexLock lock(mutex_);
    while (queue_.empty()) {
      if (!changed_.WaitUntil(mutex_, deadline) && queue_.empty()) return std::nullopt;
    }
    Happening happening = std::move(queue_.front());
    queue_.pop_front();
    bytes_ -= kHappeningBytes + happening.bytes;
    return happening;
  }

 private:
  static constexpr std::size_t kBytesMax = std::size_t{16} << 20;
  // What one takes beside what was said, a stream's among it.
  static constexpr std::size_t kHappeningBytes = 1024;

  Mutex mutex_;
  CondVar changed_;
  std::deque<Happening> queue_ ABSL_GUARDED_BY(mutex_);
  // Of what is in the queue.
  std::size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_INBOX_H_
