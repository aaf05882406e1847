#include "arena/store/tallies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

TEST(Tallies, CountEachGameOnce) {
  const TempDir dir;
  const std::unique_ptr<Database> database = MustOpen(dir.At(kDatabaseFileName));
  const std::int64_t id = Furnish(*database);
  GamesTally tally;
  ASSERT_THAT(AddNewGames(*database, tally), IsOk());
  EXPECT_EQ(tally.newest, 0);
  EXPECT_THAT(tally.by_result, IsEmpty());

  const GameResult first = ResultOf(id, 1);
  const GameResult second = ResultOf(id, 2, "bob", "cid", v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
  MustStore(*database, first);
  ASSERT_THAT(AddNewGames(*database, tally), IsOk());
  MustStore(*database, second);
  ASSERT_THAT(AddNewGames(*database, tally), IsOk());
  ASSERT_THAT(AddNewGames(*database, tally), IsOk());
  EXPECT_THAT(tally.by_result, UnorderedElementsAre(Pair("red_wins", 1), Pair("blue_wins", 1)));
  EXPECT_THAT(tally.by_reason, UnorderedElementsAre(Pair("flag_captured", 1), Pair("out_of_time", 1)));
  EXPECT_THAT(tally.by_tournament, UnorderedElementsAre(Pair(id, 2)));
  EXPECT_EQ(tally.plies, std::int64_t{first.record.plies()} + second.record.plies());
}

TEST(Tallies, KnowTheStatesOfTournamentsAndVoidGames) {
  const TempDir dir;
  const std::unique_ptr<Database> database = MustOpen(dir.At(kDatabaseFileName));
  const std::int64_t id = Furnish(*database);
  MustStore(*database, ResultOf(id, 1, "ann", "bob", v1::RESULT_VOID, v1::REASON_HOST_LATE));
  const absl::StatusOr<LedgerTally> tally = TallyOf(*database);
  ASSERT_THAT(tally, IsOk());
  EXPECT_THAT(tally->void_games, UnorderedElementsAre(Pair("host_late", 1)));
  EXPECT_THAT(tally->tournaments, UnorderedElementsAre(Pair(id, "running")));
  EXPECT_EQ(tally->waiting_games, 0);
  EXPECT_EQ(tally->submissions_under_way, 0);
  EXPECT_THAT(tally->workers, IsEmpty());
}

}  // namespace
}  // namespace flagfall::arena::store
