#include "arena/bots/capped_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "arena/base/private_files.h"

namespace flagfall::arena::bots {
namespace {

// Others may remove a log at any moment, so that it may have to be made anew.
int OpenToAppend(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file >= 0 || errno != ENOENT) return file;
  const std::error_code error = MakePrivateFile(path);
  errno = error.value();
  return error ? -1 : ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

}  // namespace

CappedLog::~CappedLog() { NoteDropped(); }

absl::Status CappedLog::Make() {
  const int file = OpenToAppend(path_);
  if (file < 0) return absl::InternalError(absl::StrCat("cannot write the log ", path_, ": ", std::strerror(errno)));
  ::close(file);
  return absl::OkStatus();
}

void CappedLog::Grant(std::size_t bytes) {
  NoteDropped();
  budget_ += bytes;
}

void CappedLog::Write(absl::string_view output) {
  const std::size_t written = Put(output.substr(0, std::min(budget_, output.size())));
  budget_ -= written;
  dropped_ += output.size() - written;
}

void CappedLog::Note(absl::string_view text) {
  NoteDropped();
  Put(absl::StrCat(at_line_start_ ? "" : "\n", "[flagfall: ", text, "]\n"));
}

void CappedLog::NoteDropped() {
  if (dropped_ == 0) return;
  Put(absl::StrCat(at_line_start_ ? "" : "\n", "[flagfall: ", dropped_, " bytes of output dropped]\n"));
  dropped_ = 0;
}

std::size_t CappedLog::Put(absl::string_view text) {
  if (text.empty()) return 0;
  const int file = OpenToAppend(path_);
  if (file < 0) return 0;
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  size_ = static_cast<std::uint64_t>(std::max<off_t>(0, ::lseek(file, 0, SEEK_END)));
  ::close(file);
  if (written > 0) at_line_start_ = text[written - 1] == '\n';
  return written;
}

}  // namespace flagfall::arena::bots
