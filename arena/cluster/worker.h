#ifndef ARENA_CLUSTER_WORKER_H_
#define ARENA_CLUSTER_WORKER_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "arena/api/worker_api.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/runner/tournament_runner.h"
#include "flagfall/v1/worker_service.pb.h"

namespace flagfall::arena::cluster {

struct WorkerOptions {
  // As the server is told, but for the speed.
  v1::Worker worker;
  // The speed of this machine as it was measured last, in plies a second.
  std::function<std::uint32_t()> plies_per_second;
  // Where the bots that were fetched are kept; absolute. And how much of them beside those that are in use.
  std::string bots_folder;
  std::uint64_t bots_bytes_max = std::uint64_t{16} << 30;
  // How bots are run. The worker sets what concerns its leases.
  runner::RunOptions run;
  // The sandbox of bots that need no strict one.
  bots::SandboxMode sandbox = bots::SandboxMode::kNone;
  // At a stop: how long games may be played to their end and handed in.
  std::chrono::milliseconds grace = std::chrono::seconds(25);
  // Takes lines for the worker's log, from any thread.
  std::function<void(const std::string&)> log;
};

// Plays games of the server's until `stop`: then no game begins any more, those that are being played may end within
// `grace`, and all others go back. While the server does not answer, what was leased is played to its end and handed in
// when it is back. The error is the server's where it will not have this worker at all: an unknown token, another
// version.
absl::Status RunWorker(api::WorkerApi& server, const WorkerOptions& options, const std::stop_token& stop);

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_WORKER_H_
