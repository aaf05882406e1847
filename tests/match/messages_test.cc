// Protocol 1.2 to 1.4: what the messages hold, and who gets which.
#include "referee/base/sha256.h"
#include "tests/match/driver.h"

namespace flagfall {
namespace {

TEST(Messages, GameStartedSaysAllThatPlayersAgreeOn_1_2) {
  Driver driver;
  driver.Connect(kRed);
  driver.Connect(kBlue);
  const v1::GameStarted started = driver.Take(kBlue)[0].game_started();
  EXPECT_EQ(started.game_id(), "game-1");
  EXPECT_EQ(started.ruleset().id(), "counting");
  EXPECT_EQ(started.side(), kBlue);
  EXPECT_EQ(started.opponent_name(), "ada");
  EXPECT_EQ(started.time_control().base_micros(), 10'000'000);
  EXPECT_EQ(started.view().observer(), v1::OBSERVER_BLUE) << "from which events go on";
  EXPECT_EQ(started.seed_sha256(), Sha256Of(std::string(32, 's'))) << "the commitment of R10.5";
}

TEST(Messages, NoneIsWrittenWhereNobodyReadsThem) {
  Driver told;
  Driver untold(CountingSpec(), /*writes_messages=*/false);
  untold.hands_over = false;
  for (Driver* driver : {&told, &untold}) {
    driver->Connect(kRed, {.wants_legal_actions = true, .wants_events_at_once = true});
    driver->Connect(kBlue);
    for (const v1::Side side : {kRed, kBlue}) {
      if (driver == &untold) driver->Sent(side, 1);
      driver->SetUp(side);
    }
    if (driver == &untold) driver->Sent(kRed, 2);
    driver->Ply();
    driver->Disconnect(kRed);
    driver->Connect(kRed);
    driver->Offer(kRed);
    driver->Offer(kRed);
    driver->Resign(kBlue);
    driver->ExpectOver(v1::RESULT_RED_WINS, v1::REASON_RESIGNED);
  }
  for (const v1::Side side : {kRed, kBlue}) {
    EXPECT_FALSE(told.Take(side).empty());
    EXPECT_TRUE(untold.Take(side).empty());
  }
  EXPECT_EQ(untold.Record().red_events_sha256(), told.Record().red_events_sha256());
  EXPECT_EQ(untold.Record().blue_events_sha256(), told.Record().blue_events_sha256());
  EXPECT_EQ(untold.Record().spectator_events_sha256(), told.Record().spectator_events_sha256());
}

TEST(Messages, TheOpponentIsAnonymousWhereThePolicySaysSo_1_2) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_anonymous(true);
  Driver driver(spec);
  driver.Connect(kRed);
  driver.Connect(kBlue);
  for (const v1::Side side : {kRed, kBlue}) {
    const v1::GameStarted started = driver.Take(side)[0].game_started();
    EXPECT_EQ(started.opponent_name(), "anonymous");
    EXPECT_EQ(started.DebugString().find(side == kRed ? "bob" : "ada"), std::string::npos);
  }
}

TEST(Messages, EventsWaitForTheNextDecision_1_3) {
  Driver driver;
  driver.Begin();
  driver.SetUp(kRed);
  driver.SetUp(kBlue);
  // Its own set-up, then the opponent's.
  EXPECT_EQ(driver.TakeOne(kRed).decision_required().events_size(), 2);
  driver.Ply();
  EXPECT_TRUE(driver.Take(kRed).empty()) << "one message a ply and bot: what Red did itself can wait";
  const v1::DecisionRequired blue = driver.TakeOne(kBlue).decision_required();
  ASSERT_EQ(blue.events_size(), 3);
  EXPECT_EQ(blue.events(2).ply_made().number(), 1u);
  driver.Ply();
  const v1::DecisionRequired red = driver.TakeOne(kRed).decision_required();
  ASSERT_EQ(red.events_size(), 2);
  EXPECT_EQ(red.events(0).ply_made().number(), 1u);
  EXPECT_EQ(red.events(1).ply_made().number(), 2u);
}

TEST(Messages, EventsComeAtOnceWhenHelloAskedForIt_1_3) {
  Driver driver;
  driver.Begin({.wants_events_at_once = true});
  driver.SetUp(kRed);
  const v1::EventsOccurred own = driver.TakeOne(kRed).events_occurred();
  ASSERT_EQ(own.events_size(), 1);
  EXPECT_EQ(own.events(0).pieces_placed().pieces(0).owner(), kRed);
  driver.SetUp(kBlue);
  EXPECT_EQ(driver.TakeOne(kRed).decision_required().events_size(), 1);
  driver.Ply();
  EXPECT_EQ(driver.TakeOne(kRed).events_occurred().events_size(), 1);
  driver.Ply();
  EXPECT_EQ(driver.TakeOne(kRed).decision_required().events_size(), 1) << "what was told is not told again";
}

TEST(Messages, AtMostOneMessageEachWayForEachPly_1_3) {
  for (const bool at_once : {false, true}) {
    Driver driver;
    driver.BeginPlay({.wants_events_at_once = at_once}, {.wants_events_at_once = at_once});
    for (int i = 0; i < 6; ++i) {
      driver.Ply();
      EXPECT_LE(driver.Take(kRed).size(), 1u);
      EXPECT_LE(driver.Take(kBlue).size(), 1u);
    }
  }
}

TEST(Messages, ADecisionShowsBothClocks_1_3) {
  Driver driver;
  driver.BeginPlay();
  driver.now += seconds(3);
  driver.Ply();
  const v1::DecisionRequired blue = driver.TakeOne(kBlue).decision_required();
  EXPECT_EQ(blue.red_clock_micros(), 7'000'000);
  EXPECT_EQ(blue.blue_clock_micros(), 10'000'000);
  driver.now += seconds(1);
  driver.Ply();
  const v1::DecisionRequired red = driver.TakeOne(kRed).decision_required();
  EXPECT_EQ(red.red_clock_micros(), 7'000'000);
  EXPECT_EQ(red.blue_clock_micros(), 9'000'000);
}

TEST(Messages, NothingOfTheSetUpTellsWhetherTheOpponentIsReady_R1_3_R9_1) {
  std::vector<std::string> seen;
  for (const bool blue_is_ready : {false, true}) {
    Driver driver;
    driver.Begin();
    driver.now += seconds(1);
    if (blue_is_ready) driver.SetUp(kBlue);
    driver.now += seconds(1);
    driver.Disconnect(kRed);
    driver.Connect(kRed);
    driver.Offer(kRed);
    driver.Offer(kRed);
    driver.SetUp(kRed);
    driver.SetUp(kRed);
    driver.Act(kRed, 2, CountingGame::Count(0, 1));
    std::vector<v1::PlayResponse> messages = driver.Take(kRed);
    if (blue_is_ready) {
      // Being ready itself, Red has now been asked for its first ply, and had its guess at it played.
      ASSERT_EQ(messages.size(), 3u);
      EXPECT_TRUE(messages[2].has_decision_required());
    } else {
      ASSERT_EQ(messages.size(), 3u);
      EXPECT_EQ(messages[2].game_error().code(), v1::GameError::CODE_DECISION_NOT_OPEN);
    }
    messages.resize(2);
    for (const v1::PlayResponse& message : messages) seen.push_back(message.SerializeAsString());
  }
  ASSERT_EQ(seen.size(), 4u);
  EXPECT_EQ(seen[0], seen[2]);
  EXPECT_EQ(seen[1], seen[3]);
}

TEST(Messages, TwoWorldsThatDifferInWhatIsHiddenLookTheSame_R9_2) {
  std::vector<std::string> seen;
  for (const v1::PieceType hidden : {v1::PIECE_TYPE_MINER, v1::PIECE_TYPE_MARSHAL}) {
    MatchSpec spec = CountingSpec();
    spec.policy.set_illegal_retries(1);
    Driver driver(spec);
    driver.Begin({.wants_events_at_once = true});
    driver.SetUp(kRed);
    driver.Act(kBlue, 1, CountingGame::Placing(hidden));
    driver.Ply();
    driver.Ply();
    driver.Act(kRed, 3, CountingGame::Count(7, 8));
    driver.Disconnect(kRed);
    driver.Connect(kRed);
    std::string stream;
    for (const v1::PlayResponse& message : driver.Take(kRed)) stream += message.SerializeAsString() + '|';
    seen.push_back(stream);
  }
  EXPECT_EQ(seen[0], seen[1]);
}

TEST(Messages, ACommentGoesIntoTheRecordOnly_1_4) {
  Driver driver;
  driver.BeginPlay();
  driver.Act(kRed, 2, CountingGame::Count(0, 1), Micros(0), "e=+0.3 pv 1 4 7");
  EXPECT_EQ(driver.LastEntry().acted().comment(), "e=+0.3 pv 1 4 7");
  EXPECT_EQ(driver.TakeOne(kBlue).DebugString().find("pv"), std::string::npos);
}

TEST(Messages, AfterTheEndEverythingIsTold_1_2) {
  Driver driver;
  driver.BeginPlay();
  driver.Ply();
  driver.Take(kBlue);
  driver.Resign(kBlue);
  const v1::GameOver red = driver.TakeOne(kRed).game_over();
  ASSERT_EQ(red.events_size(), 1) << "with what Red had not been told yet: its own ply";
  EXPECT_EQ(red.outcome().detail(), "blue resigned");
  EXPECT_EQ(red.view().board().pieces(1).type(), v1::PIECE_TYPE_MINER);
  EXPECT_EQ(driver.TakeOne(kBlue).game_over().events_size(), 0);
}

TEST(Messages, MessagesTakenAreAppended) {
  Driver driver;
  std::vector<SeatMessage> messages(1);
  driver.match().Connected(kRed, {}, driver.now);
  driver.match().Connected(kBlue, {}, driver.now);
  driver.match().TakeMessages(messages);
  EXPECT_EQ(messages.size(), 5u);
  driver.match().TakeMessages(messages);
  EXPECT_EQ(messages.size(), 5u);
}

}  // namespace
}  // namespace flagfall
