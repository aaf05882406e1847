// Whoever looks on at real games, over the wire.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "referee/match/event_digest.h"
#include "tests/service/test_host.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

TEST(SpectatorRecorderOverTheWire, IsTheSpectatorsAndStaysUntilItIsForgotten_R9_3) {
  constexpr int kGames = 6;
  SpectatorGames games;
  TestHost host(std::chrono::seconds(60), std::nullopt, &games);
  host.referee().Admit("red", "red");
  host.referee().Admit("blue", "blue");
  for (int i = 0; i < kGames; ++i) host.Start("game-" + std::to_string(i));
  TestBot red(host.unix_address(), "red");
  TestBot blue(host.unix_address(), "blue");
  std::thread red_thread([&] { RandomPlayer(1).Play(red, kGames); });
  std::thread blue_thread([&] { RandomPlayer(2).Play(blue, kGames); });
  for (int i = 0; i < kGames; ++i) {
    const std::string id = "game-" + std::to_string(i);
    const v1::GameRecord record = host.RecordOf(id);
    const std::optional<SpectatorGames::Reading> reading = games.Read(id, 0);
    ASSERT_TRUE(reading.has_value() && reading->is_over());
    EventDigest digest;
    for (std::size_t n = 0; n < reading->end(); ++n) digest.Add((*reading)[n].events);
    EXPECT_EQ(digest.Digest(), record.spectator_events_sha256());
    EXPECT_EQ((*reading)[reading->end() - 1].plies, record.plies());
    EXPECT_EQ(reading->header()->ruleset.SerializeAsString(), record.ruleset().SerializeAsString());
    EXPECT_EQ(reading->header()->red.name(), "red");
    games.Forget(id);
    EXPECT_FALSE(games.Read(id, 0).has_value());
  }
  red_thread.join();
  blue_thread.join();
}

TEST(SpectatorRecorderOverTheWire, GamesThatTheRefereeDropsAreGone) {
  SpectatorGames games;
  {
    TestHost host(std::chrono::seconds(60), std::nullopt, &games);
    host.referee().Admit("red", "red");
    host.referee().Admit("blue", "blue");
    host.Start("game");
    TestBot red(host.unix_address(), "red");
    TestBot blue(host.unix_address(), "blue");
    ASSERT_TRUE(red.SayHello());
    ASSERT_TRUE(blue.SayHello());
    ASSERT_TRUE(red.HearUntil(v1::PlayResponse::kGameStarted).has_value());
    EXPECT_EQ(games.List().size(), 1u);
  }
  EXPECT_THAT(games.List(), testing::IsEmpty());
}

}  // namespace
}  // namespace flagfall
