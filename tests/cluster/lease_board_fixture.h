// A board of leases with runs that give games to it.
#ifndef TESTS_CLUSTER_LEASE_BOARD_FIXTURE_H_
#define TESTS_CLUSTER_LEASE_BOARD_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "arena/cluster/check_worker.h"
#include "arena/cluster/lease_board.h"
#include "arena/runner/event_queue.h"
#include "tests/support/status_matchers.h"
#include "tests/support/wait.h"

namespace flagfall::arena::cluster {

inline constexpr std::uint64_t kMemoryOfBen = std::uint64_t{2} << 30;

// A run whose games are all to be leased, between anna and ben, who needs a strict sandbox, and which gives as many as
// it is asked for, in a thread of its own as runs do.
class GivingRun {
 public:
  GivingRun(LeaseBoard& board, std::int64_t tournament_id, std::uint32_t games, std::uint32_t priority = 1,
            std::uint32_t time_control_reference = 0) {
    tournament_.id = tournament_id;
    tournament_.spec.set_time_control("10+0.1");
    tournament_.spec.set_time_control_reference(time_control_reference);
    tournament_.spec.set_priority(priority);
    for (const char* name : {"anna", "ben"}) {
      store::Bot& bot = bots_.emplace_back();
      bot.manifest.set_name(name);
      bot.manifest.add_command("./bot");
    }
    for (std::uint32_t number = 1; number <= games; ++number) free_.push_back(number);
    share_ = board.Join({.tournament = tournament_,
                         .bots = bots_,
                         .strict = {false, true},
                         .memory_bytes = {0, kMemoryOfBen},
                         .tell = [this](coordinator::Event event) { events_.Push(std::move(event)); }});
    thread_ = std::thread([this] { Run(); });
  }
  ~GivingRun() {
    share_.reset();
    events_.Push(coordinator::StopRequested{});
    thread_.join();
  }

  // The games that came back, in the order in which they did.
  std::vector<std::uint32_t> Returned() {
    MutexLock lock(mutex_);
    return returned_;
  }
  // Those of them whose worker was lost.
  std::vector<std::uint32_t> Lost() {
    MutexLock lock(mutex_);
    return lost_;
  }
  // What it was told last of the machines that there are, and how often it was told.
  coordinator::MachinesSeen Seen() {
    MutexLock lock(mutex_);
    return seen_;
  }
  int TimesTold() {
    MutexLock lock(mutex_);
    return times_told_;
  }
  std::vector<std::string> Failures() {
    MutexLock lock(mutex_);
    return failures_;
  }

 private:
  void Run() {
    for (;;) {
      const coordinator::Event event = events_.Pop();
      if (std::holds_alternative<coordinator::StopRequested>(event)) return;
      if (const auto* const ask = std::get_if<coordinator::LeaseAsked>(&event)) Give(*ask);
      MutexLock lock(mutex_);
      if (const auto* const back = std::get_if<coordinator::GameReturned>(&event)) {
        returned_.push_back(back->game.number);
        if (back->is_lost) lost_.push_back(back->game.number);
      }
      if (const auto* const seen = std::get_if<coordinator::MachinesSeen>(&event)) {
        seen_ = *seen;
        ++times_told_;
      }
      if (const auto* const failed = std::get_if<coordinator::BotFailedElsewhere>(&event)) {
        failures_.push_back(bots_[static_cast<std::size_t>(failed->bot)].name() + " on " + failed->machine + ": " +
                            failed->what);
      }
    }
  }

  void Give(const coordinator::LeaseAsked& ask) {
    coordinator::GrantLease grant{.lease = ask.lease, .games_at_once = ask.games_at_once};
    std::vector<runner::LeaseDesk::Game> games;
    for (std::uint32_t pair = 0; pair < ask.pairs_max && !free_.empty() && ask.without.empty(); ++pair) {
      coordinator::LeasedGame leased{
          .game = {.number = free_.front(), .round = 1, .red = 0, .blue = 1}, .start = 1, .seed = {}};
      free_.pop_front();
      grant.games.push_back(leased);
      games.push_back({.leased = leased, .match = {}});
    }
    share_->Grant(grant, std::move(games));
  }

  store::Tournament tournament_;
  std::vector<store::Bot> bots_;
  // Of the run's thread.
  std::deque<std::uint32_t> free_;
  runner::EventQueue<coordinator::Event> events_;
  Mutex mutex_;
  std::vector<std::uint32_t> returned_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::uint32_t> lost_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> failures_ ABSL_GUARDED_BY(mutex_);
  coordinator::MachinesSeen seen_ ABSL_GUARDED_BY(mutex_);
  int times_told_ ABSL_GUARDED_BY(mutex_) = 0;
  std::unique_ptr<runner::LeaseDesk::Share> share_;
  std::thread thread_;
};

class LeaseBoardTest : public testing::Test {
 protected:
  static v1::LeaseGamesRequest Asking(std::uint32_t games_free = 2) {
    v1::LeaseGamesRequest request;
    v1::Worker& worker = *request.mutable_worker();
    worker.set_name("node1");
    worker.set_protocol(kWorkerProtocol);
    worker.set_version("flagfall 1");
    worker.set_games_at_once(games_free);
    request.set_games_free(games_free);
    return request;
  }

  static v1::KeepLeaseRequest Keeping(std::uint64_t lease) {
    v1::KeepLeaseRequest request;
    request.set_lease(lease);
    return request;
  }

  v1::Lease Lease(std::uint32_t games_free = 2) {
    const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", Asking(games_free));
    EXPECT_THAT(response, IsOk());
    return response.ok() ? response->lease() : v1::Lease();
  }

  // Changed by the test alone, which also makes all calls.
  Micros now_{};
  std::vector<std::string> log_;
  std::vector<store::WorkerNote> notes_;
  // One game at once is one pair of a lease: what is not known to be shorter is taken to last 20 s.
  LeaseBoard board_{{.version = "flagfall 1",
                     .heartbeat = std::chrono::seconds(10),
                     .play_aimed_at = std::chrono::seconds(20),
                     .now = [this] { return now_; },
                     .note = [this](const store::WorkerNote& note) { notes_.push_back(note); },
                     .log = [this](const std::string& line) { log_.push_back(line); }}};
};

}  // namespace flagfall::arena::cluster

#endif  // TESTS_CLUSTER_LEASE_BOARD_FIXTURE_H_
