// What is told, listed, drawn and written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <google/protobuf/text_format.h>

#include <map>
#include <set>
#include <string>

#include "referee/rules/catalogue.h"
#include "tests/rules/bluffing_study.h"
#include "tests/support/status_matchers.h"

namespace flagfall::bluffing {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const RulesetDefinition& Definition() { return **FindRuleset("bluffing"); }

// "attack ply_made call piece_revealed"
std::vector<std::string> Kinds(const std::vector<v1::Event>& events) {
  std::vector<std::string> kinds;
  for (const v1::Event& event : events) {
    const google::protobuf::Message& inner =
        event.has_bluffing() ? static_cast<const google::protobuf::Message&>(event.bluffing()) : event;
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    inner.GetReflection()->ListFields(inner, &fields);
    kinds.push_back(fields.empty() ? "nothing" : fields[0]->name());
  }
  return kinds;
}

TEST(BluffingEvents, R9_1_ComeAsWhatWasSaidWhatItDidAndWhatFollowed) {
  Study study("a4=7 j1=F", "a5=5 j10=F b9=5");
  const auto told = [&](absl::string_view words) {
    EXPECT_EQ(study.Do(words), "");
    return Kinds(study.last_events().spectator);
  };
  EXPECT_THAT(told("a4-a5 claims 9"), ElementsAre("attack", "piece"));
  EXPECT_THAT(told("call movement"), ElementsAre("call", "piece", "tokens"));
  EXPECT_THAT(told("declare 8"), ElementsAre("declaration", "piece"));
  EXPECT_THAT(told("call defence"),
              ElementsAre("call", "ply_made", "piece_revealed", "piece_removed", "piece", "piece", "tokens"));
  EXPECT_THAT(told("b9-b2"), ElementsAre("ply_made"));
  EXPECT_THAT(told("call movement"), ElementsAre("call", "ply_taken_back", "piece"));
  EXPECT_THAT(told("a5-a10"), ElementsAre("ply_made"));
  EXPECT_THAT(told("b9-b10; a10-b10 claims 9; call movement"), ElementsAre("call", "tokens"));
  EXPECT_THAT(told("declare 3; let"), ElementsAre("ply_made", "piece_removed", "piece"));
}

TEST(BluffingEvents, R6_4_AnAttackTakenBackComesAsAPlyThatGoesBack) {
  Study study("a2=7 j1=F", "a5=5 j10=F");
  ASSERT_EQ(study.Do("a2-a5 claims 9; call movement"), "");
  EXPECT_THAT(Kinds(study.last_events().blue), ElementsAre("call", "ply_made", "ply_taken_back", "piece"));
}

TEST(BluffingEvents, FollowRefusesWhatDoesNotFit) {
  for (const char* text : {"bluffing {}", "bluffing { declaration: PIECE_TYPE_SPY }",
                           "bluffing { piece { origin: 3 } }", "bluffing { ply_taken_back { origin: 3 } }",
                           "bluffing { attack { claim: PIECE_TYPE_SPY } }", "ply_made { from: 3 }"}) {
    v1::Event event;
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &event)) << text;
    v1::View view;
    EXPECT_THAT(Definition().Follow(event, view), IsError(absl::StatusCode::kInvalidArgument, "does not fit")) << text;
  }
}

TEST(BluffingLegal, R6_2_EveryClaimWithEveryNumberOfTokens) {
  Study study("a4=7 j1=F h1=2", "a5=5 a10=F b10=2");
  ASSERT_EQ(study.Do("h1-h4; call movement; b10-c10"), "");
  std::set<std::string> attacks;
  for (const std::string& words : study.Legal()) {
    if (words.find("claims") != std::string::npos) attacks.insert(words);
  }
  EXPECT_EQ(attacks.size(), 20u);
  EXPECT_EQ(attacks.count("a4-a5 claims S"), 1u);
  EXPECT_EQ(attacks.count("a4-a5 claims M tokens 1"), 1u);
}

TEST(BluffingLegal, AnswersAreListedInTheirOrder) {
  Study study("a4=7 j1=F", "a5=F j9=5");
  ASSERT_EQ(study.Do("a4-a5 claims 7"), "");
  EXPECT_THAT(study.Legal(), ElementsAre("call movement", "call attack", "declare S", "declare 2", "declare 3",
                                         "declare 4", "declare 5", "declare 6", "declare 7", "declare 8", "declare 9",
                                         "declare M", "declare B", "declare F"));
  EXPECT_FALSE(study.game().Legal(v1::SIDE_RED).has_value());
  ASSERT_EQ(study.Do("declare 4"), "");
  EXPECT_THAT(study.Legal(), ElementsAre("call defence", "let"));
}

TEST(BluffingLegal, MoreThanTwoThousandAreNotListed) {
  const auto listed = [](int tokens) {
    Study study("a4=7 j1=F h1=2", "a5=5 a10=F b10=2");
    study.GiveRedTokens(tokens);
    return study.game().Legal(v1::SIDE_RED);
  };
  const auto few = listed(150);
  ASSERT_TRUE(few.has_value());
  EXPECT_GT(few->size(), 1500u);
  EXPECT_LE(few->size(), 2000u);
  EXPECT_FALSE(listed(200).has_value());
}

// Everything that may be done is drawn at some time.
TEST(BluffingSample, EveryLegalActionMayCome) {
  for (const char* said : {"b4-b5", "b4-b5; call movement; j9-j8", "a4-a5 claims 9", "a4-a5 claims 9; declare 5"}) {
    Study study("a4=7 b4=2 b3=B", "a5=F j9=5");
    ASSERT_EQ(study.Do(said), "");
    const v1::Side side = study.game().Pending()[0].side;
    const std::vector<std::string> legal = study.Legal();
    const std::set<std::string> expected(legal.begin(), legal.end());
    std::set<std::string> drawn;
    Random random(7);
    for (int i = 0; i < 40'000; ++i) drawn.insert(ActionWords(study.game().Sample(side, random)));
    EXPECT_EQ(drawn, expected) << said;
  }
}

// Sampled games see calls of every kind, right and wrong, and come to an end.
TEST(BluffingSample, CallsOfAllKindsRightAndWrong) {
  std::map<std::string, int> calls;
  Random random(3);
  int ended = 0;
  for (int i = 0; i < 30; ++i) {
    BluffingGame game(board::BoardRules::Bluffing());
    while (!game.Outcome().has_value() && game.Progress().plies < 2000) {
      const v1::Side side = game.Pending()[0].side;
      const auto events = game.Act(side, game.Sample(side, random));
      ASSERT_THAT(events.status(), IsOk());
      for (const v1::Event& event : events->spectator) {
        const v1::CallMade& call = event.bluffing().call();
        if (event.bluffing().has_call()) ++calls[absl::StrCat(call.call(), call.was_bluff() ? " bluff" : "")];
      }
    }
    ended += game.Outcome().has_value();
  }
  EXPECT_EQ(calls.size(), 6u);
  for (const auto& [call, count] : calls) EXPECT_GT(count, 30) << call;
  EXPECT_GT(ended, 20);
}

// The types of Blue's piece from that square in worlds that Red cannot tell apart.
std::string Supposed(const Study& study, absl::string_view origin) {
  std::set<int> types;
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const auto world = study.game().Determinize(v1::OBSERVER_RED, random);
    const v1::View view = world->ViewFor(v1::OBSERVER_ALL);
    for (const v1::PieceView& piece : view.bluffing().board().pieces()) {
      if (piece.origin() == *board::ParseSquare(origin)) types.insert(piece.type());
    }
  }
  std::string letters;
  for (const int type : types) letters += TypeLetter(static_cast<board::PieceType>(type));
  return letters;
}

TEST(BluffingDeterminize, R9_1_WorldsAgreeWithWhatCallsHaveProved) {
  const std::string blue = "a5=5 b9=2 c9=B d9=3 j10=F";
  Study study("a4=7 e1=5 j1=F", blue);
  EXPECT_EQ(Supposed(study, "b9"), "235BF");
  ASSERT_EQ(study.Do("e1-e2; d9-d8; call movement"), "");
  EXPECT_EQ(Supposed(study, "d9"), "235") << "proved to move";
  ASSERT_EQ(study.Do("e2-e3; c9-c8; call movement"), "");
  EXPECT_EQ(Supposed(study, "c9"), "BF") << "proved not to move";
  ASSERT_EQ(study.Do("a4-a5 claims 7; declare 4; let"), "");
  EXPECT_EQ(Supposed(study, "a5"), "235B") << "face down, and no Flag";
  EXPECT_EQ(Supposed(study, "j10"), "235BF");
}

TEST(BluffingDeterminize, R6_5_AFlagDeclaredIsTheFlag) {
  Study study("a4=7 j1=F", "a5=F b9=2 c9=B");
  ASSERT_EQ(study.Do("a4-a5 claims 7; declare F"), "");
  EXPECT_EQ(Supposed(study, "a5"), "F");
}

TEST(BluffingDeterminize, R6_3_APlyTakenBackIsTakenBackInEveryWorld) {
  Study study("a4=7 j1=F", "b9=2 c9=B j10=F");
  ASSERT_EQ(study.Do("a4-a5; b9-b3"), "");
  Random random(11);
  int bluffs = 0;
  for (int i = 0; i < 100; ++i) {
    const auto world = study.game().Determinize(v1::OBSERVER_RED, random);
    const std::string before = world->ViewFor(v1::OBSERVER_ALL).bluffing().board().pieces(2).ShortDebugString();
    const auto type = world->ViewFor(v1::OBSERVER_ALL).bluffing().board().pieces(2).type();
    ASSERT_THAT(world->Act(v1::SIDE_RED, CallAction(v1::BLUFF_CALL_MOVEMENT)).status(), IsOk()) << before;
    const v1::BluffingView view = world->ViewFor(v1::OBSERVER_ALL).bluffing();
    EXPECT_EQ(view.board().pieces(2).type(), type);
    EXPECT_EQ(view.last_call().was_bluff(), type != v1::PIECE_TYPE_SCOUT);
    bluffs += view.last_call().was_bluff();
  }
  EXPECT_GT(bluffs, 20);
  EXPECT_LT(bluffs, 95);
}

TEST(BluffingWords, WrittenAndReadAgain) {
  for (const char* words : {"setup a1=F b1=B", "a4-a5", "a4-a9 claims 7", "a4-a9 claims S tokens 2", "call movement",
                            "call attack", "call defence", "declare B", "declare F", "let"}) {
    const auto action = Definition().ReadAction(words);
    ASSERT_THAT(action.status(), IsOk()) << words;
    EXPECT_EQ(Definition().WriteAction(*action), words);
  }
  for (const DecisionInfo& decision : Definition().info().decisions) {
    EXPECT_THAT(Definition().ReadAction(decision.example).status(), IsOk()) << decision.example;
  }
}

TEST(BluffingWords, WhatCannotBeReadIsRefused) {
  for (const char* words : {"", "a4", "a4-a5 claims", "a4-a5 claims X", "a4-a5 claims 7 tokens",
                            "a4-a5 claims 7 tokens -1", "a4-a5 claims 7 tokens 99999999999", "a4-a5 claims 7 spends 2",
                            "k4-a5 claims 7", "call", "call bluff", "declare", "declare 77", "let it", "setup a1"}) {
    EXPECT_THAT(Definition().ReadAction(words).status(), IsError(absl::StatusCode::kInvalidArgument, "expected"))
        << words;
  }
  EXPECT_EQ(Definition().WriteAction(v1::Action()), "nothing that bluffing knows");
}

TEST(BluffingText, ShowsTokensClaimsProofsCallsAndTheContest) {
  Study study("a4=7 b1=2 j1=F", "a5=5 j10=F b9=5");
  const auto drawn = [&] { return Definition().Draw(study.game().ViewFor(v1::OBSERVER_SPECTATOR), {}); };
  ASSERT_EQ(study.Do("b1-b4"), "");
  EXPECT_THAT(drawn(), HasSubstr("tokens: red 0, blue 0\nthe movement may be called\n"));
  ASSERT_EQ(study.Do("call movement; b9-b5; call movement"), "");
  EXPECT_THAT(drawn(), HasSubstr("ply 2 was b9-b5; red to move\nthe ply was a bluff and is taken back\n"
                                 "tokens: red 1, blue 0\nproved: b4=2 b9=S3456789MBF\n"
                                 "red called the movement of ply 2: a bluff\n"));
  ASSERT_EQ(study.Do("a4-a5 claims 9 tokens 1; declare B"), "");
  EXPECT_THAT(drawn(), HasSubstr("claimed: a4=9 a5=B\n"));
  EXPECT_THAT(drawn(), HasSubstr("a4-a5 attacks, claims 9, tokens 1; declared to be B\n"));
}

TEST(BluffingText, SaysWhatWasCalledAndWhetherItWasABluff) {
  struct Row {
    const char* said;
    const char* call;
  };
  for (const Row& row : {
           Row{"a4-b4; call movement", "blue called the movement of ply 1: no bluff\n"},
           Row{"a4-a5 claims 9; call attack", "blue called the attack of ply 1: a bluff\n"},
           Row{"a4-a5 claims 7; call attack", "blue called the attack of ply 1: no bluff\n"},
           Row{"a4-a5 claims 7; declare 8; call defence", "red called the defence of ply 1: a bluff\n"},
           Row{"a4-a5 claims 7; declare 5; call defence", "red called the defence of ply 1: no bluff\n"},
       }) {
    Study study("a4=7 j1=F", "a5=5 j10=F b9=5");
    ASSERT_EQ(study.Do(row.said), "");
    EXPECT_THAT(Definition().Draw(study.game().ViewFor(v1::OBSERVER_SPECTATOR), {}), HasSubstr(row.call));
  }
}

TEST(BluffingText, AnyViewAtAllCanBeDrawn) {
  v1::View view;
  v1::BluffingView& bluffing = *view.mutable_bluffing();
  bluffing.add_pieces()->set_origin(4000000000);
  bluffing.mutable_contest()->mutable_attack()->mutable_ply()->set_from(1000);
  bluffing.mutable_contest()->mutable_attack()->set_claim(static_cast<v1::PieceType>(99));
  bluffing.mutable_last_call()->set_call(static_cast<v1::BluffCall>(99));
  EXPECT_THAT(Definition().Draw(view, {.in_colour = true}), HasSubstr("claims ?"));
}

}  // namespace
}  // namespace flagfall::bluffing
