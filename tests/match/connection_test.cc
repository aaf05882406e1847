// Protocol 1.6, 3 and 4.3: leaving, coming back, not coming, not reading.
#include "referee/match/match_limits.h"
#include "tests/match/driver.h"

namespace flagfall {
namespace {

constexpr Micros kInstant = Micros(1);

TEST(Connection, TheClockOfABotThatIsAwayRunsOn_1_6) {
  Driver driver;
  driver.BeginPlay();
  driver.now += seconds(1);
  driver.Disconnect(kRed);
  driver.now += seconds(1);
  driver.Connect(kRed);
  const v1::GameResumed resumed = driver.TakeOne(kRed).game_resumed();
  EXPECT_EQ(resumed.decision_required().decision(), 2u);
  EXPECT_EQ(resumed.decision_required().red_clock_micros(), 8'000'000);
  EXPECT_EQ(resumed.decision_required().events_size(), 0);
  driver.now += seconds(1);
  driver.Ply();
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 7'000'000);
}

TEST(Connection, AReturningBotIsToldAllItMayKnow_1_6) {
  Driver driver;
  driver.BeginPlay({}, {.wants_legal_actions = true});
  for (int i = 0; i < 3; ++i) driver.Ply(3);
  driver.Take(kBlue);
  driver.Disconnect(kBlue);
  driver.Connect(kBlue, {.wants_legal_actions = true});
  const v1::GameResumed resumed = driver.TakeOne(kBlue).game_resumed();
  EXPECT_EQ(resumed.game_started().side(), kBlue);
  EXPECT_EQ(resumed.view().observer(), v1::OBSERVER_BLUE);
  EXPECT_EQ(resumed.view().board().pieces(0).type(), v1::PIECE_TYPE_UNSPECIFIED);
  // Its own set-up, Red's, three plies.
  ASSERT_EQ(resumed.events_size(), 5);
  EXPECT_EQ(resumed.events(4).ply_made().number(), 3u);
  EXPECT_EQ(resumed.decision_required().legal_actions_size(), 3);
  driver.Ply();
  driver.Ply();
  EXPECT_EQ(driver.TakeOne(kBlue).decision_required().events_size(), 3) << "only what is new since it returned";
}

TEST(Connection, AReturnPlaysNothingAgain_1_6) {
  int games = 0;
  const auto factory = [&games](const v1::Ruleset& ruleset, absl::string_view seed) {
    ++games;
    return NewCountingGame(ruleset, seed);
  };
  const auto match = Match::Create(CountingSpec(), factory, Micros(0)).value();
  match->Connected(kRed, {}, Micros(0));
  match->Connected(kBlue, {}, Micros(0));
  std::vector<SeatMessage> messages;
  match->TakeMessages(messages);
  const int made = games;
  match->Connected(kRed, {}, Micros(1));
  messages.clear();
  match->TakeMessages(messages);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_TRUE(messages[0].message.game_resumed().game_started().has_view());
  EXPECT_EQ(games, made);
}

TEST(Connection, WithoutAnOpenDecisionNoneIsToldOnReturn_1_6) {
  Driver driver;
  driver.BeginPlay();
  driver.Disconnect(kBlue);
  driver.Connect(kBlue);
  EXPECT_FALSE(driver.TakeOne(kBlue).game_resumed().has_decision_required());
}

TEST(Connection, AMatchStartsNoClockByItself) {
  // Records from the time when the clock of a bot that was away stood are refereed again as they were played.
  Driver driver;
  driver.BeginPlay();
  driver.Disconnect(kBlue);
  driver.now += seconds(1);
  driver.Ply();
  EXPECT_TRUE(driver.Take(kBlue).empty());
  driver.now += milliseconds(900);
  driver.Connect(kBlue);
  const v1::GameResumed resumed = driver.TakeOne(kBlue).game_resumed();
  EXPECT_EQ(resumed.decision_required().blue_clock_micros(), 10'000'000);
  driver.now += seconds(4);
  driver.Ply();
  EXPECT_EQ(driver.LastEntry().acted().clock_micros(), 6'000'000);
}

TEST(Connection, ABotThatStaysAwayPastTheGraceLoses_1_6) {
  for (const v1::Side side : {kRed, kBlue}) {
    Driver driver;
    driver.BeginPlay();
    driver.now += seconds(1);
    driver.Disconnect(side);
    EXPECT_EQ(driver.match().NextDeadline(), driver.now + seconds(2) + kInstant);
    driver.now += seconds(2);
    driver.TimePassed();
    EXPECT_FALSE(driver.match().IsOver());
    driver.now += kInstant;
    driver.TimePassed();
    driver.ExpectOver(side == kRed ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS, v1::REASON_DISCONNECTED);
    EXPECT_TRUE(driver.Take(side).empty());
  }
}

TEST(Connection, ABotThatReturnsJustInTimePlaysOn_1_6) {
  Driver driver;
  driver.BeginPlay();
  driver.Disconnect(kBlue);
  driver.now += seconds(2);
  driver.Connect(kBlue);
  driver.now += seconds(1);
  driver.TimePassed();
  EXPECT_FALSE(driver.match().IsOver());
}

TEST(Connection, TheGraceIsNeverLongerThanTheClock_1_6) {
  Driver driver(CountingSpec("1 setup=5"));
  driver.BeginPlay();
  driver.Disconnect(kBlue);
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(1'020) + kInstant)
      << "Blue's own second, though it is Red's turn";
  driver.now += milliseconds(1'010);
  driver.Ply();
  driver.now += milliseconds(11);
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_DISCONNECTED);
}

TEST(Connection, AFlagThatFallsFirstIsALossOnTime_1_6) {
  Driver driver;
  driver.BeginPlay();
  driver.now += seconds(9);
  driver.Disconnect(kRed);
  EXPECT_EQ(driver.match().NextDeadline(), driver.now + milliseconds(1'020) + kInstant);
  driver.now += milliseconds(1'021);
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
}

TEST(Connection, BothAwayFromTheSameMomentVoidsTheGame) {
  Driver driver;
  driver.BeginPlay();
  driver.Disconnect(kRed);
  driver.Disconnect(kBlue);
  driver.now += seconds(3);
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_VOID, v1::REASON_DISCONNECTED);
}

TEST(Connection, ABotThatCannotComeBackLosesAtOnce) {
  Driver driver;
  driver.BeginPlay();
  driver.Disconnect(kBlue, /*for_good=*/true);
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_DISCONNECTED);
  Driver away;
  away.BeginPlay();
  away.Disconnect(kBlue);
  away.Disconnect(kBlue);
  EXPECT_FALSE(away.match().IsOver());
  away.Disconnect(kBlue, /*for_good=*/true);
  away.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_DISCONNECTED);
}

TEST(Connection, ABotThatNeverCameHasForfeited_4_3) {
  Driver driver;
  driver.Disconnect(kRed);
  EXPECT_FALSE(driver.match().IsOver());
  driver.Connect(kBlue);
  driver.Disconnect(kRed, /*for_good=*/true);
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_FORFEIT_NO_SHOW);
  EXPECT_TRUE(driver.Take(kBlue).empty()) << "the game had not begun";
}

TEST(Connection, TheHostDeclaresANoShow_4_3) {
  Driver driver;
  driver.Connect(kBlue);
  driver.Abort(v1::RESULT_BLUE_WINS, v1::REASON_FORFEIT_NO_SHOW);
  driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_FORFEIT_NO_SHOW);
}

TEST(Connection, ABotThatLeavesBeforePlayBeganMayReturnWithinTheGrace) {
  Driver driver;
  driver.Connect(kRed);
  driver.Disconnect(kRed);
  driver.now += seconds(1);
  driver.Connect(kBlue);
  EXPECT_EQ(driver.Take(kBlue).size(), 2u) << "both have come once";
  driver.now += seconds(1);
  driver.Connect(kRed);
  const v1::GameResumed resumed = driver.TakeOne(kRed).game_resumed();
  EXPECT_EQ(resumed.decision_required().kind(), v1::DECISION_KIND_SET_UP);
  EXPECT_EQ(resumed.decision_required().red_clock_micros(), 5'000'000);
}

TEST(Connection, ASecondStreamEndsTheFirst_1_6) {
  Driver driver;
  driver.BeginPlay();
  driver.Connect(kRed);
  EXPECT_TRUE(driver.TakeOne(kRed).has_game_resumed());
  driver.Resign(kBlue);
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_RESIGNED);
}

TEST(Connection, MessagesForABrokenStreamAreDropped) {
  Driver driver;
  driver.match().Connected(kRed, {}, driver.now);
  driver.match().Connected(kBlue, {}, driver.now);
  driver.match().Disconnected(kRed, false, driver.now);
  std::vector<SeatMessage> messages;
  driver.match().TakeMessages(messages);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].side, kBlue);
}

TEST(Connection, ASlowReaderLoses_3) {
  Driver driver;
  driver.BeginPlay();
  driver.SlowReader(kBlue);
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_SLOW_READER);
}

TEST(Connection, ABotThatDoesNotEvenTakeItsDecisionLosesAsASlowReader) {
  Driver driver;
  driver.BeginPlay();
  driver.hands_over = false;
  driver.Ply();
  driver.now += seconds(2) + kInstant;
  driver.TimePassed();
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_SLOW_READER);
}

TEST(Connection, ComingAndGoingHasAnEnd) {
  Driver driver;
  driver.BeginPlay();
  for (std::uint32_t i = 0; i < kDisconnectsMax; ++i) {
    driver.Disconnect(kBlue);
    driver.Connect(kBlue);
  }
  EXPECT_FALSE(driver.match().IsOver());
  driver.Disconnect(kBlue);
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_DISCONNECTED);
}

TEST(Connection, TheHostAborts) {
  Driver driver;
  driver.BeginPlay();
  driver.Abort(v1::RESULT_UNSPECIFIED, v1::REASON_UNSPECIFIED);
  driver.ExpectOver(v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST);
  EXPECT_EQ(driver.TakeOne(kRed).game_over().outcome().reason(), v1::REASON_ABORTED_BY_HOST);
  Driver claims;
  claims.BeginPlay();
  claims.Abort(static_cast<v1::Result>(77), v1::REASON_FLAG_CAPTURED);
  claims.ExpectOver(v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST);
}

}  // namespace
}  // namespace flagfall
