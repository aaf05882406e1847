// What a match hands out to whoever looks on (R9.3).
#include "referee/spectator/spectator_recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/base/sha256.h"
#include "referee/match/event_digest.h"
#include "referee/match/match_spec.h"
#include "tests/match/driver.h"

namespace flagfall {
namespace {

using Kind = SpectatorEntry::Kind;

class SpectatorRecorderTest : public testing::Test {
 protected:
  SpectatorRecorderTest() { driver_.match().KeepPublic(); }

  std::vector<SpectatorEntry> Take() {
    std::vector<SpectatorEntry> entries;
    driver_.match().TakePublic(entries);
    return entries;
  }

  Driver driver_;
};

MATCHER_P2(Is, kind, side, "") { return arg.kind == kind && arg.side == side; }

TEST_F(SpectatorRecorderTest, TellsEachActionOnceWithItsTimes) {
  driver_.BeginPlay();
  Take();
  driver_.now += milliseconds(250);
  driver_.Ply();
  const std::vector<SpectatorEntry> entries = Take();
  ASSERT_THAT(entries, testing::ElementsAre(Is(Kind::kActed, kRed), Is(Kind::kAsked, kBlue)));
  EXPECT_EQ(entries[0].at, milliseconds(250));
  EXPECT_EQ(entries[0].used, milliseconds(250));
  EXPECT_EQ(entries[0].clock, milliseconds(9750));
  EXPECT_EQ(entries[0].plies, 1u);
  ASSERT_EQ(entries[0].events.size(), 1u);
  EXPECT_TRUE(entries[0].events[0].has_ply_made());
  EXPECT_EQ(entries[1].clock, seconds(10));
  EXPECT_THAT(Take(), testing::IsEmpty());
}

TEST_F(SpectatorRecorderTest, HoldsBackWhoWasReadyFirst_R1_3) {
  driver_.Begin();
  EXPECT_THAT(Take(), testing::ElementsAre(Is(Kind::kAsked, kRed), Is(Kind::kAsked, kBlue)));
  driver_.now += seconds(1);
  driver_.SetUp(kBlue);
  EXPECT_THAT(Take(), testing::IsEmpty());
  driver_.now += seconds(1);
  driver_.SetUp(kRed);
  const std::vector<SpectatorEntry> entries = Take();
  ASSERT_THAT(entries, testing::ElementsAre(Is(Kind::kActed, kBlue), Is(Kind::kActed, kRed), Is(Kind::kAsked, kRed)));
  EXPECT_EQ(entries[0].at, seconds(1));
  EXPECT_TRUE(entries[0].events.empty());
  EXPECT_EQ(entries[1].at, seconds(2));
  EXPECT_EQ(entries[1].events.size(), 1u);
}

TEST_F(SpectatorRecorderTest, AFirstAnswerStaysUntoldWhenTheGameEndsBefore_R1_3) {
  driver_.Begin();
  Take();
  driver_.SetUp(kBlue);
  driver_.Resign(kRed);
  EXPECT_THAT(Take(), testing::ElementsAre(Is(Kind::kOver, v1::SIDE_UNSPECIFIED)));
}

TEST(SpectatorRecorder, SaysNothingOfWhatWasTriedInVain) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_illegal_retries(1);
  Driver driver(spec);
  driver.match().KeepPublic();
  driver.BeginPlay();
  std::vector<SpectatorEntry> entries;
  driver.match().TakePublic(entries);
  entries.clear();
  driver.Act(kRed, 2, CountingGame::Count(5, 6));
  driver.Offer(kRed);
  driver.Disconnect(kBlue);
  driver.match().TakePublic(entries);
  EXPECT_THAT(entries, testing::IsEmpty());
}

TEST_F(SpectatorRecorderTest, IsWhatTheRecordsDigestOfTheSpectatorCounts) {
  driver_.BeginPlay();
  while (!driver_.match().IsOver()) driver_.Ply(3);
  EventDigest digest;
  std::vector<SpectatorEntry> entries = Take();
  for (const SpectatorEntry& entry : entries) digest.Add(entry.events);
  EXPECT_EQ(digest.Digest(), driver_.Record().spectator_events_sha256());
  EXPECT_EQ(entries.back().kind, Kind::kOver);
  EXPECT_EQ(entries.back().plies, driver_.Record().plies());
}

TEST(SpectatorRecorder, IsEmptyUnlessItIsKept) {
  Driver driver;
  driver.BeginPlay();
  driver.Ply();
  std::vector<SpectatorEntry> entries;
  driver.match().TakePublic(entries);
  EXPECT_THAT(entries, testing::IsEmpty());
}

TEST(SpectatorRecorder, TellsGivenSetUps) {
  MatchSpec spec = CountingSpec();
  *spec.given_set_ups.mutable_red() = CountingGame::Placing(v1::PIECE_TYPE_MINER).set_up();
  *spec.given_set_ups.mutable_blue() = CountingGame::Placing(v1::PIECE_TYPE_SCOUT).set_up();
  Driver driver(spec);
  driver.match().KeepPublic();
  driver.Connect(kRed);
  driver.Connect(kBlue);
  std::vector<SpectatorEntry> entries;
  driver.match().TakePublic(entries);
  ASSERT_THAT(entries, testing::ElementsAre(Is(Kind::kGiven, v1::SIDE_UNSPECIFIED), Is(Kind::kAsked, kRed)));
  EXPECT_EQ(entries[0].events.size(), 1u);
}

TEST(SpectatorRecorder, ItsHeaderHasTheSeedsHashAndNoSetUps_R10_5) {
  const MatchSpec spec = CountingSpec();
  const SpectatorHeader header = SpectatorHeaderOf(spec);
  EXPECT_EQ(header.seed_sha256, Sha256Of(spec.seed));
  EXPECT_EQ(header.game_id, "game-1");
  EXPECT_EQ(header.red.name(), "ada");
  EXPECT_EQ(header.time_control.base_micros(), 10'000'000);
}

}  // namespace
}  // namespace flagfall
