// Holds what a replay of a game text prints against the slow implementation, byte by byte.

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "referee/rules/clause_error.h"
#include "referee/rules/replay_text.h"
#include "tests/rules/oracle_factor.h"
#include "tests/support/slow_players.h"
#include "tests/support/slow_text.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

class Replays : public testing::TestWithParam<const char*> {};

TEST_P(Replays, PrintTheSameBytes) {
  for (int seed = 0; seed < 60 * OracleFactor(); ++seed) {
    slow::Random random(seed);
    slow::Rules rules = slow::RulesOf(GetParam());
    rules.chase_turns = 1 + seed % 3;
    rules.two_squares_piece = seed % 2 == 1;
    if (seed % 4 == 3) slow::DrawArmy(random, rules);
    slow::GameText game = seed % 3 == 0 ? slow::RandomArmies(rules, random) : slow::RandomStudy(rules, random);
    slow::PlayOn(game, 200, random);
    int illegal = 0;
    const std::string expected = slow::ReplayAsJson(game, illegal);
    ASSERT_EQ(illegal, 0);
    std::ostringstream out;
    ASSERT_THAT(ReplayText(slow::WriteGameText(game), /*lists_plies=*/true, out), IsOk());
    ASSERT_EQ(out.str(), expected) << slow::WriteGameText(game);
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, Replays, testing::Values("classic", "battle", "duel", "barrage"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Replays, StopBeforeTheFirstIllegalPly) {
  const std::string text =
      "ruleset classic\nfree\nsetup red a2=5\nsetup blue j9=4\n"
      "1 a2-a3\n2 j9-j8\n3 a3-a2\n4 j8-j9\n5 a2-a3\n6 j9-i9\n7 a3-a2\n";
  int illegal = 0;
  const std::string expected = slow::ReplayAsJson(slow::ReadGameText(text), illegal);
  EXPECT_EQ(illegal, 7);
  std::ostringstream out;
  const absl::Status status = ReplayText(text, /*lists_plies=*/true, out);
  EXPECT_EQ(ClauseOf(status), "R3.2");
  EXPECT_THAT(status, IsError(absl::StatusCode::kInvalidArgument, "ply 7"));
  EXPECT_EQ(out.str(), expected);
}

}  // namespace
}  // namespace flagfall
