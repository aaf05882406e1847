// How a lease is kept and given back while its bots are fetched; tests/e2e/workers_test.py plays leases.
#include "arena/cluster/lease_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/wait.h"

namespace flagfall::arena::cluster {
namespace {

// A server that keeps whoever fetches a bot waiting until it was told so often that the lease goes on, and then fails.
class SlowServer final : public api::WorkerApi {
 public:
  explicit SlowServer(std::size_t keeps_before_failure) : keeps_before_failure_(keeps_before_failure) {}

  absl::StatusOr<v1::LeaseGamesResponse> LeaseGames(const v1::LeaseGamesRequest&, const std::stop_token&) override {
    return absl::UnimplementedError("no lease was lost");
  }
  absl::StatusOr<v1::KeepLeaseResponse> KeepLease(const v1::KeepLeaseRequest& request) override {
    const std::lock_guard lock(mutex_);
    kept_.push_back(request);
    changed_.notify_all();
    // As while it is started again.
    if (kept_.size() < keeps_before_failure_) return absl::UnavailableError("not now");
    return v1::KeepLeaseResponse();
  }
  absl::StatusOr<bool> HandInGame(v1::HandInGameHeader, const v1::GameRecord&) override {
    return absl::UnimplementedError("no game was played");
  }
  absl::Status FetchBot(const v1::FetchBotRequest&, const std::function<absl::Status(absl::string_view)>&,
                        const std::stop_token& stop) override {
    std::unique_lock lock(mutex_);
    is_fetching_ = true;
    changed_.wait(lock, stop, [this] { return kept_.size() >= keeps_before_failure_; });
    return stop.stop_requested() ? absl::CancelledError("") : absl::NotFoundError("no such file");
  }

  bool IsFetching() const {
    const std::lock_guard lock(mutex_);
    return is_fetching_;
  }
  std::vector<v1::KeepLeaseRequest> kept() const {
    const std::lock_guard lock(mutex_);
    return kept_;
  }

 private:
  const std::size_t keeps_before_failure_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  bool is_fetching_ = false;
  std::vector<v1::KeepLeaseRequest> kept_;
};

// One that does not want game 3 any more, and keeps whoever fetches a bot waiting.
class DroppingServer final : public api::WorkerApi {
 public:
  absl::StatusOr<v1::LeaseGamesResponse> LeaseGames(const v1::LeaseGamesRequest&, const std::stop_token&) override {
    return absl::UnimplementedError("no lease was lost");
  }
  absl::StatusOr<v1::KeepLeaseResponse> KeepLease(const v1::KeepLeaseRequest& request) override {
    const std::lock_guard lock(mutex_);
    returned_.insert(request.returned_games().begin(), request.returned_games().end());
    v1::KeepLeaseResponse response;
    if (!returned_.contains(3)) response.add_dropped_games(3);
    return response;
  }
  absl::StatusOr<bool> HandInGame(v1::HandInGameHeader, const v1::GameRecord&) override {
    return absl::UnimplementedError("no game was played");
  }
  absl::Status FetchBot(const v1::FetchBotRequest&, const std::function<absl::Status(absl::string_view)>&,
                        const std::stop_token& stop) override {
    std::unique_lock lock(mutex_);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
    return absl::CancelledError("");
  }

  std::set<std::uint32_t> Returned() const {
    const std::lock_guard lock(mutex_);
    return returned_;
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::uint32_t> returned_;
};

class LeaseRunTest : public testing::Test {
 protected:
  static constexpr std::uint32_t kAnHour = 3'600'000;

  // Game 3 of anna and bert, under the lease 7.
  std::unique_ptr<LeaseRun> Begin(std::uint32_t heartbeat_ms, api::WorkerApi& server) {
    return Begin(heartbeat_ms, server, {Game(3)});
  }
  // On the set-ups of the first games of their pairs.
  std::unique_ptr<LeaseRun> Begin(std::uint32_t heartbeat_ms, api::WorkerApi& server,
                                  const std::vector<v1::LeasedGame>& games) {
    v1::Lease lease;
    lease.mutable_spec()->set_duplicate(true);
    lease.mutable_games()->Add(games.begin(), games.end());
    lease.set_id(7);
    lease.set_heartbeat_ms(heartbeat_ms);
    for (const char* name : {"anna", "bert"}) {
      v1::LeasedBot& bot = *lease.add_bots();
      bot.mutable_manifest()->set_name(name);
      bot.set_folder_sha256(std::string(32, name[0]));
    }
    return std::make_unique<LeaseRun>(std::move(lease), bots_, server,
                                      LeaseRun::Options{.worker = {}, .run = {}, .log = [](const std::string&) {}});
  }

  static v1::LeasedGame Game(std::uint32_t number, std::uint32_t first_of_pair = 0) {
    v1::LeasedGame game;
    game.set_number(number);
    game.set_blue(1);
    game.set_first_of_pair(first_of_pair);
    return game;
  }
  static tournament::ScheduledGame Scheduled(std::uint32_t number, std::uint32_t first_of_pair) {
    return {.number = number, .round = 1, .red = 0, .blue = 1, .first_of_pair = first_of_pair};
  }

  const TempDir folder_;
  BotCache bots_{folder_.path(), /*bytes_max=*/0, /*archive_reader=*/""};
};

TEST_F(LeaseRunTest, IsKeptWhileItsBotsAreFetchedWhateverTheServerSays) {
  SlowServer server(/*keeps_before_failure=*/3);
  const auto run = Begin(/*heartbeat_ms=*/1, server);
  EXPECT_TRUE(WaitFor([&run] { return run->IsOver(); }));
  const std::vector<v1::KeepLeaseRequest> kept = server.kept();
  ASSERT_GE(kept.size(), 4);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(kept[i].lease(), 7);
    EXPECT_TRUE(kept[i].returned_games().empty());
  }
}

TEST_F(LeaseRunTest, GivesItsGamesBackAndSaysWhichBotCouldNotBeHad) {
  SlowServer server(/*keeps_before_failure=*/1);
  const auto run = Begin(/*heartbeat_ms=*/1, server);
  EXPECT_TRUE(WaitFor([&run] { return run->IsOver(); }));
  EXPECT_TRUE(run->HasFailed());
  const std::vector<v1::KeepLeaseRequest> kept = server.kept();
  const auto is_told = [](const v1::KeepLeaseRequest& request) { return !request.why_returned().empty(); };
  const auto told = std::find_if(kept.begin(), kept.end(), is_told);
  ASSERT_NE(told, kept.end());
  EXPECT_EQ(told->why_returned(), "no such file");
  EXPECT_EQ(told->bot_at_fault(), "anna");
  EXPECT_THAT(told->returned_games(), testing::ElementsAre(3));
}

TEST_F(LeaseRunTest, GivesItsGamesBackWithoutAReasonWhenFetchingIsCutOff) {
  SlowServer server(/*keeps_before_failure=*/1);
  const auto run = Begin(kAnHour, server);
  EXPECT_TRUE(WaitFor([&server] { return server.IsFetching(); }));
  run->Pause();
  EXPECT_TRUE(WaitFor([&run] { return run->IsOver(); }));
  const std::vector<v1::KeepLeaseRequest> kept = server.kept();
  ASSERT_FALSE(kept.empty());
  EXPECT_EQ(kept[0].why_returned(), "");
  EXPECT_THAT(kept[0].returned_games(), testing::ElementsAre(3));
}

// As of cards, which have no set-ups, or where a bot resigned before its own.
TEST_F(LeaseRunTest, HasNoSetUpsForASecondGameWhoseFirstWasPlayedBeforeAndHadNone) {
  SlowServer server(/*keeps_before_failure=*/1000);
  v1::LeasedGame given = Game(6, /*first_of_pair=*/5);
  given.mutable_given_set_ups()->mutable_red();
  const auto run = Begin(kAnHour, server, {Game(4, /*first_of_pair=*/3), given});
  const absl::StatusOr<v1::GivenSetUps> set_ups = run->GivenSetUpsOf(Scheduled(4, 3), "");
  ASSERT_THAT(set_ups, IsOk());
  EXPECT_FALSE(set_ups->has_red());
  const absl::StatusOr<v1::GivenSetUps> of_its_first = run->GivenSetUpsOf(Scheduled(6, 5), "");
  ASSERT_THAT(of_its_first, IsOk());
  EXPECT_TRUE(of_its_first->has_red());
}

TEST_F(LeaseRunTest, GivesBackASecondGameWhoseFirstIsNotWanted) {
  DroppingServer server;
  const auto run = Begin(/*heartbeat_ms=*/1, server, {Game(3), Game(4, /*first_of_pair=*/3), Game(5)});
  EXPECT_TRUE(WaitFor([&server] { return server.Returned().contains(4); }));
  EXPECT_THAT(run->GivenSetUpsOf(Scheduled(4, 3), ""), IsOk());
  EXPECT_EQ(run->GamesLeft(), 1);
  EXPECT_FALSE(run->IsOver());
}

TEST_F(LeaseRunTest, EndsAtOnce) {
  SlowServer server(/*keeps_before_failure=*/1000);
  // It would be an hour until the first heartbeat.
  { const auto run = Begin(kAnHour, server); }
  EXPECT_LE(server.kept().size(), 1);
}

}  // namespace
}  // namespace flagfall::arena::cluster
