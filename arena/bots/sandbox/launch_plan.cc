#include "arena/bots/sandbox/launch_plan.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/bots/keeper/protocol.h"
#include "arena/bots/sandbox/bubblewrap.h"
#include "arena/bots/sandbox/limits.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

struct Limits {
  std::uint64_t memory_bytes;
  std::uint64_t processes;
  std::uint64_t tasks;
};

std::uint64_t Asked(std::uint64_t asked, std::uint64_t standard, std::uint64_t most) {
  return asked == 0 ? standard : std::min(asked, most);
}

Limits LimitsOf(const BotLaunch& launch) {
  const bool is_build = !launch.build_archive_path.empty();
  Limits limits{};
  limits.memory_bytes = is_build ? sandbox_limits::kBuildMemoryBytes
                                 : Asked(launch.limits.memory_bytes_max(), sandbox_limits::kMemoryBytesDefault,
                                         sandbox_limits::kMemoryBytesMost);
  limits.processes = is_build ? sandbox_limits::kBuildProcesses
                              : Asked(launch.limits.processes_max(), sandbox_limits::kProcessesDefault, sandbox_limits::kProcessesMost);
  limits.tasks = limits.processes * sandbox_limits::kTasksPerProcess + sandbox_limits::kTasksMore;
  return limits;
}

void AddNumber(Words& words, absl::string_view name, std::uint64_t value) {
  if (value > 0) words.push_back(absl::StrCat(name, "=", value));
}

void AddText(Words& words, absl::string_view name, absl::string_view value) {
  if (!value.empty()) words.push_back(absl::StrCat(name, "=", value));
}

// What the keeper itself sees to, for the bot as a whole.
void AddSupervision(Words& words, const BotLaunch& launch, const Limits& limits) {
  const keeper::CgroupPlaces& cgroups = launch.sandbox.cgroups;
  AddNumber(words, "memory", limits.memory_bytes);
  AddNumber(words, "processes", limits.processes);
  AddNumber(words, "tasks", limits.tasks);
  AddText(words, "cgroup2", cgroups.unified);
  AddText(words, "cgroup_memory", cgroups.memory);
  AddText(words, "cgroup_pids", cgroups.pids);
  AddText(words, "cgroup_cpuacct", cgroups.cpuacct);
  AddText(words, "cgroup_freezer", cgroups.freezer);
  words.push_back("no_new_privileges=1");
  if (launch.sandbox.own_user) {
    words.push_back("own_user=1");
    AddText(words, "give", launch.launch_folder);
  }
}

// What holds for each process. Address space is no measure of memory, and limited only where nothing better is there.
void AddProcessLimits(Words& words, const BotLaunch& launch, std::uint64_t address_space_max) {
  AddNumber(words, "address_space", launch.sandbox.cgroups.LimitsMemory() ? 0 : address_space_max);
  AddNumber(words, "cpu_seconds", launch.limits.cpu_seconds_max());
}

void AddCommand(Words& words, const Words& command) {
  words.push_back("--");
  words.insert(words.end(), command.begin(), command.end());
}

// A path in the bot's folder as the sandbox shows it; other texts as they are.
std::string Inside(const std::string& text, const std::string& bot_folder) {
  if (text == bot_folder) return kSandboxBotFolder;
  if (absl::StartsWith(text, bot_folder + "/")) return absl::StrCat(kSandboxBotFolder, text.substr(bot_folder.size()));
  return text;
}

Words InsideCommand(const BotLaunch& launch) {
  Words command;
  if (!launch.build_archive_path.empty()) {
    // Works on the copy, and hands it back. The archive is looked into by nobody who trusts it.
    command = {"/bin/sh", "-c",
               "cp -RP --preserve=mode,timestamps /source/. /bot/ && chmod u+w /bot && \"$@\" && cd /bot && "
               "exec tar -cf - . >/out",
               "build"};
  }
  for (const std::string& word : launch.command) command.push_back(Inside(word, launch.bot_folder));
  return command;
}

absl::Status Unready(const std::string& path) {
  return absl::InternalError(absl::StrCat("cannot make ", path, " for a bot's sandbox: ", std::strerror(errno)));
}

absl::Status MakeFile(const std::string& path, mode_t mode) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode);
  if (file < 0 || ::fchmod(file, mode) != 0) return Unready(path);
  ::close(file);
  return absl::OkStatus();
}

// The bot's own user may not be able to reach the bot's folder or the keeper under their own paths, as below /root.
absl::Status Stage(const BotLaunch& launch, SandboxView& view, Words& words) {
  const auto stage = [&](std::string& path, const char* name) {
    const std::string place = absl::StrCat(launch.launch_folder, "/", name);
    words.push_back(absl::StrCat("stage_from=", path));
    words.push_back(absl::StrCat("stage_to=", place));
    path = place;
  };
  const std::string bot = absl::StrCat(launch.launch_folder, "/bot");
  if (::mkdir(bot.c_str(), 0755) != 0) return Unready(bot);
  FLAGFALL_RETURN_IF_ERROR(MakeFile(absl::StrCat(launch.launch_folder, "/keeper"), 0755));
  stage(view.bot_folder, "bot");
  stage(view.starter, "keeper");
  return absl::OkStatus();
}

absl::StatusOr<LaunchPlan> PlanStrict(const std::string& keeper_path, const BotLaunch& launch) {
  const Limits limits = LimitsOf(launch);
  const bool is_build = !launch.build_archive_path.empty();
  std::string folder = fs::path(launch.folder).lexically_normal().string();
  if (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  folder = Inside(folder, launch.bot_folder);
  if (!absl::StartsWith(folder, kSandboxBotFolder)) {
    return absl::InvalidArgumentError(absl::StrCat("the folder ", launch.folder, " is not in that of the bot, ",
                                                   launch.bot_folder, ", of which alone a strict sandbox shows all"));
  }
  LaunchPlan plan;
  Words& words = plan.arguments;
  AddText(words, "log", launch.log_path);
  AddText(words, "folder", folder);
  words.push_back("sandboxed=1");
  AddSupervision(words, launch, limits);
  SandboxView view{.bwrap_path = launch.sandbox.bwrap_path,
                   .bot_folder = launch.bot_folder,
                   .starter = keeper_path,
                   .socket_path = launch.socket_path,
                   .build_archive = launch.build_archive_path,
                   .scratch_bytes = is_build ? sandbox_limits::kBuildScratchBytes : sandbox_limits::kScratchBytes,
                   .build_folder_bytes = sandbox_limits::kBuildFolderBytes};
  if (is_build) FLAGFALL_RETURN_IF_ERROR(MakeFile(launch.build_archive_path, 0666));
  if (launch.sandbox.own_user) FLAGFALL_RETURN_IF_ERROR(Stage(launch, view, words));
  Words command = BubblewrapCommand(view);
  AddCommand(command, {kSandboxStarter, absl::StrCat("report=", keeper::kReport)});
  // A build begins before its copy of the folder is there.
  AddText(command, "folder", is_build ? kSandboxBotFolder : folder);
  AddProcessLimits(command, launch, limits.memory_bytes);
  AddNumber(command, "tasks", limits.tasks);
  AddNumber(command, "file_bytes", is_build ? sandbox_limits::kBuildArchiveBytes : 0);
  AddCommand(command, InsideCommand(launch));
  AddCommand(words, command);
  for (const std::string& entry : launch.environment) {
    absl::string_view value = entry;
    if (absl::ConsumePrefix(&value, "FLAGFALL_ADDRESS=")) {
      plan.environment.push_back(absl::StrCat("FLAGFALL_ADDRESS=unix:", kSandboxSocket));
    } else if (!absl::StartsWith(entry, "PATH=") && !absl::StartsWith(entry, "HOME=")) {
      plan.environment.push_back(entry);
    }
  }
  plan.environment.push_back(absl::StrCat("PATH=", kSandboxPath));
  plan.environment.push_back(absl::StrCat("HOME=", kSandboxHome));
  return plan;
}

LaunchPlan PlanPlain(const BotLaunch& launch) {
  LaunchPlan plan{.arguments = {}, .environment = launch.environment};
  Words& words = plan.arguments;
  AddText(words, "log", launch.log_path);
  AddText(words, "folder", launch.folder);
  if (launch.sandbox.mode == SandboxMode::kBasic) {
    const Limits limits = LimitsOf(launch);
    AddSupervision(words, launch, limits);
    AddProcessLimits(words, launch, limits.memory_bytes);
  } else {
    AddNumber(words, "address_space", launch.limits.memory_bytes_max());
    AddNumber(words, "cpu_seconds", launch.limits.cpu_seconds_max());
    AddNumber(words, "processes", launch.limits.processes_max());
  }
  AddCommand(words, launch.command);
  return plan;
}

}  // namespace

absl::StatusOr<LaunchPlan> PlanLaunch(const std::string& keeper_path, const BotLaunch& launch) {
  if (launch.sandbox.mode == SandboxMode::kStrict) return PlanStrict(keeper_path, launch);
  return PlanPlain(launch);
}

}  // namespace flagfall::arena
