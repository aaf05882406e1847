#include "arena/bots/sandbox/launch_plan.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/bots/sandbox/bubblewrap.h"
#include "arena/bots/sandbox/sandbox_limits.h"
#include "arena/bots/supervisor/supervisor_protocol.h"

namespace flagfall::arena::bots {
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
  const std::uint64_t memory_bytes_most = launch.sandbox.settings.memory_bytes_most;
  limits.memory_bytes =
      is_build ? launch.build_folder_bytes + sandbox_limits::kBuildMemoryBytesMore
               : Asked(launch.limits.memory_bytes_max(),
                       std::min(sandbox_limits::kMemoryBytesDefault, memory_bytes_most), memory_bytes_most);
  limits.processes = is_build ? sandbox_limits::kBuildProcesses
                              : Asked(launch.limits.processes_max(), sandbox_limits::kProcessesDefault,
                                      sandbox_limits::kProcessesMost);
  limits.tasks = limits.processes * sandbox_limits::kTasksPerProcess + sandbox_limits::kTasksMore;
  return limits;
}

void AddNumber(Words& words, absl::string_view name, std::uint64_t value) {
  if (value > 0) words.push_back(absl::StrCat(name, "=", value));
}

void AddText(Words& words, absl::string_view name, absl::string_view value) {
  if (!value.empty()) words.push_back(absl::StrCat(name, "=", value));
}

// Returns the path of the Unix socket that FLAGFALL_ADDRESS names; empty when it names none.
std::string SocketPath(const BotLaunch& launch) {
  for (absl::string_view entry : launch.environment) {
    if (absl::ConsumePrefix(&entry, "FLAGFALL_ADDRESS=unix:")) return std::string(entry);
  }
  return "";
}

// Adds the options that the supervisor applies to the bot as a whole.
void AddSupervision(Words& words, const BotLaunch& launch, const Limits& limits) {
  const supervisor::CgroupFolders& cgroups = launch.sandbox.cgroups;
  AddNumber(words, "memory", limits.memory_bytes);
  AddNumber(words, "processes", limits.processes);
  AddNumber(words, "tasks", limits.tasks);
  for (const auto& [name, member] : supervisor::kCgroupFolders) {
    AddText(words, absl::StrCat("cgroup_", std::string(name)), cgroups.*member);
  }
  words.push_back("no_new_privileges=1");
  if (launch.sandbox.own_user) {
    words.push_back("own_user=1");
    const supervisor::SubordinateIds& ids = launch.sandbox.subordinate;
    AddNumber(words, "first_user", ids.first_user);
    AddNumber(words, "first_group", ids.first_group);
    AddNumber(words, "users", ids.count);
    AddText(words, "give", SocketPath(launch));
    AddText(words, "give", launch.build_archive_path);
  }
}

// Adds the limits that hold for each process. Address space is a poor measure of memory, so it is limited only where no
// control group limits memory.
void AddProcessLimits(Words& words, const BotLaunch& launch, std::uint64_t address_space_max) {
  AddNumber(words, "address_space", launch.sandbox.cgroups.LimitsMemory() ? 0 : address_space_max);
  AddNumber(words, "cpu_seconds", launch.limits.cpu_seconds_max());
}

void AddCommand(Words& words, const Words& command) {
  words.push_back("--");
  words.insert(words.end(), command.begin(), command.end());
}

// Returns a path in the bot's folder as the sandbox shows it, and any other text unchanged.
std::string Inside(const std::string& text, const std::string& bot_folder) {
  if (text == bot_folder) return kSandboxBotFolder;
  if (absl::StartsWith(text, bot_folder + "/")) return absl::StrCat(kSandboxBotFolder, text.substr(bot_folder.size()));
  return text;
}

Words InsideCommand(const BotLaunch& launch) {
  Words command;
  if (!launch.build_archive_path.empty()) {
    // Builds in the copy and returns it as an archive, which is unpacked later like any archive of a stranger.
    command = {"/bin/sh", "-c",
               "cp -RP --preserve=mode,timestamps /source/. /bot/ && chmod u+w /bot && \"$@\" && cd /bot && "
               "exec tar --dereference --hard-dereference -cf /out .",
               "build"};
  }
  for (const std::string& word : launch.command) command.push_back(Inside(word, launch.bot_folder));
  return command;
}

// Stages all that the sandbox shows, because the bot's own user may not be able to reach its path, as below /root.
void Stage(SandboxView& view, Words& words) {
  const auto stage = [&](std::string& path, absl::string_view name) {
    if (path.empty()) return;
    AddText(words, "stage_from", path);
    AddText(words, "stage_to", name);
    path = absl::StrCat(supervisor::kStagePath, "/", name);
  };
  stage(view.bot_folder, "bot");
  stage(view.root, "root");
  stage(view.starter, "supervisor");
  stage(view.socket_path, "socket");
  stage(view.build_archive, "out");
}

absl::StatusOr<LaunchPlan> PlanStrict(const std::string& supervisor_path, const BotLaunch& launch) {
  const Limits limits = LimitsOf(launch);
  const bool is_build = !launch.build_archive_path.empty();
  std::string folder = fs::path(launch.folder).lexically_normal().string();
  if (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  folder = Inside(folder, launch.bot_folder);
  if (!absl::StartsWith(folder, kSandboxBotFolder)) {
    return absl::InvalidArgumentError(absl::StrCat("the folder ", launch.folder, " is not in the bot's folder ",
                                                   launch.bot_folder,
                                                   ", and a strict sandbox shows no other but /usr"));
  }
  LaunchPlan plan;
  Words& words = plan.arguments;
  AddText(words, "folder", folder);
  words.push_back("sandboxed=1");
  AddSupervision(words, launch, limits);
  SandboxView view{.bwrap_path = launch.sandbox.bwrap_path,
                   .bot_folder = launch.bot_folder,
                   .root = launch.sandbox.settings.root,
                   .root_listed = launch.sandbox.settings.root,
                   .starter = supervisor_path,
                   .socket_path = SocketPath(launch),
                   .build_archive = launch.build_archive_path,
                   .scratch_bytes = is_build ? sandbox_limits::kBuildScratchBytes : sandbox_limits::kScratchBytes,
                   .build_folder_bytes = launch.build_folder_bytes};
  if (launch.sandbox.own_user) Stage(view, words);
  Words command = BubblewrapCommand(view);
  AddCommand(command, {kSandboxStarter, absl::StrCat("report=", supervisor::kReport)});
  // A build makes the copy of the folder itself, so it starts in /bot, which exists before.
  AddText(command, "folder", is_build ? kSandboxBotFolder : folder);
  AddProcessLimits(command, launch, limits.memory_bytes);
  AddNumber(command, "tasks", launch.sandbox.cgroups.LimitsTasks() ? 0 : limits.tasks);
  AddNumber(command, "file_bytes", is_build ? launch.build_folder_bytes + sandbox_limits::kBuildArchiveBytesMore : 0);
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

absl::StatusOr<LaunchPlan> PlanLaunch(const std::string& supervisor_path, const BotLaunch& launch) {
  if (launch.sandbox.mode == SandboxMode::kStrict) return PlanStrict(supervisor_path, launch);
  return PlanPlain(launch);
}

}  // namespace flagfall::arena::bots
