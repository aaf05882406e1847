#include "arena/runner/forfeit.h"

#include <gtest/gtest.h>

#include "referee/match/referee_again.h"
#include "referee/match/time_control.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::runner {
namespace {

MatchSpec Spec() {
  MatchSpec spec;
  spec.game_id = "1-7";
  spec.ruleset.set_id("barrage");
  spec.seed = std::string(32, 's');
  spec.red.set_name("anna");
  spec.blue.set_name("ben");
  spec.time_control = *ParseTimeControl("10+0.1");
  spec.policy.set_host_delay_max_micros(250'000);
  spec.start_time = std::chrono::seconds(1'800'000'000);
  return spec;
}

TEST(ForfeitedGame, IsWonByWhoIsThere) {
  struct Row {
    bool red_absent;
    bool blue_absent;
    v1::Result result;
  };
  for (const Row& row : {Row{true, false, v1::RESULT_BLUE_WINS}, Row{false, true, v1::RESULT_RED_WINS},
                         Row{true, true, v1::RESULT_DRAW}}) {
    const auto record = ForfeitedGame(Spec(), row.red_absent, row.blue_absent, "anna is suspended: never started");
    ASSERT_THAT(record, IsOk());
    EXPECT_EQ(record->game_id(), "1-7");
    EXPECT_EQ(record->outcome().result(), row.result);
    EXPECT_EQ(record->outcome().reason(), v1::REASON_FORFEIT_NO_SHOW);
    EXPECT_EQ(record->outcome().detail(), "anna is suspended: never started");
    EXPECT_THAT(RefereeAgain(*record), IsOk());
  }
}

TEST(ForfeitedGame, NeedsAGameThatCouldBePlayed) {
  MatchSpec spec = Spec();
  spec.ruleset.set_id("chess");
  EXPECT_THAT(ForfeitedGame(spec, true, false, ""), IsError(absl::StatusCode::kNotFound, "chess"));
}

}  // namespace
}  // namespace flagfall::arena::runner
