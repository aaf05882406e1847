#include "arena/cluster/worker_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/store/results.h"
#include "arena/store/users.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/wait.h"

namespace flagfall::arena::cluster {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const store::WorkerName kHonest{.user = "cluster", .name = "honest"};
const store::WorkerName kLiar{.user = "cluster", .name = "liar"};

class WorkerWatchTest : public testing::Test {
 protected:
  void SetUp() override {
    tournament_ = store::Furnish(*database_);
    ASSERT_THAT(store::AddUser(*database_, "cluster", v1::User::ROLE_WORKER, Micros(1)), IsOk());
  }

  void Begin() {
    watch_ = std::make_unique<WorkerWatch>(
        *database_, WorkerWatch::Options{.set_suspected =
                                             [this](std::map<store::WorkerName, std::string> suspected) {
                                               MutexLock lock(mutex_);
                                               suspected_ = std::move(suspected);
                                             },
                                         .looks_every = std::chrono::milliseconds(5),
                                         .log =
                                             [this](const std::string& line) {
                                               MutexLock lock(mutex_);
                                               log_.push_back(line);
                                             }});
  }

  void Store(const std::optional<store::WorkerName>& worker, int games, int won) {
    std::vector<store::GameResult> results;
    for (int i = 0; i < games; ++i) {
      results.push_back(
          store::ResultOf(tournament_, ++number_, "ann", "bob", i < won ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS));
      results.back().worker = worker;
    }
    MutexLock lock(database_->access());
    ASSERT_THAT(store::StoreResults(*database_, results), IsOk());
  }

  std::map<store::WorkerName, std::string> Suspected() {
    MutexLock lock(mutex_);
    return suspected_;
  }

  v1::WorkerStatus StatusOf(const store::WorkerName& worker) {
    MutexLock lock(database_->access());
    const auto status = store::FindWorker(*database_, worker);
    return status.ok() ? *status : v1::WorkerStatus();
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = 0;
  std::uint32_t number_ = 0;
  Mutex mutex_;
  std::map<store::WorkerName, std::string> suspected_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> log_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<WorkerWatch> watch_;
};

TEST_F(WorkerWatchTest, ALiarIsFoundAndStaysSuspectedUntilAHostTrustsIt) {
  Begin();
  Store(std::nullopt, 60, 30);
  Store(kHonest, 60, 28);
  Store(kLiar, 60, 60);
  ASSERT_TRUE(WaitFor([this] { return Suspected().contains(kLiar); }));
  EXPECT_EQ(Suspected().size(), 1);
  EXPECT_THAT(StatusOf(kLiar).suspected_reason(), HasSubstr("points of "));
  {
    MutexLock lock(mutex_);
    EXPECT_THAT(log_,
                ElementsAre(HasSubstr("no games are leased to worker liar of cluster any more until a host says so "
                                      "(`flagfall cluster workers trust liar`): points of ")));
  }
  // The server is started again.
  watch_.reset();
  {
    MutexLock lock(mutex_);
    suspected_.clear();
  }
  Begin();
  EXPECT_TRUE(Suspected().contains(kLiar)) << "nobody gets a game before this is known";
  {
    MutexLock lock(database_->access());
    ASSERT_THAT(store::TrustWorker(*database_, kLiar, WallNow()), IsOk());
  }
  EXPECT_TRUE(WaitFor([this] { return Suspected().empty(); }));
  EXPECT_EQ(StatusOf(kLiar).games(), 60);
}

TEST_F(WorkerWatchTest, ALiarIsToldOnceThoughOthersDifferFromItInTheSameLook) {
  Store(kHonest, 500, 0);
  Store(store::WorkerName{.user = "cluster", .name = "another"}, 500, 0);
  Store(kLiar, 60, 60);
  Begin();
  ASSERT_TRUE(WaitFor([this] { return Suspected().contains(kLiar); }));
  EXPECT_EQ(Suspected().size(), 1);
  watch_.reset();
  MutexLock lock(mutex_);
  EXPECT_THAT(log_, ElementsAre(HasSubstr("no games are leased to worker liar of cluster")));
}

TEST_F(WorkerWatchTest, HonestWorkersAreLookedAtAndGoOn) {
  Begin();
  Store(std::nullopt, 40, 20);
  Store(kHonest, 40, 25);
  EXPECT_TRUE(WaitFor([this] {
    MutexLock lock(database_->access());
    return store::WorkersToJudge(*database_)->empty();
  }));
  EXPECT_TRUE(Suspected().empty());
  watch_.reset();
  MutexLock lock(mutex_);
  EXPECT_TRUE(log_.empty());
}

TEST_F(WorkerWatchTest, WhatIsNotedIsPutDownAlsoAtTheEnd) {
  Begin();
  watch_->Note({.worker = kHonest, .seen = Micros(3'000'000), .plies_per_second = 9, .returned_games = 2});
  watch_->Note({.worker = kHonest, .seen = Micros(2'000'000), .bot_faults = 1});
  EXPECT_TRUE(WaitFor([this] { return StatusOf(kHonest).bot_faults() == 1; }));
  watch_->Note({.worker = kHonest, .seen = Micros(3'000'000), .returned_games = 5});
  watch_.reset();
  EXPECT_EQ(StatusOf(kHonest).returned_games(), 7);
  EXPECT_EQ(StatusOf(kHonest).measured_plies_per_second(), 9);
}

TEST_F(WorkerWatchTest, WhatTheLedgerDoesNotTakeIsPutDownLater) {
  Begin();
  {
    MutexLock lock(database_->access());
    ASSERT_THAT(database_->Execute("PRAGMA query_only = ON"), IsOk());
  }
  watch_->Note({.worker = kLiar, .seen = Micros(3'000'000), .plies_per_second = 9, .suspected_reason = "a lie"});
  ASSERT_TRUE(WaitFor([this] {
    MutexLock lock(mutex_);
    return !log_.empty();
  }));
  watch_->Note({.worker = kLiar, .seen = Micros(4'000'000), .returned_games = 1, .suspected_reason = "another"});
  {
    MutexLock lock(database_->access());
    ASSERT_THAT(database_->Execute("PRAGMA query_only = OFF"), IsOk());
  }
  EXPECT_TRUE(WaitFor([this] { return StatusOf(kLiar).returned_games() == 1; }));
  EXPECT_EQ(StatusOf(kLiar).suspected_reason(), "a lie");
  EXPECT_EQ(StatusOf(kLiar).measured_plies_per_second(), 9);
}

}  // namespace
}  // namespace flagfall::arena::cluster
