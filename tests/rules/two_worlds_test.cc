// R9.2. A game is played at random; then it is played again in a second world in which the types that one player never
// got to know are dealt out differently. All that this player and the spectators are told must be the same, byte for
// byte: events, views, legal actions, outcomes, and the errors that answer illegal actions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/side_messages.h"
#include "tests/rules/random_game.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

struct World {
  v1::Action red_set_up;
  v1::Action blue_set_up;
};

std::string BytesOf(const std::vector<v1::Event>& events) {
  std::string bytes;
  for (const v1::Event& event : events) absl::StrAppend(&bytes, event.ByteSizeLong(), ":", event.SerializeAsString());
  return bytes;
}

bool IsMovable(v1::PieceType type) { return type >= v1::PIECE_TYPE_SPY && type <= v1::PIECE_TYPE_MARSHAL; }

// The types of `owner`'s pieces in another order, so that the game which led to `end` can still be played: what was
// revealed stays, and what has moved stays movable. The placements come in another order, too.
v1::Action Redealt(const v1::Action& set_up, v1::Side owner, const v1::BoardView& end, std::mt19937_64& random) {
  std::vector<v1::PieceType> movable;
  std::vector<v1::PieceType> other;
  std::vector<std::uint32_t> moved;
  std::vector<std::uint32_t> unmoved;
  v1::Action redealt;
  const auto place = [&redealt](std::uint32_t square, v1::PieceType type) {
    v1::Placement* placement = redealt.mutable_set_up()->add_placements();
    placement->set_square(square);
    placement->set_type(type);
  };
  for (const v1::PieceView& piece : end.pieces()) {
    if (piece.owner() != owner) continue;
    if (piece.is_revealed()) {
      place(piece.origin(), piece.type());
      continue;
    }
    (IsMovable(piece.type()) ? movable : other).push_back(piece.type());
    (piece.has_moved() ? moved : unmoved).push_back(piece.origin());
  }
  std::shuffle(movable.begin(), movable.end(), random);
  for (const std::uint32_t origin : moved) {
    place(origin, movable.back());
    movable.pop_back();
  }
  other.insert(other.end(), movable.begin(), movable.end());
  std::shuffle(other.begin(), other.end(), random);
  for (std::size_t i = 0; i < unmoved.size(); ++i) place(unmoved[i], other[i]);
  auto* placements = redealt.mutable_set_up()->mutable_placements();
  std::shuffle(placements->begin(), placements->end(), random);
  EXPECT_EQ(placements->size(), set_up.set_up().placements_size());
  return redealt;
}

// Two games that should look alike to one player and to the spectators.
class Pair {
 public:
  Pair(const v1::Ruleset& ruleset, v1::Side player) : player_(player) {
    first_ = *NewGame(ruleset, std::string(32, '1'));
    second_ = *NewGame(ruleset, std::string(32, '2'));
  }

  void Act(v1::Side side, const v1::Action& first, const v1::Action& second) {
    const auto told_first = first_->Act(side, first);
    const auto told_second = second_->Act(side, second);
    ASSERT_THAT(told_first, IsOk());
    ASSERT_THAT(told_second, IsOk());
    ASSERT_EQ(BytesOf(Own(*told_first)), BytesOf(Own(*told_second)));
    ASSERT_EQ(BytesOf(told_first->spectator), BytesOf(told_second->spectator));
    for (const v1::Observer observer : {ObserverOf(player_), v1::OBSERVER_SPECTATOR}) {
      // Whether the game is over may follow from the hidden types, and is public; whose ply it is goes with it.
      if (CourseDiffers()) continue;
      ASSERT_EQ(first_->ViewFor(observer).SerializeAsString(), second_->ViewFor(observer).SerializeAsString());
    }
  }

  bool CourseDiffers() const { return first_->Outcome().has_value() != second_->Outcome().has_value(); }

  void CompareOutcomes() {
    if (!first_->Outcome().has_value()) return;
    ASSERT_EQ(first_->Outcome()->SerializeAsString(), second_->Outcome()->SerializeAsString());
  }

  void CompareDecisions(std::mt19937_64& random) {
    if (first_->Outcome().has_value()) return;
    const auto legal_first = first_->Legal(player_);
    const auto legal_second = second_->Legal(player_);
    ASSERT_EQ(legal_first.has_value(), legal_second.has_value());
    if (legal_first.has_value()) {
      ASSERT_EQ(legal_first->size(), legal_second->size());
      for (std::size_t i = 0; i < legal_first->size(); ++i) {
        ASSERT_EQ((*legal_first)[i].SerializeAsString(), (*legal_second)[i].SerializeAsString());
      }
    }
    for (int i = 0; i < 30; ++i) CompareErrors(PlyAction(random() % 101, random() % 101));
  }

 private:
  const std::vector<v1::Event>& Own(const ObserverEvents& events) const { return events.For(ObserverOf(player_)); }

  void CompareErrors(const v1::Action& action) {
    const auto first = first_->Clone()->Act(player_, action);
    const auto second = second_->Clone()->Act(player_, action);
    ASSERT_EQ(first.ok(), second.ok());
    ASSERT_EQ(first.status().ToString(), second.status().ToString());
  }

  v1::Side player_;
  std::unique_ptr<Game> first_;
  std::unique_ptr<Game> second_;
};

class TwoWorldsTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    ruleset_.set_id(GetParam());
    rules_ = *BoardRulesOf(ruleset_);
  }

  // One game, its plies in order, and what everything was in the end.
  std::vector<v1::Action> PlayOne(const World& world, std::mt19937_64& random, v1::BoardView& end) {
    const auto game = *NewGame(ruleset_, std::string(32, '0'));
    EXPECT_THAT(game->Act(v1::SIDE_RED, world.red_set_up), IsOk());
    EXPECT_THAT(game->Act(v1::SIDE_BLUE, world.blue_set_up), IsOk());
    std::vector<v1::Action> plies;
    const std::size_t plies_max = random() % 400 + 20;
    while (!game->Outcome().has_value() && plies.size() < plies_max) {
      const v1::Side side = game->Pending()[0].side;
      plies.push_back(RandomLegal(*game, side, random));
      EXPECT_THAT(game->Act(side, plies.back()), IsOk());
    }
    end = game->ViewFor(v1::OBSERVER_ALL).board();
    return plies;
  }

  v1::Ruleset ruleset_;
  board::BoardRules rules_;
};

INSTANTIATE_TEST_SUITE_P(Rulesets, TwoWorldsTest, testing::Values("classic", "battle", "duel", "barrage"),
                         [](const auto& info) { return info.param; });

TEST_P(TwoWorldsTest, R9_2_NothingToldDependsOnHiddenTypes) {
  int games_that_differ = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    std::mt19937_64 random(seed);
    const v1::Side player = seed % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE;
    const World first{.red_set_up = RandomSetUp(rules_, v1::SIDE_RED, random),
                      .blue_set_up = RandomSetUp(rules_, v1::SIDE_BLUE, random)};
    v1::BoardView end;
    const std::vector<v1::Action> plies = PlayOne(first, random, end);
    World second = first;
    if (player == v1::SIDE_RED) second.blue_set_up = Redealt(first.blue_set_up, v1::SIDE_BLUE, end, random);
    if (player == v1::SIDE_BLUE) second.red_set_up = Redealt(first.red_set_up, v1::SIDE_RED, end, random);

    Pair pair(ruleset_, player);
    if (seed % 3 == 0) pair.Act(v1::SIDE_BLUE, first.blue_set_up, second.blue_set_up);
    pair.Act(v1::SIDE_RED, first.red_set_up, second.red_set_up);
    if (seed % 3 != 0) pair.Act(v1::SIDE_BLUE, first.blue_set_up, second.blue_set_up);
    for (std::size_t i = 0; i < plies.size() && !pair.CourseDiffers(); ++i) {
      if (i % 5 == 0) pair.CompareDecisions(random);
      pair.Act(i % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE, plies[i], plies[i]);
      if (HasFatalFailure()) FAIL() << "seed " << seed << ", ply " << i + 1;
    }
    if (!pair.CourseDiffers()) pair.CompareOutcomes();
    games_that_differ += pair.CourseDiffers() ? 1 : 0;
  }
  // Nearly all pairs must have been compared to their end.
  EXPECT_LT(games_that_differ, 15);
}

}  // namespace
}  // namespace flagfall
