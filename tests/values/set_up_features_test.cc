#include "arena/values/set_up_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/books/book.h"
#include "referee/base/sha256.h"

namespace flagfall::arena::values {
namespace {

// Of `duel`, both as their players see them.
constexpr char kHeader[] = "ruleset duel\n";
constexpr char kOne[] = "F.B....... B........M 3S9.32...2\n";
constexpr char kTwo[] = ".........F 3SB.......  M9.B32..2.\n";

books::Book BookOf(const std::string& lines) {
  auto book = books::ParseBook(absl::StrCat(kHeader, lines), "a test");
  EXPECT_TRUE(book.ok()) << book.status();
  return *book;
}

// Red has the first set-up of the lines, Blue the second.
v1::GivenSetUps Given(const std::string& lines) {
  const books::Book book = BookOf(lines);
  v1::GivenSetUps given;
  *given.mutable_red() = books::SetUpFor(v1::SIDE_RED, book.set_ups[0]);
  *given.mutable_blue() = books::SetUpFor(v1::SIDE_BLUE, book.set_ups[1]);
  return given;
}

double FeatureOf(const v1::GivenSetUps& given, const std::string& name) {
  const std::vector<std::string>& names = SetUpFeatureNames();
  const auto found = std::find(names.begin(), names.end(), name);
  EXPECT_NE(found, names.end()) << name;
  return SetUpFeatures(given)[static_cast<std::size_t>(found - names.begin())];
}

TEST(SetUpFeatures, HaveNames) {
  const std::vector<double> features = SetUpFeatures(Given(absl::StrCat(kOne, kTwo)));
  EXPECT_EQ(features.size(), SetUpFeatureNames().size());
  EXPECT_EQ(SetUpFeatureNames()[0], "S_row1");
}

TEST(SetUpFeatures, CountPiecesByRow) {
  const v1::GivenSetUps given = Given(absl::StrCat(kOne, kTwo));
  EXPECT_EQ(FeatureOf(given, "M_row2"), 1);
  EXPECT_EQ(FeatureOf(given, "M_row3"), -1);
  EXPECT_EQ(FeatureOf(given, "B_row1"), 1);
  EXPECT_EQ(FeatureOf(given, "B_row2"), 0);
  EXPECT_EQ(FeatureOf(given, "B_row3"), -1);
  EXPECT_EQ(FeatureOf(given, "2_row3"), 0);
  EXPECT_EQ(FeatureOf(given, "F_row4"), 0);
}

// The same file from either edge.
TEST(SetUpFeatures, CountPiecesByFile) {
  const v1::GivenSetUps given = Given(absl::StrCat(kOne, kTwo));
  EXPECT_EQ(FeatureOf(given, "M_file1"), 1 - 1);
  EXPECT_EQ(FeatureOf(given, "9_file3"), 1);
  EXPECT_EQ(FeatureOf(given, "9_file2"), -1);
  EXPECT_EQ(FeatureOf(given, "2_file5"), 0);
  EXPECT_EQ(FeatureOf(given, "2_file2"), -1);
}

// Red has its Marshal at the right and Blue at the left, which is the same file; Blue has its Flag on the file of
// the Flag, a Bomb and a Miner of Red.
TEST(SetUpFeatures, CountWhatFacesWhat) {
  const v1::GivenSetUps given = Given(absl::StrCat(kOne, kTwo));
  // Blue's Miner is on the Marshals' file, at Blue's left.
  EXPECT_EQ(FeatureOf(given, "M_facing_3"), 1);
  EXPECT_EQ(FeatureOf(given, "M_facing_2"), 0 - 1);
  // Red's Flag, Bomb and Miner are where Blue's Flag is.
  EXPECT_EQ(FeatureOf(given, "F_facing_3"), 0 - 1);
  EXPECT_EQ(FeatureOf(given, "F_facing_B"), 0 - 1);
}

TEST(SetUpFeatures, LookAtTheFlag) {
  const v1::GivenSetUps given = Given(absl::StrCat(kOne, kTwo));
  EXPECT_EQ(FeatureOf(given, "F_file1"), 0);
  // One Bomb stands in front of Red's Flag, none beside Blue's.
  EXPECT_EQ(FeatureOf(given, "bombs_by_flag"), 1);
  EXPECT_EQ(FeatureOf(given, "movers_by_flag"), 0);
}

// Both players sit on opposite sides, so that a file that is at one's left is at the other's right. Red's Flag is at
// Red's left: in front of it, at Blue's right, stands a Scout. Blue's Flag is at Blue's right: in front of it, at Red's
// left, stand a Miner and the Spy.
TEST(SetUpFeatures, LookAtWhatStandsBeforeTheOpponentsFlag) {
  const v1::GivenSetUps given = Given(absl::StrCat(kOne, kTwo));
  EXPECT_EQ(FeatureOf(given, "pieces_before_flag"), 2 - 1);
  EXPECT_EQ(FeatureOf(given, "scouts_before_flag"), 0 - 1);
  EXPECT_EQ(FeatureOf(given, "miners_before_flag"), 1 - 0);
  EXPECT_EQ(FeatureOf(given, "rank_before_flag"), (3 + 1) - 2);
}

TEST(SetUpFeatures, ChangeTheirSignWithTheSides) {
  const std::vector<double> features = SetUpFeatures(Given(absl::StrCat(kOne, kTwo)));
  const std::vector<double> swapped = SetUpFeatures(Given(absl::StrCat(kTwo, kOne)));
  for (std::size_t i = 0; i < features.size(); ++i) EXPECT_EQ(features[i], -swapped[i]) << SetUpFeatureNames()[i];
}

TEST(SetUpFeatures, AreNothingWhereBothHaveTheSame) {
  for (const double feature : SetUpFeatures(Given(absl::StrCat(kTwo, kTwo)))) EXPECT_EQ(feature, 0);
}

// All ways of drawing two set-ups from a book are equally likely.
TEST(SetUpFeatures, AreNothingOnAverageOverABook) {
  const books::Book& book = **books::StandardBook("barrage");
  constexpr std::size_t kSetUps = 30;
  std::vector<double> sums(SetUpFeatureNames().size(), 0.0);
  std::vector<double> squares = sums;
  for (std::size_t red = 0; red < kSetUps; ++red) {
    for (std::size_t blue = 0; blue < kSetUps; ++blue) {
      v1::GivenSetUps given;
      *given.mutable_red() = books::SetUpFor(v1::SIDE_RED, book.set_ups[red]);
      *given.mutable_blue() = books::SetUpFor(v1::SIDE_BLUE, book.set_ups[blue]);
      const std::vector<double> features = SetUpFeatures(given);
      for (std::size_t i = 0; i < features.size(); ++i) {
        sums[i] += features[i];
        squares[i] += features[i] * features[i];
      }
    }
  }
  for (const double sum : sums) EXPECT_EQ(sum, 0);
  EXPECT_GT(std::count_if(squares.begin(), squares.end(), [](double square) { return square > 0; }), 20);
}

// Drawn from seeds, as for games: Red's and Blue's draws have nothing to do with each other.
TEST(SetUpFeatures, AreNothingOnAverageOverSeeds) {
  const books::Book& book = **books::StandardBook("classic");
  constexpr int kGames = 2000;
  std::vector<double> sums(SetUpFeatureNames().size(), 0.0);
  std::vector<double> squares = sums;
  for (int game = 0; game < kGames; ++game) {
    const std::vector<double> features = SetUpFeatures(books::DrawSetUps(book, Sha256Of(absl::StrCat("game ", game))));
    for (std::size_t i = 0; i < features.size(); ++i) {
      sums[i] += features[i];
      squares[i] += features[i] * features[i];
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    EXPECT_LE(std::abs(sums[i]), 4.5 * std::sqrt(squares[i])) << SetUpFeatureNames()[i];
  }
}

}  // namespace
}  // namespace flagfall::arena::values
