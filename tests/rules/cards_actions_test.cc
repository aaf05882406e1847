// What a front card can do in `cards`, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "tests/rules/cards_study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::cards {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// What is left of both when the first attacks the second, as "9 ." or ". 9" or ". ."
std::string Fought(absl::string_view attacker, absl::string_view defender) {
  Study study({.front = absl::StrCat(attacker, " F 2 4 5")}, {.front = absl::StrCat(defender, " 2 4 5 6")});
  study.Red("attack 1-1");
  return absl::StrCat(FrontOf(study.red()).substr(0, 1), " ", FrontOf(study.blue()).substr(0, 1));
}

TEST(CardsActions, R7_4_TheHigherRankStaysInItsPlace) {
  EXPECT_EQ(Fought("9", "8"), "9 .");
  EXPECT_EQ(Fought("3", "M"), ". M");
  EXPECT_EQ(Fought("M", "9"), "M .");
  EXPECT_EQ(Fought("2", "3"), ". 3");
}

TEST(CardsActions, R7_4_EqualRanksAreBothRemoved) {
  for (const char* type : {"S", "2", "3", "6", "M", "P"}) EXPECT_EQ(Fought(type, type), ". .") << type;
}

TEST(CardsActions, R7_4_AMinerRemovesABombAndAnyOtherAttackerFalls) {
  EXPECT_EQ(Fought("3", "B"), "3 .");
  for (const char* type : {"S", "2", "4", "9", "M", "P"}) EXPECT_EQ(Fought(type, "B"), ". B") << type;
}

TEST(CardsActions, R7_4_SpyAttackingTheMarshalRemovesIt) {
  EXPECT_EQ(Fought("S", "M"), "S .");
  EXPECT_EQ(Fought("M", "S"), "M .");
}

TEST(CardsActions, R7_4_SpyAttackedByAnythingButASpyIsRemoved) {
  for (const char* type : {"2", "3", "9", "M", "P"}) EXPECT_EQ(Fought(type, "S"), absl::StrCat(type, " .")) << type;
  EXPECT_EQ(Fought("S", "S"), ". .");
}

TEST(CardsActions, R7_1_TheSpotterFightsWithRankOne) {
  EXPECT_EQ(Fought("P", "2"), ". 2");
  EXPECT_EQ(Fought("2", "P"), "2 .");
  EXPECT_EQ(Fought("P", "M"), ". M");
  EXPECT_EQ(Fought("S", "P"), ". .");
}

TEST(CardsActions, R7_4_BothCardsAreShownToAll) {
  Study study({.front = "9 F 2 4 5"}, {.front = "8 2 4 5 6"});
  const ObserverEvents events = study.Red("attack 1-1");
  for (const auto* list : {&events.red, &events.blue, &events.spectator}) {
    ASSERT_THAT(*list, SizeIs(1));
    const v1::CardsAttackMade& attack = (*list)[0].cards().deed().attack();
    EXPECT_EQ(attack.attacker(), v1::PIECE_TYPE_GENERAL);
    EXPECT_EQ(attack.defender(), v1::PIECE_TYPE_COLONEL);
    EXPECT_EQ(attack.combat(), v1::CARDS_COMBAT_ATTACKER_STAYS);
  }
  for (const v1::Observer observer : {v1::OBSERVER_BLUE, v1::OBSERVER_SPECTATOR}) {
    EXPECT_EQ(study.View(observer).red().front_line(0).type(), v1::PIECE_TYPE_GENERAL);
    EXPECT_THAT(study.View(observer).blue().lost(), ElementsAre(v1::PIECE_TYPE_COLONEL));
  }
}

TEST(CardsActions, R7_4_CapturingTheFlagWins) {
  Study study({.front = "2 F 2 4 5", .hand = "9"}, {.front = "8 F 4 5 6"});
  study.Red("attack 1-2");
  EXPECT_EQ(study.game().Outcome()->result(), v1::RESULT_RED_WINS);
  EXPECT_EQ(study.game().Outcome()->reason(), v1::REASON_FLAG_CAPTURED);
  EXPECT_THAT(study.game().Pending(), IsEmpty());
  EXPECT_EQ(study.Refusal(v1::SIDE_BLUE, "attack 1-1"), "R7");
}

TEST(CardsActions, R7_5_TheSpyLooksAtTheHandAndStays) {
  Study study({.front = "S F 2 4 5"}, {.front = "8 F 4 5 6", .hand = "2 B M"});
  const ObserverEvents events = study.Red("hand 1");
  EXPECT_EQ(FrontOf(study.red()), "S F 2 4 5");
  EXPECT_THAT(study.View(v1::OBSERVER_RED).blue().hand().types(),
              ElementsAre(v1::PIECE_TYPE_SCOUT, v1::PIECE_TYPE_MARSHAL, v1::PIECE_TYPE_BOMB));
  EXPECT_EQ(study.View(v1::OBSERVER_BLUE).red().front_line(0).type(), v1::PIECE_TYPE_SPY);
  EXPECT_EQ(events.blue[0].cards().deed().look_at_hand().place(), 1U);
  EXPECT_EQ(study.state().side, Side::kBlue);
}

TEST(CardsActions, R7_5_AnEmptyHandCanBeLookedAt) {
  Study study({.front = "S F 2 4 5"}, {.front = "8 F 4 5 6"});
  EXPECT_EQ(study.Refusal(v1::SIDE_RED, "hand 1"), "legal");
}

TEST(CardsActions, R7_6_AScoutSeesTwoFrontCardsAndStays) {
  Study study({.front = "S F 2 4 5"}, {.front = "8 F 4 5 6"});
  study.Red("peek 3 at 2 4");
  EXPECT_EQ(FrontOf(study.red()), "S F 2 4 5");
  const v1::CardsView view = study.View(v1::OBSERVER_RED);
  EXPECT_EQ(Letters(std::vector<v1::PieceType>{view.blue().front_line(0).type(), view.blue().front_line(1).type(),
                                               view.blue().front_line(3).type()}),
            "? F 5");
  EXPECT_EQ(study.View(v1::OBSERVER_BLUE).red().front_line(2).type(), v1::PIECE_TYPE_SCOUT);
}

TEST(CardsActions, R7_6_OneCardOnlyIfThereIsOnlyOne) {
  Study study({.front = "S F 2 4 5"}, {.front = ". F . . ."});
  EXPECT_EQ(study.Refusal(v1::SIDE_RED, "peek 3 at 2 4"), "R7.6");
  EXPECT_EQ(study.Refusal(v1::SIDE_RED, "peek 3 at 2"), "legal");
  Study more({.front = "S F 2 4 5"}, {.front = "3 F . . ."});
  EXPECT_EQ(more.Refusal(v1::SIDE_RED, "peek 3 at 2"), "R7.6");
}

TEST(CardsActions, R7_7_TheSpotterRemovesWhatItNamesRightly) {
  for (const char* type : {"S", "2", "9", "M", "B", "P"}) {
    Study study({.front = "S P 2 4 5"}, {.front = absl::StrCat("8 ", type, " 4 5 6"), .hand = "F"});
    study.Red(absl::StrCat("name 2 at 2 ", type));
    EXPECT_EQ(FrontOf(study.blue()), "8 . 4 5 6") << type;
    EXPECT_EQ(Letters(study.View(v1::OBSERVER_SPECTATOR).blue().lost()), type);
    EXPECT_EQ(FrontOf(study.red()), "S P 2 4 5");
    EXPECT_TRUE(study.View(v1::OBSERVER_BLUE).last_deed().card_named().is_right());
  }
}

TEST(CardsActions, R7_7_AFlagNamedRightlyIsCaptured) {
  Study study({.front = "S P 2 4 5"}, {.front = "8 F 4 5 6"});
  study.Red("name 2 at 2 F");
  EXPECT_EQ(study.game().Outcome()->result(), v1::RESULT_RED_WINS);
  EXPECT_EQ(study.game().Outcome()->reason(), v1::REASON_FLAG_CAPTURED);
}

TEST(CardsActions, R7_7_AWrongNameTellsNothingButThatItWasWrong) {
  Study study({.front = "S P 2 4 5"}, {.front = "8 F 4 5 6"});
  study.Red("name 2 at 1 9");
  EXPECT_EQ(FrontOf(study.blue()), "8 F 4 5 6");
  EXPECT_TRUE(study.View(v1::OBSERVER_BLUE).red().front_line(1).is_shown());
  for (const v1::Observer observer : {v1::OBSERVER_RED, v1::OBSERVER_SPECTATOR}) {
    const v1::CardsFrontCard card = study.View(observer).blue().front_line(0);
    EXPECT_EQ(card.type(), v1::PIECE_TYPE_UNSPECIFIED);
    EXPECT_FALSE(card.is_shown());
    EXPECT_THAT(card.excluded(), ElementsAre(v1::PIECE_TYPE_GENERAL));
  }
}

TEST(CardsActions, LegalListsEveryThingThatAFrontLineCanDo) {
  Study study({.front = "S P 2 F B"}, {.front = "8 F 4 . ."});
  // Three attackers on three cards, the hand, three pairs, thirteen types on three cards, the trick.
  EXPECT_THAT(*study.game().Legal(v1::SIDE_RED), SizeIs(9 + 1 + 3 + 39 + 1));
  EXPECT_FALSE(study.game().Legal(v1::SIDE_BLUE).has_value());
}

TEST(CardsActions, WhatIsIllegalIsRefusedByItsClauseAndChangesNothing) {
  const Holding red = {.front = "S P 2 F B", .hand = "4"};
  const Holding blue = {.front = "8 F 4 . 6"};
  Study study(red, blue);
  const std::string before = study.game().ViewFor(v1::OBSERVER_ALL).SerializeAsString();
  for (const auto& [words, clause, said] : std::vector<std::tuple<const char*, const char*, const char*>>{
           {"attack 4-1", "R7.4", "the Flag on place 4"},
           {"attack 5-1", "R7.4", "the Bomb on place 5"},
           {"attack 1-4", "R7.4", "place 4 of the opposing front line holds no card"},
           {"hand 2", "R7.5", "only a Spy can"},
           {"peek 2 at 1 2", "R7.6", "only a Scout can"},
           {"peek 3 at 1 4", "R7.6", "place 4 of the opposing front line"},
           {"peek 3 at 2 1", "R7.6", "ascending"},
           {"peek 3 at 2 2", "R7.6", "ascending"},
           {"peek 3 at 2", "R7.6", "expected two"},
           {"name 1 at 1 9", "R7.7", "only a Spotter can"},
           {"name 2 at 4 9", "R7.7", "place 4 of the opposing front line"},
           {"redeal 1", "R7.8", "only a Flag can"},
           {"front S P 2 F B", "R7.3", "a turn is to be taken"},
           {"fill 4=4", "R7.3", "a turn is to be taken"}}) {
    const auto refused = study.Try(v1::SIDE_RED, words);
    ASSERT_FALSE(refused.ok()) << words;
    EXPECT_EQ(ClauseOf(refused.status()), clause) << words;
    EXPECT_THAT(std::string(refused.status().message()), HasSubstr(said)) << words;
    EXPECT_EQ(study.game().ViewFor(v1::OBSERVER_ALL).SerializeAsString(), before) << words;
  }
}

// The clause by which Red's action is refused at its turn.
std::string RefusalOf(const v1::CardsAction& cards) {
  Study study({.front = "S P 2 F ."}, {.front = "8 F 4 5 6"});
  v1::Action action;
  *action.mutable_cards() = cards;
  return ClauseOf(study.game().Clone()->Act(v1::SIDE_RED, action).status());
}

TEST(CardsActions, PlacesAndTypesThatThereAreNotAreRefused) {
  v1::CardsAction cards;
  EXPECT_EQ(RefusalOf(cards), "R7.3");
  for (const std::uint32_t place : {0U, 5U, 6U, 256U, 0xffffffffU}) {
    cards.mutable_attack()->set_place(place);
    cards.mutable_attack()->set_at(1);
    EXPECT_EQ(RefusalOf(cards), "R7.4") << place;
    cards.mutable_look_at_hand()->set_place(place);
    EXPECT_EQ(RefusalOf(cards), "R7.5") << place;
    cards.mutable_redeal()->set_place(place);
    EXPECT_EQ(RefusalOf(cards), "R7.8") << place;
  }
  for (const std::uint32_t place : {0U, 6U, 257U}) {
    cards.mutable_attack()->set_place(1);
    cards.mutable_attack()->set_at(place);
    EXPECT_EQ(RefusalOf(cards), "R7.4") << place;
  }
  cards.mutable_peek()->set_place(3);
  EXPECT_EQ(RefusalOf(cards), "R7.6") << "at nothing";
  for (const std::uint32_t at : {1U, 2U, 3U}) cards.mutable_peek()->add_at(at);
  EXPECT_EQ(RefusalOf(cards), "R7.6") << "at three";
  cards.mutable_name_card()->set_place(2);
  cards.mutable_name_card()->set_at(1);
  for (const int type : {0, 14, -1, 1000}) {
    cards.mutable_name_card()->set_type(static_cast<v1::PieceType>(type));
    EXPECT_EQ(RefusalOf(cards), "R7.7") << type;
  }
}

TEST(CardsActions, R7_3_AFillOfCardsNotInHandOrPlacesThatAreNoGapsIsRefused) {
  Study study({.front = "F 2 9 B 2", .hand = "4 4 S"}, {.front = "F 3 9 B 3"});
  study.Red("attack 2-2");
  for (const char* words : {"fill 2=M", "fill 1=4", "fill 2=4 3=4", "fill", "front 4 4 S", "attack 3-1"}) {
    EXPECT_EQ(study.Refusal(v1::SIDE_RED, words), "R7.3") << words;
  }
  Study two({.front = "F 2 . B 2", .hand = "4 M S"}, {.front = "F 3 9 B 3"});
  two.Red("attack 2-2");
  for (const char* words : {"fill 2=M 3=M", "fill 3=M 2=4", "fill 2=M 2=4"}) {
    EXPECT_EQ(two.Refusal(v1::SIDE_RED, words), "R7.3") << words;
  }
}

TEST(CardsActions, R7_2_AFrontLineOfOtherCardsThanThoseDealtIsRefused) {
  CardsState state = Study({.front = ". . . . .", .hand = "F 2 3 4 5 5 6 B"}, {}).state();
  state.step = Step::kSetUp;
  state.is_set_up = {false, true};
  const CardsGame game(state, std::string(32, 's'));
  for (const auto& [words, said] :
       std::vector<std::pair<const char*, const char*>>{{"front F 2 3 4 M", "the hand has no Field Marshal to lay"},
                                                        {"front F 2 3 B B", "no further Bomb"},
                                                        {"front F 2 3 4", "4 cards; expected 5"},
                                                        {"front F 2 3 4 5 6", "6 cards; a front line has 5"},
                                                        {"attack 1-1", "expected action.cards.front_line"}}) {
    const auto refused = game.Clone()->Act(v1::SIDE_RED, *ReadAction(words));
    ASSERT_FALSE(refused.ok()) << words;
    EXPECT_EQ(ClauseOf(refused.status()), "R7.2") << words;
    EXPECT_THAT(std::string(refused.status().message()), HasSubstr(said));
  }
  EXPECT_THAT(game.Clone()->Act(v1::SIDE_RED, *ReadAction("front 5 5 F B 2")), IsOk());
  v1::Action ply;
  ply.mutable_ply()->set_to(3);
  EXPECT_EQ(ClauseOf(game.Clone()->Act(v1::SIDE_RED, ply).status()), "R7.2");
}

}  // namespace
}  // namespace flagfall::cards
