// Protocol 2.2, 2.5: a host that stands still, as when its process is stopped, takes no player's time.
#include <algorithm>

#include "tests/match/driver.h"

namespace flagfall {
namespace {

constexpr Micros kAfter = Micros(1);
// More than a player has for all of its plies.
constexpr Micros kStopped = seconds(30);

std::int64_t EntriesOfStandstills(const v1::GameRecord& record) {
  return std::count_if(record.entries().begin(), record.entries().end(),
                       [](const v1::RecordEntry& entry) { return entry.has_host_stood_still(); });
}

TEST(Standstill, IsChargedToNobodyAndRecorded_2_2) {
  Driver driver;
  driver.BeginPlay();
  driver.now += milliseconds(400);
  driver.StandStill(kStopped);
  EXPECT_EQ(driver.LastEntry().host_stood_still().micros(), kStopped.count());
  EXPECT_EQ(driver.LastEntry().side(), v1::SIDE_UNSPECIFIED);
  driver.now += milliseconds(100);
  driver.Ply(1, milliseconds(2));
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 10'000'000 - 498'000);
  EXPECT_EQ(driver.LastEntry().acted().host_delay_micros(), (kStopped + milliseconds(2)).count())
      << "all that the host took of this ply";
  driver.Resign(kBlue);
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_RESIGNED);
}

TEST(Standstill, MovesTheDeadline_2_3) {
  Driver driver;
  driver.BeginPlay();
  const Micros deadline = *driver.match().NextDeadline();
  driver.now += seconds(9);
  driver.StandStill(kStopped);
  EXPECT_EQ(driver.match().NextDeadline(), deadline + kStopped);
  driver.TimePassed();
  EXPECT_FALSE(driver.match().IsOver());
  driver.now = deadline + kStopped - kAfter;
  driver.Ply();
  EXPECT_FALSE(driver.match().IsOver());
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 0) << "all of the time and of the margin";
  driver.Resign(kRed);
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_RESIGNED);
}

// Otherwise a bot that sees its host stop could have each lost game played again.
TEST(Standstill, WhoUsesUpWhatWasGivenBackHasLost_2_5) {
  for (const bool answers : {false, true}) {
    Driver driver;
    driver.BeginPlay();
    driver.StandStill(kStopped);
    driver.now = *driver.match().NextDeadline();
    answers ? driver.Ply() : driver.TimePassed();
    driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
  }
}

TEST(Standstill, LatenessAfterItVoidsAsEver_2_5) {
  Driver driver;
  driver.BeginPlay();
  driver.StandStill(kStopped);
  driver.now = *driver.match().NextDeadline() + milliseconds(251);
  driver.TimePassed(milliseconds(251));
  driver.ExpectOver(v1::RESULT_VOID, v1::REASON_HOST_LATE);
}

TEST(Standstill, IsGivenBackAsFarAsTheClockRan_2_2) {
  Driver driver;
  driver.BeginPlay();
  driver.now += seconds(1);
  driver.Ply();
  // Blue's clock started within what the host says to have stood still.
  driver.now += milliseconds(300);
  driver.match().HostStoodStill(driver.now, seconds(1));
  driver.match().HostStoodStill(driver.now, seconds(1));
  EXPECT_EQ(driver.match().StoodStill(kBlue), milliseconds(300));
  EXPECT_EQ(driver.match().StoodStill(kRed), Micros(0)) << "its clock does not run";
  driver.now += milliseconds(50);
  driver.Ply();
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 10'000'000 - 50'000);
  EXPECT_EQ(driver.match().StoodStill(kRed), Micros(0)) << "of its next decision";
  driver.Resign(kRed);
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_RESIGNED);
}

TEST(Standstill, OfBothClocksDuringSetUpCountsForEach_R10_2) {
  Driver driver;
  driver.hands_over = false;
  driver.Begin();
  driver.Sent(kRed, 1);
  driver.now += seconds(1);
  driver.Sent(kBlue, 1);
  driver.StandStill(kStopped);
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(4'020) + kAfter) << "Red's";
  driver.SetUp(kRed);
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(5'020) + kAfter) << "Blue's";
  driver.now += milliseconds(5'020) + kAfter;
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_OUT_OF_TIME);
}

TEST(Standstill, MovesTheGraceOfABotThatIsAway_1_6) {
  Driver driver;
  driver.BeginPlay();
  driver.Disconnect(kBlue);
  driver.now += milliseconds(1'500);
  driver.StandStill(kStopped);
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(500) + kAfter);
  driver.now += milliseconds(400);
  driver.Connect(kBlue);
  driver.Ply();
  EXPECT_FALSE(driver.match().IsOver());
  driver.Disconnect(kBlue);
  driver.now += milliseconds(2'000) + kAfter;
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_DISCONNECTED);
}

TEST(Standstill, ABotThatComesBackIsShownWhatItHasLeft_1_6) {
  Driver driver;
  driver.BeginPlay();
  driver.now += seconds(1);
  driver.Disconnect(kRed);
  driver.StandStill(kStopped);
  driver.Connect(kRed);
  const v1::PlayResponse resumed = driver.TakeOne(kRed);
  EXPECT_EQ(resumed.game_resumed().decision_required().red_clock_micros(), 9'000'000);
}

TEST(Standstill, OfNobodysTimeIsNotRecorded) {
  Driver driver;
  driver.StandStill(kStopped);
  EXPECT_EQ(driver.Record().entries_size(), 0) << "before the bots have come";
  driver.BeginPlay();
  driver.StandStill(Micros(0));
  EXPECT_EQ(EntriesOfStandstills(driver.Record()), 0);
  driver.Resign(kRed);
  driver.StandStill(kStopped);
  EXPECT_EQ(EntriesOfStandstills(driver.Record()), 0) << "after the end";
}

TEST(Standstill, OfTheWholeMatchAndADelayBesidesAreRefereedAgain) {
  Driver driver;
  driver.BeginPlay();
  driver.StandStill(milliseconds(40));
  // The look before the message was a bound from before the match began.
  driver.Ply(1, seconds(2));
  EXPECT_LE(driver.LastEntry().acted().host_delay_micros(), driver.LastEntry().at_micros());
  driver.Resign(kBlue, seconds(2));
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_RESIGNED);
}

TEST(Standstill, ThatARecordTellsOfWronglyIsFound) {
  Driver driver;
  driver.BeginPlay();
  driver.now += seconds(1);
  driver.StandStill(kStopped);
  driver.now += milliseconds(100);
  driver.Ply();
  driver.Resign(kBlue);
  v1::GameRecord record = driver.Record();
  v1::RecordEntry* entry = nullptr;
  for (v1::RecordEntry& each : *record.mutable_entries()) {
    if (each.has_host_stood_still()) entry = &each;
  }
  ASSERT_NE(entry, nullptr);
  entry->mutable_host_stood_still()->set_micros(kStopped.count() + 1);
  EXPECT_THAT(RefereeAgain(record, NewCountingGame), IsError(absl::StatusCode::kDataLoss, "recorded"));
  entry->mutable_host_stood_still()->set_micros(entry->at_micros() + 1);
  EXPECT_THAT(RefereeAgain(record, NewCountingGame),
              IsError(absl::StatusCode::kInvalidArgument, "host_stood_still.micros is"));
  entry->mutable_host_stood_still()->set_micros(kStopped.count());
  entry->set_side(kRed);
  EXPECT_THAT(RefereeAgain(record, NewCountingGame), IsError(absl::StatusCode::kInvalidArgument, "the host's"));
}

}  // namespace
}  // namespace flagfall
