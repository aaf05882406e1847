// Unpacks an archive that a stranger has sent.
//
// Its bytes are read by another program, which the kernel lets do nothing else (reader/main.cc). What that program says
// of the entries goes to FolderWriter, which trusts no name and no size.
#include "arena/bots/archive.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
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
#include "arena/bots/reader/entry_stream.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

// The program has a limit of processor time of its own; this one is met where it waits for ever.
constexpr std::chrono::minutes kTimeMax{10};
constexpr int kEndWithinMs = 5'000;

// A descriptor that the program can be given: above those that it is given them as.
class SpareDescriptor {
 public:
  explicit SpareDescriptor(int descriptor) : descriptor_(::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
    ::close(descriptor);
  }
  ~SpareDescriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  SpareDescriptor(const SpareDescriptor&) = delete;
  SpareDescriptor& operator=(const SpareDescriptor&) = delete;

  int get() const { return descriptor_; }

 private:
  const int descriptor_;
};

// Opens the archive; the caller owns the descriptor.
absl::StatusOr<int> OpenArchive(const std::string& path, const ArchiveLimits& limits) {
  // Opening must not block on a FIFO.
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) {
    const auto code =
        errno == ENOENT || errno == ENOTDIR ? absl::StatusCode::kNotFound : absl::StatusCode::kPermissionDenied;
    return absl::Status(code, absl::StrCat("cannot be opened: ", std::strerror(errno)));
  }
  struct stat info {};
  if (::fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
      static_cast<std::uint64_t>(info.st_size) <= limits.archive_bytes_max) {
    return file;
  }
  ::close(file);
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
    auto entries = std::make_unique<const SpareDescriptor>(pipes[0]);
    const SpareDescriptor given(pipes[1]);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, archive, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, given.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t signals;
    ::sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes, &signals);
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes, &signals);
    // Ctrl-C on our terminal reaches only this process.
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    std::string arguments[] = {program, absl::StrCat(limits.stream_bytes_max), absl::StrCat(limits.file_bytes_max)};
    char* argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(), nullptr};
    char* environment[] = {nullptr};
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, program.c_str(), &actions, &attributes, argv, environment);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
      return absl::InternalError(absl::StrCat("cannot be read: ", program, " does not start: ", std::strerror(error),
                                              "; it belongs beside the flagfall program"));
    }
    return std::unique_ptr<ArchiveReader>(new ArchiveReader(pid, std::move(entries)));
  }

  ~ArchiveReader() {
    if (pid_ >= 0) End();
  }

  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;

  int entries() const { return entries_->get(); }

  // Ends it, where it does not end by itself; to be called once, when its entries have ended early. Returns whether
  // they did because it has used up its processor time: the kernel ends it then.
  bool EndWasOutOfTime() {
    WaitUntilItEnds();
    const int status = End();
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
  }

 private:
  ArchiveReader(pid_t pid, std::unique_ptr<const SpareDescriptor> entries) : pid_(pid), entries_(std::move(entries)) {}

  // Its pipe ends a moment before the process does. A program that has closed its pipe and goes on is not waited for.
  void WaitUntilItEnds() const {
    const SpareDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
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
  const std::unique_ptr<const SpareDescriptor> entries_;
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
  const absl::StatusOr<int> opened = OpenArchive(archive, limits);
  if (!opened.ok()) return About(archive, opened.status());
  const SpareDescriptor file(*opened);
  absl::StatusOr<BotFiles> files = Unpack(reader, file.get(), folder, limits);
  if (!files.ok()) return About(archive, files.status());
  return files;
}

}  // namespace flagfall::arena::bots
