#ifndef TESTS_BOTS_SANDBOX_FIXTURE_H_
#define TESTS_BOTS_SANDBOX_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/sandbox_probe.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/wait.h"

namespace flagfall::arena::bots {

inline const std::string kSupervisor = FLAGFALL_SUPERVISOR;

// Returns the sandbox of this mode, which is looked for once.
inline const absl::StatusOr<Sandbox>& Found(SandboxMode mode) {
  static const auto* const none = new absl::StatusOr<Sandbox>(Sandbox{.mode = SandboxMode::kNone});
  static const auto* const strict = new auto(FindSandbox(SandboxMode::kStrict, {.supervisor_path = kSupervisor}));
  static const auto* const basic = new auto(FindSandbox(SandboxMode::kBasic, {.supervisor_path = kSupervisor}));
  if (mode == SandboxMode::kNone) return *none;
  return mode == SandboxMode::kStrict ? *strict : *basic;
}

// Runs shell and Python scripts as bots in a sandbox, each test with a token of its own.
class SandboxTest : public testing::Test {
 protected:
  explicit SandboxTest(SandboxMode mode = SandboxMode::kStrict) : mode_(mode) {}

  void SetUp() override {
    if (!Found(mode_).ok()) GTEST_SKIP() << Found(mode_).status().message();
    ::chmod(dir_.path().c_str(), 0755);
    // No referee listens at this address.
    dir_.Write("s", "");
  }

  BotLaunch Launch(std::vector<std::string> command) {
    return {.folder = dir_.path(),
            .command = std::move(command),
            .environment = BotEnvironment("unix:" + dir_.At("s"), token_, "{}"),
            .log_path = log_.At("log"),
            .limits = {},
            .sandbox = *Found(mode_),
            .bot_folder = dir_.path()};
  }
  BotLaunch Shell(const std::string& script) { return Launch({"/bin/sh", "-c", script}); }
  BotLaunch Python(const std::string& script) { return Launch({"/usr/bin/python3", dir_.Write("bot.py", script)}); }

  std::unique_ptr<BotProcess> Start(const BotLaunch& launch) {
    auto process = BotProcess::Start(kSupervisor, launch, [this](const BotExit& exit) { exit_.set_value(exit); });
    EXPECT_THAT(process, IsOk());
    return *std::move(process);
  }

  BotExit Exit() { return exit_.get_future().get(); }
  // Waits for the bot's end and returns its output.
  std::string OutputOf(const BotLaunch& launch) {
    const auto process = Start(launch);
    Exit();
    process->Stop();
    return log_.Read("log");
  }
  bool Says(const std::string& text) {
    return WaitFor([&] { return absl::StrContains(log_.Read("log"), text); });
  }
  // The living processes with this test's token in their environment. Where bots have users of the system's, the host's
  // user may not read what stands there, and all processes of these users are meant.
  std::vector<pid_t> Left() {
    const supervisor::SubordinateIds ids = Found(mode_)->subordinate;
    std::vector<pid_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      pid_t pid = 0;
      struct stat info {};
      // One that has ended and waits for its parent has no memory.
      std::uint64_t pages = 0;
      if (!absl::SimpleAtoi(entry.path().filename().string(), &pid) || ::stat(entry.path().c_str(), &info) != 0 ||
          !(std::ifstream(entry.path() / "statm") >> pages) || pages == 0) {
        continue;
      }
      std::ifstream environment(entry.path() / "environ");
      const std::string variables(std::istreambuf_iterator<char>(environment), {});
      if (info.st_uid - ids.first_user < ids.count || absl::StrContains(variables, "FLAGFALL_TOKEN=" + token_)) {
        found.push_back(pid);
      }
    }
    return found;
  }

  const SandboxMode mode_;
  TempDir dir_;
  TempDir log_;
  const std::string token_ = absl::StrCat("test-", ::getpid(), "-", dir_.path());
  std::promise<BotExit> exit_;
};

}  // namespace flagfall::arena::bots

#endif  // TESTS_BOTS_SANDBOX_FIXTURE_H_
