#include "arena/cluster/lease_board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "arena/cluster/check_worker.h"
#include "arena/runner/event_queue.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"
#include "tests/support/status_matchers.h"
#include "tests/support/wait.h"

namespace flagfall::arena::cluster {
namespace {

using absl::StatusCode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A run whose games are all to be leased, and which gives as many as it is asked for, in a thread of its own as runs
// do.
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
    share_ = board.Join(
        {.tournament = tournament_, .bots = bots_, .strict = {false, true}, .tell = [this](coordinator::Event event) {
           events_.Push(std::move(event));
         }});
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
      if (const auto* const back = std::get_if<coordinator::GameReturned>(&event))
        returned_.push_back(back->game.number);
      if (const auto* const failed = std::get_if<coordinator::BotFailedElsewhere>(&event)) {
        failures_.push_back(bots_[static_cast<std::size_t>(failed->bot)].name() + " on " + failed->machine + ": " +
                            failed->what);
      }
    }
  }

  void Give(const coordinator::LeaseAsked& ask) {
    coordinator::GrantLease grant{.lease = ask.lease, .games_at_once = ask.games_at_once};
    std::vector<runner::LeaseDesk::Game> games;
    for (std::uint32_t pair = 0; pair < ask.pairs_max && !free_.empty(); ++pair) {
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
  std::vector<std::string> failures_ ABSL_GUARDED_BY(mutex_);
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

TEST_F(LeaseBoardTest, NobodyHasGamesWhereNothingIsPlayed) {
  EXPECT_FALSE(board_.LeaseGames("cluster", Asking())->has_lease());
}

TEST_F(LeaseBoardTest, ALeaseLastsAsLongAsItIsKept) {
  GivingRun run(board_, 7, 2);
  const v1::Lease lease = Lease();
  EXPECT_EQ(lease.tournament_id(), 7);
  EXPECT_EQ(lease.heartbeat_ms(), 10'000);
  ASSERT_EQ(lease.games_size(), 1);
  for (int beat = 0; beat < 10; ++beat) {
    now_ += std::chrono::seconds(29);
    board_.DropSilentLeases();
    EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsOk());
  }
  now_ += std::chrono::seconds(31);
  board_.DropSilentLeases();
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsError(StatusCode::kNotFound, "over"));
  EXPECT_TRUE(WaitFor([&run] { return run.Returned() == std::vector<std::uint32_t>{1}; }));
  EXPECT_THAT(log_,
              ElementsAre(HasSubstr("worker node1 of cluster: its lease of 1 game of tournament 7 is over: nothing")));
}

TEST_F(LeaseBoardTest, ALeaseIsItsUsersAlone) {
  GivingRun run(board_, 7, 2);
  const v1::Lease lease = Lease();
  EXPECT_THAT(board_.KeepLease("other", Keeping(lease.id())), IsError(StatusCode::kNotFound, "another user's"));
  v1::FetchBotRequest fetch;
  fetch.set_lease(lease.id());
  fetch.set_bot("anna");
  EXPECT_THAT(board_.FindBot("other", fetch).status(), IsError(StatusCode::kNotFound, "another user's"));
  EXPECT_THAT(board_.FindBot("cluster", fetch), IsOk());
  fetch.set_bot("carl");
  EXPECT_THAT(board_.FindBot("cluster", fetch).status(), IsError(StatusCode::kNotFound, "no bot carl in this lease"));
}

TEST_F(LeaseBoardTest, WhatAWorkerGivesBackGoesBackOnceAndTheLeaseEndsWithItsLastGame) {
  GivingRun run(board_, 7, 2);
  const v1::Lease lease = Lease();
  v1::KeepLeaseRequest keep = Keeping(lease.id());
  keep.add_returned_games(1);
  keep.add_returned_games(1);
  keep.add_returned_games(99);
  v1::BotFailure& failure = *keep.add_failures();
  failure.set_bot("ben");
  failure.set_what("its process exited with code 1");
  keep.add_failures()->set_bot("nobody");
  EXPECT_THAT(board_.KeepLease("cluster", keep), IsOk());
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsError(StatusCode::kNotFound, "over"));
  EXPECT_TRUE(WaitFor([&run] { return !run.Returned().empty() && !run.Failures().empty(); }));
  EXPECT_THAT(run.Returned(), ElementsAre(1));
  EXPECT_THAT(run.Failures(), ElementsAre("ben on node1: its process exited with code 1"));
}

TEST_F(LeaseBoardTest, RunsGetWorkersByTheirPriority) {
  GivingRun light(board_, 1, 1000);
  GivingRun heavy(board_, 2, 1000, /*priority=*/3);
  std::vector<int> leases(3);
  for (int i = 0; i < 40; ++i) ++leases[Lease(1).tournament_id()];
  EXPECT_THAT(leases, ElementsAre(0, 10, 30));
}

TEST_F(LeaseBoardTest, AWorkerWithoutStrictSandboxesIsToldWhyItGetsNothing) {
  GivingRun run(board_, 7, 2);
  v1::LeaseGamesRequest request = Asking();
  request.mutable_worker()->set_without_sandbox("bwrap is not installed");
  const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", request);
  ASSERT_THAT(response, IsOk());
  EXPECT_FALSE(response->has_lease());
  EXPECT_THAT(response->reason(), HasSubstr("need a strict sandbox (ben), and this worker has none: bwrap is not"));
}

TEST_F(LeaseBoardTest, ASuspectedWorkerLosesItsLeasesAndGetsNoOther) {
  GivingRun run(board_, 7, 3);
  const v1::Lease lease = Lease();
  const store::WorkerName node1{.user = "cluster", .name = "node1"};
  board_.SetSuspected({{node1, "too many void games"}});
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsError(StatusCode::kNotFound, "over"));
  EXPECT_TRUE(WaitFor([&run] { return run.Returned() == std::vector<std::uint32_t>{1}; }));
  const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", Asking());
  ASSERT_THAT(response, IsOk());
  EXPECT_FALSE(response->has_lease());
  EXPECT_THAT(response->reason(), HasSubstr("results differ from those of other machines"));
  EXPECT_THAT(response->reason(), testing::Not(HasSubstr("void"))) << "the worker is not told what gave it away";
  // Another one of the same user, and of another user by the same name.
  v1::LeaseGamesRequest other = Asking();
  other.mutable_worker()->set_name("node2");
  EXPECT_TRUE(board_.LeaseGames("cluster", other)->has_lease());
  EXPECT_TRUE(board_.LeaseGames("others", Asking())->has_lease());
  board_.SetSuspected({});
  EXPECT_TRUE(board_.LeaseGames("cluster", Asking()).ok());
}

TEST_F(LeaseBoardTest, WhatHappensToWorkersIsNoted) {
  GivingRun run(board_, 7, 4);
  v1::LeaseGamesRequest asking = Asking(4);
  asking.mutable_worker()->set_plies_per_second(1234.5);
  const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", asking);
  ASSERT_THAT(response, IsOk());
  ASSERT_EQ(response->lease().games_size(), 2);
  v1::KeepLeaseRequest keep = Keeping(response->lease().id());
  keep.add_returned_games(1);
  keep.add_failures()->set_bot("ben");
  EXPECT_THAT(board_.KeepLease("cluster", keep), IsOk());
  now_ += std::chrono::seconds(31);
  board_.DropSilentLeases();
  ASSERT_EQ(notes_.size(), 4);
  for (const store::WorkerNote& note : notes_) EXPECT_EQ(note.worker.name, "node1");
  EXPECT_EQ(notes_[0].plies_per_second, 1234);
  EXPECT_EQ(notes_[2].returned_games, 1);
  EXPECT_EQ(notes_[2].bot_faults, 1);
  EXPECT_EQ(notes_[3].returned_games, 1);
}

// So that hosts see how fast workers are before anything is played.
TEST_F(LeaseBoardTest, SpeedsAreNotedAlsoOfWorkersWithoutGamesWhereTheyChange) {
  v1::LeaseGamesRequest asking = Asking();
  for (const double speed : {0.0, 1234.5, 1234.6, 2000.0, 2000.0, 1234.5}) {
    asking.mutable_worker()->set_plies_per_second(speed);
    EXPECT_FALSE(board_.LeaseGames("cluster", asking)->has_lease());
  }
  std::vector<std::int64_t> noted;
  for (const store::WorkerNote& note : notes_) noted.push_back(*note.plies_per_second);
  EXPECT_THAT(noted, ElementsAre(1234, 2000, 1234));
}

TEST_F(LeaseBoardTest, ScaledGamesGoToMachinesForWhichTheyCanBeScaled) {
  GivingRun run(board_, 7, 4, 1, 300'000);
  const auto ask = [this](double speed) {
    v1::LeaseGamesRequest asking = Asking();
    asking.mutable_worker()->set_plies_per_second(speed);
    return board_.LeaseGames("cluster", asking);
  };
  for (const auto& [speed, why] : {std::pair(0.0, "the speed of this machine is not known"),
                                   std::pair(70'000.0, "referees 70000 plies a second, too slow"),
                                   std::pair(1'300'000.0, "referees 1300000 plies a second, too fast")}) {
    const absl::StatusOr<v1::LeaseGamesResponse> refused = ask(speed);
    ASSERT_THAT(refused, IsOk());
    EXPECT_FALSE(refused->has_lease());
    EXPECT_THAT(refused->reason(), testing::AllOf(HasSubstr("tournament 7: "), HasSubstr(why)));
  }
  EXPECT_TRUE(ask(200'000.9)->has_lease());
}

// What is handed in must have the scale that follows from what the worker said when it got the lease.
TEST_F(LeaseBoardTest, AScaleIsHeldAgainstTheSpeedThatTheWorkerTold) {
  GivingRun run(board_, 7, 4, 1, 300'000);
  v1::LeaseGamesRequest asking = Asking();
  asking.mutable_worker()->set_plies_per_second(200'000.9);
  const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", asking);
  ASSERT_THAT(response, IsOk());
  v1::HandInGameHeader header;
  header.set_lease(response->lease().id());
  header.set_number(response->lease().games(0).number());
  header.set_start(response->lease().games(0).start());
  v1::GameRecord record = RecordHeader({});
  *record.mutable_time_control_scale() = *ScaleFor(300'000, 200'000);
  *record.mutable_time_control() = ScaledTimeControl(*ParseTimeControl("10+0.1"), 1'500'000);
  v1::GameRecord slower = record;
  *slower.mutable_time_control_scale() = *ScaleFor(300'000, 150'000);
  *slower.mutable_time_control() = ScaledTimeControl(*ParseTimeControl("10+0.1"), 2'000'000);
  v1::GameRecord unscaled = record;
  unscaled.clear_time_control_scale();
  *unscaled.mutable_time_control() = *ParseTimeControl("10+0.1");
  // A game without a ruleset cannot be refereed again; all before that was right.
  EXPECT_THAT(board_.HandIn("cluster", header, record), IsError(StatusCode::kInvalidArgument, "no ruleset"));
  for (const v1::GameRecord& lie : {slower, unscaled}) {
    LeaseBoard board({.version = "flagfall 1", .log = [](const std::string&) {}});
    GivingRun other(board, 7, 4, 1, 300'000);
    header.set_lease(board.LeaseGames("cluster", asking)->lease().id());
    EXPECT_THAT(board.HandIn("cluster", header, lie),
                IsError(StatusCode::kInvalidArgument, "it differs in time_control, time_control_scale"));
  }
}

TEST_F(LeaseBoardTest, ALeaseEndsWithItsRun) {
  auto run = std::make_unique<GivingRun>(board_, 7, 2);
  const v1::Lease lease = Lease();
  run.reset();
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsError(StatusCode::kNotFound, "over"));
  EXPECT_THAT(log_, IsEmpty());
}

TEST_F(LeaseBoardTest, AServerThatEndsAnswersNobody) {
  GivingRun run(board_, 7, 2);
  const v1::Lease lease = Lease();
  board_.Close();
  EXPECT_THAT(board_.LeaseGames("cluster", Asking()).status(), IsError(StatusCode::kUnavailable, "ends"));
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())).status(), IsError(StatusCode::kUnavailable, "ends"));
}

}  // namespace
}  // namespace flagfall::arena::cluster
