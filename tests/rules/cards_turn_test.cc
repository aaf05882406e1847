// The course of a game of `cards`: dealing, turns, the Flag's trick, the end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "referee/rules/catalogue.h"
#include "tests/rules/cards_study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::cards {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

std::string AllOf(const Army& army) {
  CardList all = army.deck;
  all.Append(army.hand);
  for (const FrontCard& front : army.front) {
    if (!front.is_gap()) all.push_back(front.card);
  }
  all.Sort();
  return Letters(all);
}

TEST(CardsTurn, R7_1_AnArmyHas24CardsAndWithoutTheSpotter23) {
  for (const Side side : kSides) {
    EXPECT_EQ(AllOf(CardsGame(true, std::string(32, 'a')).state().army(side)),
              "S 2 2 2 2 3 3 3 3 4 4 5 5 6 6 7 8 9 M B B B F P");
    EXPECT_EQ(AllOf(CardsGame(false, std::string(32, 'a')).state().army(side)),
              "S 2 2 2 2 3 3 3 3 4 4 5 5 6 6 7 8 9 M B B B F");
  }
}

TEST(CardsTurn, R7_1_TheOptionSpotterIsOnUnlessItIsSwitchedOff) {
  v1::Ruleset ruleset;
  ruleset.set_id("cards");
  const std::string seed(32, 'a');
  EXPECT_EQ((*NewGame(ruleset, seed))->ViewFor(v1::OBSERVER_ALL).cards().red().deck_size(), 16U);
  ruleset.add_options()->set_name("spotter");
  ruleset.mutable_options(0)->set_value("off");
  EXPECT_EQ((*NewGame(ruleset, seed))->ViewFor(v1::OBSERVER_ALL).cards().red().deck_size(), 15U);
  ruleset.mutable_options(0)->set_value("perhaps");
  EXPECT_THAT(NewGame(ruleset, seed), IsError(absl::StatusCode::kInvalidArgument, "expected on or off"));
}

TEST(CardsTurn, R7_2_BothChooseFiveOfEightAtOnce) {
  CardsGame game(true, std::string(32, 'a'));
  Random random(1);
  ASSERT_THAT(game.Pending(), SizeIs(2));
  EXPECT_EQ(game.Pending()[0], (OpenDecision{v1::SIDE_RED, v1::DECISION_KIND_SET_UP}));
  EXPECT_EQ(game.Pending()[1], (OpenDecision{v1::SIDE_BLUE, v1::DECISION_KIND_SET_UP}));
  EXPECT_EQ(game.state().army(Side::kBlue).hand.size(), 8U);
  const v1::Action front = game.Sample(v1::SIDE_BLUE, random);
  ASSERT_THAT(game.Act(v1::SIDE_BLUE, front), IsOk());
  const Army& blue = game.state().army(Side::kBlue);
  EXPECT_EQ(FrontOf(blue), Letters(front.cards().front_line().types()));
  EXPECT_EQ(blue.hand.size(), 3U);
  ASSERT_THAT(game.Pending(), SizeIs(1));
  EXPECT_EQ(game.Pending()[0].side, v1::SIDE_RED);
  EXPECT_EQ(ClauseOf(game.Act(v1::SIDE_BLUE, front).status()), "R7.2");
}

TEST(CardsTurn, R7_2_NobodyElseLearnsOfAFrontLineBeforeBothAreChosen) {
  CardsGame game(true, std::string(32, 'a'));
  Random random(1);
  const std::string red = game.ViewFor(v1::OBSERVER_RED).SerializeAsString();
  const auto events = game.Act(v1::SIDE_BLUE, game.Sample(v1::SIDE_BLUE, random));
  ASSERT_THAT(events, IsOk());
  EXPECT_THAT(events->red, IsEmpty());
  EXPECT_THAT(events->spectator, IsEmpty());
  EXPECT_THAT(events->blue, SizeIs(1));
  EXPECT_EQ(game.ViewFor(v1::OBSERVER_RED).SerializeAsString(), red);
  const auto both = game.Act(v1::SIDE_RED, game.Sample(v1::SIDE_RED, random));
  ASSERT_THAT(both, IsOk());
  EXPECT_THAT(both->red, SizeIs(1));
  EXPECT_FALSE(game.ViewFor(v1::OBSERVER_RED).cards().blue().front_line(0).is_gap());
  EXPECT_EQ(game.ViewFor(v1::OBSERVER_RED).cards().blue().front_line(0).type(), v1::PIECE_TYPE_UNSPECIFIED);
}

TEST(CardsTurn, R7_3_RedBeginsAndTurnsAlternate) {
  CardsGame game(true, std::string(32, 'a'));
  Random random(1);
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE})
    ASSERT_THAT(game.Act(side, game.Sample(side, random)), IsOk());
  EXPECT_EQ(game.Pending()[0], (OpenDecision{v1::SIDE_RED, v1::DECISION_KIND_TURN}));
  Study study({.front = "F 2 9 B 2"}, {.front = "F 2 9 B 3"});
  EXPECT_EQ(study.Refusal(v1::SIDE_BLUE, "attack 2-2"), "R7.3");
  study.Red("peek 2 at 1 2");
  EXPECT_EQ(study.Refusal(v1::SIDE_RED, "attack 2-2"), "R7.3");
  EXPECT_EQ(study.Refusal(v1::SIDE_BLUE, "attack 2-2"), "legal");
}

TEST(CardsTurn, R7_3_TheHandIsRefilledToThreeFromTheTopOfTheDeckAtTheBeginningOfATurn) {
  Study study({.front = "F 2 9 B 2"}, {.front = "F 2 9 B 3", .hand = "4", .deck = "5 6 7"});
  EXPECT_EQ(Letters(study.blue().hand), "4");
  study.Red("peek 2 at 1 2");
  EXPECT_EQ(Letters(study.blue().hand), "4 6 7");
  EXPECT_EQ(Letters(study.blue().deck), "5");
}

TEST(CardsTurn, R7_3_TheHandIsRefilledAsFarAsTheDeckLasts) {
  Study study({.front = "F 2 9 B 2"}, {.front = "F 2 9 B 3", .hand = "4", .deck = "7"});
  study.Red("peek 2 at 1 2");
  EXPECT_EQ(Letters(study.blue().hand), "4 7");
  EXPECT_THAT(study.blue().deck, IsEmpty());
}

TEST(CardsTurn, R7_3_GapsAreFilledFromTheHandAsThePlayerChooses) {
  Study study({.front = "F 2 9 B 2", .hand = "4 M S"}, {.front = "F 3 9 B 3"});
  study.Red("attack 2-2");
  EXPECT_EQ(study.game().Pending()[0], (OpenDecision{v1::SIDE_RED, v1::DECISION_KIND_FILL}));
  EXPECT_THAT(*study.game().Legal(v1::SIDE_RED), SizeIs(3));
  study.Red("fill 2=M");
  EXPECT_EQ(FrontOf(study.red()), "F M 9 B 2");
  EXPECT_EQ(Letters(study.red().hand), "S 4");
  EXPECT_EQ(study.game().Pending()[0].side, v1::SIDE_BLUE);
}

TEST(CardsTurn, R7_3_FillingIsNotOptional) {
  Study study({.front = "F 2 . B 2", .hand = "4 M S"}, {.front = "F 3 9 B 3"});
  study.Red("attack 2-2");
  for (const char* words : {"fill", "fill 2=M", "fill 3=S", "attack 5-1"}) {
    EXPECT_EQ(study.Refusal(v1::SIDE_RED, words), "R7.3") << words;
  }
  EXPECT_EQ(study.Refusal(v1::SIDE_RED, "fill 2=M 3=S"), "legal");
}

TEST(CardsTurn, R7_3_ASmallHandFillsTheGapsThatThePlayerChooses) {
  Study study({.front = "F 2 . B 2", .hand = "4 4"}, {.front = "F 3 9 B 3"});
  study.Red("attack 5-2");
  EXPECT_THAT(*study.game().Legal(v1::SIDE_RED), SizeIs(1));
  Study smaller({.front = "F 2 . . 2", .hand = "4 4"}, {.front = "F 3 9 B 3"});
  smaller.Red("attack 5-2");
  // Three gaps, two equal cards: one gap stays.
  EXPECT_THAT(*smaller.game().Legal(v1::SIDE_RED), SizeIs(3));
  smaller.Red("fill 3=4 5=4");
  EXPECT_EQ(FrontOf(smaller.red()), "F 2 4 . 4");
}

TEST(CardsTurn, R7_3_TheOpponentsGapWaitsForItsOwnTurn) {
  Study study({.front = "F 9 2 B 2", .hand = "4"}, {.front = "F 3 2 B 3", .hand = "4 M S"});
  study.Red("attack 2-2");
  EXPECT_EQ(FrontOf(study.blue()), "F . 2 B 3");
  EXPECT_EQ(study.game().Pending()[0], (OpenDecision{v1::SIDE_BLUE, v1::DECISION_KIND_TURN}));
  study.Blue("peek 3 at 1 2");
  EXPECT_EQ(study.game().Pending()[0], (OpenDecision{v1::SIDE_BLUE, v1::DECISION_KIND_FILL}));
}

TEST(CardsTurn, R7_3_WithoutAHandThereIsNothingToFill) {
  Study study({.front = "F 2 9 B 2"}, {.front = "F 3 9 B 3"});
  study.Red("attack 2-2");
  EXPECT_EQ(FrontOf(study.red()), "F . 9 B 2");
  EXPECT_EQ(study.game().Pending()[0], (OpenDecision{v1::SIDE_BLUE, v1::DECISION_KIND_TURN}));
}

TEST(CardsTurn, R7_8_TheFlagsTrickDealsAnewFromFrontLineHandAndDeck) {
  Study study({.front = "F 2 9 B 2", .hand = "4 M S", .deck = "5 6"}, {});
  study.Red("redeal 1");
  EXPECT_EQ(study.game().Pending()[0], (OpenDecision{v1::SIDE_RED, v1::DECISION_KIND_FRONT_LINE}));
  EXPECT_EQ(FrontOf(study.red()), ". . . . .");
  EXPECT_EQ(study.red().hand.size(), 8U);
  EXPECT_EQ(study.red().deck.size(), 2U);
  EXPECT_EQ(AllOf(study.red()), "S 2 2 4 5 6 9 M B F");
  Random random(1);
  const v1::Action front = study.game().Sample(v1::SIDE_RED, random);
  study.Red(ActionWords(front));
  EXPECT_EQ(FrontOf(study.red()), Letters(front.cards().front_line().types()));
  EXPECT_EQ(study.red().hand.size(), 3U);
  EXPECT_EQ(study.game().Pending()[0], (OpenDecision{v1::SIDE_BLUE, v1::DECISION_KIND_TURN}));
}

TEST(CardsTurn, R7_8_FewerThanEightCardsAreAllDealtAndUpToFiveGoToTheFront) {
  Study six({.front = "F 2 9 B 2", .hand = "4"}, {});
  six.Red("redeal 1");
  EXPECT_EQ(Letters(six.red().hand), "2 2 4 9 B F");
  six.Red("front 4 9 F 2 2");
  EXPECT_EQ(Letters(six.red().hand), "B");
  EXPECT_EQ(six.state().side, Side::kBlue);

  Study three({.front = ". 2 . F 2"}, {});
  three.Red("redeal 4");
  EXPECT_EQ(three.Refusal(v1::SIDE_RED, "front 2 F"), "R7.8");
  three.Red("front 2 F 2");
  EXPECT_EQ(FrontOf(three.red()), "2 F 2 . .");
  EXPECT_THAT(three.red().hand, IsEmpty());
  EXPECT_EQ(three.state().side, Side::kBlue);
}

TEST(CardsTurn, R7_8_IsNamedToAPlayerThatLaysTooManyCardsOrOnesThatNoArmyHas) {
  Study study({.front = "F 2 9 B 2", .hand = "4 M S"}, {});
  study.Red("redeal 1");
  EXPECT_EQ(study.Refusal(v1::SIDE_RED, "front F 2 9 B 2 4"), "R7.8");
  v1::Action front = *ReadAction("front F 2 9 B 2");
  front.mutable_cards()->mutable_front_line()->set_types(0, static_cast<v1::PieceType>(99));
  EXPECT_EQ(ClauseOf(study.game().Clone()->Act(v1::SIDE_RED, front).status()), "R7.8");
}

TEST(CardsTurn, R7_8_WhatTheOpponentKnewIsVoid) {
  Study study({.front = "F 2 9 P 2", .hand = "4 6 8"}, {.front = "S 2 9 P F"});
  study.Red("attack 3-3");
  study.Red("fill 3=8");
  study.Blue("peek 2 at 4 5");
  study.Red("peek 2 at 1 2");
  study.Blue("name 4 at 1 M");
  study.Red("peek 2 at 1 2");
  study.Blue("hand 1");
  study.Red("redeal 1");
  Random random(1);
  study.Red(ActionWords(study.game().Sample(v1::SIDE_RED, random)));
  const v1::CardsView view = study.View(v1::OBSERVER_BLUE);
  for (const v1::CardsFrontCard& front : view.red().front_line()) {
    EXPECT_EQ(front.type(), v1::PIECE_TYPE_UNSPECIFIED);
    EXPECT_FALSE(front.is_shown() || front.is_peeked());
    EXPECT_THAT(front.excluded(), IsEmpty());
  }
  EXPECT_THAT(view.red().hand().types(), IsEmpty());
  EXPECT_FALSE(view.red().hand().is_seen());
}

TEST(CardsTurn, R7_9_APlayerWithOnlyBombsAndTheFlagLosesEvenIfTheTrickWereOpen) {
  Study study({.front = "F 2 9 B 2"}, {.front = "F B B 3 .", .hand = "9 M S"});
  study.Red("attack 3-4");
  ASSERT_TRUE(study.game().Outcome().has_value());
  EXPECT_EQ(study.game().Outcome()->result(), v1::RESULT_RED_WINS);
  EXPECT_EQ(study.game().Outcome()->reason(), v1::REASON_NO_LEGAL_PLY);
  EXPECT_THAT(study.game().Outcome()->detail(), testing::HasSubstr("R7.9"));
  EXPECT_THAT(study.game().Pending(), IsEmpty());
}

TEST(CardsTurn, R7_9_APlayerWithoutACardInTheFrontLineLoses) {
  Study study({.front = "F 2 9 B 2"}, {.front = ". . . 3 .", .hand = "F"});
  study.Red("attack 3-4");
  EXPECT_EQ(study.game().Outcome()->result(), v1::RESULT_RED_WINS);
}

TEST(CardsTurn, R7_9_WhenNeitherCanAttackThePlayerThatWouldHaveToFirstLoses) {
  Study study({.front = "F 3 . . ."}, {.front = "F 3 . . ."});
  study.Red("attack 2-2");
  EXPECT_EQ(study.game().Outcome()->result(), v1::RESULT_RED_WINS);
}

TEST(CardsTurn, R7_9_OneCardThatCanAttackIsEnough) {
  Study study({.front = "F 2 9 B 2"}, {.front = "F B B 3 S"});
  study.Red("attack 3-4");
  EXPECT_FALSE(study.game().Outcome().has_value());
}

TEST(CardsTurn, R7_11_ShufflesAreThoseOfTheSeedRedsFirst) {
  const std::string seed = "0123456789abcdef0123456789abcdef";
  Chance chance(seed);
  const CardsGame game(true, seed);
  for (const Side side : kSides) {
    std::vector<Card> deck = CardsOf("S 2 2 2 2 3 3 3 3 4 4 5 5 6 6 7 8 9 M B B B F P");
    Shuffle(deck, chance);
    std::vector<Card> dealt(deck.end() - 8, deck.end());
    std::sort(dealt.begin(), dealt.end());
    deck.resize(deck.size() - 8);
    EXPECT_EQ(Letters(game.state().army(side).deck), Letters(deck));
    EXPECT_EQ(Letters(game.state().army(side).hand), Letters(dealt));
  }
}

TEST(CardsTurn, R7_11_AnybodyCanRedoTheShuffles) {
  // Reckoned by a program of a few lines that was written from the README.
  const CardsGame game(true, "0123456789abcdef0123456789abcdef");
  EXPECT_EQ(Letters(game.state().army(Side::kRed).deck), "8 6 2 3 2 B B 7 2 5 6 F 9 4 S B");
  EXPECT_EQ(Letters(game.state().army(Side::kRed).hand), "2 3 3 3 4 5 M P");
  EXPECT_EQ(Letters(game.state().army(Side::kBlue).deck), "B 3 6 5 M 2 3 7 2 2 9 B F 4 B P");
  EXPECT_EQ(Letters(game.state().army(Side::kBlue).hand), "S 2 3 3 4 5 6 8");
}

TEST(CardsTurn, R7_11_TheFlagsTrickGoesOnWithTheSeed) {
  Study study({.front = "F 2 9 B 2", .hand = "4 M S", .deck = "5 6"}, {});
  study.Red("redeal 1");
  // The seed of the study, from which nothing was drawn before.
  Chance chance(std::string(32, 's'));
  std::vector<Card> cards = CardsOf("S 2 2 4 5 6 9 M B F");
  Shuffle(cards, chance);
  EXPECT_EQ(Letters(study.red().deck), Letters(std::vector<Card>(cards.begin(), cards.begin() + 2)));
}

TEST(CardsTurn, R7_11_DifferentSeedsDealDifferentCards) {
  std::set<std::string> hands;
  for (char seed = 'a'; seed <= 'z'; ++seed) {
    hands.insert(Letters(CardsGame(true, std::string(32, seed)).state().army(Side::kRed).hand));
  }
  EXPECT_GT(hands.size(), 20U);
}

TEST(CardsTurn, R10_6_PliesAreTurnsAndCapturesAreRemovals) {
  Study study({.front = "F 2 9 B 2", .hand = "4"}, {.front = "F 3 2 B 3", .hand = "5"});
  EXPECT_EQ(study.game().Progress().plies, 0U);
  study.Red("peek 2 at 1 2");
  EXPECT_EQ(study.game().Progress().plies, 1U);
  EXPECT_EQ(study.game().Progress().plies_since_capture, 1U);
  study.Blue("attack 2-2");
  EXPECT_EQ(study.game().Progress().plies, 2U);
  EXPECT_EQ(study.game().Progress().plies_since_capture, 0U);
  study.Red("attack 3-2");
  EXPECT_EQ(study.game().Progress().plies, 2U) << "the turn goes on with the gaps";
  study.Red("fill 2=4");
  EXPECT_EQ(study.game().Progress().plies, 3U);
  EXPECT_EQ(study.game().Progress().plies_since_capture, 0U);
  study.Blue("peek 3 at 1 2");
  study.Blue("fill 2=5");
  EXPECT_EQ(study.game().Progress().plies_since_capture, 1U);
  study.Red("attack 3-1");
  EXPECT_EQ(study.game().Progress().plies, 5U);
  EXPECT_EQ(study.game().Progress().plies_since_capture, 0U);
}

}  // namespace
}  // namespace flagfall::cards
