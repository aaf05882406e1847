#include "arena/queries/bot_set_ups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "arena/books/book.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::queries {
namespace {

void Place(v1::SetUp& set_up, std::uint32_t square, v1::PieceType type) {
  v1::Placement& placement = *set_up.add_placements();
  placement.set_square(square);
  placement.set_type(type);
}

class BotSetUpsTest : public testing::Test {
 protected:
  // ann, whose Flag stands on this file of her back row and her Spy before it, plays on that side.
  void Play(std::uint32_t file, v1::Side side, v1::Result result) {
    store::GameResult game = side == v1::SIDE_RED ? store::ResultOf(tournament_, ++games_, "ann", "bob", result)
                                                  : store::ResultOf(tournament_, ++games_, "bob", "ann", result);
    game.record.set_plies(2);
    const std::uint32_t red = side == v1::SIDE_RED ? file : 0;
    const std::uint32_t blue = side == v1::SIDE_RED ? 0 : file;
    Place(*game.record.mutable_given_set_ups()->mutable_red(), red, v1::PIECE_TYPE_FLAG);
    Place(*game.record.mutable_given_set_ups()->mutable_red(), red + 10, v1::PIECE_TYPE_SPY);
    Place(*game.record.mutable_given_set_ups()->mutable_blue(), 99 - blue, v1::PIECE_TYPE_FLAG);
    Place(*game.record.mutable_given_set_ups()->mutable_blue(), 89 - blue, v1::PIECE_TYPE_SPY);
    store::MustStore(*database_, game);
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = store::Furnish(*database_);
  std::uint32_t games_ = 0;
};

TEST_F(BotSetUpsTest, CountsBothSidesTogether) {
  Play(1, v1::SIDE_RED, v1::RESULT_RED_WINS);
  Play(2, v1::SIDE_RED, v1::RESULT_BLUE_WINS);
  Play(2, v1::SIDE_BLUE, v1::RESULT_BLUE_WINS);
  Play(3, v1::SIDE_BLUE, v1::RESULT_DRAW);
  const auto set_ups = BotSetUpsOf(*database_, "ann", "classic");
  ASSERT_THAT(set_ups, IsOk());
  EXPECT_EQ(set_ups->games(), 4u);
  EXPECT_EQ(set_ups->different(), 3u);
  EXPECT_EQ(set_ups->rows(), 4u);
  ASSERT_EQ(set_ups->most_played_size(), 3);
  EXPECT_EQ(set_ups->most_played(0).line(), "..F....... ..S....... .......... ..........");
  EXPECT_EQ(set_ups->most_played(0).tally().wins(), 1u);
  EXPECT_EQ(set_ups->most_played(0).tally().losses(), 1u);
  // Of two that were played once, the one with more points.
  EXPECT_EQ(set_ups->most_played(1).line(), ".F........ .S........ .......... ..........");
  EXPECT_EQ(set_ups->most_played(2).tally().draws(), 1u);
  ASSERT_EQ(set_ups->pieces_size(), 2);
  EXPECT_EQ(set_ups->pieces(0).letter(), "F");
  EXPECT_EQ(set_ups->pieces(0).games_size(), 40);
  EXPECT_EQ(set_ups->pieces(0).games(2), 2u);
  EXPECT_EQ(set_ups->pieces(1).letter(), "S");
  EXPECT_EQ(set_ups->pieces(1).games(11), 1u);
}

TEST_F(BotSetUpsTest, ListsTheMostPlayedAlone) {
  for (int i = 0; i < 5; ++i) Play(0, v1::SIDE_RED, v1::RESULT_RED_WINS);
  const std::string often = BotSetUpsOf(*database_, "ann", "classic")->most_played(0).line();
  for (std::uint32_t file = 1; file < 10; ++file) Play(file, v1::SIDE_RED, v1::RESULT_RED_WINS);
  const auto set_ups = BotSetUpsOf(*database_, "ann", "classic");
  ASSERT_THAT(set_ups, IsOk());
  EXPECT_EQ(set_ups->most_played(0).line(), often);
  EXPECT_LE(set_ups->most_played_size(), static_cast<int>(kMostPlayedMax));
  EXPECT_EQ(set_ups->different(), 10u);
}

TEST_F(BotSetUpsTest, AreEmptyOfABotThatHasNotPlayed) {
  const auto set_ups = BotSetUpsOf(*database_, "dot", "duel");
  ASSERT_THAT(set_ups, IsOk());
  EXPECT_EQ(set_ups->games(), 0u);
  EXPECT_EQ(set_ups->rows(), 3u);
  EXPECT_EQ(set_ups->pieces_size(), 0);
}

TEST_F(BotSetUpsTest, WhatCannotBeToldIsNotFound) {
  EXPECT_THAT(BotSetUpsOf(*database_, "eve", "classic"), IsError(absl::StatusCode::kNotFound, "eve"));
  EXPECT_THAT(BotSetUpsOf(*database_, "ann", "cards"), IsError(absl::StatusCode::kNotFound, "no set-ups on a board"));
}

}  // namespace
}  // namespace flagfall::arena::queries
