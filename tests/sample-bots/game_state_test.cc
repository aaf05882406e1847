#include "sample-bots/cpp/sdk/game_state.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/catalogue.h"
#include "sample-bots/cpp/sdk/set_up.h"
#include "sample-bots/cpp/sdk/worlds.h"
#include "tests/sample-bots/followed_game.h"
#include "tests/support/status_matchers.h"

namespace flagfall::bot {
namespace {

using google::protobuf::util::MessageDifferencer;

class EveryRuleset : public testing::TestWithParam<std::string> {};
class EveryGameOnABoard : public EveryRuleset {};
class EveryBoardGame : public EveryRuleset {};

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryRuleset, testing::ValuesIn(RulesetIds()));
INSTANTIATE_TEST_SUITE_P(Board, EveryGameOnABoard, testing::Values("classic", "battle", "duel", "barrage", "bluffing"));
INSTANTIATE_TEST_SUITE_P(Board, EveryBoardGame, testing::Values("classic", "battle", "duel", "barrage"));

TEST_P(EveryRuleset, KnowledgeFromEventsEqualsTheView_R9_1) {
  FollowedGame followed(GetParam(), 11);
  do {
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      const v1::View told = followed.ViewOf(side);
      ASSERT_TRUE(MessageDifferencer::Equals(followed.Of(side).view(), told)) << told.DebugString();
    }
  } while (followed.Step());
}

// In `bluffing` plies that are taken back come into it, and attacks settled by claims.
TEST_P(EveryGameOnABoard, LegalPliesFollowFromWhatIsPublic_R4_1_R6_11) {
  for (const std::uint64_t seed : {12, 22, 32, 42}) {
    FollowedGame followed(GetParam(), seed);
    followed.SetUpBoth();
    do {
      const OpenDecision open = followed.game().Pending()[0];
      if (open.kind != v1::DECISION_KIND_PLY) continue;
      const auto legal = followed.game().Legal(open.side);
      if (!legal.has_value()) continue;
      std::set<board::Ply> expected;
      for (const v1::Action& action : *legal) {
        if (action.bluffing().has_call()) continue;
        const v1::Ply& ply = action.has_ply()                 ? action.ply()
                             : action.bluffing().has_attack() ? action.bluffing().attack().ply()
                                                              : action.bluffing().ply();
        expected.insert({static_cast<board::Square>(ply.from()), static_cast<board::Square>(ply.to())});
      }
      const board::PlyList found = followed.Of(open.side).LegalPlies();
      ASSERT_EQ(std::set<board::Ply>(found.begin(), found.end()), expected)
          << "at ply " << followed.game().Progress().plies << ", seed " << seed;
    } while (followed.Step());
  }
}

// Types, and what is still on the board.
TEST_P(EveryGameOnABoard, ThePositionAgreesWithTheView_R9_1) {
  FollowedGame followed(GetParam(), 15);
  followed.SetUpBoth();
  do {
    const GameState& known = followed.Of(v1::SIDE_BLUE);
    const v1::BoardView& view = known.view().has_board() ? known.view().board() : known.view().bluffing().board();
    ASSERT_EQ(view.ply_count(), known.board().ply_count());
    for (const v1::PieceView& told : view.pieces()) {
      const board::Piece& piece = known.board().PieceOf(static_cast<board::PieceId>(told.origin()));
      ASSERT_EQ(piece.on_board(), !told.has_removal()) << told.DebugString();
      if (!piece.on_board()) continue;
      ASSERT_EQ(piece.square, told.square());
      ASSERT_EQ(static_cast<int>(piece.type), told.type()) << told.DebugString();
      ASSERT_EQ(piece.is_revealed, told.is_revealed());
      ASSERT_EQ(piece.has_moved, told.has_moved());
    }
  } while (followed.Step());
}

TEST_P(EveryBoardGame, AWorldAgreesWithAllThatWasSeen) {
  FollowedGame followed(GetParam(), 13);
  followed.SetUpBoth();
  do {
    const GameState& known = followed.Of(v1::SIDE_RED);
    const board::BoardState world = SampleWorld(known, followed.random());
    std::array<int, board::kPieceTypes> army{};
    for (board::PieceId id = 0; id < board::kSquares; ++id) {
      const board::Piece& piece = world.PieceOf(id);
      if (!piece.exists || piece.side == Side::kRed) continue;
      ++army[static_cast<int>(piece.type)];
      EXPECT_TRUE(!piece.has_moved || board::IsMovable(piece.type));
      const board::PieceType seen = known.board().PieceOf(id).type;
      EXPECT_TRUE(seen == board::PieceType::kUnknown || seen == piece.type);
    }
    for (int type = 0; type < board::kPieceTypes; ++type) ASSERT_EQ(army[type], known.rules().army[type]);
  } while (followed.Step());
}

TEST_P(EveryBoardGame, BeliefsFromWorldsAreOfAllHiddenPiecesAndOfWhatTheyMayBe) {
  FollowedGame followed(GetParam(), 15);
  followed.SetUpBoth();
  do {
    const GameState& known = followed.Of(v1::SIDE_RED);
    const auto worlds = SampleWorlds(known, followed.random(), 3);
    const v1::Beliefs beliefs = BeliefsOf(known, worlds);
    int hidden = 0;
    for (const int count : HiddenCounts(known)) hidden += count;
    ASSERT_EQ(beliefs.pieces_size(), hidden);
    for (const v1::PieceBelief& belief : beliefs.pieces()) {
      const auto id = static_cast<board::PieceId>(belief.origin());
      ASSERT_EQ(belief.weights_size(), board::kPieceTypes - 1);
      for (const board::BoardState& world : worlds) {
        EXPECT_GE(belief.weights(static_cast<int>(world.PieceOf(id).type) - 1), 1);
      }
      if (!known.board().PieceOf(id).has_moved) continue;
      EXPECT_EQ(belief.weights(static_cast<int>(board::PieceType::kFlag) - 1), 0);
      EXPECT_EQ(belief.weights(static_cast<int>(board::PieceType::kBomb) - 1), 0);
    }
  } while (followed.Step());
}

TEST_P(EveryGameOnABoard, ASoundSetUpLeavesNoWayToTheFlagForAScout_R2_3) {
  FollowedGame followed(GetParam(), 14);
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    const GameState& game = followed.Of(side);
    const int forward = side == v1::SIDE_RED ? board::kFiles : -board::kFiles;
    for (int i = 0; i < 100; ++i) {
      std::map<board::Square, board::PieceType> set_up;
      for (const board::Placement& placement : SoundSetUp(game, followed.random()))
        set_up[placement.square] = placement.type;
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

// Armies and zones of a host's choice: the smallest, one of Flags and Scouts, one that fills its only row, one without
// Bombs, and one of nothing but a Miner and Bombs.
TEST(GameStateTest, SetsUpAnyArmy_R1_6) {
  Random random(3);
  for (const char* id : {"classic", "duel", "bluffing"}) {
    for (const auto& [army, rows] :
         {std::pair("1-0-1-0-0-0-0-0-0-0-0-0", "1"), std::pair("3-0-9-0-0-0-0-0-0-0-0-0", "2"),
          std::pair("1-1-2-2-0-0-0-0-0-1-1-2", "1"), std::pair("1-1-8-5-4-4-4-3-2-1-1-0", "4"),
          std::pair("2-0-0-1-0-0-0-0-0-0-0-27", "3")}) {
      v1::Ruleset ruleset;
      ruleset.set_id(id);
      for (const auto& [name, value] : {std::pair("army", army), std::pair("zone_rows", rows)}) {
        v1::RulesetOption& option = *ruleset.add_options();
        option.set_name(name);
        option.set_value(value);
      }
      const auto game = NewGame(ruleset, std::string(32, 's'));
      ASSERT_THAT(game, IsOk());
      for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
        v1::GameStarted started;
        *started.mutable_ruleset() = ruleset;
        started.set_side(side);
        *started.mutable_view() = (*game)->ViewFor(side == v1::SIDE_RED ? v1::OBSERVER_RED : v1::OBSERVER_BLUE);
        const auto known = GameState::Create(started);
        ASSERT_THAT(known, IsOk());
        for (int i = 0; i < 50; ++i) {
          EXPECT_THAT((*game)->Clone()->Act(side, SetUpAction(SoundSetUp(*known, random))), IsOk())
              << id << " " << army;
          EXPECT_THAT((*game)->Clone()->Act(side, SetUpAction(RandomSetUp(*known, random))), IsOk());
        }
      }
    }
  }
}

TEST(GameStateTest, RefusesAnUnknownRuleset) {
  v1::GameStarted started;
  started.mutable_ruleset()->set_id("draughts");
  EXPECT_THAT(GameState::Create(started), IsError(absl::StatusCode::kNotFound, "draughts"));
}

TEST(GameStateTest, RefusesAGameWithoutAView) {
  v1::GameStarted started;
  started.set_game_id("g1");
  started.mutable_ruleset()->set_id("cards");
  EXPECT_THAT(GameState::Create(started), IsError(absl::StatusCode::kInvalidArgument, "GameStarted.view"));
}

TEST_P(EveryGameOnABoard, RefusesAPlyOfNoPiece) {
  FollowedGame followed(GetParam(), 14);
  followed.SetUpBoth();
  Events events;
  v1::PlyMade& made = *events.Add()->mutable_ply_made();
  made.set_from(44);
  made.set_to(45);
  EXPECT_THAT(followed.Of(v1::SIDE_RED).Apply(events), IsError(absl::StatusCode::kInvalidArgument, "44"));
}

TEST_P(EveryGameOnABoard, RefusesAPieceOfNobodyAndOneOfNoType) {
  for (const auto& [owner, type] : {std::pair(v1::SIDE_UNSPECIFIED, 4), std::pair(v1::SIDE_RED, -1)}) {
    GameState game = *GameState::Create(StartedAs(v1::SIDE_RED, GetParam()));
    Events events;
    v1::PieceView& piece = *events.Add()->mutable_pieces_placed()->add_pieces();
    piece.set_origin(3);
    piece.set_square(3);
    piece.set_owner(owner);
    piece.set_type(static_cast<v1::PieceType>(type));
    EXPECT_THAT(game.Apply(events), IsError(absl::StatusCode::kInvalidArgument, "piece 3"));
  }
}

TEST_P(EveryRuleset, PassesOverEventsOfALaterVersion) {
  GameState game = *GameState::Create(StartedAs(v1::SIDE_RED, GetParam()));
  const v1::View before = game.view();
  Events events;
  events.Add();
  if (before.has_bluffing()) events.Add()->mutable_bluffing();
  if (before.has_gogo()) events.Add()->mutable_gogo();
  EXPECT_THAT(game.Apply(events), IsOk());
  EXPECT_TRUE(MessageDifferencer::Equals(game.view(), before));
}

TEST(GameStateTest, ForgetsNoOptionOfTheRuleset) {
  const GameState game = *GameState::Create(StartedAs(v1::SIDE_RED, "cards"));
  ASSERT_EQ(game.started().ruleset().options_size(), 1);
  EXPECT_EQ(game.started().ruleset().options(0).name(), "spotter");
}

}  // namespace
}  // namespace flagfall::bot
