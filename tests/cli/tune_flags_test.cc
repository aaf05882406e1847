#include "arena/cli/tune_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::cli {
namespace {

TEST(TuneFlags, AnOptionHasARangeAndMayHaveAStartAndAStep) {
  struct Row {
    const char* text;
    const char* name;
    double low, high;
    std::optional<double> start, step;
  };
  for (const Row& row : {Row{"depth=1..10", "depth", 1, 10, {}, {}}, Row{"depth=1..10@3", "depth", 1, 10, 3, {}},
                         Row{"depth=1..10:0.5", "depth", 1, 10, {}, 0.5}, Row{"d=-5..-1@-2:.25", "d", -5, -1, -2, 0.25},
                         Row{"x.y=0.5..2.5@1e0:2e-1", "x.y", 0.5, 2.5, 1, 0.2}, Row{"x=1...5", "x", 1, 0.5, {}, {}}}) {
    const auto option = ReadTunedOption(row.text);
    ASSERT_THAT(option, IsOk()) << row.text;
    EXPECT_EQ(option->name(), row.name);
    EXPECT_EQ(option->low(), row.low);
    EXPECT_EQ(option->high(), row.high);
    EXPECT_EQ(option->has_start(), row.start.has_value()) << row.text;
    EXPECT_EQ(option->start(), row.start.value_or(0));
    EXPECT_EQ(option->has_step(), row.step.has_value()) << row.text;
    EXPECT_EQ(option->step(), row.step.value_or(0));
  }
  for (const char* const text : {"", "depth", "=1..2", "depth=", "depth=1", "depth=1..", "depth=..2", "depth=1-10",
                                 "depth=1..x", "depth=1..10@", "depth=1..10@3:", "depth=1..10:2@3", "depth=1..2..3"}) {
    EXPECT_THAT(ReadTunedOption(text),
                IsError(absl::StatusCode::kInvalidArgument, ": must be NAME=LOW..HIGH[@START][:STEP], as in depth="))
        << text;
  }
}

TEST(TuneFlags, GamesBecomeWholeIterations) {
  struct Row {
    std::uint32_t games, pairs, rounds_of_file, games_of_file;
    std::uint32_t rounds, games_each;
  };
  for (const Row& row : {Row{0, 0, 0, 0, 500, 2}, Row{400, 0, 0, 0, 200, 2}, Row{401, 0, 0, 0, 201, 2},
                         Row{400, 5, 0, 0, 40, 10}, Row{1, 0, 0, 0, 1, 2}, Row{0, 0, 30, 4, 30, 4},
                         Row{0, 1, 30, 4, 30, 2}, Row{100, 0, 30, 4, 25, 4}, Row{0xFFFFFFFF, 0, 0, 0, 0x80000000, 2}}) {
    v1::TournamentSpec spec;
    spec.set_rounds(row.rounds_of_file);
    spec.set_games(row.games_of_file);
    ASSERT_THAT(SetTuning({.games = row.games, .pairs = row.pairs}, spec), IsOk());
    EXPECT_EQ(spec.format(), v1::TournamentSpec::FORMAT_TUNE);
    EXPECT_EQ(spec.rounds(), row.rounds);
    EXPECT_EQ(spec.games(), row.games_each);
  }
  v1::TournamentSpec spec;
  EXPECT_THAT(SetTuning({.pairs = 501}, spec), IsError(absl::StatusCode::kInvalidArgument, "--pairs 501: at most 500"));
}

TEST(TuneFlags, GamesThatAreRoundedUpAreSaid) {
  const auto said = [](const TuneFlags& flags) {
    v1::TournamentSpec spec;
    EXPECT_THAT(SetTuning(flags, spec), IsOk());
    return RoundedGamesText(flags, spec);
  };
  EXPECT_EQ(said({.games = 7, .pairs = 5}), "--games 7 is rounded up to 10, whole trials of 10 games each.\n");
  EXPECT_EQ(said({.games = 401}), "--games 401 is rounded up to 402, whole trials of 2 games each.\n");
  EXPECT_EQ(said({.games = 400}), "");
  EXPECT_EQ(said({.pairs = 3}), "") << "nobody asked for 1000";
}

TEST(TuneFlags, WhatTheyDoNotSayIsLeftAsItIs) {
  v1::TournamentSpec spec;
  v1::Tuning& tuning = *spec.mutable_tuning();
  tuning.add_options()->set_name("file");
  tuning.set_alpha(0.7);
  tuning.set_iterations_at_once(9);
  ASSERT_THAT(SetTuning({.gains = {"rate=0.5", "gamma=0"}}, spec), IsOk());
  EXPECT_EQ(tuning.options(0).name(), "file");
  EXPECT_EQ(tuning.alpha(), 0.7);
  EXPECT_EQ(tuning.rate(), 0.5);
  EXPECT_TRUE(tuning.has_gamma());
  EXPECT_FALSE(tuning.has_stability());
  EXPECT_EQ(tuning.iterations_at_once(), 9u);
  ASSERT_THAT(SetTuning({.options = {"a=0..1", "b=0..1"}, .gains = {"alpha=1", "stability=2"}, .at_once = 4}, spec),
              IsOk());
  ASSERT_EQ(tuning.options_size(), 2) << "those of the file are replaced";
  EXPECT_EQ(tuning.options(1).name(), "b");
  EXPECT_EQ(tuning.alpha(), 1);
  EXPECT_EQ(tuning.stability(), 2);
  EXPECT_EQ(tuning.iterations_at_once(), 4u);
  for (const char* const word : {"rate", "rate=", "rate=x", "speed=1", ""}) {
    EXPECT_THAT(SetTuning({.gains = {word}}, spec),
                IsError(absl::StatusCode::kInvalidArgument, ": must be alpha=NUMBER, gamma=NUMBER, stability=NUMBER"))
        << word;
  }
}

}  // namespace
}  // namespace flagfall::arena::cli
