#include "arena/cli/host_flags.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/base/cores.h"
#include "arena/bots/affinity.h"
#include "arena/bots/bot_process.h"
#include "arena/cli/byte_size.h"
#include "arena/store/players.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control_scale.h"

namespace flagfall::arena::cli {
namespace {

constexpr char kSandboxFlag[] = "--sandbox";
constexpr char kPinFlag[] = "--pin";
constexpr char kStartupFlag[] = "--startup-time";
constexpr std::uint32_t kStartupSecondsMost = 3600;
constexpr char kMachineSpeedFlag[] = "--machine-speed";
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kMemoryLeast = 64 * kMiB;
// Far more than any bot has, and so little that sums of it do not overflow.
constexpr std::uint64_t kBytesMost = std::uint64_t{1} << 40;
// What a bot has beside its largest file.
constexpr std::uint64_t kBesideAFile = 16 * kMiB;

// Adds an option for a size, which `set` takes.
void AddSize(Command command, const std::shared_ptr<HostFlags>& flags, const std::string& name, std::uint64_t least,
             std::function<void(std::uint64_t)> set, const std::string& description) {
  command.AddParsedOption(
      name, "SIZE",
      [flags, name, least, set = std::move(set)](const std::string& text) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(const std::uint64_t bytes, ParseByteSize(text, least, kBytesMost));
        set(bytes);
        flags->given.push_back(name);
        return absl::OkStatus();
      },
      description);
}

}  // namespace

std::shared_ptr<HostFlags> AddSandboxFlags(Command command) {
  auto flags = std::make_shared<HostFlags>();
  command.AddParsedOption(
      kSandboxFlag, "MODE",
      [flags](const std::string& name) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(flags->mode, bots::ParseSandboxMode(name));
        flags->given.push_back(kSandboxFlag);
        return absl::OkStatus();
      },
      "What bots may see and do: strict, basic or none. Default: none for bots that were added, strict for those that "
      "were submitted");
  AddSize(
      command, flags, bots::kMemoryFlag, kMemoryLeast,
      [flags](std::uint64_t bytes) { flags->settings.memory_bytes_most = bytes; },
      "Most memory of a bot in a sandbox, as in 8G, for one whose bot.json asks for as much. Default: 4G");
  command.AddParsedOption(
      bots::kRootFlag, "DIR",
      [flags](const std::string& folder) -> absl::Status {
        flags->settings.root = std::filesystem::absolute(folder).lexically_normal().string();
        while (flags->settings.root.size() > 1 && flags->settings.root.back() == '/') flags->settings.root.pop_back();
        flags->given.push_back(bots::kRootFlag);
        return absl::OkStatus();
      },
      "Root of a Linux system that bots in a strict sandbox see in place of this machine's /usr");
  return flags;
}

void AddSizeFlags(Command command, const std::shared_ptr<HostFlags>& flags) {
  AddSize(
      command, flags, bots::kFileFlag, kMiB, [flags](std::uint64_t bytes) { flags->file_max = bytes; },
      "Largest file of a bot that is sent in, as in 256M. Default: 32M; what its build leaves may have 32M more");
  AddSize(
      command, flags, bots::kUnpackedFlag, kMiB, [flags](std::uint64_t bytes) { flags->unpacked_max = bytes; },
      "Most that a bot that is sent in unpacks to. Default: 48M, or 16M more than its largest file may have; what its "
      "build leaves may have 80M more");
}

void AddPackedSizeFlag(Command command, const std::shared_ptr<HostFlags>& flags) {
  AddSize(
      command, flags, bots::kPackedFlag, kMiB, [flags](std::uint64_t bytes) { flags->packed_max = bytes; },
      "Largest archive in which a bot is sent in. Default: 16M, or as much as its largest file may have if that was "
      "given");
}

void AddLogSizeFlag(Command command, const std::shared_ptr<HostFlags>& flags) {
  AddSize(
      command, flags, bots::kLogFlag, bots::kLogBytesMaxLeast,
      [flags](std::uint64_t bytes) { flags->log_limits.bot = bytes; },
      "Most that the logs of a bot may take in one tournament, as in 256M; the oldest games' are removed. Default: "
      "32M");
}

void AddLogFolderFlags(Command command, const std::shared_ptr<HostFlags>& flags) {
  AddSize(
      command, flags, bots::kOwnerLogFlag, bots::kOwnerLogBytesMaxLeast,
      [flags](std::uint64_t bytes) { flags->log_limits.owner = bytes; },
      "Most that the logs of one owner's bots may take in all tournaments, as in 4G; those of the oldest tournaments "
      "are removed when the next begins. Default: 1G");
  AddSize(
      command, flags, bots::kHomeLogFlag, bots::kOwnerLogBytesMaxLeast,
      [flags](std::uint64_t bytes) { flags->log_limits.home = bytes; },
      "Most that the logs of all bots may take in all tournaments, as in 64G, in the same way. Default: 16G");
}

void AddOwnerBotsFlag(Command command, const std::shared_ptr<HostFlags>& flags) {
  AddSize(
      command, flags, accounts::kOwnerBotsFlag, kMiB, [flags](std::uint64_t bytes) { flags->owner_bots_max = bytes; },
      "Most that the bots of one owner that were sent in may take as they are built, as in 4G. Default: 1G");
}

void AddStartupFlag(Command command, const std::shared_ptr<HostFlags>& flags) {
  command.AddParsedOption(
      kStartupFlag, "SECONDS",
      [flags](const std::string& text) -> absl::Status {
        if (!absl::SimpleAtoi(text, &flags->startup_seconds) || flags->startup_seconds < 1 ||
            flags->startup_seconds > kStartupSecondsMost) {
          return absl::InvalidArgumentError(
              absl::StrCat("'", text, "' is no number of seconds from 1 to ", kStartupSecondsMost));
        }
        flags->given.push_back(kStartupFlag);
        return absl::OkStatus();
      },
      absl::StrCat("Seconds that a bot may take from its start to its hello. Default: ", flags->startup_seconds));
}

void AddMachineSpeedFlag(Command command, const std::shared_ptr<HostFlags>& flags) {
  command.AddParsedOption(
      kMachineSpeedFlag, "PLIES",
      [flags](const std::string& text) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(flags->machine_speed, ParseReference(text));
        flags->given.push_back(kMachineSpeedFlag);
        return absl::OkStatus();
      },
      "Plies a second that a core of this machine referees, by which --tc-scale scales, so that all machines of "
      "a kind can have the same. Default: measured at the start and every hour");
}

cluster::MachineSpeed::Options SpeedOptions(const HostFlags& flags, bool is_first_urgent) {
  return {.cores = flags.pin ? 1 : ProcessorCount(),
          .is_first_urgent = is_first_urgent,
          .plies_per_second = flags.machine_speed};
}

void AddPinFlag(Command command, const std::shared_ptr<HostFlags>& flags) {
  command.AddFlag(
      kPinFlag, flags->pin,
      "Give each game cores of its own, one for each bot (with --no-pondering one for both), and the referee "
      "another; a bot then plays one game at a time");
}

absl::StatusOr<std::unique_ptr<runner::CorePool>> PoolFor(const HostFlags& flags) {
  if (!flags.pin) return nullptr;
  // What is reckoned by the number of processors later on is the machine's.
  ProcessorCount();
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<runner::CorePool> pool, runner::CorePool::Make(FindCores()));
  if (!bots::BindProcesses(::getpid(), pool->host().processors)) {
    return absl::FailedPreconditionError(
        absl::StrCat(kPinFlag, ": this process cannot be bound to a core: ", std::strerror(errno)));
  }
  return pool;
}

absl::Status CheckNoHostFlags(const HostFlags& flags) {
  if (flags.given.empty() && !flags.pin) return absl::OkStatus();
  const std::string name = flags.given.empty() ? kPinFlag : flags.given.front();
  return absl::InvalidArgumentError(absl::StrCat(
      name, " is for bots that run here; those of a server have what it was started with (`flagfall serve ", name,
      "`)"));
}

absl::StatusOr<bots::Sandbox> SandboxFor(bots::SandboxMode mode, const HostFlags& flags) {
  const auto is_given = [&flags](absl::string_view name) {
    return std::find(flags.given.begin(), flags.given.end(), name) != flags.given.end();
  };
  if (mode != bots::SandboxMode::kStrict && is_given(bots::kRootFlag)) {
    return absl::InvalidArgumentError(absl::StrCat(bots::kRootFlag,
                                                   " is what bots see in a strict sandbox, and these run in `",
                                                   bots::SandboxModeName(mode), "`; add --sandbox=strict"));
  }
  if (mode == bots::SandboxMode::kNone && is_given(bots::kMemoryFlag)) {
    return absl::InvalidArgumentError(absl::StrCat(bots::kMemoryFlag,
                                                   " limits bots in a sandbox, and these run in none; add "
                                                   "--sandbox=strict"));
  }
  return bots::FindSandbox(mode, {.supervisor_path = bots::SupervisorPath(), .settings = flags.settings});
}

// The host trusts what it has added itself.
bots::SandboxMode SandboxOf(const store::Bot& bot, const HostFlags& flags) {
  return flags.mode.value_or(bot.is_submitted() ? bots::SandboxMode::kStrict : bots::SandboxMode::kNone);
}

runner::RunOptions RunOptionsOf(const HostFlags& flags, std::string logs_folder, runner::CorePool* pool) {
  return {.supervisor_path = bots::SupervisorPath(),
          .logs_folder = std::move(logs_folder),
          .no_show_after = std::chrono::seconds(flags.startup_seconds),
          .log_limits = flags.log_limits,
          .sandbox_of = [flags](const store::Bot& bot) { return SandboxOf(bot, flags); },
          .sandbox_settings = flags.settings,
          .pool = pool};
}

absl::Status CheckSandboxesOf(store::Database& database, const v1::TournamentSpec& spec, const HostFlags& flags) {
  if (flags.given.empty()) return absl::OkStatus();
  bots::SandboxMode strictest = bots::SandboxMode::kNone;
  for (const std::string& name : spec.bots()) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindPlayer(database, name));
    strictest = std::max(strictest, SandboxOf(bot, flags));
  }
  return SandboxFor(strictest, flags).status();
}

absl::StatusOr<bots::ArchiveLimits> SentLimits(const HostFlags& flags) {
  bots::ArchiveLimits limits;
  limits.file_bytes_max = flags.file_max.value_or(limits.file_bytes_max);
  limits.unpacked_bytes_max = flags.unpacked_max.value_or(
      flags.file_max.has_value() ? std::max(limits.unpacked_bytes_max, limits.file_bytes_max + kBesideAFile)
                                 : limits.unpacked_bytes_max);
  // Weights of neural networks do not become smaller by being packed.
  limits.archive_bytes_max =
      flags.packed_max.value_or(flags.file_max.has_value() ? std::max(limits.archive_bytes_max, limits.file_bytes_max)
                                                           : limits.archive_bytes_max);
  if (flags.file_max.has_value() && limits.file_bytes_max > limits.unpacked_bytes_max) {
    return absl::InvalidArgumentError(absl::StrCat(
        bots::kFileFlag, " ", ByteSizeText(limits.file_bytes_max), " is more than ", bots::kUnpackedFlag, " ",
        ByteSizeText(limits.unpacked_bytes_max), ", of which a file is a part; raise the second, or leave it out"));
  }
  limits.file_bytes_max = std::min(limits.file_bytes_max, limits.unpacked_bytes_max);
  limits.stream_bytes_max = 2 * limits.unpacked_bytes_max;
  return limits;
}

}  // namespace flagfall::arena::cli
