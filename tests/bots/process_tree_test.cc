#include "arena/bots/supervisor/process_tree.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/support/temp_dir.h"
#include "tests/support/wait.h"

namespace flagfall::arena::bots::supervisor {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEntry = "FLAGFALL_TOKEN=of a process that runs itself";

// A process that runs its own program anew as fast as it can, so that much of its time it has no environment to be
// read.
class Restless {
 public:
  explicit Restless(const TempDir& folder) {
    const std::string path = folder.Write("restless", "#!/bin/sh\nexec \"$0\"\n");
    fs::permissions(path, fs::perms::owner_all);
    std::string entry = kEntry;
    char* environment[] = {entry.data(), nullptr};
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::execle(path.c_str(), path.c_str(), nullptr, environment);
    ::_exit(127);
  }
  ~Restless() {
    if (is_reaped_) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  // Whether it runs its program: in the beginning it has this process's environment.
  bool HasBegun() const {
    std::ifstream environment(absl::StrCat("/proc/", pid_, "/environ"));
    return absl::StrContains(std::string(std::istreambuf_iterator<char>(environment), {}), kEntry);
  }

  // Whether a signal has ended it, or is about to.
  bool WasKilled() {
    return WaitFor([this] { return is_reaped_ = ::waitpid(pid_, nullptr, WNOHANG) == pid_; }, std::chrono::seconds(5));
  }

 private:
  pid_t pid_ = 0;
  bool is_reaped_ = false;
};

TEST(ProcessTree, KillsAProcessThatIsAboutToRunAnotherProgram) {
  const TempDir folder;
  for (int round = 0; round < 100; ++round) {
    Restless restless(folder);
    ASSERT_TRUE(WaitFor([&restless] { return restless.HasBegun(); }));
    EXPECT_TRUE(KillByEnvironment(kEntry, std::chrono::steady_clock::now() + std::chrono::seconds(60)));
    ASSERT_TRUE(restless.WasKilled()) << "in round " << round;
  }
}

}  // namespace
}  // namespace flagfall::arena::bots::supervisor
