#ifndef ARENA_CLI_HOST_FLAGS_H_
#define ARENA_CLI_HOST_FLAGS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/accounts/submission.h"
#include "arena/bots/archive_limits.h"
#include "arena/bots/game_logs.h"
#include "arena/bots/owner_logs.h"
#include "arena/bots/sandbox_probe.h"
#include "arena/cli/command_parser.h"
#include "arena/cluster/machine_speed.h"
#include "arena/runner/core_pool.h"
#include "arena/runner/tournament_runner.h"
#include "arena/store/bots.h"

namespace flagfall::arena::cli {

// What a host says of bots that run here: their sandbox, and how much they may have and print.
struct HostFlags {
  // Absent when --sandbox was not given.
  std::optional<bots::SandboxMode> mode;
  bots::SandboxSettings settings;
  // What a bot that is sent may have at most, in bytes; absent where the flag was not given.
  std::optional<std::uint64_t> packed_max;
  std::optional<std::uint64_t> file_max;
  std::optional<std::uint64_t> unpacked_max;
  bots::LogLimits log_limits;
  // What the bots of one owner that were sent in may take as they are built, in bytes.
  std::uint64_t owner_bots_max = accounts::kOwnerBotsBytesMaxDefault;
  // How long a bot may take from its start to its hello, in seconds.
  std::uint32_t startup_seconds = runner::kNoShowAfterDefault.count();
  // Whether games get cores of their own.
  bool pin = false;
  // The speed of this machine in plies a second; 0: as it is measured.
  std::uint32_t machine_speed = 0;
  // The names of all of these flags that were given, but for --pin.
  std::vector<std::string> given;
};

// Adds --sandbox, --bot-memory-max and --bot-root.
std::shared_ptr<HostFlags> AddSandboxFlags(Command command);
// Adds --bot-file-max and --bot-unpacked-max, for bots that are built in a sandbox here; and, for bots that are sent as
// archives, --bot-packed-max.
void AddSizeFlags(Command command, const std::shared_ptr<HostFlags>& flags);
void AddPackedSizeFlag(Command command, const std::shared_ptr<HostFlags>& flags);

// Adds --bot-log-max, for bots that play.
void AddLogSizeFlag(Command command, const std::shared_ptr<HostFlags>& flags);

// Adds --startup-time, for bots that play.
void AddStartupFlag(Command command, const std::shared_ptr<HostFlags>& flags);

// Adds --owner-logs-max and --logs-max, where tournaments are played in a home.
void AddLogFolderFlags(Command command, const std::shared_ptr<HostFlags>& flags);

// Adds --owner-bots-max, where owners send bots in.
void AddOwnerBotsFlag(Command command, const std::shared_ptr<HostFlags>& flags);

// Adds --machine-speed, where games are played by time controls that are scaled. SpeedOptions says how it is measured
// otherwise; where the process is bound to a core, that one alone.
void AddMachineSpeedFlag(Command command, const std::shared_ptr<HostFlags>& flags);
cluster::MachineSpeed::Options SpeedOptions(const HostFlags& flags, bool is_first_urgent);

// Adds --pin, where bots play.
void AddPinFlag(Command command, const std::shared_ptr<HostFlags>& flags);
// With --pin: the cores that games get, after binding this process, with all its threads, to the one that is left for
// it. Otherwise null. FAILED_PRECONDITION when there are too few.
absl::StatusOr<std::unique_ptr<runner::CorePool>> PoolFor(const HostFlags& flags);

// INVALID_ARGUMENT when one was given, where bots run at a server.
absl::Status CheckNoHostFlags(const HostFlags& flags);

// Finds the sandbox of that mode with the flags' settings. Errors as FindSandbox, and INVALID_ARGUMENT for a setting
// that the mode does not have.
absl::StatusOr<bots::Sandbox> SandboxFor(bots::SandboxMode mode, const HostFlags& flags);

// The sandbox for a bot: the flag's or else, for a bot that was submitted, strict, and for the host's own, none.
bots::SandboxMode SandboxOf(const store::Bot& bot, const HostFlags& flags);

// How these flags have bots run, whose output goes into the folder; `pool` is PoolFor's.
runner::RunOptions RunOptionsOf(const HostFlags& flags, std::string logs_folder, runner::CorePool* pool);

// Whether the flags can be kept for the bots of a tournament, before there is one. Errors as SandboxFor for the
// strictest sandbox among those of the bots, and as FindBot.
absl::Status CheckSandboxesOf(store::Database& database, const v1::TournamentSpec& spec, const HostFlags& flags);

// The limits of a bot that is sent. What was not given is as by default, or as large as what was given needs it.
// INVALID_ARGUMENT for flags that contradict each other.
absl::StatusOr<bots::ArchiveLimits> SentLimits(const HostFlags& flags);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_HOST_FLAGS_H_
