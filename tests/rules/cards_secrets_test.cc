// Who knows what in `cards` (R7.10, R9), and what may be drawn anew of the rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "referee/rules/cards/draw_cards.h"
#include "referee/rules/cards/follow_view.h"
#include "tests/rules/cards_study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::cards {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(CardsSecrets, R7_10_WhatAPeekShowsIsToldToThePeekerAlone) {
  Study study({.front = "S F 2 4 5"}, {.front = "8 F 4 5 6"});
  const ObserverEvents events = study.Red("peek 3 at 2 4");
  for (const auto* list : {&events.red, &events.blue, &events.spectator}) {
    ASSERT_THAT(*list, SizeIs(1));
    EXPECT_THAT((*list)[0].cards().deed().peek().at(), ElementsAre(2, 4));
  }
  EXPECT_EQ(events.red[0].cards().changes(1).places(0).card().type(), v1::PIECE_TYPE_FLAG);
  EXPECT_EQ(events.spectator[0].cards().changes(1).places(0).card().type(), v1::PIECE_TYPE_UNSPECIFIED);
  EXPECT_TRUE(events.spectator[0].cards().changes(1).places(0).card().is_peeked());
  EXPECT_EQ(study.View(v1::OBSERVER_SPECTATOR).blue().front_line(1).type(), v1::PIECE_TYPE_UNSPECIFIED);
  EXPECT_TRUE(study.View(v1::OBSERVER_BLUE).blue().front_line(1).is_peeked());
}

TEST(CardsSecrets, R7_10_AHandSeenIsToldToTheLookerAlone) {
  Study study({.front = "S F 2 4 5"}, {.front = "8 F 4 5 6", .hand = "2 B M"});
  const ObserverEvents events = study.Red("hand 1");
  EXPECT_THAT(events.red[0].cards().changes(1).hand().types(), SizeIs(3));
  EXPECT_THAT(events.spectator[0].cards().changes(1).hand().types(), IsEmpty());
  EXPECT_TRUE(study.View(v1::OBSERVER_SPECTATOR).blue().hand().is_seen());
}

TEST(CardsSecrets, R7_10_AHandSeenIsKnownUntilItChanges) {
  Study stays({.front = "S F 2 4 5"}, {.front = "8 F 2 5 6", .hand = "2 B M", .deck = "3"});
  stays.Red("hand 1");
  stays.Blue("peek 3 at 1 2");
  EXPECT_THAT(stays.View(v1::OBSERVER_RED).blue().hand().types(), SizeIs(3));

  Study draws({.front = "S F 2 4 5"}, {.front = "8 F 2 5 6", .hand = "2 B", .deck = "3"});
  draws.Red("hand 1");
  EXPECT_THAT(draws.View(v1::OBSERVER_RED).blue().hand().types(), IsEmpty()) << "Blue has drawn a card";

  Study fills({.front = "S F 2 4 5", .hand = "3"}, {.front = "2 F 2 5 6", .hand = "2 B M"});
  fills.Red("hand 1");
  fills.Blue("attack 1-4");
  EXPECT_THAT(fills.View(v1::OBSERVER_RED).blue().hand().types(), SizeIs(3));
  fills.Blue("fill 1=B");
  EXPECT_THAT(fills.View(v1::OBSERVER_RED).blue().hand().types(), IsEmpty());
  EXPECT_EQ(fills.View(v1::OBSERVER_RED).blue().front_line(0).type(), v1::PIECE_TYPE_UNSPECIFIED);
}

TEST(CardsSecrets, R7_10_WhatWasSeenStaysKnownInItsPlaceAndEndsWithTheCard) {
  Study study({.front = "2 F 9 4 5"}, {.front = "8 F 2 5 6", .hand = "3 B M"});
  study.Red("peek 1 at 1 2");
  study.Blue("peek 3 at 1 2");
  study.Red("peek 1 at 4 5");
  study.Blue("attack 1-3");
  study.Blue("fill 1=M");
  const v1::CardsView view = study.View(v1::OBSERVER_RED);
  EXPECT_EQ(view.blue().front_line(1).type(), v1::PIECE_TYPE_FLAG);
  EXPECT_EQ(view.blue().front_line(3).type(), v1::PIECE_TYPE_LIEUTENANT);
  EXPECT_EQ(view.blue().front_line(0).type(), v1::PIECE_TYPE_UNSPECIFIED);
  EXPECT_FALSE(view.blue().front_line(0).is_peeked());
  EXPECT_EQ(view.blue().front_line(2).type(), v1::PIECE_TYPE_SCOUT) << "shown when it peeked";
}

TEST(CardsSecrets, R7_10_AFillSaysWhereButNotWhat) {
  Study study({.front = "F 2 9 B 2", .hand = "4 M S"}, {.front = "F 3 9 B 3"});
  study.Red("attack 2-2");
  const ObserverEvents events = study.Red("fill 2=M");
  EXPECT_THAT(events.blue[0].cards().deed().fill().places(), ElementsAre(2));
  EXPECT_EQ(events.blue[0].cards().changes(0).places(0).card().type(), v1::PIECE_TYPE_UNSPECIFIED);
  EXPECT_THAT(events.blue[0].cards().changes(0).hand().types(), IsEmpty());
  EXPECT_EQ(events.red[0].cards().changes(0).places(0).card().type(), v1::PIECE_TYPE_MARSHAL);
}

TEST(CardsSecrets, R7_8_ATrickTellsTheOpponentOnlyWhereTheFlagLay) {
  Study study({.front = "F 2 9 B 2", .hand = "4 M S", .deck = "5 6"}, {});
  const ObserverEvents events = study.Red("redeal 1");
  EXPECT_EQ(events.blue[0].cards().deed().redeal().place(), 1U);
  EXPECT_EQ(events.blue[0].cards().changes(0).hand().size(), 8U);
  EXPECT_THAT(events.blue[0].cards().changes(0).hand().types(), IsEmpty());
  EXPECT_THAT(events.red[0].cards().changes(0).hand().types(), SizeIs(8));
}

TEST(CardsSecrets, R9_1_TheOwnDecksOrderIsHiddenToo) {
  const Holding blue = {.front = "8 F 2 5 6"};
  const Study one({.front = "2 F 9 4 5", .deck = "3 4 5 6"}, blue);
  const Study other({.front = "2 F 9 4 5", .deck = "6 5 4 3"}, blue);
  for (const v1::Observer observer : kEventObservers) {
    EXPECT_EQ(one.View(observer).SerializeAsString(), other.View(observer).SerializeAsString());
  }
}

TEST(CardsSecrets, DeterminizeKeepsWhatIsKnownAndDrawsAllElse) {
  Study study({.front = "2 F 9 P 5", .deck = "6 4"}, {.front = "8 F 2 5 6", .hand = "3 B M", .deck = "S 4 7 9"});
  study.Red("peek 1 at 1 2");
  study.Blue("peek 3 at 4 5");
  study.Red("name 4 at 4 B");
  Random random(7);
  std::set<std::string> fronts;
  std::set<std::string> fifths;
  for (int i = 0; i < 300; ++i) {
    const CardsState drawn = DrawState(study.state(), v1::OBSERVER_RED, random);
    const std::string front = FrontOf(drawn.army(Side::kBlue));
    EXPECT_EQ(front.substr(0, 6), "8 F 2 ");
    EXPECT_NE(drawn.army(Side::kBlue).front[3].card, Card::kBomb);
    fronts.insert(front.substr(6, 1));
    fifths.insert(front.substr(8, 1));
    EXPECT_EQ(FrontOf(drawn.army(Side::kRed)), "2 F 9 P 5");
    EXPECT_EQ(Letters(drawn.army(Side::kRed).hand), Letters(study.red().hand));
    EXPECT_EQ(drawn.army(Side::kBlue).hand.size(), 3U);
  }
  EXPECT_THAT(fronts, SizeIs(8)) << "all but the Bomb";
  EXPECT_THAT(fifths, SizeIs(9));
}

TEST(CardsSecrets, DeterminizeDrawsTheOwnDeckAndTheShufflesToCome) {
  Study study({.front = "2 F 9 P 5", .hand = "3 3 3", .deck = "6 4 M"}, {});
  Random random(7);
  std::set<std::string> decks;
  std::set<std::string> dealt;
  for (int i = 0; i < 100; ++i) {
    const auto game = study.game().Determinize(v1::OBSERVER_RED, random);
    decks.insert(Letters(static_cast<const CardsGame&>(*game).state().army(Side::kRed).deck));
    ASSERT_THAT(game->Act(v1::SIDE_RED, *ReadAction("redeal 2")), IsOk());
    dealt.insert(Letters(static_cast<const CardsGame&>(*game).state().army(Side::kRed).hand));
  }
  EXPECT_THAT(decks, SizeIs(6));
  EXPECT_GT(dealt.size(), 10U);
}

TEST(CardsSecrets, R7_9_ADrawnWorldGoesOn) {
  // Blue is to act, so one of its cards can attack, and only the last can still be anything.
  Study study({.front = "2 F 9 4 5"}, {.front = "F B B B 3", .hand = "B"});
  study.Red("peek 1 at 1 2");
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    EXPECT_TRUE(DrawState(study.state(), v1::OBSERVER_RED, random).army(Side::kBlue).can_attack());
    EXPECT_TRUE(DrawState(study.state(), v1::OBSERVER_SPECTATOR, random).army(Side::kBlue).can_attack());
  }
}

TEST(CardsSecrets, EventsThatDoNotFitAViewAreRefused) {
  v1::CardsView view = Study({}, {}).View(v1::OBSERVER_RED);
  v1::Event event;
  event.mutable_ply_made();
  EXPECT_THAT(FollowEvent(event, view), IsError(absl::StatusCode::kInvalidArgument, "`cards` does not have"));
  v1::CardsArmyChange& change = *event.mutable_cards()->add_changes();
  EXPECT_THAT(FollowEvent(event, view), IsError(absl::StatusCode::kInvalidArgument, "no side"));
  change.set_side(v1::SIDE_BLUE);
  for (const std::uint32_t place : {0U, 6U}) {
    change.clear_places();
    change.add_places()->set_place(place);
    EXPECT_THAT(FollowEvent(event, view), IsError(absl::StatusCode::kInvalidArgument, "there is no place"));
  }
  change.clear_places();
  for (int i = 0; i < 25; ++i) change.add_lost(v1::PIECE_TYPE_SPY);
  EXPECT_THAT(FollowEvent(event, view), IsError(absl::StatusCode::kInvalidArgument, "more cards lost"));
}

}  // namespace
}  // namespace flagfall::cards
