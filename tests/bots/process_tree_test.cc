#include "arena/bots/supervisor/process_tree.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

namespace flagfall::arena::bots::supervisor {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEntry = "FLAGFALL_TOKEN=of a process that runs itself";

// A process that runs its own program anew as fast as it can, so that much of its time it has no environment to be
// read.
class Restless {
 public:
  explicit Restless(const fs::path& folder) {
    const fs::path program = folder / "restless";
    std::ofstream(program) << "#!/bin/sh\nexec \"$0\"\n";
    fs::permissions(program, fs::perms::owner_all);
    const std::string path = program.string();
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

  // Whether a signal has ended it, or is about to.
  bool WasKilled() {
    for (int look = 0; look < 1000 && !is_reaped_; ++look) {
      is_reaped_ = ::waitpid(pid_, nullptr, WNOHANG) == pid_;
      if (!is_reaped_) ::usleep(1000);
    }
    return is_reaped_;
  }

 private:
  pid_t pid_ = 0;
  bool is_reaped_ = false;
};

TEST(ProcessTree, KillsAProcessThatIsAboutToRunAnotherProgram) {
  std::string folder = (fs::temp_directory_path() / "flagfall-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  for (int round = 0; round < 100; ++round) {
    Restless restless(folder);
    // In the beginning it has this process's environment.
    while (ProcessesWithEnvironment(kEntry).empty()) ::usleep(100);
    ::usleep(static_cast<useconds_t>(100 * (round % 20)));
    EXPECT_TRUE(KillByEnvironment(kEntry, std::chrono::steady_clock::now() + std::chrono::seconds(60)));
    ASSERT_TRUE(restless.WasKilled()) << "in round " << round;
  }
  fs::remove_all(folder);
}

}  // namespace
}  // namespace flagfall::arena::bots::supervisor
