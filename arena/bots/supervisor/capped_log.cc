#include "arena/bots/supervisor/capped_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace flagfall::arena::bots::supervisor {

CappedLog::CappedLog(const std::string& path)
    : descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {}

CappedLog::~CappedLog() {
  NoteDropped();
  if (descriptor_ >= 0) ::close(descriptor_);
}

void CappedLog::Grant(std::size_t bytes) {
  NoteDropped();
  budget_ += bytes;
}

void CappedLog::Write(std::string_view output) {
  const std::size_t written = Put(output.substr(0, std::min(budget_, output.size())));
  budget_ -= written;
  dropped_ += output.size() - written;
}

void CappedLog::NoteDropped() {
  if (dropped_ == 0) return;
  Put((at_line_start_ ? "" : "\n") + std::string("[flagfall: ") + std::to_string(dropped_) +
      " bytes of output dropped]\n");
  dropped_ = 0;
}

std::size_t CappedLog::Put(std::string_view text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(descriptor_, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  if (written > 0) at_line_start_ = text[written - 1] == '\n';
  return written;
}

}  // namespace flagfall::arena::bots::supervisor
