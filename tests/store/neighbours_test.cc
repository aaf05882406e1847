#include "arena/store/neighbours.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <tuple>

#include "arena/store/games.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using Found = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

class NeighboursTest : public testing::Test {
 protected:
  void Store(std::int64_t tournament, std::uint32_t number, const std::string& red, const std::string& blue,
             std::uint32_t first_of_pair = 0) {
    GameResult result = ResultOf(tournament, number, red, blue);
    result.first_of_pair = first_of_pair;
    MustStore(*database_, result);
  }

  // Previous, next and partner of a stored game of the first tournament.
  Found Of(std::uint32_t number) {
    const auto game = FindGame(*database_, GameIdOf(tournament_, number));
    EXPECT_THAT(game, IsOk());
    return Of(number, game->red, game->blue, game->first_of_pair);
  }
  Found Of(std::uint32_t number, const std::string& red, const std::string& blue,
           std::optional<std::uint32_t> first_of_pair) {
    const auto found = FindNeighbours(
        *database_,
        {.tournament_id = tournament_, .number = number, .red = red, .blue = blue, .first_of_pair = first_of_pair});
    EXPECT_THAT(found, IsOk());
    return {found->previous, found->next, found->partner};
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  const std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(NeighboursTest, AreThoseOfThePairingByTheirNumbersInWhateverOrderTheyWereStored) {
  const auto other = CreateTournament(*database_, CompleteSpecOf({"ann", "bob"}), kPool, Micros(1));
  ASSERT_THAT(other, IsOk());
  Store(tournament_, 11, "ann", "bob");
  Store(tournament_, 12, "bob", "ann", 11);
  Store(tournament_, 3, "bob", "ann");
  Store(tournament_, 5, "ann", "bob", 3);
  Store(tournament_, 1, "ann", "bob");
  Store(tournament_, 2, "bob", "ann", 1);
  // Of others, and elsewhere.
  Store(tournament_, 4, "ann", "cid");
  Store(tournament_, 10, "cid", "bob");
  Store(*other, 6, "ann", "bob");
  Store(*other, 7, "bob", "ann", 6);
  EXPECT_EQ(Of(1), Found(0, 2, 2));
  EXPECT_EQ(Of(2), Found(1, 3, 1));
  EXPECT_EQ(Of(3), Found(2, 5, 5));
  EXPECT_EQ(Of(5), Found(3, 11, 3));
  EXPECT_EQ(Of(12), Found(11, 0, 11));
  EXPECT_EQ(Of(4), Found(0, 0, 0));
}

TEST_F(NeighboursTest, HaveNoPartnerThatIsStillToCome) {
  Store(tournament_, 1, "ann", "bob");
  Store(tournament_, 3, "ann", "bob");
  Store(tournament_, 4, "bob", "ann", 3);
  EXPECT_EQ(Of(1), Found(0, 3, 0));
  Store(tournament_, 2, "bob", "ann", 1);
  EXPECT_EQ(Of(1), Found(0, 2, 2));
  Store(tournament_, 8, "bob", "ann", 7);
  EXPECT_EQ(Of(8), Found(4, 0, 0)) << "a second that was over before the first";
}

TEST_F(NeighboursTest, OfAGameThatIsBeingPlayedAreThoseThatAreOver) {
  Store(tournament_, 1, "ann", "bob");
  Store(tournament_, 2, "bob", "ann", 1);
  Store(tournament_, 4, "bob", "ann", 3);
  EXPECT_EQ(Of(3, "ann", "bob", std::nullopt), Found(2, 4, 0));
}

TEST_F(NeighboursTest, OfPlayersThatNobodyKnowsThereAreNone) { EXPECT_EQ(Of(1, "ann", "eve", 0), Found(0, 0, 0)); }

}  // namespace
}  // namespace flagfall::arena::store
