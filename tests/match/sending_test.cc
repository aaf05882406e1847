// Protocol 2.2: a clock starts when nothing but the bot keeps its decision from being sent, so that a bot gains no time
// by not taking a message, by staying away or by answering what it was not asked yet.
#include "tests/match/driver.h"

namespace flagfall {
namespace {

constexpr Micros kJustAfter = Micros(1);

// Red is to move; what is sent after that is the test's to say.
class Sending : public testing::Test {
 protected:
  explicit Sending(MatchSpec spec = CountingSpec()) : driver_(std::move(spec)) {
    driver_.BeginPlay();
    driver_.hands_over = false;
  }

  Driver driver_;
};

TEST_F(Sending, AClosedWindowStopsNoClock_2_2) {
  driver_.Ply();
  driver_.WaitsForBot(kBlue, 2);
  driver_.now += seconds(4);
  driver_.Left(kBlue, 2);
  driver_.now += seconds(1);
  driver_.Ply();
  EXPECT_EQ(driver_.LastEntry().acted().clock_micros(), 5'000'000);
  EXPECT_EQ(driver_.LastEntry().at_micros() - driver_.LastEntry().acted().sent_micros(), 5'000'000);
}

TEST_F(Sending, ABotThatNeverTakesItsDecisionRunsOutOfTime_2_2) {
  driver_.Ply();
  driver_.WaitsForBot(kBlue, 2);
  EXPECT_EQ(driver_.match().NextDeadline(), driver_.now + milliseconds(10'020) + kJustAfter);
  driver_.now = *driver_.match().NextDeadline();
  driver_.TimePassed();
  driver_.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_OUT_OF_TIME);
}

TEST_F(Sending, WhatWasNotSentCannotBeAnswered_2_2) {
  driver_.Ply();
  driver_.Take(kBlue);
  const int entries = driver_.Record().entries_size();
  // The referee has not said anything of the message; then it waits for the bot. The bot knows the decision's number
  // and its opponent's ply from elsewhere.
  for (const bool waits_for_bot : {false, true}) {
    if (waits_for_bot) driver_.WaitsForBot(kBlue, 2);
    driver_.now += seconds(1);
    driver_.Act(kBlue, 2, CountingGame::Count(1, 2));
    const v1::GameError error = driver_.TakeOne(kBlue).game_error();
    EXPECT_EQ(error.code(), v1::GameError::CODE_DECISION_NOT_OPEN);
    EXPECT_EQ(error.decision(), 2u);
    EXPECT_EQ(error.message(),
              "the message that asks for decision 2 has not been sent to this bot yet; read it before answering");
    EXPECT_EQ(driver_.Record().entries_size(), entries) << "nothing is recorded";
  }
  driver_.Left(kBlue, 2);
  driver_.Ply();
  EXPECT_EQ(driver_.LastEntry().acted().clock_micros(), 9'000'000) << "it ran from the moment it waited for the bot";
  EXPECT_EQ(driver_.match().Record().entries_size(), entries + 1) << "still one entry a ply";
  driver_.Resign(kRed);
  driver_.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_RESIGNED);
}

TEST_F(Sending, EvenAnIllegalOrLateAnswerOfWhatWasNotSentIsNone_2_2) {
  driver_.Ply();
  driver_.WaitsForBot(kBlue, 2);
  driver_.Take(kBlue);
  driver_.Act(kBlue, 2, CountingGame::Count(1, 9));
  EXPECT_EQ(driver_.TakeError(kBlue), v1::GameError::CODE_DECISION_NOT_OPEN);
  driver_.now += seconds(11);
  driver_.Act(kBlue, 2, CountingGame::Count(1, 2));
  EXPECT_EQ(driver_.TakeError(kBlue), v1::GameError::CODE_DECISION_NOT_OPEN);
  EXPECT_FALSE(driver_.match().IsOver());
  driver_.TimePassed();
  driver_.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_OUT_OF_TIME);
}

TEST_F(Sending, LeavingStopsNoClock_2_2) {
  driver_.Disconnect(kBlue);
  driver_.Ply();
  driver_.WaitsForBot(kBlue, 2);
  driver_.now += milliseconds(1'900);
  driver_.Connect(kBlue);
  EXPECT_EQ(driver_.TakeOne(kBlue).game_resumed().decision_required().blue_clock_micros(), 8'100'000);
  driver_.Act(kBlue, 2, CountingGame::Count(1, 2));
  EXPECT_EQ(driver_.TakeError(kBlue), v1::GameError::CODE_DECISION_NOT_OPEN) << "game_resumed has not left yet";
  driver_.Sent(kBlue, 2);
  EXPECT_EQ(driver_.match().NextDeadline(), driver_.now + milliseconds(8'120) + kJustAfter) << "a clock starts once";
  driver_.now += milliseconds(100);
  driver_.Ply();
  EXPECT_EQ(driver_.LastEntry().acted().clock_micros(), 8'000'000);
  driver_.Resign(kRed);
  driver_.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_RESIGNED);
}

TEST_F(Sending, TheFlagOfABotThatIsAwayFalls_2_2) {
  driver_.now += milliseconds(8'500);
  driver_.Ply();
  driver_.Disconnect(kRed);
  driver_.Sent(kBlue, 2);
  driver_.Ply();
  driver_.WaitsForBot(kRed, 3);
  EXPECT_EQ(driver_.match().NextDeadline(), driver_.now + milliseconds(1'520) + kJustAfter);
  driver_.now = *driver_.match().NextDeadline();
  driver_.TimePassed();
  driver_.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
}

TEST_F(Sending, WhatABotWasToldBeforeItLeftItMayAnswerWhenItIsBack_2_2) {
  driver_.Ply();
  driver_.Sent(kBlue, 2);
  driver_.Disconnect(kBlue);
  driver_.Connect(kBlue);
  driver_.Ply();
  EXPECT_EQ(driver_.match().OpenDecisionNumber(kBlue), 0u);
}

TEST_F(Sending, OneMessageThatLeftAllowsNoAnswerToTheNext_2_2) {
  driver_.Ply();
  driver_.Sent(kBlue, 2);
  driver_.Ply();
  driver_.Sent(kRed, 3);
  driver_.Ply();
  driver_.Take(kBlue);
  // News of messages that are answered already, or were never said to be sent.
  driver_.Left(kBlue, 2);
  driver_.Left(kBlue, 3);
  driver_.Left(kRed, 0);
  driver_.Sent(kRed, 0);
  driver_.Act(kBlue, 3, CountingGame::Count(3, 4));
  EXPECT_EQ(driver_.TakeError(kBlue), v1::GameError::CODE_DECISION_NOT_OPEN);
}

TEST_F(Sending, TheOpenDecisionHasANumber) {
  EXPECT_EQ(driver_.match().OpenDecisionNumber(kRed), 2u);
  EXPECT_EQ(driver_.match().OpenDecisionNumber(kBlue), 0u);
  driver_.Ply();
  EXPECT_EQ(driver_.match().OpenDecisionNumber(kRed), 0u);
  EXPECT_EQ(driver_.match().OpenDecisionNumber(kBlue), 2u);
  driver_.Resign(kRed);
  EXPECT_EQ(driver_.match().OpenDecisionNumber(kBlue), 0u);
}

// With 100 ms to gain for the network with each decision.
class SendingWithLag : public Sending {
 protected:
  SendingWithLag() : Sending(Spec()) {}
  static MatchSpec Spec() {
    MatchSpec spec = CountingSpec();
    spec.policy.set_lag_gain_micros(100'000);
    return spec;
  }
};

TEST_F(SendingWithLag, AMessageThatWaitedForTheBotEarnsTheWayAndNoMore_2_4) {
  driver_.Ply();
  driver_.WaitsForBot(kBlue, 2, milliseconds(80));
  driver_.now += seconds(2);
  driver_.Sent(kBlue, 2, milliseconds(250));
  driver_.Left(kBlue, 2);
  driver_.Ply();
  EXPECT_EQ(driver_.LastEntry().acted().lag_credit_micros(), 80'000);
  EXPECT_EQ(driver_.LastEntry().acted().clock_micros(), 8'080'000);
}

TEST_F(SendingWithLag, ABotThatWasAwayEarnsNothingByComingBack_2_4) {
  driver_.Disconnect(kBlue);
  driver_.Ply();
  driver_.WaitsForBot(kBlue, 2);
  driver_.now += seconds(1);
  driver_.Connect(kBlue);
  driver_.Sent(kBlue, 2, milliseconds(80));
  driver_.Ply();
  EXPECT_EQ(driver_.LastEntry().acted().lag_credit_micros(), 0);
  EXPECT_EQ(driver_.LastEntry().acted().clock_micros(), 9'000'000);
}

}  // namespace
}  // namespace flagfall
