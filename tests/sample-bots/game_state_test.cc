#include "sample-bots/cpp/sdk/game_state.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "referee/rules/catalogue.h"
#include "sample-bots/cpp/sdk/set_up.h"
#include "sample-bots/cpp/sdk/worlds.h"
#include "tests/support/status_matchers.h"

namespace flagfall::bot {
namespace {

using google::protobuf::util::MessageDifferencer;

v1::GameStarted StartedAs(v1::Side side, const std::string& ruleset) {
  v1::GameStarted started;
  started.set_game_id("g1");
  started.set_side(side);
  started.mutable_ruleset()->set_id(ruleset);
  return started;
}

v1::Action ActionOf(const SetUp& set_up) {
  v1::Action action;
  for (const board::Placement& placement : set_up) {
    v1::Placement& told = *action.mutable_set_up()->add_placements();
    told.set_square(placement.square);
    told.set_type(static_cast<v1::PieceType>(placement.type));
  }
  return action;
}

// A game in which both players know what the events tell and nothing else.
class FollowedGame {
 public:
  FollowedGame(const std::string& ruleset, std::uint64_t seed)
      : random_(seed),
        game_(*NewGame(StartedAs(v1::SIDE_RED, ruleset).ruleset(), std::string(32, 'x'))),
        red_(*GameState::Create(StartedAs(v1::SIDE_RED, ruleset))),
        blue_(*GameState::Create(StartedAs(v1::SIDE_BLUE, ruleset))) {}

  void SetUpBoth() {
    Act(v1::SIDE_RED, ActionOf(SoundSetUp(red_, random_)));
    Act(v1::SIDE_BLUE, ActionOf(RandomSetUp(blue_, random_)));
  }

  // A random legal ply; false when the game is over.
  bool Step() {
    if (game_->Outcome().has_value()) return false;
    const v1::Side side = game_->Pending()[0].side;
    const auto legal = *game_->Legal(side);
    Act(side, legal[std::uniform_int_distribution<std::size_t>(0, legal.size() - 1)(random_)]);
    if (game_->Outcome().has_value()) {
      red_.End();
      blue_.End();
    }
    return true;
  }

  void Act(v1::Side side, const v1::Action& action) {
    const auto events = game_->Act(side, action);
    ASSERT_THAT(events, IsOk());
    EXPECT_THAT(red_.Apply({events->red.begin(), events->red.end()}), IsOk());
    EXPECT_THAT(blue_.Apply({events->blue.begin(), events->blue.end()}), IsOk());
  }

  const Game& game() const { return *game_; }
  GameState& Of(v1::Side side) { return side == v1::SIDE_RED ? red_ : blue_; }
  std::mt19937_64& random() { return random_; }

 private:
  std::mt19937_64 random_;
  std::unique_ptr<Game> game_;
  GameState red_;
  GameState blue_;
};

using Plies = std::set<std::pair<int, int>>;

class EveryRuleset : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Board, EveryRuleset, testing::Values("classic", "battle", "duel", "barrage"));

TEST_P(EveryRuleset, KnowledgeFromEventsEqualsTheView_R9_1) {
  FollowedGame followed(GetParam(), 11);
  followed.SetUpBoth();
  do {
    const v1::View red = followed.game().ViewFor(v1::OBSERVER_RED);
    const v1::View blue = followed.game().ViewFor(v1::OBSERVER_BLUE);
    ASSERT_TRUE(MessageDifferencer::Equals(followed.Of(v1::SIDE_RED).View(), red.board())) << red.DebugString();
    ASSERT_TRUE(MessageDifferencer::Equals(followed.Of(v1::SIDE_BLUE).View(), blue.board())) << blue.DebugString();
  } while (followed.Step());
}

TEST_P(EveryRuleset, LegalPliesFollowFromWhatIsPublic_R4_1) {
  FollowedGame followed(GetParam(), 12);
  followed.SetUpBoth();
  do {
    if (followed.game().Outcome().has_value()) break;
    const v1::Side side = followed.game().Pending()[0].side;
    Plies expected;
    const auto legal = followed.game().Legal(side).value();
    for (const v1::Action& action : legal) {
      expected.emplace(action.ply().from(), action.ply().to());
    }
    Plies found;
    for (const board::Ply ply : followed.Of(side).LegalPlies()) found.emplace(ply.from, ply.to);
    ASSERT_EQ(found, expected) << "at ply " << followed.game().Progress().plies;
  } while (followed.Step());
}

TEST_P(EveryRuleset, AWorldAgreesWithAllThatWasSeen) {
  FollowedGame followed(GetParam(), 13);
  followed.SetUpBoth();
  do {
    const GameState& known = followed.Of(v1::SIDE_RED);
    const board::BoardState world = SampleWorld(known, followed.random());
    std::array<int, board::kPieceTypes> army{};
    for (board::PieceId id = 0; id < board::kSquares; ++id) {
      const board::Piece& piece = world.PieceOf(id);
      if (!piece.exists || piece.side == board::Side::kRed) continue;
      ++army[static_cast<int>(piece.type)];
      EXPECT_TRUE(!piece.has_moved || board::IsMovable(piece.type));
      const board::PieceType seen = known.board().PieceOf(id).type;
      EXPECT_TRUE(seen == board::PieceType::kUnknown || seen == piece.type);
    }
    for (int type = 0; type < board::kPieceTypes; ++type) ASSERT_EQ(army[type], known.rules().army[type]);
  } while (followed.Step());
}

TEST_P(EveryRuleset, ASoundSetUpLeavesNoWayToTheFlagForAScout_R2_3) {
  std::mt19937_64 random(14);
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    const GameState game = *GameState::Create(StartedAs(side, GetParam()));
    const int forward = side == v1::SIDE_RED ? board::kFiles : -board::kFiles;
    for (int i = 0; i < 100; ++i) {
      std::map<board::Square, board::PieceType> set_up;
      for (const board::Placement& placement : SoundSetUp(game, random)) set_up[placement.square] = placement.type;
      ASSERT_EQ(set_up.size(), ArmyOf(game.rules()).size());
      const auto flag = std::find_if(set_up.begin(), set_up.end(),
                                     [](const auto& placed) { return placed.second == board::PieceType::kFlag; });
      ASSERT_NE(flag, set_up.end());
      EXPECT_EQ(set_up[flag->first + forward], board::PieceType::kBomb) << "Flag on " << int{flag->first};
      board::ForEach(board::kNeighbours[flag->first], [&](board::Square square) {
        EXPECT_EQ(set_up.count(square), 1u) << "Flag on " << int{flag->first} << ", nobody on " << int{square};
      });
    }
  }
}

TEST(GameStateTest, RefusesAnUnknownRuleset) {
  EXPECT_THAT(GameState::Create(StartedAs(v1::SIDE_RED, "draughts")), IsError(absl::StatusCode::kNotFound, "draughts"));
}

TEST(GameStateTest, RefusesAPlyOfNoPiece) {
  FollowedGame followed("classic", 14);
  followed.SetUpBoth();
  Events events;
  v1::PlyMade& made = *events.Add()->mutable_ply_made();
  made.set_from(44);
  made.set_to(45);
  EXPECT_THAT(followed.Of(v1::SIDE_RED).Apply(events), IsError(absl::StatusCode::kInvalidArgument, "44"));
}

}  // namespace
}  // namespace flagfall::bot
