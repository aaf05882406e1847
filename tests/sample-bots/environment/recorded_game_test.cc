#include "sample-bots/environment/recorded_game.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <string>

#include "referee/rules/catalogue.h"
#include "referee/rules/imported_record.h"
#include "referee/rules/random.h"

namespace flagfall::environment {
namespace {

using ::testing::HasSubstr;

// A game of the ruleset that is played at random for at most so many actions.
RecordedGame Played(const std::string& id, int actions, std::uint64_t seed = 5) {
  v1::Ruleset ruleset;
  ruleset.set_id(id);
  auto game = RecordedGame::New(ruleset, std::string(32, 'x'));
  EXPECT_TRUE(game.ok()) << game.status();
  Random random(seed);
  for (int i = 0; i < actions && !game->Outcome().has_value(); ++i) {
    const v1::Side side = game->game().Pending()[0].side;
    EXPECT_TRUE(game->Apply(side, game->game().Sample(side, random)).ok());
  }
  return *std::move(game);
}

constexpr int kToTheEnd = 1 << 20;

class EveryRuleset : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryRuleset, RecordsAreThoseOfAGamePlayedElsewhere) {
  const RecordedGame game = Played(GetParam(), kToTheEnd);
  v1::GameRecord record;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(*game.ToRecord(), &record).ok());
  EXPECT_EQ(CheckImportedRecord(record), absl::OkStatus());
  record.set_plies(record.plies() + 1);
  EXPECT_FALSE(CheckImportedRecord(record).ok());
}

TEST_P(EveryRuleset, ARecordGivesTheSameGame) {
  for (const int actions : {0, 1, 7, 60}) {
    const RecordedGame game = Played(GetParam(), actions);
    const auto again = RecordedGame::FromRecord(*game.ToRecord());
    ASSERT_TRUE(again.ok()) << again.status();
    for (const v1::Observer observer : kEventObservers) {
      EXPECT_EQ(*again->InformationState(observer), *game.InformationState(observer));
    }
    EXPECT_EQ(*again->ToRecord(), *game.ToRecord());
  }
}

TEST_P(EveryRuleset, ADeterminizedGameTellsItsObserverTheSameAndOthersNothing) {
  const RecordedGame game = Played(GetParam(), 9);
  const RecordedGame drawn = game.Determinize(v1::OBSERVER_RED, 3);
  EXPECT_EQ(*drawn.InformationState(v1::OBSERVER_RED), *game.InformationState(v1::OBSERVER_RED));
  EXPECT_TRUE(absl::IsFailedPrecondition(drawn.InformationState(v1::OBSERVER_BLUE).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(drawn.ToRecord().status()));
}

TEST_P(EveryRuleset, ACopyPlaysOnByItself) {
  RecordedGame game = Played(GetParam(), 5);
  const std::string before = *game.ToRecord();
  RecordedGame copy = game;
  Random random(1);
  const v1::Side side = copy.game().Pending()[0].side;
  ASSERT_TRUE(copy.Apply(side, copy.game().Sample(side, random)).ok());
  EXPECT_EQ(*game.ToRecord(), before);
  EXPECT_EQ(copy.actions(), game.actions() + 1);
}

INSTANTIATE_TEST_SUITE_P(All, EveryRuleset,
                         ::testing::Values("classic", "battle", "duel", "barrage", "bluffing", "cards", "gogo"),
                         [](const auto& info) { return info.param; });

TEST(RecordedGame, WhatIsNoRecordIsRefused) {
  EXPECT_THAT(std::string(RecordedGame::FromRecord("{}").status().message()), HasSubstr("ruleset"));
  EXPECT_THAT(std::string(RecordedGame::FromRecord("no").status().message()), HasSubstr("not a record in JSON"));
  EXPECT_FALSE(RecordedGame::FromRecord(R"({"ruleset": {"id": "duel"}, "seed": "AA=="})").ok());
}

TEST(RecordedGame, AGameEndsByItsHostToo) {
  RecordedGame game = Played("duel", 6);
  v1::Outcome draw;
  draw.set_result(v1::RESULT_DRAW);
  draw.set_reason(v1::REASON_ADJUDICATED_MAX_PLIES);
  game.Adjudicate(draw);
  Random random(1);
  const v1::Side side = game.game().Pending()[0].side;
  EXPECT_TRUE(absl::IsFailedPrecondition(game.Apply(side, game.game().Sample(side, random))));
  v1::GameRecord record;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(*game.ToRecord(), &record).ok());
  EXPECT_EQ(CheckImportedRecord(record), absl::OkStatus());
  EXPECT_EQ(RecordedGame::FromRecord(*game.ToRecord())->Outcome()->reason(), v1::REASON_ADJUDICATED_MAX_PLIES);
}

}  // namespace
}  // namespace flagfall::environment
