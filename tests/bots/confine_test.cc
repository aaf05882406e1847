// What an archive could do that has taken over the program that reads it.
#include "arena/bots/reader/confine.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::bots {
namespace {

using testing::IsEmpty;

// Runs in the confined process. Adds a line for each thing that it could do, and for each that it could not but must.
std::string WhatIsPossible(int archive, int pipe, int other) {
  std::string possible;
  const auto expect_refused = [&possible](const char* what, long result) {
    if (result >= 0 || errno != ENOSYS) possible += std::string(what) + "\n";
  };
  expect_refused("open", ::syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY, 0));
  expect_refused("open2", ::syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", nullptr, 0));
  struct stat info {};
  expect_refused("stat", ::syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", &info, 0));
  expect_refused("unlink", ::syscall(SYS_unlinkat, AT_FDCWD, "/nowhere", 0));
  expect_refused("rename", ::syscall(SYS_renameat2, AT_FDCWD, "/nowhere", AT_FDCWD, "/nowhere2", 0));
  expect_refused("socket", ::syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0));
  expect_refused("fork", ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  expect_refused("exec", ::syscall(SYS_execve, "/bin/true", nullptr, nullptr));
  expect_refused("kill", ::syscall(SYS_kill, ::getppid(), 0));
  expect_refused("getppid", ::syscall(SYS_getppid));
  expect_refused("ptrace", ::syscall(SYS_ptrace, 0, 0, nullptr, nullptr));
  expect_refused("other memory", ::syscall(SYS_process_vm_readv, 1, nullptr, 0, nullptr, 0, 0));
  expect_refused("io_uring", ::syscall(SYS_io_uring_setup, 1, nullptr));
  expect_refused("memfd", ::syscall(SYS_memfd_create, "x", 0));
  expect_refused("pipe", ::syscall(SYS_pipe2, nullptr, 0));
  expect_refused("unshare", ::syscall(SYS_unshare, 0));
  expect_refused("prctl", ::syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0));
  expect_refused("setrlimit", ::syscall(SYS_prlimit64, 0, RLIMIT_CPU, nullptr, nullptr));
  expect_refused("write to another descriptor", ::syscall(SYS_write, other, "x", 1));
  expect_refused("write to the archive", ::syscall(SYS_pwrite64, archive, "x", 1, 0));
  char byte = 0;
  expect_refused("read from another descriptor", ::syscall(SYS_pread64, other, &byte, 1, 0));
  expect_refused("memory that can be executed",
                 ::syscall(SYS_mmap, nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  static char page[8192];
  auto* const aligned =
      reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(page) + 4095) & ~std::uintptr_t{4095});
  expect_refused("own memory that can be executed", ::syscall(SYS_mprotect, aligned, 4096, PROT_READ | PROT_EXEC));
  if (::pread(archive, &byte, 1, 1) != 1 || byte != 'b') possible += "the archive is not to be read\n";
  if (::lseek(archive, 0, SEEK_END) != 3) possible += "the archive's size is not known\n";
  void* const memory = std::malloc(std::size_t{8} << 20);
  if (memory == nullptr) possible += "there is no memory\n";
  std::free(memory);
  if (::write(pipe, possible.data(), possible.size()) != static_cast<ssize_t>(possible.size())) ::_exit(1);
  return possible;
}

TEST(Confine, AProgramThatReadsAnArchiveCanDoNothingElse) {
  const TempDir dir;
  const int archive = ::open(dir.Write("archive", "abc").c_str(), O_RDWR | O_CLOEXEC);
  const int other = ::open(dir.Write("other", "abc").c_str(), O_RDWR | O_CLOEXEC);
  int pipe[2];
  ASSERT_EQ(::pipe2(pipe, O_CLOEXEC), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (!ConfineToReading(archive, pipe[1]).ok()) ::_exit(3);
    WhatIsPossible(archive, pipe[1], other);
    // Before a call that does not return, AddressSanitizer asks the kernel for what the reader may not have.
    ::syscall(SYS_exit_group, 0);
  }
  ::close(pipe[1]);
  std::string possible;
  char bytes[4096];
  while (true) {
    const ssize_t size = ::read(pipe[0], bytes, sizeof bytes);
    if (size <= 0) break;
    possible.append(bytes, static_cast<std::size_t>(size));
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ::close(pipe[0]);
  ::close(archive);
  ::close(other);
  EXPECT_EQ(status, 0);
  const std::vector<std::string> lines = absl::StrSplit(possible, '\n', absl::SkipEmpty());
  EXPECT_THAT(lines, IsEmpty());
}

}  // namespace
}  // namespace flagfall::arena::bots
