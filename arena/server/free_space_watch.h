#ifndef ARENA_SERVER_FREE_SPACE_WATCH_H_
#define ARENA_SERVER_FREE_SPACE_WATCH_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "arena/metrics/process_figures.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::server {

struct FreeSpaceWatchOptions {
  // A folder on the disk that is watched.
  std::string folder;
  // There is too little room below so many bytes; 0 for never.
  std::uint64_t bytes_min = 0;
  Micros every = std::chrono::seconds(2);
  // Absent where the system does not say.
  std::function<std::optional<std::uint64_t>(const std::string& folder)> free_bytes = metrics::FreeBytesOf;
  // Takes the reason when there is too little room, and an empty text when there is enough again.
  std::function<void(const std::string& why)> on_change;
};

// Looks again and again, on a thread of its own, whether the disk of a server has room for what is played. There is
// enough again only when an eighth more than the least is free, so that play does not stop and go at the limit.
// Thread-safe.
class FreeSpaceWatch {
 public:
  // Looks for the first time, before it returns.
  explicit FreeSpaceWatch(FreeSpaceWatchOptions options);
  ~FreeSpaceWatch();
  FreeSpaceWatch(const FreeSpaceWatch&) = delete;
  FreeSpaceWatch& operator=(const FreeSpaceWatch&) = delete;

  // Why nothing begins; empty when there is room.
  std::string Why() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Look() ABSL_LOCKS_EXCLUDED(mutex_);
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  const FreeSpaceWatchOptions options_;

  mutable Mutex mutex_;
  CondVar stopped_;
  bool is_stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::string why_ ABSL_GUARDED_BY(mutex_);

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_FREE_SPACE_WATCH_H_
