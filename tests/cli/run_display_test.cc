#include "arena/cli/run_display.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::cli {
namespace {

using testing::ElementsAre;

v1::TournamentEvent EventOf(std::uint32_t games_stored, v1::Result result) {
  v1::TournamentEvent event;
  event.set_games_stored(games_stored);
  event.set_games_total(8);
  event.mutable_game()->mutable_outcome()->set_result(result);
  return event;
}

TEST(RunDisplay, ShowsTheTableAfterEveryThirdGameAsItWasThen) {
  std::ostringstream out;
  std::ostringstream err;
  const Console console{.out = out, .err = err};
  std::vector<std::uint32_t> asked;
  RunDisplay display(console, 3, [&asked](std::uint32_t games) {
    asked.push_back(games);
    return absl::StrCat("table after ", games);
  });
  // The results of games 2 to 5 were stored together: the ledger holds all of them when the first is told.
  for (std::uint32_t stored = 1; stored <= 8; ++stored) {
    display.Show(EventOf(stored, v1::RESULT_DRAW));
    display.Show(EventOf(stored, v1::RESULT_VOID));
  }
  EXPECT_THAT(asked, ElementsAre(3, 6));
  EXPECT_NE(out.str().find("table after 3"), std::string::npos);
}

TEST(RunDisplay, DoesNotCallANumberOfProcessesWhatNobodyCounted) {
  std::ostringstream out;
  std::ostringstream err;
  const Console console{.out = out, .err = err};
  RunDisplay display(console, 0, nullptr);
  v1::TournamentEvent event;
  event.mutable_use()->set_bot("ann");
  event.mutable_use()->set_processes_peak(3);
  display.Show(event);
  event.mutable_use()->set_bot("bob");
  event.mutable_use()->set_processes_peak(0);
  display.Show(event);
  display.Finish();
  EXPECT_THAT(out.str(), testing::HasSubstr("\nann   0.00           0          3\n"));
  EXPECT_THAT(out.str(), testing::HasSubstr("\nbob      -           -          -\n"));
  EXPECT_THAT(out.str(), testing::HasSubstr("-: not counted"));
}

TEST(RunDisplay, SaysWhyAnActionWasIllegal) {
  std::ostringstream out;
  std::ostringstream err;
  const Console console{.out = out, .err = err};
  RunDisplay display(console, 0, nullptr);
  v1::TournamentEvent event = EventOf(1, v1::RESULT_RED_WINS);
  event.mutable_game()->set_red("ann");
  event.mutable_game()->mutable_outcome()->set_reason(v1::REASON_ILLEGAL_ACTION);
  event.mutable_game()->mutable_outcome()->set_detail("R2.1: g7-g7 does not move");
  display.Show(event);
  EXPECT_THAT(out.str(), testing::HasSubstr("ann wins, illegal_action, 0 plies: R2.1: g7-g7 does not move\n"));
}

}  // namespace
}  // namespace flagfall::arena::cli
