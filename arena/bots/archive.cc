// Unpacks an archive that a stranger has sent.
//
// Its bytes are read by another program, which the kernel lets do nothing else (reader/main.cc). What that program says
// of the entries goes to FolderWriter, which trusts no name and no size.
#include "arena/bots/archive.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/base/spawn.h"
#include "arena/bots/reader/entry_stream.h"
#include "referee/base/descriptor.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

// The program has a limit of processor time of its own; this one is met where it waits for ever.
constexpr std::chrono::minutes kTimeMax{10};
constexpr int kEndWithinMs = 5'000;

absl::StatusOr<Descriptor> OpenArchive(const std::string& path, const ArchiveLimits& limits) {
  // Opening must not block on a FIFO.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_valid()) {
    const auto code =
        errno == ENOENT || errno == ENOTDIR ? absl::StatusCode::kNotFound : absl::StatusCode::kPermissionDenied;
    return absl::Status(code, absl::StrCat("cannot be opened: ", std::strerror(errno)));
  }
  struct stat info {};
  if (::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode) &&
      static_cast<std::uint64_t>(info.st_size) <= limits.archive_bytes_max) {
    return file;
  }
  if (!S_ISREG(info.st_mode)) return absl::InvalidArgumentError("is not a file");
  return absl::ResourceExhaustedError(
      absl::StrCat("is larger than ", limits.archive_bytes_max,
                   " bytes, the most an archive may have; send less, or ask the host to set ", limits.archive_flag));
}

// The program that reads one archive. It is ended with this object.
class ArchiveReader {
 public:
  // INTERNAL when the program cannot be started.
  static absl::StatusOr<std::unique_ptr<ArchiveReader>> Start(const std::string& program, int archive,
                                                              const ArchiveLimits& limits) {
    int pipes[2];
    if (::pipe2(pipes, O_CLOEXEC) != 0) {
      return absl::ResourceExhaustedError(absl::StrCat("cannot be read: no pipe can be made: ", std::strerror(errno)));
    }
    Descriptor entries(pipes[0]);
    const Descriptor given(pipes[1]);
    absl::StatusOr<pid_t> pid =
        Spawn({.program = program,
               .arguments = {absl::StrCat(limits.stream_bytes_max), absl::StrCat(limits.file_bytes_max)},
               .descriptors = {archive, given.get(), -1}});
    if (!pid.ok()) return absl::Status(pid.status().code(), absl::StrCat("cannot be read: ", pid.status().message()));
    return std::unique_ptr<ArchiveReader>(new ArchiveReader(*pid, std::move(entries)));
  }

  ~ArchiveReader() {
    if (pid_ >= 0) End();
  }

  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;

  int entries() const { return entries_.get(); }

  // Ends it, where it does not end by itself; to be called once, when its entries have ended early. Returns whether
  // they did because it has used up its processor time: the kernel ends it then.
  bool EndWasOutOfTime() {
    WaitUntilItEnds();
    const int status = End();
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
  }

 private:
  ArchiveReader(pid_t pid, Descriptor entries) : pid_(pid), entries_(std::move(entries)) {}

  // Its pipe ends a moment before the process does. A program that has closed its pipe and goes on is not waited for.
  void WaitUntilItEnds() const {
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
    pollfd ended{.fd = process.get(), .events = POLLIN, .revents = 0};
    if (process.get() >= 0) ::poll(&ended, 1, kEndWithinMs);
  }

  // Returns the status with which it has ended, as waitpid gives it.
  int End() {
    int status = 0;
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

  // -1 once it has ended.
  pid_t pid_;
  const Descriptor entries_;
};

absl::StatusOr<BotFiles> Unpack(const std::string& program, int file, const std::string& folder,
                                const ArchiveLimits& limits) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<ArchiveReader> reader, ArchiveReader::Start(program, file, limits));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<FolderWriter> writer, FolderWriter::Make(folder, limits));
  const absl::Status read = ReadEntryStream(reader->entries(), std::chrono::steady_clock::now() + kTimeMax, *writer);
  if (read.ok()) return writer->Finish();
  if (!absl::IsDataLoss(read)) return read;
  if (reader->EndWasOutOfTime()) return absl::DeadlineExceededError(kTakesTooLong);
  return absl::InvalidArgumentError(read.message());
}

// Adds the archive's name to an error.
absl::Status About(const std::string& path, const absl::Status& status) {
  const bool is_entry = absl::StartsWith(status.message(), "entry ");
  const std::string name = path.substr(path.rfind('/') + 1);
  return absl::Status(status.code(), absl::StrCat("archive ", name, is_entry ? ": " : " ", status.message()));
}

}  // namespace

std::string ArchiveReaderBeside(const std::string& program) {
  return absl::StrCat(program.substr(0, program.rfind('/') + 1), "flagfall-archive-reader");
}

absl::StatusOr<BotFiles> UnpackArchive(const std::string& reader, const std::string& archive, const std::string& folder,
                                       const ArchiveLimits& limits) {
  const absl::StatusOr<Descriptor> file = OpenArchive(archive, limits);
  if (!file.ok()) return About(archive, file.status());
  absl::StatusOr<BotFiles> files = Unpack(reader, file->get(), folder, limits);
  if (!files.ok()) return About(archive, files.status());
  return files;
}

}  // namespace flagfall::arena::bots
