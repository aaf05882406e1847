#include "arena/cli/tuning_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flagfall::arena::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

v1::Tournament Tuned() {
  v1::Tournament tournament;
  tournament.mutable_spec()->set_rounds(50);
  v1::TunedOption& option = *tournament.mutable_spec()->mutable_tuning()->add_options();
  option.set_name("depth");
  option.set_high(10);
  option.set_step(0.5);
  v1::TuningState& tuned = *tournament.mutable_tuned();
  tuned.set_bot("amy@2");
  tuned.set_iterations(8);
  (*tuned.mutable_values())["depth"] = "7";
  v1::TunedValue& value = *tuned.add_options();
  value.set_name("depth");
  value.set_start(1);
  value.set_value(6.75);
  for (const double theta : {1.0, 2.5, 5.0, 5.5, 6.75}) value.add_course(theta);
  for (const std::uint32_t iteration : {0, 2, 4, 6, 8}) tuned.add_course_iterations(iteration);
  return tournament;
}

TEST(TuningReport, SaysHowEachOptionMovedAndWhatToUse) {
  EXPECT_EQ(TuningText(Tuned()),
            "Options of amy@2 after 8 of 50 iterations:\n"
            "option  from  to  step  start  1/4  1/2  3/4   now  moved  to use\n"
            "depth      0  10   0.5      1  2.5    5  5.5  6.75  +5.75       7\n"
            "What to use is the mean over the second half of the iterations, rounded for integers.\n"
            "To use: --bot-option amy@2:depth=7\n"
            "or in a spec: {\"bot_options\":{\"amy@2\":{\"values\":{\"depth\":\"7\"}}}}\n");
}

TEST(TuningReport, SaysWhatToldNothing) {
  v1::Tournament tournament = Tuned();
  EXPECT_THAT(TuningText(tournament), Not(HasSubstr("told nothing")));
  tournament.mutable_tuned()->set_iterations_unplayed(2);
  tournament.mutable_tuned()->set_is_given_up(true);
  EXPECT_THAT(TuningText(tournament), HasSubstr("\n2 others told nothing: nobody played one of their games\n"));
  EXPECT_THAT(TuningText(tournament), HasSubstr("The tuning has ended early"));
}

// A server may say anything.
TEST(TuningReport, TakesWhatIsMissing) {
  EXPECT_THAT(TuningText({}), HasSubstr("is told when the tuning is finished"));
  v1::Tournament tournament = Tuned();
  tournament.mutable_spec()->clear_tuning();
  tournament.mutable_tuned()->mutable_options(0)->clear_course();
  tournament.mutable_tuned()->clear_values();
  EXPECT_THAT(TuningText(tournament), HasSubstr("depth"));
  EXPECT_EQ(TuningCsv(tournament), "iteration,depth\n0,\n2,\n4,\n6,\n8,\n");
}

TEST(TuningReport, TheCourseIsATable) {
  EXPECT_EQ(TuningCsv(Tuned()), "iteration,depth\n0,1\n2,2.5\n4,5\n6,5.5\n8,6.75\n");
}

}  // namespace
}  // namespace flagfall::arena::cli
