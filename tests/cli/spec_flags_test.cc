#include "arena/cli/spec_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena {
namespace {

using testing::ElementsAre;

absl::StatusOr<v1::TournamentSpec> Parse(std::vector<std::string> arguments) {
  CLI::App app;
  const auto flags = AddSpecFlags(app);
  app.add_option("--bots", flags->bots)->delimiter(',');
  std::reverse(arguments.begin(), arguments.end());
  app.parse(arguments);
  return SpecOf(*flags);
}

TEST(SpecFlags, EachSetsItsField) {
  const auto spec = Parse({"--bots",
                           "a,b,c",
                           "--ruleset",
                           "classic",
                           "--option",
                           "two_squares=2",
                           "--rounds",
                           "5",
                           "--games",
                           "4",
                           "--tc",
                           "60+0.6",
                           "--concurrency",
                           "2",
                           "--seed",
                           "18446744073709551615",
                           "--name",
                           "cup",
                           "--max-plies",
                           "100",
                           "--max-plies-without-capture",
                           "50",
                           "--illegal-retries",
                           "1",
                           "--disconnect-grace",
                           "2.5",
                           "--host-delay-max",
                           "100",
                           "--anonymous",
                           "--unrated",
                           "--faults-max",
                           "9"});
  ASSERT_THAT(spec, IsOk());
  EXPECT_THAT(spec->bots(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(spec->ruleset().id(), "classic");
  ASSERT_EQ(spec->ruleset().options_size(), 1);
  EXPECT_EQ(spec->ruleset().options(0).name(), "two_squares");
  EXPECT_EQ(spec->ruleset().options(0).value(), "2");
  EXPECT_EQ(spec->rounds(), 5U);
  EXPECT_EQ(spec->games(), 4U);
  EXPECT_EQ(spec->time_control(), "60+0.6");
  EXPECT_EQ(spec->concurrency(), 2U);
  EXPECT_EQ(spec->seed(), 18446744073709551615U);
  EXPECT_EQ(spec->name(), "cup");
  EXPECT_EQ(spec->policy().max_plies(), 100U);
  EXPECT_EQ(spec->policy().max_plies_without_capture(), 50U);
  EXPECT_EQ(spec->policy().illegal_retries(), 1U);
  EXPECT_EQ(spec->policy().disconnect_grace_micros(), 2'500'000);
  EXPECT_EQ(spec->policy().host_delay_max_micros(), 100'000);
  EXPECT_TRUE(spec->policy().anonymous());
  EXPECT_TRUE(spec->has_rated());
  EXPECT_FALSE(spec->rated());
  EXPECT_EQ(spec->faults_max(), 9U);
}

TEST(SpecFlags, GoBeforeTheFile) {
  const TempDir dir;
  const std::string path = dir.Write("spec.json", R"({"name": "cup", "bots": ["a", "b"], "rounds": 3,
      "ruleset": {"id": "duel", "options": [{"name": "two_squares", "value": "2"}, {"name": "chase", "value": "off"}]}})");
  const auto spec = Parse({"--spec", path, "--rounds", "7", "--option", "two_squares=5", "--option", "x=1=2"});
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->name(), "cup");
  EXPECT_THAT(spec->bots(), ElementsAre("a", "b"));
  EXPECT_EQ(spec->rounds(), 7U);
  ASSERT_EQ(spec->ruleset().options_size(), 3);
  EXPECT_EQ(spec->ruleset().options(0).value(), "5");
  EXPECT_EQ(spec->ruleset().options(1).value(), "off");
  EXPECT_EQ(spec->ruleset().options(2).value(), "1=2");
}

TEST(SpecFlags, NameTheFlagOrTheFile) {
  const TempDir dir;
  const std::string broken = dir.Write("broken.json", R"({"bits": ["a"]})");
  const std::string large = dir.Write("large.json", std::string((1 << 20) + 1, ' '));
  EXPECT_THAT(Parse({"--spec", broken}), IsError(absl::StatusCode::kInvalidArgument, broken));
  EXPECT_THAT(Parse({"--spec", broken}), IsError(absl::StatusCode::kInvalidArgument, "bits"));
  EXPECT_THAT(Parse({"--spec", large}), IsError(absl::StatusCode::kInvalidArgument, "is larger than"));
  EXPECT_THAT(Parse({"--spec", dir.At("none")}), IsError(absl::StatusCode::kNotFound, dir.At("none")));
  EXPECT_THAT(Parse({"--option", "two_squares"}), IsError(absl::StatusCode::kInvalidArgument, "must be NAME=VALUE"));
  EXPECT_THAT(Parse({"--option", "=2"}), IsError(absl::StatusCode::kInvalidArgument, "--option =2"));
}

}  // namespace
}  // namespace flagfall::arena
