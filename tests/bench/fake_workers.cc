// fake_workers ADDRESS VERSION FIRST WORKERS: plays games of a server of that version as so many workers, which are
// named by numbers from FIRST on and take turns on one connection, until it is killed. They are fake in that they start
// no bots: the games are played in this process by random plies. The token is FLAGFALL_USER_TOKEN. All that they say to
// the server is what workers say: leases, heartbeats, and each record by itself. Exits with 1 when the server refuses
// anything.
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/api/worker_api.h"
#include "arena/client/worker_client.h"
#include "arena/cluster/check_worker.h"
#include "arena/cluster/lease_messages.h"
#include "arena/runner/match_specs.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"
#include "tests/bench/play_match.h"

namespace flagfall::arena {
namespace {

using Clock = std::chrono::steady_clock;

// The answer to a call, which is made again, as workers do, while the server gets more calls than it takes.
template <typename Call>
auto Answer(const Call& call) {
  auto answer = call();
  while (absl::IsResourceExhausted(answer.status()) || absl::IsUnavailable(answer.status())) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    answer = call();
  }
  return answer;
}

struct FakeWorker {
  v1::Worker described = {};
  v1::Lease lease = {};
  std::optional<runner::MatchSpecs> specs = {};
  int next = 0;
  Clock::time_point heard = {};
  // As the server has said where it had no games.
  Clock::time_point ask_at = {};

  bool HasGames() const { return next < lease.games_size(); }
};

class FakeWorkers {
 public:
  FakeWorkers(api::WorkerApi& server, const std::string& version, int first, int count) : server_(server) {
    for (int number = first; number < first + count; ++number) {
      v1::Worker& worker = workers_.emplace_back().described;
      worker.set_name("worker-" + std::to_string(number));
      worker.set_protocol(cluster::kWorkerProtocol);
      worker.set_version(version);
      worker.set_cores(1);
      worker.set_games_at_once(1);
      worker.set_plies_per_second(300'000);
    }
  }

  // Returns an error alone.
  absl::Status Play() {
    for (;;) {
      bool has_played = false;
      for (FakeWorker& worker : workers_) {
        if (!worker.HasGames() && Clock::now() >= worker.ask_at) FLAGFALL_RETURN_IF_ERROR(Lease(worker));
        if (!worker.HasGames()) continue;
        has_played = true;
        absl::Status status = KeepIfDue(worker);
        if (status.ok()) status = PlayNext(worker);
        if (absl::IsNotFound(status)) {
          // The tournament is over, or the server has not heard of the lease for too long.
          worker.lease.Clear();
          continue;
        }
        FLAGFALL_RETURN_IF_ERROR(status);
      }
      if (!has_played) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

 private:
  absl::Status Lease(FakeWorker& worker) {
    v1::LeaseGamesRequest request;
    *request.mutable_worker() = worker.described;
    request.set_games_free(1);
    FLAGFALL_ASSIGN_OR_RETURN(v1::LeaseGamesResponse response,
                              Answer([&] { return server_.LeaseGames(request, std::stop_token()); }));
    if (!response.has_lease()) {
      worker.ask_at = Clock::now() + std::chrono::milliseconds(response.ask_again_ms());
      return absl::OkStatus();
    }
    worker.lease = std::move(*response.mutable_lease());
    worker.next = 0;
    worker.heard = Clock::now();
    const std::vector<std::string> folders(static_cast<std::size_t>(worker.lease.bots_size()));
    const cluster::LeasedRun run = cluster::RunOf(worker.lease, folders, 1);
    FLAGFALL_ASSIGN_OR_RETURN(v1::TimeControl control, ParseTimeControl(run.tournament.spec.time_control()));
    worker.specs.emplace(run.tournament, run.bots, std::move(control), nullptr);
    return absl::OkStatus();
  }

  absl::Status KeepIfDue(FakeWorker& worker) {
    const auto now = Clock::now();
    if (now - worker.heard < std::chrono::milliseconds(worker.lease.heartbeat_ms())) return absl::OkStatus();
    worker.heard = now;
    v1::KeepLeaseRequest request;
    request.set_lease(worker.lease.id());
    return Answer([&] { return server_.KeepLease(request); }).status();
  }

  absl::Status PlayNext(FakeWorker& worker) {
    const v1::LeasedGame& game = worker.lease.games(worker.next++);
    MatchSpec spec = worker.specs->SpecOf({.number = game.number(),
                                           .round = game.round(),
                                           .red = static_cast<int>(game.red()),
                                           .blue = static_cast<int>(game.blue()),
                                           .first_of_pair = game.first_of_pair()},
                                          game.seed());
    spec.given_set_ups = game.given_set_ups();
    v1::HandInGameHeader header;
    header.set_lease(worker.lease.id());
    header.set_number(game.number());
    header.set_start(game.start());
    const v1::GameRecord record = bench::PlayAtRandom(std::move(spec), random_);
    FLAGFALL_ASSIGN_OR_RETURN(const bool is_stored, Answer([&] { return server_.HandInGame(header, record); }));
    return is_stored ? absl::OkStatus() : absl::InternalError("a result was not stored");
  }

  api::WorkerApi& server_;
  std::vector<FakeWorker> workers_;
  Random random_{1};
};

int Main(int argc, char** argv) {
  const char* const token = std::getenv("FLAGFALL_USER_TOKEN");
  if (argc != 5 || token == nullptr) {
    std::cerr << "usage: FLAGFALL_USER_TOKEN=TOKEN fake_workers ADDRESS VERSION FIRST WORKERS\n";
    return 2;
  }
  absl::Status status;
  if (const auto server = client::ConnectAsWorker({.address = argv[1], .token = token}); server.ok()) {
    status = FakeWorkers(**server, argv[2], std::atoi(argv[3]), std::atoi(argv[4])).Play();
  } else {
    status = server.status();
  }
  std::cerr << status << "\n";
  return 1;
}

}  // namespace
}  // namespace flagfall::arena

int main(int argc, char** argv) { return flagfall::arena::Main(argc, argv); }
