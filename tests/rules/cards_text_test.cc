// `cards` in words and on a terminal.
#include "referee/rules/cards/cards_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/rules/cards_study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::cards {
namespace {

using testing::HasSubstr;

TEST(CardsWords, ActionsAreWrittenAsTheyAreRead) {
  for (const char* words : {"front F 3 9 B 2", "front S P M", "attack 2-4", "hand 3", "peek 1 at 2 5", "peek 1 at 2",
                            "name 3 at 2 M", "redeal 4", "fill 2=7 5=B", "fill"}) {
    const auto action = ReadAction(words);
    ASSERT_THAT(action, IsOk()) << words;
    EXPECT_EQ(ActionWords(*action), words);
  }
}

TEST(CardsWords, WrongWordsAreToldWhatWouldBeRight) {
  for (const auto& [words, said] :
       std::vector<std::pair<const char*, const char*>>{{"", "expected front, attack"},
                                                        {"charge 2-4", "`charge`; expected front, attack"},
                                                        {"front F X", "`X`; expected a type"},
                                                        {"front FF", "`FF`; expected a type"},
                                                        {"attack 2", "`2`; expected two places"},
                                                        {"attack 2 4", "as in `attack 2-4`"},
                                                        {"attack 2-6", "`6`; expected a place, 1 to 5"},
                                                        {"attack 0-1", "`0`; expected a place, 1 to 5"},
                                                        {"hand", "as in `hand 3`"},
                                                        {"redeal 1 2", "as in `redeal 3`"},
                                                        {"redeal x", "`x`; expected a place"},
                                                        {"peek 1 2 5", "as in `peek 1 at 2 5`"},
                                                        {"peek 1 at 2 3 4", "as in `peek 1 at 2 5`"},
                                                        {"name 3 at 2", "as in `name 3 at 2 M`"},
                                                        {"name 3 at 2 ?", "`?`; expected a type"},
                                                        {"fill 27", "as in 2=7"},
                                                        {"fill 2=", "``; expected a type"}}) {
    EXPECT_THAT(ReadAction(words), IsError(absl::StatusCode::kInvalidArgument, said)) << words;
  }
}

TEST(CardsWords, WhatNoGameKnowsIsStillWritten) {
  v1::Action action;
  EXPECT_EQ(ActionWords(action), "nothing that `cards` knows");
  action.mutable_cards()->mutable_name_card()->set_at(77);
  EXPECT_EQ(ActionWords(action), "name 0 at 77 ?");
}

TEST(CardsText, ATableIsDrawnAsItsObserverKnowsIt) {
  Study study({.front = "2 F 9 B M", .hand = "4 5 S", .deck = "6 7"}, {.front = "5 6 2 . F", .hand = "3 B M"});
  study.Red("peek 1 at 1 5");
  study.Blue("peek 3 at 2 3");
  study.Blue("fill 4=B");
  study.Red("attack 3-2");
  EXPECT_EQ(DrawTable(study.View(v1::OBSERVER_RED), false),
            "blue   hand ? ?   deck 0   lost 6\n"
            "       (5)! .  (2)*(?) (F)!\n"
            "        1   2   3   4   5  \n"
            "       [2]*[F]![9]*[B] [M] \n"
            "red    hand S 4 5   deck 2   lost nothing\n"
            "turn 4; blue to take its turn\n"
            "last: red attacked 3-2, 9 against 6; the attacker stays\n");
  EXPECT_THAT(DrawTable(study.View(v1::OBSERVER_SPECTATOR), false), HasSubstr("[2]*[?]![9]*[?] [?] \n"));
  EXPECT_THAT(DrawTable(study.View(v1::OBSERVER_RED), true), HasSubstr("\x1b[1m\x1b[31m[9]*\x1b[0m"));
}

TEST(CardsText, EveryDeedHasItsWords) {
  Study study({.front = "S F 2 P 9", .hand = "4 5 6"}, {.front = "S F 2 P 8", .hand = "3 B M"});
  const auto last = [&study] {
    const std::string text = DrawTable(study.View(v1::OBSERVER_SPECTATOR), false);
    return text.substr(text.find("last: ") + 6);
  };
  study.Red("hand 1");
  EXPECT_EQ(last(), "red looked at the hand with the Spy on 1\n");
  study.Blue("name 4 at 5 M");
  EXPECT_EQ(last(), "blue named 5 a M with the Spotter on 4, wrongly\n");
  study.Red("attack 5-5");
  study.Blue("peek 3 at 1 2");
  EXPECT_EQ(last(), "blue peeked at 1 and 2 with the Scout on 3\n");
  study.Blue("fill 5=B");
  EXPECT_EQ(last(), "blue filled 5\n");
  study.Red("redeal 2");
  EXPECT_EQ(last(), "red showed the Flag on 2 and dealt anew\n");
  Random random(1);
  study.Red(ActionWords(study.game().Sample(v1::SIDE_RED, random)));
  EXPECT_EQ(last(), "red laid a new front line\n");
}

TEST(CardsText, R7_4_EveryEndOfAnAttackHasItsWords) {
  struct Row {
    const char* attack;
    const char* words;
  };
  for (const Row& row : {
           Row{"attack 1-1", "red attacked 1-1, 6 against 5; the attacker stays\n"},
           Row{"attack 2-1", "red attacked 2-1, 4 against 5; the defender stays\n"},
           Row{"attack 3-1", "red attacked 3-1, 5 against 5; both are removed\n"},
       }) {
    Study study({.front = "6 4 5 F 2"}, {.front = "5 6 2 B F"});
    study.Red(row.attack);
    EXPECT_THAT(DrawTable(study.View(v1::OBSERVER_SPECTATOR), false), HasSubstr(absl::StrCat("last: ", row.words)));
  }
}

TEST(CardsText, EveryStepIsSaid) {
  CardsGame beginning(/*has_spotter=*/true, std::string(32, 's'));
  EXPECT_THAT(DrawTable(beginning.ViewFor(v1::OBSERVER_RED).cards(), false),
              HasSubstr("both choose their front lines\n"));
  Study study({.front = "2 F 9 3 4", .hand = "4 5 S"}, {.front = "5 F 2 3 4", .hand = "3 B M"});
  const auto drawn = [&study] { return DrawTable(study.View(v1::OBSERVER_SPECTATOR), false); };
  EXPECT_THAT(drawn(), HasSubstr("turn 1; red to take its turn\n"));
  study.Red("attack 1-1");
  EXPECT_THAT(drawn(), HasSubstr("turn 1; red to fill its gaps\n"));
  study.Red("fill 1=5");
  EXPECT_THAT(drawn(), HasSubstr("turn 2; blue to take its turn\n"));
  study.Blue("redeal 2");
  EXPECT_THAT(drawn(), HasSubstr("turn 2; blue to choose a new front line\n"));
  Random random(1);
  study.Blue(ActionWords(study.game().Sample(v1::SIDE_BLUE, random)));
  EXPECT_THAT(drawn(), HasSubstr("turn 3; red to take its turn\n"));

  Study last({.front = "9 F 2 3 4"}, {.front = "5 F 2 3 4"});
  last.Red("attack 1-2");
  EXPECT_THAT(DrawTable(last.View(v1::OBSERVER_SPECTATOR), false), HasSubstr("turn 1; the game is over\n"));
}

TEST(CardsText, AnyViewAtAllCanBeDrawn) {
  v1::CardsView view;
  view.mutable_red()->mutable_hand()->set_size(0xffffffffU);
  for (int i = 0; i < 7; ++i) view.mutable_blue()->add_front_line()->set_type(static_cast<v1::PieceType>(100 + i));
  view.mutable_last_deed();
  EXPECT_THAT(DrawTable(view, false), HasSubstr("nobody did nothing"));
}

}  // namespace
}  // namespace flagfall::cards
