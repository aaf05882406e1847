#include "arena/store/set_ups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arena/store/check.h"
#include "arena/store/tournaments.h"
#include "referee/rules/board/piece.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using testing::IsEmpty;

v1::RecordEntry& Act(v1::GameRecord& record, v1::Side side, std::uint32_t decision) {
  v1::RecordEntry& entry = *record.add_entries();
  entry.set_side(side);
  entry.mutable_acted()->set_decision(decision);
  return entry;
}

void Place(v1::SetUp& set_up, std::uint32_t square, v1::PieceType type) {
  v1::Placement& placement = *set_up.add_placements();
  placement.set_square(square);
  placement.set_type(type);
}

v1::SetUp& SetUpIn(v1::GameRecord& record, v1::Side side, std::uint32_t decision = 1) {
  return *Act(record, side, decision).mutable_acted()->mutable_action()->mutable_set_up();
}

// A Flag on Red's `red` and on Blue's `blue`, and a ply of each.
GameResult WithFlags(GameResult result, std::uint32_t red, std::uint32_t blue) {
  result.record.clear_entries();
  result.record.set_plies(2);
  Place(SetUpIn(result.record, v1::SIDE_BLUE), blue, v1::PIECE_TYPE_FLAG);
  Place(SetUpIn(result.record, v1::SIDE_RED), red, v1::PIECE_TYPE_FLAG);
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    Act(result.record, side, 2).mutable_acted()->mutable_action()->mutable_ply();
  }
  return result;
}

std::string FlagAt(std::size_t square) {
  std::string letters(kSetUpSquares, '.');
  letters[square] = 'F';
  return letters;
}

MATCHER_P5(Played, letters, side, wins, draws, losses, "") {
  return arg.letters == letters && arg.side == side && arg.wins == wins && arg.draws == draws && arg.losses == losses;
}

class SetUpsTest : public testing::Test {
 protected:
  std::vector<PlayedSetUp> PlayedBy(const std::string& bot, int games_max = 1000) {
    const auto played = SetUpsPlayed(*database_, bot, "classic", games_max);
    EXPECT_THAT(played, IsOk());
    return played.value_or(std::vector<PlayedSetUp>());
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = Furnish(*database_);
};

TEST(SetUpLetters, AreThoseOfThePlayersOwnRows) {
  const GameResult result = WithFlags(ResultOf(1, 1), 12, 99);
  EXPECT_EQ(SetUpLetters(result.record, v1::SIDE_RED), FlagAt(12));
  // The right end of Blue's back row is the left one of the board that is turned.
  EXPECT_EQ(SetUpLetters(result.record, v1::SIDE_BLUE), FlagAt(0));
}

TEST(SetUpLetters, AreThoseOfBooks) {
  for (int type = 1; type < board::kPieceTypes; ++type) {
    GameResult result = ResultOf(1, 1);
    result.record.clear_entries();
    result.record.set_plies(1);
    Place(SetUpIn(result.record, v1::SIDE_RED), 0, static_cast<v1::PieceType>(type));
    EXPECT_EQ(SetUpLetters(result.record, v1::SIDE_RED)->front(),
              board::TypeLetter(static_cast<board::PieceType>(type)));
  }
}

TEST(SetUpLetters, AreThoseOfTheLastAnswerWhereIllegalOnesAreForgiven) {
  GameResult result = ResultOf(1, 1);
  result.record.clear_entries();
  result.record.set_plies(1);
  Place(SetUpIn(result.record, v1::SIDE_RED), 7, v1::PIECE_TYPE_FLAG);
  Place(SetUpIn(result.record, v1::SIDE_RED), 8, v1::PIECE_TYPE_FLAG);
  // Illegal, and no set-up: the army stands.
  Place(SetUpIn(result.record, v1::SIDE_RED, 2), 9, v1::PIECE_TYPE_FLAG);
  EXPECT_EQ(SetUpLetters(result.record, v1::SIDE_RED), FlagAt(8));
}

TEST(SetUpLetters, AreThoseThatTheHostGave) {
  GameResult result = ResultOf(1, 1);
  result.record.set_plies(1);
  Place(*result.record.mutable_given_set_ups()->mutable_red(), 3, v1::PIECE_TYPE_FLAG);
  Place(*result.record.mutable_given_set_ups()->mutable_blue(), 96, v1::PIECE_TYPE_FLAG);
  EXPECT_EQ(SetUpLetters(result.record, v1::SIDE_RED), FlagAt(3));
  EXPECT_EQ(SetUpLetters(result.record, v1::SIDE_BLUE), FlagAt(3));
}

TEST(SetUpLetters, AreNoneOfWhatNoGameAccepts) {
  GameResult result = WithFlags(ResultOf(1, 1), 5, 95);
  result.record.set_plies(0);
  EXPECT_EQ(SetUpLetters(result.record, v1::SIDE_RED), std::nullopt);
  EXPECT_EQ(SetUpLetters(WithFlags(ResultOf(1, 1), 40, 95).record, v1::SIDE_RED), std::nullopt);
  EXPECT_EQ(SetUpLetters(WithFlags(ResultOf(1, 1), 100, 95).record, v1::SIDE_RED), std::nullopt);
  EXPECT_EQ(SetUpLetters(WithFlags(ResultOf(1, 1), 4'000'000'000, 95).record, v1::SIDE_RED), std::nullopt);
}

TEST_F(SetUpsTest, AreCountedByResultAndSide) {
  MustStore(*database_, WithFlags(ResultOf(tournament_, 1), 1, 98));
  MustStore(*database_,
            WithFlags(ResultOf(tournament_, 2, "ann", "bob", v1::RESULT_DRAW, v1::REASON_DRAW_AGREED), 1, 97));
  MustStore(*database_, WithFlags(ResultOf(tournament_, 3, "bob", "ann"), 2, 98));
  // Without set-ups, of another bot, and of nobody.
  MustStore(*database_, ResultOf(tournament_, 4));
  MustStore(*database_, WithFlags(ResultOf(tournament_, 5, "cid", "dot"), 1, 98));
  EXPECT_THAT(PlayedBy("ann"), testing::ElementsAre(Played(FlagAt(1), v1::SIDE_RED, 1, 1, 0),
                                                    Played(FlagAt(1), v1::SIDE_BLUE, 0, 0, 1)));
  EXPECT_THAT(PlayedBy("eve"), IsEmpty());
  EXPECT_THAT(SetUpsPlayed(*database_, "ann", "duel", 1000).value(), IsEmpty());
  EXPECT_THAT(CheckGames(*database_), IsOk());
}

TEST_F(SetUpsTest, AreThoseOfTheNewestGames) {
  for (std::uint32_t game = 1; game <= 5; ++game)
    MustStore(*database_, WithFlags(ResultOf(tournament_, game), game, 99));
  EXPECT_THAT(PlayedBy("ann", 2),
              testing::ElementsAre(Played(FlagAt(5), v1::SIDE_RED, 1, 0, 0), Played(FlagAt(4), v1::SIDE_RED, 1, 0, 0)));
}

TEST_F(SetUpsTest, OfADuplicatePairAreSecretUntilBothGamesAreOver) {
  v1::TournamentSpec spec = CompleteSpecOf({"ann", "bob"});
  spec.set_duplicate(true);
  const auto duplicate = CreateTournament(*database_, spec, kPool, Micros(1));
  ASSERT_THAT(duplicate, IsOk());
  MustStore(*database_, WithFlags(ResultOf(*duplicate, 1), 1, 99));
  EXPECT_THAT(PlayedBy("ann"), IsEmpty());
  GameResult second = WithFlags(ResultOf(*duplicate, 2, "bob", "ann"), 1, 99);
  second.first_of_pair = 1;
  MustStore(*database_, second);
  EXPECT_EQ(PlayedBy("ann").size(), 2u);
  MustStore(*database_, WithFlags(ResultOf(*duplicate, 3), 30, 99));
  EXPECT_EQ(PlayedBy("ann").size(), 2u);
  ASSERT_THAT(SetTournamentState(*database_, *duplicate, v1::Tournament::STATE_FINISHED, Micros(2)), IsOk());
  EXPECT_EQ(PlayedBy("ann").size(), 3u);
}

TEST_F(SetUpsTest, AreComparedWithTheRecord) {
  MustStore(*database_, WithFlags(ResultOf(tournament_, 1), 1, 99));
  MustStore(*database_, WithFlags(ResultOf(tournament_, 2), 2, 99));
  ASSERT_THAT(CheckGames(*database_), IsOk());
  ASSERT_THAT(database_->Execute("DROP TRIGGER game_set_ups_are_final;"
                                 "UPDATE game_set_ups SET red_set_up_id = blue_set_up_id WHERE sequence = 2"),
              IsOk());
  EXPECT_THAT(CheckGames(*database_), IsError(absl::StatusCode::kDataLoss, "set-up of a player of game 1-2"));
}

// A game that was chained when it was stored was stored with its set-ups. Older ones may have none.
TEST_F(SetUpsTest, OnesThatAreMissingAreFound) {
  MustStore(*database_, WithFlags(DrawnResult(1, 1, 0), 3, 97));
  ASSERT_THAT(CheckGames(*database_), IsOk());
  ASSERT_THAT(database_->Execute("DROP TRIGGER game_set_ups_are_kept; DELETE FROM game_set_ups"), IsOk());
  EXPECT_THAT(CheckGames(*database_),
              IsError(absl::StatusCode::kDataLoss, "the set-up of a player of game 1-1 is not what its record says"));
}

}  // namespace
}  // namespace flagfall::arena::store
