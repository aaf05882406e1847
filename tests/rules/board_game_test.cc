// BoardGame under the contract of game.h, for the four board games: what tests/contract, which holds all rulesets
// against it, does not look at as closely.
#include "referee/rules/board_game/board_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/rules/board_game/board_options.h"
#include "referee/rules/board_game/follow_position.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "tests/rules/random_game.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::string EverythingOf(const Game& game) {
  std::string all;
  for (const v1::Observer observer : kEventObservers) all += game.ViewFor(observer).SerializeAsString();
  return all + game.ViewFor(v1::OBSERVER_ALL).SerializeAsString();
}

class BoardGameTest : public testing::TestWithParam<std::string> {
 protected:
  BoardGameTest() {
    v1::Ruleset ruleset;
    ruleset.set_id(GetParam());
    game_ = *NewGame(ruleset, std::string(32, '\0'));
    rules_ = *BoardRulesOf(ruleset);
  }

  void SetUpBoth(std::mt19937_64& random) {
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      ASSERT_THAT(game_->Act(side, RandomSetUp(rules_, side, random)), IsOk());
    }
  }

  std::unique_ptr<Game> game_;
  board::BoardRules rules_;
};

INSTANTIATE_TEST_SUITE_P(Rulesets, BoardGameTest, testing::Values("classic", "battle", "duel", "barrage"),
                         [](const auto& info) { return info.param; });

TEST_P(BoardGameTest, SetUp_R1_3_IsSimultaneousAndSecret) {
  std::mt19937_64 random(1);
  EXPECT_THAT(game_->Pending(), ElementsAre(OpenDecision{v1::SIDE_RED, v1::DECISION_KIND_SET_UP},
                                            OpenDecision{v1::SIDE_BLUE, v1::DECISION_KIND_SET_UP}));
  const auto blue = game_->Act(v1::SIDE_BLUE, RandomSetUp(rules_, v1::SIDE_BLUE, random));
  ASSERT_THAT(blue, IsOk());
  EXPECT_THAT(blue->red, IsEmpty());
  EXPECT_THAT(blue->spectator, IsEmpty());
  EXPECT_THAT(game_->ViewFor(v1::OBSERVER_RED).board().pieces(), IsEmpty());
  EXPECT_THAT(game_->ViewFor(v1::OBSERVER_BLUE).board().pieces(), SizeIs(rules_.army_size()));
  EXPECT_THAT(game_->Pending(), ElementsAre(OpenDecision{v1::SIDE_RED, v1::DECISION_KIND_SET_UP}));

  const auto red = game_->Act(v1::SIDE_RED, RandomSetUp(rules_, v1::SIDE_RED, random));
  ASSERT_THAT(red, IsOk());
  ASSERT_THAT(red->blue, SizeIs(1));
  for (const v1::PieceView& piece : red->blue[0].pieces_placed().pieces()) {
    EXPECT_EQ(piece.owner(), v1::SIDE_RED);
    EXPECT_EQ(piece.type(), v1::PIECE_TYPE_UNSPECIFIED);
  }
  ASSERT_THAT(red->red, SizeIs(1));
  EXPECT_THAT(red->red[0].pieces_placed().pieces(), SizeIs(2 * rules_.army_size()));
  EXPECT_THAT(game_->Pending(), ElementsAre(OpenDecision{v1::SIDE_RED, v1::DECISION_KIND_PLY}));
}

TEST_P(BoardGameTest, WhatIsListedIsLegalAndNothingElse) {
  std::mt19937_64 random(2);
  SetUpBoth(random);
  while (!game_->Outcome().has_value() && game_->Progress().plies < 120) {
    const v1::Side side = game_->Pending()[0].side;
    std::set<std::pair<std::uint32_t, std::uint32_t>> legal;
    const std::vector<v1::Action> listed = game_->Legal(side).value();
    for (const v1::Action& action : listed) legal.insert({action.ply().from(), action.ply().to()});
    const std::string before = EverythingOf(*game_);
    for (std::uint32_t from = 0; from <= 100; ++from) {
      for (std::uint32_t to = 0; to <= 100; ++to) {
        const bool is_legal = legal.count({from, to}) == 1;
        // What is refused must leave the game as it is; what is accepted is tried on a copy.
        const auto copy = is_legal ? game_->Clone() : nullptr;
        const absl::Status status = (is_legal ? *copy : *game_).Act(side, PlyAction(from, to)).status();
        ASSERT_EQ(status.ok(), is_legal) << from << "-" << to << " " << status;
        ASSERT_EQ(ClauseOf(status).empty(), is_legal);
      }
    }
    ASSERT_EQ(EverythingOf(*game_), before);
    ASSERT_THAT(game_->Act(side, RandomLegal(*game_, side, random)), IsOk());
  }
}

TEST_P(BoardGameTest, FollowingOnesEventsGivesTheLegalPlies) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    const auto game = game_->Clone();
    board::BoardState red(rules_, Side::kRed);
    board::BoardState blue(rules_, Side::kRed);
    const auto hear = [&](const ObserverEvents& events) {
      ASSERT_THAT(ApplyEvents(events.red, red), IsOk());
      ASSERT_THAT(ApplyEvents(events.blue, blue), IsOk());
    };
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      hear(*game->Act(side, RandomSetUp(rules_, side, random)));
    }
    while (!game->Outcome().has_value() && game->Progress().plies < 1500) {
      const v1::Side side = game->Pending()[0].side;
      board::PlyList own;
      (side == v1::SIDE_RED ? red : blue).LegalPlies(own);
      const auto legal = game->Legal(side);
      ASSERT_EQ(own.size(), legal->size());
      own.Sort();
      for (std::size_t i = 0; i < own.size(); ++i) {
        ASSERT_EQ(own[i].from, (*legal)[i].ply().from());
        ASSERT_EQ(own[i].to, (*legal)[i].ply().to());
      }
      hear(*game->Act(side, RandomLegal(*game, side, random)));
    }
  }
}

TEST_P(BoardGameTest, ActionsOutOfPlaceAreRefused) {
  std::mt19937_64 random(3);
  EXPECT_EQ(ClauseOf(game_->Act(v1::SIDE_RED, PlyAction(30, 40)).status()), "R1.3");
  EXPECT_EQ(ClauseOf(game_->Act(v1::SIDE_RED, v1::Action()).status()), "R1.3");
  EXPECT_FALSE(game_->Act(v1::SIDE_UNSPECIFIED, PlyAction(30, 40)).ok());
  ASSERT_THAT(game_->Act(v1::SIDE_RED, RandomSetUp(rules_, v1::SIDE_RED, random)), IsOk());
  EXPECT_EQ(ClauseOf(game_->Act(v1::SIDE_RED, RandomSetUp(rules_, v1::SIDE_RED, random)).status()), "R1.3");
  ASSERT_THAT(game_->Act(v1::SIDE_BLUE, RandomSetUp(rules_, v1::SIDE_BLUE, random)), IsOk());
  EXPECT_EQ(ClauseOf(game_->Act(v1::SIDE_BLUE, PlyAction(60, 50)).status()), "R1.5");
  EXPECT_EQ(ClauseOf(game_->Act(v1::SIDE_RED, RandomSetUp(rules_, v1::SIDE_RED, random)).status()), "R2.1");
  EXPECT_FALSE(game_->Legal(v1::SIDE_BLUE).has_value());
}

TEST_P(BoardGameTest, NumbersThatNameNothingAreToldAsTheyWereSent_R1_2_R1_3_R2_1) {
  std::mt19937_64 random(3);
  const v1::Action set_up = RandomSetUp(rules_, v1::SIDE_RED, random);
  v1::Action off_board = set_up;
  off_board.mutable_set_up()->mutable_placements(1)->set_square(1000);
  EXPECT_THAT(game_->Act(v1::SIDE_RED, off_board),
              IsError(absl::StatusCode::kInvalidArgument, "R1.3: square 1000 is not on the board"));
  v1::Action of_no_type = set_up;
  of_no_type.mutable_set_up()->mutable_placements(1)->set_type(v1::PIECE_TYPE_SPOTTER);
  EXPECT_THAT(game_->Act(v1::SIDE_RED, of_no_type),
              IsError(absl::StatusCode::kInvalidArgument, "R1.2: type 13; no army has pieces of that type"));
  ASSERT_THAT(game_->Act(v1::SIDE_RED, set_up), IsOk());
  ASSERT_THAT(game_->Act(v1::SIDE_BLUE, RandomSetUp(rules_, v1::SIDE_BLUE, random)), IsOk());
  EXPECT_THAT(game_->Act(v1::SIDE_RED, PlyAction(300, 356)),
              IsError(absl::StatusCode::kInvalidArgument, "R2.1: ply from 300 to 356 leaves the board"));
}

}  // namespace
}  // namespace flagfall
