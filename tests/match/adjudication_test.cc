// R5.4 and R10.6: the limits that a host sets.
#include "tests/match/driver.h"

namespace flagfall {
namespace {

TEST(Adjudication, ADrawAfterMaxPlies_R5_4) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_max_plies(4);
  spec.policy.set_max_plies_without_capture(4);
  Driver driver(spec);
  driver.BeginPlay();
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(driver.match().IsOver());
    driver.Ply();
  }
  driver.ExpectOver(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_MAX_PLIES);
}

TEST(Adjudication, ADrawAfterMaxPliesWithoutCapture_R5_4) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_max_plies_without_capture(3);
  Driver driver(spec);
  driver.BeginPlay();
  driver.Ply();
  driver.Ply();
  driver.Ply(3);
  driver.Ply();
  driver.Ply();
  EXPECT_FALSE(driver.match().IsOver()) << "the capture began the count anew";
  driver.Ply();
  driver.ExpectOver(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_NO_CAPTURE);
}

TEST(Adjudication, TheGamesOwnResultComesFirst_R5_4) {
  MatchSpec spec = CountingSpec();
  spec.policy.set_max_plies(7);
  Driver driver(spec);
  driver.BeginPlay();
  for (int i = 0; i < 7; ++i) driver.Ply(3);
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_FLAG_CAPTURED);
}

TEST(Adjudication, ZeroIsNever_R5_4) {
  Driver driver;
  driver.BeginPlay();
  for (int i = 0; i < 20; ++i) driver.Ply();
  EXPECT_FALSE(driver.match().IsOver());
}

}  // namespace
}  // namespace flagfall
