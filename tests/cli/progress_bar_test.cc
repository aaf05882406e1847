#include "arena/cli/progress_bar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace flagfall::arena::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::EndsWith;
using testing::HasSubstr;

const ProgressBar::Time kBegin{seconds(1000)};

TEST(ProgressBar, SaysHowFarItIsAndWhenItWillEnd) {
  std::ostringstream terminal;
  ProgressBar bar(terminal, 0, 400, kBegin);
  EXPECT_EQ(bar.Text(kBegin), "[------------------------------]  0/400  0%");
  bar.Update(100, kBegin + seconds(10));
  EXPECT_EQ(bar.Text(kBegin + seconds(10)), "[#######-----------------------]  100/400  25%  10.0/s  ETA 0:30");
  bar.Update(400, kBegin + seconds(40));
  EXPECT_EQ(bar.Text(kBegin + seconds(40)), "[##############################]  400/400  100%  10.0/s  ETA 0:00");
}

TEST(ProgressBar, CountsTheRateFromWhereItBegan) {
  std::ostringstream terminal;
  ProgressBar bar(terminal, 3600, 10800, kBegin);
  bar.Update(3601, kBegin + seconds(1));
  EXPECT_THAT(bar.Text(kBegin + seconds(1)), EndsWith("33%  1.0/s  ETA 1:59:59"));
}

TEST(ProgressBar, WithoutATotalThereIsNoEnd) {
  std::ostringstream terminal;
  EXPECT_THAT(ProgressBar(terminal, 3, 0, kBegin).Text(kBegin), EndsWith("3 games, without end  0.0/s"));
}

TEST(ProgressBar, DrawsAtMostTenTimesASecondAndAtTheEnd) {
  std::ostringstream terminal;
  ProgressBar bar(terminal, 0, 10, kBegin);
  terminal.str("");
  bar.Update(1, kBegin + milliseconds(50));
  EXPECT_EQ(terminal.str(), "");
  bar.Update(2, kBegin + milliseconds(100));
  EXPECT_THAT(terminal.str(), HasSubstr("2/10"));
  bar.Update(10, kBegin + milliseconds(101));
  EXPECT_THAT(terminal.str(), HasSubstr("10/10"));
}

TEST(ProgressBar, PrintsAboveItself) {
  std::ostringstream terminal;
  ProgressBar bar(terminal, 0, 10, kBegin);
  terminal.str("");
  bar.Print("news");
  EXPECT_EQ(terminal.str(), "\r\x1b[Knews\n\r\x1b[K[------------------------------]  0/10  0%");
}

}  // namespace
}  // namespace flagfall::arena::cli
