#include "arena/bots/build.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/base/private_files.h"
#include "arena/bots/archive.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/manifest.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

constexpr std::size_t kTailLinesMax = 12;
// How often 64 KiB of output are granted to a build, beside the first.
constexpr int kOutputGrants = 15;

std::string TailOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  std::vector<std::string> lines = absl::StrSplit(text.str(), '\n', absl::SkipEmpty());
  if (lines.size() > kTailLinesMax) lines.erase(lines.begin(), lines.end() - kTailLinesMax);
  return absl::StrJoin(lines, "\n  ");
}

// Runs the build and waits for its end.
absl::Status Run(const std::string& name, const BotLaunch& launch, const BuildOptions& options) {
  std::promise<BotExit> promise;
  std::future<BotExit> exit = promise.get_future();
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<BotProcess> process,
                            BotProcess::Start(options.supervisor_path, launch,
                                              [&promise](const BotExit& ended) { promise.set_value(ended); }));
  for (int grant = 0; grant < kOutputGrants; ++grant) process->output().Grant();
  const std::stop_callback on_stop(options.stop, [&process] { process->RequestStop(); });
  const bool in_time = exit.wait_for(options.time_max) == std::future_status::ready;
  process->Stop();
  if (options.stop.stop_requested()) return absl::CancelledError(absl::StrCat("building ", name, " was stopped"));
  const std::string command = absl::StrJoin(launch.command, " ");
  if (!in_time) {
    return absl::DeadlineExceededError(absl::StrCat("building ", name, ": `", command, "` took longer than ",
                                                    options.time_max.count(), " s; its output is in ",
                                                    options.log_path));
  }
  const BotExit ended = exit.get();
  if (ended.succeeded) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("building ", name, ": `", command, "` ", ended.detail,
                                                    "; its output is in ", options.log_path, " and ends with\n  ",
                                                    TailOf(options.log_path)));
}

// A temporary file, which the destructor removes.
class Scratch {
 public:
  explicit Scratch(std::string path) : path_(std::move(path)) {
    ::unlink(path_.c_str());
    (void)MakePrivateFile(path_);
  }
  ~Scratch() { ::unlink(path_.c_str()); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

// Replaces the folder by what the archive holds, in one step.
absl::Status Replace(const std::string& folder, const std::string& archive, const BuildOptions& options) {
  const std::string fresh = absl::StrCat(folder, kBuiltSuffix);
  std::error_code ignored;
  std::filesystem::remove_all(fresh, ignored);
  FLAGFALL_RETURN_IF_ERROR(
      UnpackArchive(ArchiveReaderBeside(options.supervisor_path), archive, fresh, options.limits).status());
  const int exchanged = ::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE);
  const int error = errno;
  std::filesystem::remove_all(fresh, ignored);
  if (exchanged == 0) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("cannot put what was built into ", folder, ": ", std::strerror(error)));
}

// A script whose interpreter is missing cannot be run, and the kernel says of it what it says of a script that is
// missing itself. `path` is where the program is on this machine.
absl::Status CheckInterpreter(const std::string& program, const std::string& path, bool is_in_root,
                              const BotLaunch& launch) {
  // The kernel reads no more of it.
  char beginning[256] = {};
  std::ifstream(path, std::ios::binary).read(beginning, sizeof beginning - 1);
  absl::string_view words = beginning;
  if (!absl::ConsumePrefix(&words, "#!")) return absl::OkStatus();
  words = absl::StripAsciiWhitespace(words.substr(0, words.find('\n')));
  const std::string interpreter(words.substr(0, words.find_first_of(" \t")));
  const std::string& root = launch.sandbox.settings.root;
  std::error_code ignored;
  const bool is_own = launch.sandbox.mode == SandboxMode::kStrict && absl::StartsWith(interpreter, "/bot/");
  if (interpreter.empty() || interpreter.front() != '/' || is_own ||
      std::filesystem::exists(
          std::filesystem::symlink_status(is_in_root ? root + interpreter : interpreter, ignored))) {
    return absl::OkStatus();
  }
  return absl::NotFoundError(
      absl::StrCat("the bot's program ", program, " cannot be run: its first line asks for the interpreter ",
                   interpreter, ", which does not exist", is_in_root ? absl::StrCat(" in ", root) : "",
                   "; name another in that line, as in ", "#!/usr/bin/env python3, or in `command`"));
}

}  // namespace

std::string BuildArchiveOf(const std::string& log_path) { return log_path + ".tar"; }

absl::Status BuildBot(const v1::BotManifest& manifest, const std::string& folder, const BuildOptions& options) {
  if (manifest.build_command().empty()) return absl::OkStatus();
  std::filesystem::remove(options.log_path);
  BotLaunch launch = BuildOf(manifest, folder, options.sandbox);
  launch.environment = InheritedEnvironment();
  launch.log_path = options.log_path;
  if (launch.sandbox.mode != SandboxMode::kStrict) return Run(manifest.name(), launch, options);
  const Scratch archive(BuildArchiveOf(options.log_path));
  launch.build_archive_path = archive.path();
  launch.build_folder_bytes = BuildFolderBytes(options.limits);
  FLAGFALL_RETURN_IF_ERROR(Run(manifest.name(), launch, options));
  return Replace(folder, archive.path(), options);
}

absl::Status CheckProgram(const BotLaunch& launch) {
  const std::string& program = launch.command.front();
  std::vector<std::string> candidates = {program};
  if (program.find('/') == std::string::npos) {
    const char* path = std::getenv("PATH");
    candidates = absl::StrSplit(path == nullptr ? "/usr/bin:/bin" : path, ':');
    for (std::string& candidate : candidates) absl::StrAppend(&candidate, "/", program);
  }
  bool is_there = false;
  // In a system of the host's choice a link leads elsewhere than on the host; the bot's start tells what is there.
  const bool is_in_root = launch.sandbox.mode == SandboxMode::kStrict && !launch.sandbox.settings.root.empty();
  for (std::string& candidate : candidates) {
    std::error_code ignored;
    if (is_in_root && !absl::StartsWith(candidate, launch.bot_folder + "/")) {
      candidate.insert(0, launch.sandbox.settings.root);
      if (std::filesystem::is_symlink(candidate, ignored)) return absl::OkStatus();
    }
    if (!std::filesystem::is_regular_file(candidate, ignored)) continue;
    if (::access(candidate.c_str(), X_OK) == 0) return CheckInterpreter(program, candidate, is_in_root, launch);
    is_there = true;
  }
  if (is_there) {
    return absl::PermissionDeniedError(
        absl::StrCat("the bot's program ", program, " may not be executed; `chmod +x` on it lets it be"));
  }
  return absl::NotFoundError(absl::StrCat("the bot's program ", program, " does not exist",
                                          candidates.size() > 1 ? " on the PATH; one in its folder begins with ./" : "",
                                          is_in_root ? absl::StrCat(" in ", launch.sandbox.settings.root) : "",
                                          "; see `command` and `build_command` in its bot.json"));
}

}  // namespace flagfall::arena::bots
