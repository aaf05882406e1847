#include "arena/cli/spec_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::cli {
namespace {

using testing::ElementsAre;

absl::StatusOr<v1::TournamentSpec> Parse(std::vector<std::string> arguments) {
  CommandParser parser("flagfall", "", "", "");
  const auto flags = AddSpecFlags(parser.root());
  parser.root().AddOption("--bots", flags->bots, "").CommaSeparated();
  std::ostringstream out;
  std::ostringstream err;
  if (parser.Parse(std::move(arguments), out, err).has_value()) return absl::InvalidArgumentError(err.str());
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

TEST(SpecFlags, OfThePolicySetItsFields) {
  const auto spec = Parse({"--lag-gain", "0.5", "--draw-offers-after", "30"});
  ASSERT_THAT(spec, IsOk());
  v1::TournamentSpec expected;
  expected.mutable_policy()->set_lag_gain_micros(500);
  expected.mutable_policy()->set_draw_offers_min_plies(30);
  EXPECT_EQ(spec->SerializeAsString(), expected.SerializeAsString());
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

TEST(SpecFlags, ThoseWithoutAValueSetTheirFieldAndNothingElse) {
  struct Row {
    const char* flag;
    void (*set)(v1::TournamentSpec&);
  };
  for (const Row& row : {
           Row{"--duplicate", [](v1::TournamentSpec& spec) { spec.set_duplicate(true); }},
           Row{"--no-third-place", [](v1::TournamentSpec& spec) { spec.set_third_place(false); }},
           Row{"--no-draw-offers", [](v1::TournamentSpec& spec) { spec.mutable_policy()->set_no_draw_offers(true); }},
           Row{"--no-resignation", [](v1::TournamentSpec& spec) { spec.mutable_policy()->set_no_resignation(true); }},
           Row{"--anonymous", [](v1::TournamentSpec& spec) { spec.mutable_policy()->set_anonymous(true); }},
           Row{"--no-pondering", [](v1::TournamentSpec& spec) { spec.set_pondering(false); }},
           Row{"--unrated", [](v1::TournamentSpec& spec) { spec.set_rated(false); }},
       }) {
    const auto spec = Parse({row.flag});
    ASSERT_THAT(spec, IsOk()) << row.flag;
    v1::TournamentSpec expected;
    row.set(expected);
    EXPECT_EQ(spec->DebugString(), expected.DebugString()) << row.flag;
  }
}

// What the bounds of a test are, `--sprt` says, each by its own word; without `--format` it is a test then.
TEST(SpecFlags, SprtSetsWhatItsWordsName) {
  const auto normalized =
      Parse({"--sprt", "elo0=-2.5", "elo1=5", "alpha=0.01", "beta=0.1", "model=normalized", "--rounds", "9"});
  ASSERT_THAT(normalized, IsOk());
  v1::TournamentSpec expected;
  expected.set_format(v1::TournamentSpec::FORMAT_SPRT);
  expected.set_rounds(9);
  expected.mutable_sprt()->set_elo0(-2.5);
  expected.mutable_sprt()->set_elo1(5);
  expected.mutable_sprt()->set_alpha(0.01);
  expected.mutable_sprt()->set_beta(0.1);
  expected.mutable_sprt()->set_model(v1::Sprt::MODEL_NORMALIZED);
  EXPECT_EQ(normalized->DebugString(), expected.DebugString());

  const auto logistic = Parse({"--format", "round-robin", "--sprt", "model=logistic"});
  ASSERT_THAT(logistic, IsOk());
  expected.Clear();
  expected.set_format(v1::TournamentSpec::FORMAT_ROUND_ROBIN);
  expected.mutable_sprt()->set_model(v1::Sprt::MODEL_LOGISTIC);
  EXPECT_EQ(logistic->DebugString(), expected.DebugString()) << "a format that is given stays";
}

TEST(SpecFlags, SprtGoesBeforeTheFileWordByWord) {
  const TempDir dir;
  const std::string path = dir.Write("spec.json", R"({"sprt": {"elo0": 1, "elo1": 2}})");
  const auto spec = Parse({"--spec", path, "--sprt", "elo1=7"});
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->sprt().elo0(), 1);
  EXPECT_EQ(spec->sprt().elo1(), 7);
}

TEST(SpecFlags, SprtNamesTheWordThatIsNoneOfIts) {
  for (const char* word : {"elo2=5", "elo0", "elo0=", "elo1=five", "alpha=0.05x", "beta=", "model=bayesian",
                           "model=", "model", "=5", "5"}) {
    EXPECT_THAT(Parse({"--sprt", "elo1=5", word}),
                IsError(absl::StatusCode::kInvalidArgument,
                        absl::StrCat("--sprt ", word,
                                     ": must be elo0=NUMBER, elo1=NUMBER, alpha=NUMBER, beta=NUMBER, model=normalized "
                                     "or model=logistic")))
        << word;
  }
}

}  // namespace
}  // namespace flagfall::arena::cli
