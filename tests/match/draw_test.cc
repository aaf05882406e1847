// Protocol 1.5: resignation, and draws by agreement.
#include "tests/match/driver.h"

namespace flagfall {
namespace {

TEST(Draws, AnOfferIsToldAndAccepted_1_5) {
  Driver driver;
  driver.BeginPlay();
  driver.Offer(kBlue);
  EXPECT_TRUE(driver.TakeOne(kRed).has_draw_offered());
  EXPECT_TRUE(driver.Take(kBlue).empty());
  driver.Accept(kRed);
  driver.ExpectOver(v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
}

TEST(Draws, AnOfferStandsUntilTheOpponentsNextPly_1_5) {
  Driver driver;
  driver.BeginPlay();
  driver.Ply();
  driver.Offer(kRed);
  driver.Take(kBlue);
  driver.Ply();
  driver.Accept(kBlue);
  EXPECT_EQ(driver.TakeError(kBlue), v1::GameError::CODE_NO_DRAW_OFFER);
  driver.Offer(kRed);
  EXPECT_TRUE(driver.TakeOne(kBlue).has_draw_offered()) << "and may then be made anew";
  driver.Ply();
  driver.Take(kBlue);
  driver.Accept(kBlue);
  driver.ExpectOver(v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
}

TEST(Draws, AnOfferIsMadeOnce_1_5) {
  Driver driver;
  driver.BeginPlay();
  driver.Offer(kRed);
  driver.Take(kBlue);
  const int entries = driver.Record().entries_size();
  driver.Offer(kRed);
  EXPECT_EQ(driver.TakeError(kRed), v1::GameError::CODE_NO_DRAW_OFFER);
  EXPECT_TRUE(driver.Take(kBlue).empty());
  EXPECT_EQ(driver.Record().entries_size(), entries);
}

TEST(Draws, NobodyAcceptsItsOwnOffer_1_5) {
  Driver driver;
  driver.BeginPlay();
  driver.Offer(kRed);
  driver.Accept(kRed);
  EXPECT_EQ(driver.TakeError(kRed), v1::GameError::CODE_NO_DRAW_OFFER);
}

TEST(Draws, CrossingOffersBothStand_1_5) {
  Driver driver;
  driver.BeginPlay();
  driver.Offer(kRed);
  driver.Offer(kBlue);
  EXPECT_FALSE(driver.match().IsOver());
  driver.Ply();
  driver.Accept(kRed);
  EXPECT_FALSE(driver.match().IsOver()) << "Red's own ply declined Blue's offer";
  driver.Accept(kBlue);
  driver.ExpectOver(v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
}

TEST(Draws, AnIllegalActionDeclinesNothing) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_illegal_retries(1);
  Driver driver(spec);
  driver.BeginPlay();
  driver.Offer(kBlue);
  driver.Act(kRed, 2, CountingGame::Count(5, 6));
  driver.Accept(kRed);
  driver.ExpectOver(v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
}

TEST(Draws, ASetUpDeclinesNothing_R1_3) {
  Driver driver;
  driver.Begin();
  driver.Offer(kRed);
  driver.SetUp(kBlue);
  driver.SetUp(kRed);
  driver.Accept(kBlue);
  driver.ExpectOver(v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
}

TEST(Draws, AReturningBotHearsOfTheOffer_1_6) {
  Driver driver;
  driver.BeginPlay();
  driver.Disconnect(kRed);
  driver.Offer(kBlue);
  EXPECT_TRUE(driver.Take(kRed).empty());
  driver.Connect(kRed);
  const auto messages = driver.Take(kRed);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_TRUE(messages[0].has_game_resumed());
  EXPECT_TRUE(messages[1].has_draw_offered());
}

TEST(Resignation, EitherSideResignsAtAnyTime_1_5) {
  for (const v1::Side side : {kRed, kBlue}) {
    for (const bool in_set_up : {true, false}) {
      Driver driver;
      if (in_set_up) {
        driver.Begin();
      } else {
        driver.BeginPlay();
      }
      driver.Resign(side);
      driver.ExpectOver(side == kRed ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS, v1::REASON_RESIGNED);
    }
  }
}

TEST(Resignation, IsRefusedWhereThePolicyHasNone) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_no_resignation(true);
  Driver driver(spec);
  driver.BeginPlay();
  const int entries = driver.Record().entries_size();
  driver.Resign(kRed);
  EXPECT_EQ(driver.TakeError(kRed), v1::GameError::CODE_NOT_ALLOWED);
  EXPECT_FALSE(driver.match().IsOver());
  EXPECT_EQ(driver.Record().entries_size(), entries);
}

TEST(Draws, AreRefusedWhereThePolicyHasNone) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_no_draw_offers(true);
  Driver driver(spec);
  driver.BeginPlay();
  driver.Offer(kRed);
  EXPECT_EQ(driver.TakeError(kRed), v1::GameError::CODE_NOT_ALLOWED);
  EXPECT_TRUE(driver.Take(kBlue).empty());
}

TEST(Draws, AreOfferedAfterThePliesOfThePolicy) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_draw_offers_min_plies(2);
  Driver driver(spec);
  driver.BeginPlay();
  driver.Ply();
  driver.Take(kBlue);
  driver.Offer(kRed);
  EXPECT_EQ(driver.TakeError(kRed), v1::GameError::CODE_NOT_ALLOWED);
  driver.Ply();
  driver.Take(kBlue);
  driver.Offer(kRed);
  EXPECT_TRUE(driver.TakeOne(kBlue).has_draw_offered());
}

}  // namespace
}  // namespace flagfall
