#include "arena/server/free_space_watch.h"

#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::server {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

std::string TooLittle(std::uint64_t free, const FreeSpaceWatchOptions& options) {
  return absl::StrCat("the server's disk has ", free / kMiB, " MiB free, and no game begins with less than ",
                      options.bytes_min / kMiB, " MiB; games that are being played go on");
}

}  // namespace

FreeSpaceWatch::FreeSpaceWatch(FreeSpaceWatchOptions options) : options_(std::move(options)) {
  if (options_.bytes_min == 0) return;
  Look();
  thread_ = std::thread([this] { Run(); });
}

FreeSpaceWatch::~FreeSpaceWatch() {
  {
    MutexLock lock(mutex_);
    is_stopping_ = true;
    stopped_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

std::string FreeSpaceWatch::Why() const {
  MutexLock lock(mutex_);
  return why_;
}

void FreeSpaceWatch::Look() {
  const std::optional<std::uint64_t> free = options_.free_bytes(options_.folder);
  if (!free.has_value()) return;
  std::string why;
  {
    MutexLock lock(mutex_);
    const bool is_held = !why_.empty();
    const std::uint64_t enough = is_held ? options_.bytes_min + options_.bytes_min / 8 : options_.bytes_min;
    const bool has_room = *free >= enough;
    if (has_room != is_held) return;
    if (!has_room) why = TooLittle(*free, options_);
    why_ = why;
  }
  options_.on_change(why);
}

void FreeSpaceWatch::Run() {
  while (true) {
    {
      const auto until = std::chrono::steady_clock::now() + options_.every;
      MutexLock lock(mutex_);
      while (!is_stopping_ && stopped_.WaitUntil(mutex_, until)) {
      }
      if (is_stopping_) return;
    }
    Look();
  }
}

}  // namespace flagfall::arena::server
