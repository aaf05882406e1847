// Games in which the host looks at what bots answer, and has something else played.
#include "referee/service/on_act.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "referee/rules/side_messages.h"
#include "tests/service/lobby_fixture.h"

namespace flagfall {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// As in an exam, where a bot is asked for plies and others are played.
class LobbyOnActTest : public LobbyTest {
 protected:
  void SetUp() override {
    on_act_ = [this](v1::Side side, v1::Act& act) {
      seen_.push_back(absl::StrCat(SideName(side), " ", act.decision(), " to ", act.action().ply().to()));
      if (side == v1::SIDE_RED && act.decision() == 2) *act.mutable_action() = CountingGame::Count(0, 3);
    };
    Start("game");
    Join("red");
    Join("blue");
    Act("red", "game", 1, CountingGame::Placing(v1::PIECE_TYPE_SPY));
    Act("blue", "game", 1, CountingGame::Placing(v1::PIECE_TYPE_SPY));
    SendDecisions("red");
    seen_.clear();
  }

  std::vector<std::string> seen_;
};

TEST_F(LobbyOnActTest, WhatIsPutInThePlaceOfAnActionIsPlayed) {
  Act("red", "game", 2, CountingGame::Count(5, 99));
  EXPECT_THAT(channels_["red"]->errors, IsEmpty()) << "what the bot said was illegal, and was not played";
  Act("blue", "game", 2, CountingGame::Count(3, 4));
  EXPECT_THAT(seen_, ElementsAre("red 2 to 99", "blue 2 to 4"));
  Resign("red", "game");
  std::vector<std::uint32_t> played;
  for (const v1::RecordEntry& entry : records_["game"].entries()) {
    if (entry.acted().action().has_ply()) played.push_back(entry.acted().action().ply().to());
  }
  EXPECT_THAT(played, ElementsAre(3, 4));
}

TEST_F(LobbyOnActTest, OnlyAnswersToTheOpenDecisionAreShown) {
  Act("blue", "game", 2, CountingGame::Count(0, 1));
  Act("red", "game", 1, CountingGame::Count(0, 1));
  Act("red", "game", 0, CountingGame::Count(0, 1));
  Act("red", "other", 2, CountingGame::Count(0, 1));
  EXPECT_THAT(seen_, IsEmpty());
  Act("red", "game", 2, CountingGame::Count(0, 1));
  EXPECT_THAT(seen_, ElementsAre("red 2 to 1"));
}

}  // namespace
}  // namespace flagfall
