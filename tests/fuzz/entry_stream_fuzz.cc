// Any bytes as what the program that reads archives says of their entries, which an archive may have taken over: they
// are refused with a message, or are entries that are written and read again as the same.

#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/bots/reader/entry_stream.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "tests/fuzz/fuzzer.h"

namespace flagfall::fuzz::entry_stream_fuzz {
namespace {

using arena::bots::EntrySink;

struct Entry {
  std::string name;
  bool is_folder = false;
  bool is_executable = false;
  std::string bytes = {};

  bool operator==(const Entry& other) const {
    return name == other.name && is_folder == other.is_folder && is_executable == other.is_executable &&
           bytes == other.bytes;
  }
};

// Keeps entries. A name that begins with an exclamation mark is refused; of one that begins with a question mark, only
// the first piece is asked for, as where a file becomes too large.
class Kept : public EntrySink {
 public:
  absl::Status AddFolder(absl::string_view name) override {
    FLAGFALL_CHECK(!is_refused_);
    if (!name.empty() && name.front() == '!') return Refuse();
    entries.push_back({.name = std::string(name), .is_folder = true});
    return absl::OkStatus();
  }

  absl::Status AddFile(absl::string_view name, bool is_executable, const Source& next) override {
    FLAGFALL_CHECK(!is_refused_);
    if (!name.empty() && name.front() == '!') return Refuse();
    Entry entry{.name = std::string(name), .is_executable = is_executable, .bytes = {}};
    while (true) {
      FLAGFALL_ASSIGN_OR_RETURN(const absl::string_view bytes, next());
      FLAGFALL_CHECK(bytes.size() <= arena::bots::kFrameBytesMax);
      if (bytes.empty()) break;
      if (!name.empty() && name.front() == '?') return Refuse();
      entry.bytes.append(bytes.data(), bytes.size());
    }
    entries.push_back(std::move(entry));
    return absl::OkStatus();
  }

  std::vector<Entry> entries;

 private:
  absl::Status Refuse() {
    is_refused_ = true;
    return absl::InvalidArgumentError("is refused");
  }

  bool is_refused_ = false;
};

// A file in memory stands for the pipe.
class Stream {
 public:
  Stream() : file_(::memfd_create("entries", MFD_CLOEXEC)) { FLAGFALL_CHECK(file_ >= 0); }
  ~Stream() { ::close(file_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  int file() const { return file_; }

  absl::Status Read(EntrySink& sink) {
    FLAGFALL_CHECK(::lseek(file_, 0, SEEK_SET) == 0);
    return ReadEntryStream(file_, std::chrono::steady_clock::now() + std::chrono::hours(1), sink);
  }

 private:
  const int file_;
};

void Write(const std::vector<Entry>& entries, int file) {
  arena::bots::EntryStreamWriter writer(file);
  for (const Entry& entry : entries) {
    if (entry.is_folder) {
      FLAGFALL_CHECK(writer.AddFolder(entry.name).ok());
      continue;
    }
    absl::string_view left = entry.bytes;
    const auto next = [&left] { return std::exchange(left, absl::string_view()); };
    FLAGFALL_CHECK(writer.AddFile(entry.name, entry.is_executable, next).ok());
  }
  FLAGFALL_CHECK(writer.Finish(absl::OkStatus()).ok());
}

}  // namespace

FLAGFALL_FUZZER(entry_stream) {
  Stream stream;
  FLAGFALL_CHECK(::write(stream.file(), bytes, size) == static_cast<ssize_t>(size));
  Kept kept;
  const absl::Status read = stream.Read(kept);
  if (!read.ok()) {
    FLAGFALL_CHECK(!read.message().empty() && !absl::IsDeadlineExceeded(read));
    return 0;
  }
  Stream written;
  Write(kept.entries, written.file());
  Kept again;
  FLAGFALL_CHECK(written.Read(again).ok() && again.entries == kept.entries);
  return 0;
}

}  // namespace flagfall::fuzz::entry_stream_fuzz
