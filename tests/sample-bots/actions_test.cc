// The typed helpers of every ruleset: what they make a real game accepts, and what they know is what the view says.
#include <gmock/gmock.h>

#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "referee/rules/board_game/board_actions.h"
#include "sample-bots/cpp/sdk/bluffing.h"
#include "sample-bots/cpp/sdk/cards.h"
#include "sample-bots/cpp/sdk/gogo.h"
#include "sample-bots/cpp/sdk/random_action.h"
#include "tests/sample-bots/followed_game.h"

namespace flagfall::bot {
namespace {

using board::PieceType;
using testing::Each;
using testing::Ge;

// Whether the action could be done now; the game goes on as if nothing had been asked.
bool IsAccepted(const FollowedGame& followed, v1::Side side, const v1::Action& action) {
  return followed.game().Clone()->Act(side, action).ok();
}

// The actions listed, written by the helpers, in a form that can be compared.
std::set<std::string> Written(const std::vector<v1::Action>& actions) {
  std::set<std::string> written;
  for (const v1::Action& action : actions) written.insert(action.SerializeAsString());
  return written;
}

std::set<std::string> Listed(const GameState& game) {
  return Written({game.legal_actions().begin(), game.legal_actions().end()});
}

TEST(BoardActions, WriteEveryPly_R2_1) {
  VisitDecisions("duel", v1::DECISION_KIND_PLY, 20, [](FollowedGame&, const GameState& game, v1::Side) {
    std::vector<v1::Action> actions;
    for (const board::Ply ply : game.LegalPlies()) actions.push_back(PlyAction(ply));
    EXPECT_EQ(Written(actions), Listed(game));
  });
}

TEST(BluffingActions, WriteEveryPlyAttackAndCall_R6_2_R6_3) {
  VisitDecisions("bluffing", v1::DECISION_KIND_PLY, 40, [](FollowedGame&, const GameState& game, v1::Side) {
    std::vector<v1::Action> actions;
    if (game.view().bluffing().may_call_movement()) actions.push_back(bluffing::CallAction(v1::BLUFF_CALL_MOVEMENT));
    for (const board::Ply ply : game.LegalPlies()) {
      if (game.board().PieceAt(ply.to) == board::kNoPiece) {
        actions.push_back(bluffing::PlyAction(ply));
        continue;
      }
      for (int claim = v1::PIECE_TYPE_SPY; claim <= v1::PIECE_TYPE_MARSHAL; ++claim) {
        for (std::uint32_t tokens = 0; tokens <= TokensOf(game, game.side()); ++tokens) {
          actions.push_back(bluffing::AttackAction(ply, static_cast<v1::PieceType>(claim), tokens));
        }
      }
    }
    EXPECT_EQ(Written(actions), Listed(game));
  });
}

TEST(BluffingActions, WriteEveryAnswerToAnAttack_R6_4_R6_5_R6_6) {
  VisitDecisions("bluffing", v1::DECISION_KIND_DEFENCE, 20,
                 [](FollowedGame& followed, const GameState&, v1::Side side) {
                   EXPECT_TRUE(IsAccepted(followed, side, bluffing::DeclarationAction(v1::PIECE_TYPE_BOMB)));
                   EXPECT_FALSE(IsAccepted(followed, side, bluffing::LetStandAction()));
                 });
  VisitDecisions("bluffing", v1::DECISION_KIND_CALL, 20, [](FollowedGame&, const GameState& game, v1::Side) {
    EXPECT_EQ(Written({bluffing::LetStandAction(), bluffing::CallAction(v1::BLUFF_CALL_DEFENCE)}), Listed(game));
  });
}

TEST(BluffingKnowledge, TheTrueTypeIsAlwaysPossible_R6_12) {
  VisitDecisions("bluffing", v1::DECISION_KIND_PLY, 300, [](FollowedGame& followed, const GameState& game, v1::Side) {
    const v1::View truth = followed.game().ViewFor(v1::OBSERVER_ALL);
    for (const v1::PieceView& piece : truth.bluffing().board().pieces()) {
      if (piece.has_removal()) continue;
      const auto id = static_cast<board::PieceId>(piece.origin());
      ASSERT_TRUE(bluffing::Has(PossibleTypes(game, id), static_cast<PieceType>(piece.type())));
      const auto chances = TypeChances(game, id);
      ASSERT_GT(chances[piece.type()], 0);
      ASSERT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), 1, 1e-9);
    }
  });
}

TEST(CardsActions, WriteEveryTurn_R7_4_R7_5_R7_6_R7_7_R7_8) {
  VisitDecisions("cards", v1::DECISION_KIND_TURN, 100, [](FollowedGame&, const GameState& game, v1::Side) {
    std::vector<std::uint32_t> there;
    for (std::uint32_t at = 1; at <= cards::kPlaces; ++at) {
      if (!OpposingArmy(game).front_line(static_cast<int>(at) - 1).is_gap()) there.push_back(at);
    }
    std::vector<v1::Action> actions;
    for (std::uint32_t place = 1; place <= cards::kPlaces; ++place) {
      const cards::Card own = CardOf(OwnArmy(game).front_line(static_cast<int>(place) - 1).type());
      for (const std::uint32_t at : there) {
        if (cards::CanAttack(own)) actions.push_back(AttackAction(place, at));
        for (const std::uint32_t other : there) {
          if (own == cards::Card::kScout && at < other) actions.push_back(PeekAction(place, {at, other}));
        }
        for (int named = 1; named < cards::kCardTypes && own == cards::Card::kSpotter; ++named) {
          actions.push_back(NameCardAction(place, at, static_cast<cards::Card>(named)));
        }
      }
      if (own == cards::Card::kScout && there.size() == 1) actions.push_back(PeekAction(place, there));
      if (own == cards::Card::kSpy) actions.push_back(LookAtHandAction(place));
      if (own == cards::Card::kFlag) actions.push_back(RedealAction(place));
    }
    EXPECT_EQ(Written(actions), Listed(game));
  });
}

TEST(CardsActions, FillGapsFromTheHand_R7_3) {
  VisitDecisions("cards", v1::DECISION_KIND_FILL, 20, [](FollowedGame& followed, const GameState& game, v1::Side side) {
    std::map<std::uint32_t, cards::Card> fillings;
    std::vector<cards::Card> hand = OwnHand(game);
    for (std::uint32_t place = 1; place <= cards::kPlaces && !hand.empty(); ++place) {
      if (!OwnArmy(game).front_line(static_cast<int>(place) - 1).is_gap()) continue;
      fillings[place] = hand.back();
      hand.pop_back();
    }
    EXPECT_TRUE(IsAccepted(followed, side, FillAction(fillings)));
  });
}

TEST(CardsActions, ChooseAFrontLineFromTheCardsDealt_R7_2) {
  FollowedGame followed("cards", 1);
  std::vector<cards::Card> hand = OwnHand(followed.Of(v1::SIDE_RED));
  ASSERT_EQ(hand.size(), cards::kDealt);
  hand.resize(cards::kPlaces);
  EXPECT_TRUE(IsAccepted(followed, v1::SIDE_RED, FrontLineAction(hand)));
}

TEST(CardsKnowledge, TheTrueCardAlwaysHasAChance_R7_10) {
  VisitDecisions("cards", v1::DECISION_KIND_TURN, 200,
                 [](FollowedGame& followed, const GameState& game, v1::Side side) {
                   const v1::View truth = followed.game().ViewFor(v1::OBSERVER_ALL);
                   const v1::CardsArmy& army = side == v1::SIDE_RED ? truth.cards().blue() : truth.cards().red();
                   for (std::uint32_t at = 1; at <= cards::kPlaces; ++at) {
                     const v1::CardsFrontCard& card = army.front_line(static_cast<int>(at) - 1);
                     const auto chances = CardChances(game, at);
                     if (card.is_gap()) {
                       ASSERT_THAT(chances, Each(0));
                       continue;
                     }
                     ASSERT_GT(chances[card.type()], 0);
                     ASSERT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), 1, 1e-9);
                   }
                   ASSERT_THAT(UnseenCards(game), Each(Ge(0)));
                 });
}

TEST(GogoActions, StepAndEnterWithinAPace_R8_4) {
  FollowedGame followed("gogo", 1);
  TeamSteps entering(followed.Of(v1::SIDE_RED));
  entering.Enter(1, gogo::Role::kMonarch, {8000, 0}).Enter(10, gogo::Role::kTrap, {100, 400});
  followed.Act(v1::SIDE_RED, entering.Action());
  followed.Act(v1::SIDE_BLUE, TeamSteps(followed.Of(v1::SIDE_BLUE)).Action());
  TeamSteps going(followed.Of(v1::SIDE_RED));
  going.StepTowards(1, gogo::FlagOf(Side::kBlue)).StepTowards(10, {120, 420});
  followed.Act(v1::SIDE_RED, going.Action());
  followed.Act(v1::SIDE_BLUE, TeamSteps(followed.Of(v1::SIDE_BLUE)).Action());
  const v1::GogoTeam& team = OwnTeam(followed.Of(v1::SIDE_RED));
  ASSERT_EQ(team.players_size(), 2);
  EXPECT_NEAR(team.players(0).x(), 1500, 10);
  EXPECT_EQ(team.players(1).x(), 120);
  EXPECT_EQ(team.players(1).y(), 420);
  EXPECT_EQ(OpposingTeam(followed.Of(v1::SIDE_BLUE)).players_size(), 2);
}

TEST(GogoActions, WriteEveryChallengeAndBlock_R8_5_R8_6) {
  VisitDecisions("gogo", v1::DECISION_KIND_CHALLENGE, 40, [](FollowedGame&, const GameState& game, v1::Side) {
    std::vector<v1::Action> actions = {PassAction()};
    for (const gogo::Challenge& challenge : gogo::LegalChallenges(KnownWorld(game))) {
      actions.push_back(ChallengeAction(gogo::NumberOf(challenge.challenger), gogo::NumberOf(challenge.target)));
    }
    EXPECT_EQ(Written(actions), Listed(game));
  });
  VisitDecisions("gogo", v1::DECISION_KIND_BLOCK, 8, [](FollowedGame&, const GameState& game, v1::Side) {
    std::vector<v1::Action> actions = {BlockAction(0)};
    const gogo::World world = KnownWorld(game);
    gogo::ForEach(gogo::BlockersOf(world, *world.combat.challenge),
                  [&](gogo::PlayerId id) { actions.push_back(BlockAction(gogo::NumberOf(id))); });
    EXPECT_EQ(Written(actions), Listed(game));
  });
}

TEST(GogoKnowledge, TheOwnDeckHoldsWhatIsNeitherLostNorInPlay_R8_2) {
  FollowedGame followed("gogo", 1);
  followed.Act(v1::SIDE_RED, TeamSteps(followed.Of(v1::SIDE_RED)).Enter(1, gogo::Role::kMonarch, {0, 500}).Action());
  followed.Act(v1::SIDE_BLUE, TeamSteps(followed.Of(v1::SIDE_BLUE)).Action());
  const auto monarchs = [&](v1::Side side) {
    return KnownWorld(followed.Of(side)).StateOf(Side::kRed).deck[gogo::IndexOf(gogo::Role::kMonarch)];
  };
  EXPECT_EQ(monarchs(v1::SIDE_RED), 0);
  // Blue does not know it.
  EXPECT_EQ(monarchs(v1::SIDE_BLUE), 1);
}

// "Fields are only ever added", and so are values of enumerations: none of them may write where there is no room.
TEST(GogoKnowledge, PassesOverWhatOnlyALaterRefereeHas) {
  constexpr auto kLater = static_cast<v1::Role>(99);
  v1::GameStarted started = StartedAs(v1::SIDE_RED, "gogo");
  v1::GogoView& view = *started.mutable_view()->mutable_gogo();
  view.mutable_red()->add_lost(kLater);
  for (const std::uint32_t number : {0, 1, 40}) {
    v1::GogoPlayer& player = *view.mutable_red()->add_players();
    player.set_number(number);
    player.set_role(kLater);
    view.mutable_situation()->add_red_cluster(number);
  }
  view.mutable_situation()->set_part(v1::TICK_PART_COMBAT);
  view.mutable_situation()->mutable_challenge()->set_challenger(40);
  const GameState game = *GameState::Create(started);
  const gogo::World world = KnownWorld(game);
  EXPECT_EQ(world.StateOf(Side::kRed).deck, gogo::kFullDeck);
  EXPECT_EQ(world.in_play, gogo::BitOf(0));
  EXPECT_EQ(world.players[0].role, gogo::Role::kNone);
  EXPECT_EQ(world.combat.clusters[0], gogo::BitOf(0));
  EXPECT_FALSE(world.combat.challenge.has_value());
  const v1::Action steps = TeamSteps(game).StepTowards(40, {9, 9}).Enter(0, gogo::Role::kTrap, {9, 9}).Action();
  EXPECT_EQ(steps.gogo().steps().entries_size() + steps.gogo().steps().steps_size(), 0);
}

TEST(CardsKnowledge, PassesOverWhatOnlyALaterRefereeHas) {
  constexpr auto kLater = static_cast<v1::PieceType>(99);
  v1::GameStarted started = StartedAs(v1::SIDE_RED, "cards");
  v1::CardsView& view = *started.mutable_view()->mutable_cards();
  view.mutable_red()->mutable_hand()->set_types(0, kLater);
  v1::CardsArmy& army = *view.mutable_blue();
  army.add_lost(kLater);
  while (army.front_line_size() < cards::kPlaces) army.add_front_line();
  for (v1::CardsFrontCard& card : *army.mutable_front_line()) card.set_is_gap(false);
  army.mutable_front_line(0)->set_type(kLater);
  army.mutable_front_line(1)->add_excluded(kLater);
  const GameState game = *GameState::Create(started);
  EXPECT_EQ(OwnHand(game)[0], cards::Card::kNone);
  EXPECT_EQ(UnseenCards(game), ArmyCounts(game));
  EXPECT_THAT(CardChances(game, 1), Each(0));
  const auto chances = CardChances(game, 2);
  EXPECT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), 1, 1e-9);
}

// With more than can be listed, and for bots that did not ask for lists.
TEST(RandomAction, PlaysOnABoardWithoutAList) {
  for (const char* ruleset : {"classic", "bluffing"}) {
    VisitDecisions(ruleset, v1::DECISION_KIND_PLY, 200,
                   [](FollowedGame& followed, const GameState& game, v1::Side side) {
                     GameState unasked = game;
                     unasked.OnDecision(v1::DecisionRequired());
                     const v1::Action action = RandomAction(unasked, v1::DECISION_KIND_PLY, followed.random());
                     EXPECT_TRUE(IsAccepted(followed, side, action)) << action.DebugString();
                   });
  }
}

TEST(RandomAction, CallsTheMovementWhereNoPieceCanMove_R6_11) {
  const GameState without_pieces = *GameState::Create(StartedAs(v1::SIDE_RED, "bluffing"));
  Random random(1);
  EXPECT_EQ(RandomAction(without_pieces, v1::DECISION_KIND_PLY, random).bluffing().call(), v1::BLUFF_CALL_MOVEMENT);
}

}  // namespace
}  // namespace flagfall::bot
