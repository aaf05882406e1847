// A system of the host's choice as what bots in a strict sandbox see, and the memory that a host gives.

#include <cstdio>
#include <filesystem>

#include "absl/strings/str_split.h"
#include "arena/bots/build.h"
#include "arena/bots/manifest.h"
#include "arena/bots/sandbox/launch_plan.h"
#include "tests/bots/sandbox_fixture.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

// What this command prints.
std::string Printed(const std::string& command) {
  std::string text;
  FILE* const pipe = ::popen(command.c_str(), "r");
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, count);
  ::pclose(pipe);
  return text;
}

// Makes the root of a system that has a shell, `cat` and `true` with their libraries, and a file /etc/image.
class RootTest : public SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    if (IsSkipped()) return;
    ::chmod(root_.path().c_str(), 0755);
    for (const char* program : {"sh", "cat", "true"}) {
      const std::string path = std::string("/usr/bin/") + program;
      Copy(path, path);
      CopyLibrariesOf(path);
    }
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    // It runs in there too, and otherwise needs no more than the C library.
    CopyLibrariesOf(kSupervisor);
#endif
    for (const char* folder : {"bin", "lib", "lib64"})
      fs::create_symlink(std::string("usr/") + folder, root_.At(folder));
    root_.Write("etc/image", "an image of the host's\n");
    root_.Write("run/secret", "never shown\n");
  }

  void CopyLibrariesOf(const std::string& program) {
    // "libc.so.6 => /lib/libc.so.6 (0x7f)", "/lib64/ld-linux.so.2 (0x7f)".
    const std::vector<std::string> words = absl::StrSplit(Printed("ldd " + program), absl::ByAnyChar(" \t\n"));
    for (const std::string& word : words) {
      if (!word.empty() && word.front() == '/') Copy(word, "/usr" + word);
    }
  }
  void Copy(const std::string& from, const std::string& to) {
    fs::create_directories(fs::path(root_.path() + to).parent_path());
    fs::copy_file(from, root_.path() + to, fs::copy_options::skip_existing);
  }
  SandboxOptions Options() const { return {.supervisor_path = kSupervisor, .settings = {.root = root_.path()}}; }

  TempDir root_;
};

TEST_F(RootTest, IsWhatABotSeesAndItsOwnFolder) {
  const auto sandbox = FindSandbox(SandboxMode::kStrict, Options());
  ASSERT_THAT(sandbox, IsOk());
  dir_.Write("hello", "from the folder\n");
  BotLaunch launch = Shell(
      "cat /etc/image hello; test -e /usr/bin/python3 || echo no python; test -e /run/secret || echo no secret; "
      "(echo x > /etc/new) 2> /dev/null || echo read-only; echo y > /tmp/new && cat /tmp/new");
  launch.sandbox = *sandbox;
  EXPECT_EQ(OutputOf(launch), "an image of the host's\nfrom the folder\nno python\nno secret\nread-only\ny\n");
}

TEST_F(RootTest, IsWhereTheSystemsProgramsAreLookedFor) {
  v1::BotManifest manifest;
  manifest.add_command("cat");
  BotLaunch launch = LaunchOf(manifest, dir_.path(), *FindSandbox(SandboxMode::kStrict, Options()));
  EXPECT_THAT(CheckProgram(launch), IsOk());
  launch.command = {"python3"};
  EXPECT_THAT(CheckProgram(launch), IsError(absl::StatusCode::kNotFound, "in " + root_.path()));
}

TEST_F(RootTest, MustBeOneThatAProgramRunsIn) {
  SandboxOptions options = Options();
  options.settings.root = "/nowhere/at/all";
  EXPECT_THAT(FindSandbox(SandboxMode::kStrict, options),
              IsError(absl::StatusCode::kInvalidArgument, "--bot-root /nowhere/at/all: there is no such folder"));
  options.settings.root = dir_.path();
  EXPECT_THAT(FindSandbox(SandboxMode::kStrict, options),
              IsError(absl::StatusCode::kInvalidArgument, "has no folder usr; give the folder that holds the root"));
  fs::create_directories(dir_.At("usr"));
  EXPECT_THAT(FindSandbox(SandboxMode::kStrict, options),
              IsError(absl::StatusCode::kFailedPrecondition, "cannot be made with --bot-root " + dir_.path()));
}

TEST(SandboxSettings, LimitTheMemoryThatABotGets) {
  constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
  const auto memory = [](std::uint64_t most, std::uint64_t asked) {
    BotLaunch launch{.folder = "/b", .command = {"true"}, .environment = {}, .log_path = "/dev/null", .limits = {}};
    launch.sandbox = {.mode = SandboxMode::kBasic, .settings = {.memory_bytes_most = most}};
    launch.limits.set_memory_bytes_max(asked);
    const LaunchPlan plan = *PlanLaunch(kSupervisor, launch);
    for (const std::string& argument : plan.arguments) {
      if (absl::StrContains(argument, "memory=")) return argument;
    }
    return std::string();
  };
  EXPECT_EQ(memory(4 * kGiB, 8 * kGiB), absl::StrCat("memory=", 4 * kGiB));
  EXPECT_EQ(memory(16 * kGiB, 8 * kGiB), absl::StrCat("memory=", 8 * kGiB));
  EXPECT_EQ(memory(16 * kGiB, 0), absl::StrCat("memory=", kGiB)) << "for one that asks for nothing";
  EXPECT_EQ(memory(kGiB / 2, 0), absl::StrCat("memory=", kGiB / 2));
}

}  // namespace
}  // namespace flagfall::arena::bots
