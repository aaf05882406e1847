#include "arena/store/second_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "arena/store/judged_workers.h"
#include "arena/store/ratings.h"
#include "arena/store/users.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const WorkerName kFirst{.user = "cluster", .name = "first"};
const WorkerName kSecond{.user = "cluster", .name = "second"};

class SecondGamesTest : public testing::Test {
 protected:
  void SetUp() override {
    tournament_ = Furnish(*database_);
    ASSERT_THAT(AddUser(*database_, "cluster", v1::User::ROLE_WORKER, Micros(1)), IsOk());
    GameResult game = ResultOf(tournament_, 1);
    game.worker = kFirst;
    MustStore(*database_, game);
  }

  SecondGame SecondOf(std::uint32_t number, v1::Result result = v1::RESULT_RED_WINS) const {
    return {.worker = kSecond,
            .end = Micros(1'700'000'500'000'000),
            .record = ResultOf(tournament_, number, "ann", "bob", result).record};
  }

  std::vector<ComparedGames> Compared(const WorkerName& worker) {
    return *GamesCompared(*database_, {*WorkerKey(*database_, worker, Micros(1))});
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = 0;
};

TEST_F(SecondGamesTest, TimesMakeNoDifferenceAndActionsDo) {
  const v1::GameRecord one = ResultOf(1, 1).record;
  v1::GameRecord other = one;
  other.mutable_start_time()->set_seconds(5);
  for (v1::RecordEntry& entry : *other.mutable_entries()) {
    entry.set_at_micros(entry.at_micros() * 3);
    entry.mutable_acted()->set_clock_micros(7);
  }
  other.add_entries()->mutable_time_passed();
  // Nor does it that the other machine had more time.
  other.mutable_time_control()->set_base_micros(one.time_control().base_micros() * 2);
  other.mutable_time_control_scale()->set_scale_ppm(2'000'000);
  EXPECT_TRUE(ArePlayedAlike(one, other));
  other.mutable_entries(3)->mutable_acted()->mutable_action()->mutable_ply()->set_from(99);
  EXPECT_FALSE(ArePlayedAlike(one, other));
  other = one;
  other.mutable_outcome()->set_reason(v1::REASON_OUT_OF_TIME);
  EXPECT_FALSE(ArePlayedAlike(one, other));
  other = one;
  other.mutable_entries()->RemoveLast();
  EXPECT_FALSE(ArePlayedAlike(one, other));
}

TEST_F(SecondGamesTest, ASecondGameIsComparedAndCountsNowhere) {
  ASSERT_THAT(StoreSecondGame(*database_, SecondOf(1)), IsOk());
  ASSERT_THAT(StoreSecondGame(*database_, SecondOf(1)), IsOk());
  for (const WorkerName& worker : {kFirst, kSecond}) {
    const std::vector<ComparedGames> compared = Compared(worker);
    ASSERT_THAT(compared, SizeIs(1));
    EXPECT_EQ(compared.front().red, "ann");
    EXPECT_TRUE(compared.front().is_same);
    EXPECT_EQ(compared.front().games, 1);
    EXPECT_EQ(FindWorker(*database_, worker)->compared_games(), 1);
    EXPECT_EQ(FindWorker(*database_, worker)->compared_games_alike(), 1);
  }
  EXPECT_EQ(FindWorker(*database_, kFirst)->games(), 1);
  EXPECT_EQ(FindWorker(*database_, kSecond)->games(), 0);
  EXPECT_EQ(Leaderboard(*database_, kPool)->front().tally.wins, 1);
  // The second worker's results are judged as its own, though.
  EXPECT_THAT(*GamesToJudge(*database_, {*WorkerKey(*database_, kSecond, Micros(1))}), SizeIs(2));
  EXPECT_THAT(*WorkersToJudge(*database_), SizeIs(2));
}

TEST_F(SecondGamesTest, OneThatWentOtherwiseIsKeptBesideTheFirst) {
  ASSERT_THAT(StoreSecondGame(*database_, SecondOf(1, v1::RESULT_VOID)), IsOk());
  EXPECT_FALSE(Compared(kFirst).front().is_same);
  EXPECT_EQ(FindWorker(*database_, kSecond)->compared_games_alike(), 0);
  EXPECT_FALSE(database_->Execute("UPDATE second_games SET is_same = 1").ok());
  EXPECT_FALSE(database_->Execute("DELETE FROM second_games").ok());
}

TEST_F(SecondGamesTest, WithoutAGameThatCountsThereIsNothingToCompare) {
  ASSERT_THAT(StoreSecondGame(*database_, SecondOf(2)), IsOk());
  EXPECT_THAT(FindWorker(*database_, kSecond), IsError(absl::StatusCode::kNotFound, ""));
}

TEST_F(SecondGamesTest, GamesOfSuspectedWorkersAreNotCompared) {
  ASSERT_THAT(StoreSecondGame(*database_, SecondOf(1)), IsOk());
  ASSERT_THAT(SuspectWorker(*database_, *WorkerKey(*database_, kSecond, Micros(1)), "it lies"), IsOk());
  EXPECT_THAT(Compared(kFirst), IsEmpty());
  ASSERT_THAT(TrustWorker(*database_, kSecond, Micros(1'700'000'400'000'000)), IsOk());
  EXPECT_THAT(Compared(kFirst), SizeIs(1)) << "it ended after that";
  ASSERT_THAT(SuspectWorker(*database_, *WorkerKey(*database_, kSecond, Micros(1)), "it lies"), IsOk());
  ASSERT_THAT(TrustWorker(*database_, kSecond, Micros(1'700'000'600'000'000)), IsOk());
  EXPECT_THAT(Compared(kFirst), IsEmpty()) << "it ended before that";
}

}  // namespace
}  // namespace flagfall::arena::store
