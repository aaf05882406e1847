// The PNG of a position, read back by libpng: its size, and that each square shows what its observer knows.
#include "arena/replay/position_image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <string>
#include <vector>

#include "arena/replay/board_look.h"
#include "arena/replay/board_position.h"
#include "arena/replay/kind_writer.h"
#include "tests/replay/random_match.h"
#include "tests/replay/replay_reader.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::replay {
namespace {

using look::Rgb;

struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> bytes;

  // At a place of the drawing.
  Rgb At(double x, double y) const {
    const auto column = static_cast<std::size_t>((x - look::kLeft) * look::kPixels);
    const auto row = static_cast<std::size_t>((y - look::kTop) * look::kPixels);
    const std::uint8_t* pixel = &bytes.at(3 * (row * width + column));
    return static_cast<Rgb>(pixel[0]) << 16 | static_cast<Rgb>(pixel[1]) << 8 | pixel[2];
  }
  // Of the pixels of a square that have this colour.
  int CountIn(int square, Rgb color) const {
    int count = 0;
    for (int row = 0; row < look::kCell * look::kPixels; ++row) {
      for (int column = 0; column < look::kCell * look::kPixels; ++column) {
        count += At(look::XOf(square) + (column + 0.5) / look::kPixels,
                    look::YOf(square) + (row + 0.5) / look::kPixels) == color
                     ? 1
                     : 0;
      }
    }
    return count;
  }
};

Pixels Read(const std::string& png) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&image, png.data(), png.size()), 0) << image.message;
  image.format = PNG_FORMAT_RGB;
  Pixels pixels{.width = static_cast<int>(image.width), .height = static_cast<int>(image.height), .bytes = {}};
  pixels.bytes.resize(PNG_IMAGE_SIZE(image));
  EXPECT_NE(png_image_finish_read(&image, nullptr, pixels.bytes.data(), 0, nullptr), 0) << image.message;
  return pixels;
}

Pixels Drawn(const v1::Replay& replay, std::uint32_t position, v1::Observer observer) {
  const auto png = PositionImage(replay, position, observer);
  EXPECT_THAT(png, IsOk());
  return Read(png.value_or(""));
}

TEST(PositionImageTest, HasItsSizeAndIsSmall) {
  const auto png = PositionImage(Played("classic", 1), 0, v1::OBSERVER_ALL);
  ASSERT_THAT(png, IsOk());
  EXPECT_LT(png->size(), 150'000);
  const Pixels pixels = Read(*png);
  EXPECT_EQ(pixels.width, kPositionImageSide);
  EXPECT_EQ(pixels.height, kPositionImageSide);
}

TEST(PositionImageTest, ShowsEachPieceAsItsObserverKnowsIt) {
  for (const char* ruleset : {"barrage", "classic", "bluffing"}) {
    const v1::Replay replay = Played(ruleset, 3);
    for (const v1::Observer observer : {v1::OBSERVER_RED, v1::OBSERVER_SPECTATOR, v1::OBSERVER_ALL}) {
      for (const std::uint32_t position : {0U, 30U, replay.steps()}) {
        const auto board = BoardPositionOf(replay, position, observer);
        ASSERT_THAT(board, IsOk());
        const Pixels pixels = Drawn(replay, position, observer);
        for (const PieceAt& piece : board->pieces) {
          const bool is_known = piece.type != 0;
          SCOPED_TRACE(testing::Message() << ruleset << ", position " << position << ", square " << piece.square);
          EXPECT_GT(pixels.CountIn(piece.square, look::BodyOf(piece.is_red, is_known)), 2000);
          // A sign is seen where the type is.
          EXPECT_EQ(pixels.CountIn(piece.square, look::kSign) > 60, is_known);
        }
      }
    }
  }
}

TEST(PositionImageTest, ShowsEmptySquaresLakesAndTheLastPly) {
  v1::Replay replay;
  replay.mutable_board();
  replay.mutable_ruleset()->set_id("duel");
  replay.mutable_board()->add_plies(3141);
  replay.set_steps(1);
  const Pixels begin = Drawn(replay, 0, v1::OBSERVER_ALL);
  for (int square = 0; square < 100; ++square) {
    EXPECT_EQ(begin.CountIn(square, look::GroundOf(square)), 6400) << square;
  }
  // a1 is the left lower one.
  EXPECT_EQ(begin.At(1, 99), look::kDark);
  EXPECT_EQ(begin.At(21, 41), look::kLake);
  const Pixels later = Drawn(replay, 1, v1::OBSERVER_ALL);
  for (const int square : {31, 41}) EXPECT_EQ(later.CountIn(square, look::GroundOf(square)), 0) << square;
  EXPECT_EQ(later.CountIn(32, look::GroundOf(32)), 6400);
}

TEST(PositionImageTest, DifferentTypesHaveDifferentSigns) {
  std::vector<std::vector<std::uint8_t>> seen;
  for (std::uint32_t type = 1; type <= 12; ++type) {
    v1::Replay replay;
    replay.set_is_over(true);
    replay.mutable_board()->mutable_red()->add_pieces(0);
    replay.mutable_board()->mutable_red()->add_pieces(type);
    const Pixels pixels = Drawn(replay, 0, v1::OBSERVER_ALL);
    EXPECT_THAT(seen, testing::Not(testing::Contains(pixels.bytes))) << type;
    seen.push_back(pixels.bytes);
  }
}

TEST(PositionImageTest, OfARunningGameItIsTheSpectators) {
  v1::Replay replay = Played("duel", 4);
  replay.set_is_over(false);
  EXPECT_EQ(PositionImage(replay, 5, v1::OBSERVER_ALL).value_or("a"),
            PositionImage(replay, 5, v1::OBSERVER_SPECTATOR).value_or("b"));
}

TEST(PositionImageTest, OtherGamesHaveNone) {
  for (const char* ruleset : {"cards", "gogo"}) {
    EXPECT_THAT(PositionImage(Played(ruleset, 7), 0, v1::OBSERVER_ALL),
                IsError(absl::StatusCode::kFailedPrecondition, ruleset));
    EXPECT_FALSE(IsOnBoard(ruleset));
  }
  for (const char* ruleset : {"classic", "battle", "duel", "barrage", "bluffing"}) EXPECT_TRUE(IsOnBoard(ruleset));
  EXPECT_FALSE(IsOnBoard("of another program"));
}

}  // namespace
}  // namespace flagfall::arena::replay
