#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "absl/strings/str_cat.h"
#include "arena/base/cores.h"
#include "arena/base/memory.h"
#include "arena/bots/bot_process.h"
#include "arena/cli/byte_size.h"
#include "arena/cli/commands.h"
#include "arena/cli/host_flags.h"
#include "arena/client/worker_client.h"
#include "arena/cluster/check_worker.h"
#include "arena/cluster/machine_speed.h"
#include "arena/cluster/worker.h"
#include "arena/runner/random_bytes.h"
#include "arena/runner/stop_signals.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

constexpr std::uint32_t kGamesAtOnceMax = 1024;
constexpr std::uint32_t kGraceMax = 3600;
constexpr char kCacheFlag[] = "--cache-max";
constexpr std::uint64_t kCacheBytesMost = std::uint64_t{1} << 50;

struct WorkerFlags {
  std::string name;
  std::uint32_t games = 0;
  std::string folder = "flagfall-worker";
  std::uint32_t grace = 25;
  std::uint64_t cache_max = cluster::WorkerOptions().bots_bytes_max;
  std::shared_ptr<HostFlags> host;
};

std::string HostName() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0' ? name.data() : "worker";
}

v1::Worker Describe(const WorkerFlags& flags) {
  v1::Worker worker;
  worker.set_name(flags.name.empty() ? HostName() : flags.name);
  worker.set_protocol(cluster::kWorkerProtocol);
  worker.set_version(FLAGFALL_VERSION);
  worker.set_cores(ProcessorCount());
  worker.set_memory_bytes(MemoryBytes());
  worker.set_bot_memory_bytes_max(flags.host->settings.memory_bytes_most);
  worker.set_process_id(runner::NewSeed());
  worker.set_games_at_once(flags.games == 0 ? worker.cores() : flags.games);
  const absl::StatusOr<bots::Sandbox> strict = SandboxFor(bots::SandboxMode::kStrict, *flags.host);
  if (!strict.ok()) worker.set_without_sandbox(std::string(strict.status().message()));
  return worker;
}

absl::Status Work(const Invocation& invocation, const WorkerFlags& flags) {
  if (!invocation.IsRemote()) {
    return absl::InvalidArgumentError(
        "a worker plays the games of a server: name it with --server (or FLAGFALL_SERVER), as in --server "
        "tls:arena.example:7443");
  }
  const runner::StopSignals signals;
  const Console& console = invocation.console;
  FLAGFALL_ASSIGN_OR_RETURN(const client::ServerAddress server, invocation.Server());
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::WorkerApi> api, client::ConnectAsWorker(server));
  const std::string folder = std::filesystem::absolute(flags.folder).lexically_normal().string();
  cluster::WorkerOptions options;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<runner::CorePool> pool, PoolFor(*flags.host));
  options.worker = Describe(flags);
  cluster::MachineSpeed speed(SpeedOptions(*flags.host, /*is_first_urgent=*/true));
  options.plies_per_second = [&speed] { return speed.Newest(); };
  // Before the first game begins.
  speed.Newest();
  if (pool != nullptr) options.worker.set_cores_for_games(static_cast<std::uint32_t>(pool->size()));
  // As many as there are cores for, where bots may think at any time.
  if (flags.games == 0 && pool != nullptr) {
    options.worker.set_games_at_once(std::max(1U, static_cast<std::uint32_t>(pool->size() / 2)));
  }
  options.bots_folder = folder + "/bots";
  options.bots_bytes_max = flags.cache_max;
  options.run = RunOptionsOf(*flags.host, folder + "/logs", pool.get());
  options.sandbox = flags.host->mode.value_or(bots::SandboxMode::kNone);
  options.grace = std::chrono::seconds(flags.grace);
  // Each line is written in one piece, since several threads log.
  options.log = [&console](const std::string& line) {
    console.err << absl::StrCat("flagfall: ", Printable(line), "\n") << std::flush;
  };
  if (!options.worker.without_sandbox().empty()) {
    options.log(absl::StrCat("no bots that need a strict sandbox: ", options.worker.without_sandbox()));
  }
  console.out << "Worker " << Printable(options.worker.name()) << " plays " << options.worker.games_at_once()
              << " at once for " << server.address << std::endl;
  return cluster::RunWorker(*api, options, signals.Token());
}

}  // namespace

void AddWorkerCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<WorkerFlags>();
  Command worker = AddCommand(
      app, invocation, "worker", "Plays games of a server on this machine, until it is stopped",
      "flagfall worker --server tls:arena.example:7443 --games-at-once 4",
      [&invocation, flags] { return Work(invocation, *flags); }, Json::kNone);
  worker.AddOption("--name", flags->name, "What the server's host knows it by; this machine's name when not given");
  worker.AddOption("--games-at-once", flags->games, "Games that it plays at once; as many as there are cores")
      .InRange(1U, kGamesAtOnceMax);
  worker.AddOption("--folder", flags->folder, "Where it keeps the bots that it fetches, and their logs").ShowDefault();
  worker.AddParsedOption(
      kCacheFlag, "SIZE",
      [flags](const std::string& text) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(flags->cache_max, ParseByteSize(text, 0, kCacheBytesMost));
        return absl::OkStatus();
      },
      "Most that bots may take in its folder beside those that play, as in 512M; those that played longest ago are "
      "removed. Default: 16G");
  worker.AddOption("--grace", flags->grace, "Seconds that games may take to their end when it is stopped")
      .InRange(0U, kGraceMax)
      .ShowDefault();
  flags->host = AddSandboxFlags(worker);
  AddStartupFlag(worker, flags->host);
  AddLogSizeFlag(worker, flags->host);
  AddPinFlag(worker, flags->host);
  AddMachineSpeedFlag(worker, flags->host);
}

}  // namespace flagfall::arena::cli
