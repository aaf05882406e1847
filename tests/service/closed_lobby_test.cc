// A lobby whose referee ends.
#include <gtest/gtest.h>

#include <chrono>

#include "tests/service/lobby_fixture.h"

namespace flagfall {
namespace {

TEST_F(LobbyTest, OnceClosedItTellsNobodyAnythingAndNoFlagFalls) {
  KeepingChannel& red = Join("red");
  KeepingChannel& blue = Join("blue");
  Start("game");
  lobby_.Admit("absent", Sha256Of("absent"), kNoShowAfter, now_);
  Start("waiting", "red", "absent");
  SendDecisions("red");
  SendDecisions("blue");
  const std::size_t told = red.bytes_about_games + blue.bytes_about_games;
  lobby_.Close();
  Start("late");
  // Beyond all that the games allow.
  Pass(std::chrono::hours(2));
  EXPECT_EQ(red.bytes_about_games + blue.bytes_about_games, told);
  for (const char* id : {"game", "waiting", "late"}) EXPECT_EQ(OutcomeOf(id), "") << id;
  Leave("red");
  EXPECT_FALSE(lobby_.HasGames());
}

}  // namespace
}  // namespace flagfall
