#include "arena/tournament/tune.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/schedule.h"
#include "arena/tournament/scheduled_spec.h"
#include "arena/tournament/spec.h"
#include "referee/base/sha256.h"
#include "tests/support/status_matchers.h"
#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Spec = v1::TournamentSpec;

constexpr char kOptions[] =
    R"({"name": "depth", "type": "TYPE_INTEGER", "low": 0, "high": 10, "start": 1},
       {"name": "pace", "type": "TYPE_NUMBER", "low": -1, "high": 1})";

absl::StatusOr<Spec> Complete(const std::string& fields, const std::string& options = kOptions) {
  const auto spec = ParseTournamentSpec(
      absl::StrCat(R"({"ruleset": {"id": "duel"}, "format": "FORMAT_TUNE", "seed": 5, "tuning": {"options": [)",
                   options, "]", fields.starts_with("TUNING") ? fields.substr(6) : "}, " + fields, "}"),
      "spec.json");
  if (!spec.ok()) return spec.status();
  return CompleteSpec(*spec, {.cores = 3, .draw_seed = [] { return std::uint64_t{1}; }});
}

Spec SpecOf(std::uint32_t iterations, std::uint32_t at_once, std::uint32_t games = 2) {
  const auto spec = Complete(absl::StrCat(R"("bots": ["amy"], "concurrency": )", at_once, ", \"rounds\": ", iterations,
                                          ", \"games\": ", games));
  EXPECT_THAT(spec, IsOk());
  return *spec;
}

// The bot whose depth is nearer to 7 wins the more often the nearer it is.
ResultOf ByDepth(std::uint64_t chance) {
  return [chance](const ScheduledGame& game) {
    const auto badness = [](const OptionValues& values) {
      double depth = 0;
      EXPECT_TRUE(absl::SimpleAtod(values.at("depth"), &depth));
      return (depth - 7) * (depth - 7) * 20;
    };
    const double elo = badness(game.settings.blue) - badness(game.settings.red);
    const double drawn = static_cast<double>(ChanceOf(game, chance) % 1'000'000) / 1e6;
    PlayedGame played;
    played.result = drawn < 1 / (1 + std::pow(10, -elo / 400)) ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
    return played;
  };
}

std::vector<PlayedGame> PlayAll(const Spec& spec, const ResultOf& result_of) {
  Schedule schedule(MakeFormat(spec));
  return PlayInOrder(schedule, result_of, 1'000'000);
}

TEST(TuneSpec, NamesThePlayersAndFillsInAllElse) {
  const auto spec = Complete(R"("bots": ["amy"])");
  ASSERT_THAT(spec, IsOk());
  EXPECT_THAT(spec->bots(), ElementsAre("amy", "amy#2", "amy#3", "amy#4", "amy#5", "amy#6"));
  EXPECT_EQ(spec->tuning().iterations_at_once(), 3u) << "as many as there are cores";
  EXPECT_EQ(spec->rounds(), 500u);
  EXPECT_EQ(spec->games(), 2u);
  EXPECT_FALSE(spec->rated());
  EXPECT_EQ(spec->name(), "duel, amy is tuned");
  EXPECT_EQ(spec->tuning().rate(), 40.0 / 1000);
  EXPECT_EQ(spec->tuning().options(0).step(), 1);
  EXPECT_EQ(spec->tuning().options(1).step(), 0.2);
  EXPECT_EQ(spec->tuning().options(1).start(), 0) << "the middle";
  EXPECT_EQ(GamesMax(*spec), 1000u);
  const auto again = CompleteSpec(*spec, {.cores = 9, .draw_seed = [] { return std::uint64_t{1}; }});
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->SerializeAsString(), spec->SerializeAsString());
  EXPECT_EQ(Complete(R"("bots": ["amy"], "rounds": 2)")->bots_size(), 4) << "no more than there are iterations";
  EXPECT_EQ(Complete(R"("bots": ["amy"], "rounds": 10)")->tuning().rate(), 0.25) << "at most";
  EXPECT_EQ(Complete(R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_INTEGER", "low": 0, "high": 3})")
                ->tuning()
                .options(0)
                .step(),
            0.5);
}

TEST(TuneSpec, WhatIsWrongIsNamed) {
  struct Row {
    const char* fields;
    const char* options;
    const char* error;
  };
  const std::string a = R"({"name": "a", "type": "TYPE_INTEGER", "low": 0, "high": 3)";
  for (const Row& row : {
           Row{R"("bots": [])", kOptions, "bots: 0 given; FORMAT_TUNE tunes one bot"},
           Row{R"("bots": ["amy", "bob"])", kOptions, "bots: 2 given; FORMAT_TUNE tunes one bot"},
           Row{R"("bots": ["amy", "amy#2"])", kOptions, "bots: 2 given; FORMAT_TUNE has two players for each of its 0"},
           Row{R"("bots": ["amy"], "rated": true)", kOptions, "rated: games of a bot against itself are never rated"},
           Row{R"("bots": ["amy"], "games": 3)", kOptions, "games: 3 given; FORMAT_TUNE plays pairs of games"},
           Row{R"("bots": ["amy"], "games": 1002)", kOptions, "games: 1002 given"},
           Row{R"("bots": ["amy"], "rounds": 5000001)", kOptions, "at most 10000000 games"},
           Row{R"("bots": ["amy"])", "", "tuning.options: 0 given; 1 to 64"},
           Row{R"("bots": ["amy"], "bot_options": {"amy": {"values": {"depth": "1"}}})", kOptions, "'depth' is tuned"},
           Row{R"("bots": ["amy"], "bot_options": {"amy#2": {"values": {"x": "1"}}})", kOptions,
               "bot_options: 'amy#2' is not 'amy'"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "low": 0, "high": 3})", "'a': type must be TYPE_INTEGER or"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_STRING", "low": 0, "high": 3})", "TYPE_STRING"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_NUMBER", "low": 3, "high": 3})",
               "'a': 3 to 3 is no range"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_NUMBER", "low": "NaN", "high": 3})", "is no range"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_NUMBER", "low": 0, "high": "Infinity"})",
               "'a': the range 0 to inf is too wide; it must lie between -9007199254740992 and 9007199254740992"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_NUMBER", "low": -1e308, "high": 1e308})",
               "'a': the range -1e+308 to 1e+308 is too wide"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_INTEGER", "low": 0.5, "high": 3})",
               "'a': it is an integer, and so must be the ends of its range, 0.5 and 3"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_INTEGER", "low": 0, "high": 3, "start": 4})",
               "'a': start 4 is not in its range, 0 to 3"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_INTEGER", "low": 0, "high": 3, "step": 0.4})",
               "'a': step 0.4 given; from 0.5 for an integer, and at most 3"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_NUMBER", "low": 0, "high": 3, "step": 0})",
               "'a': step 0 given; above 0, and at most 3"},
           Row{R"("bots": ["amy"])", R"({"name": "a", "type": "TYPE_NUMBER", "low": 0, "high": 3, "step": 4})",
               "step 4 given"},
           Row{R"("bots": ["amy"])",
               R"({"name": "a", "type": "TYPE_NUMBER", "low": 0, "high": 3},
                  {"name": "a", "type": "TYPE_NUMBER", "low": 0, "high": 3})",
               "'a' comes twice"},
           Row{R"(TUNING, "rate": 0}, "bots": ["amy"])", kOptions, "tuning.rate: 0 given"},
           Row{R"(TUNING, "alpha": "NaN"}, "bots": ["amy"])", kOptions, "tuning.alpha: nan given; 0 to 2"},
           Row{R"(TUNING, "gamma": 2}, "bots": ["amy"])", kOptions, "tuning.gamma: 2 given; 0 to 1"},
           Row{R"(TUNING, "stability": -1}, "bots": ["amy"])", kOptions, "tuning.stability: -1 given"},
           Row{R"(TUNING, "iterations_at_once": 129}, "bots": ["amy"])", kOptions,
               "tuning.iterations_at_once: 129 given; at most 128"},
       }) {
    EXPECT_THAT(Complete(row.fields, row.options), IsError(absl::StatusCode::kInvalidArgument, row.error))
        << row.fields << row.options;
  }
}

TEST(TuneSpec, BeginsAtNoTime) {
  Spec asked;
  asked.set_format(Spec::FORMAT_TUNE);
  asked.add_bots("amy");
  asked.mutable_start_time()->set_seconds(1000);
  EXPECT_THAT(OpenSpec(asked, {}, {.draw_seed = [] { return std::uint64_t{1}; }}, Micros(0)),
              IsError(absl::StatusCode::kInvalidArgument, "format: a tuning (FORMAT_TUNE) begins at once"));
}

TEST(Tune, AnIterationIsPairsOfTheSameValuesWithSidesSwapped) {
  const Spec spec = SpecOf(/*iterations=*/20, /*at_once=*/2, /*games=*/4);
  Schedule schedule(MakeFormat(spec));
  std::vector<ScheduledGame> games;
  while (const auto game = schedule.Take([](const ScheduledGame&) { return true; })) {
    games.push_back(*game);
    schedule.Decided(game->number, v1::RESULT_DRAW, false);
  }
  ASSERT_EQ(games.size(), 80u);
  std::set<bool> plus_first;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const ScheduledGame& game = games[i];
    EXPECT_EQ(game.round, i / 4 + 1);
    const int plus = 2 * static_cast<int>((game.round - 1) % 2);
    EXPECT_EQ(std::min(game.red, game.blue), plus);
    EXPECT_EQ(std::max(game.red, game.blue), plus + 1);
    if (i % 4 == 0) plus_first.insert(game.red == plus);
    EXPECT_EQ(game.first_of_pair, i % 2 == 0 ? 0 : game.number - 1);
    const ScheduledGame& first = games[i - i % 2];
    EXPECT_EQ(game.settings.red, i % 2 == 0 ? first.settings.red : first.settings.blue);
    EXPECT_EQ(game.settings.blue, i % 2 == 0 ? first.settings.blue : first.settings.red);
    EXPECT_NE(game.settings.red, game.settings.blue);
    EXPECT_EQ(game.settings.red.size(), 2u);
  }
  EXPECT_EQ(plus_first.size(), 2u) << "both sides begin";
}

TEST(Tune, OptionsThatAreNotTunedAreThoseOfTheBotForAllPlayers) {
  const auto spec = Complete(R"("bots": ["amy"], "bot_options": {"amy": {"values": {"seed": "7"}}})");
  ASSERT_THAT(spec, IsOk());
  Schedule schedule(MakeFormat(*spec));
  for (int game = 0; game < 4; ++game) {
    const auto taken = schedule.Take([](const ScheduledGame&) { return true; });
    ASSERT_TRUE(taken.has_value());
    EXPECT_EQ(taken->settings.red.at("seed"), "7");
    EXPECT_EQ(taken->settings.blue.at("seed"), "7");
  }
}

TEST(Tune, FindsTheBestValueFromAWrongStart) {
  for (std::uint64_t chance = 1; chance <= 5; ++chance) {
    Spec spec = SpecOf(/*iterations=*/400, /*at_once=*/3);
    spec.set_seed(chance);
    const v1::TuningState state = TuningAfter(spec, PlayAll(spec, ByDepth(chance)));
    EXPECT_EQ(state.options(0).start(), 1);
    EXPECT_NEAR(state.options(0).value(), 7, 1) << "seed " << chance;
    EXPECT_EQ(state.iterations(), 400u);
    EXPECT_EQ(state.bot(), "amy");
    double sum = 0;
    for (int point = 100; point < 200; ++point) sum += state.options(0).course(point);
    int use = 0;
    ASSERT_TRUE(absl::SimpleAtoi(state.values().at("depth"), &use));
    EXPECT_NEAR(use, sum / 100, 0.6) << "about the mean of the second half";
    EXPECT_EQ(state.course_iterations_size(), 200);
    EXPECT_EQ(state.course_iterations(0), 0u);
    EXPECT_EQ(state.course_iterations(199), 400u);
    EXPECT_EQ(state.options(0).course(0), 1);
    EXPECT_EQ(state.options(0).course(199), state.options(0).value());
  }
}

// Whatever ends first, and wherever it is stopped: what is played, and what comes of it, is the same.
TEST(Tune, AStopAndTheOrderInWhichGamesEndChangeNothing) {
  const Spec spec = SpecOf(/*iterations=*/60, /*at_once=*/4);
  const v1::TuningState undisturbed = TuningAfter(spec, PlayAll(spec, ByDepth(3)));
  for (std::size_t stop_after = 0; stop_after <= 120; stop_after += 7) {
    std::mt19937_64 random(stop_after);
    Schedule killed(MakeFormat(spec));
    std::vector<PlayedGame> games =
        PlayInDisorder(killed, ByDepth(3), 1'000'000, {.random = random, .concurrency = 5, .stop_after = stop_after});
    Schedule resumed(MakeFormat(spec));
    for (const PlayedGame& game : games) ASSERT_THAT(resumed.Recall(game), IsOk());
    for (const PlayedGame& game : PlayInDisorder(resumed, ByDepth(3), 1'000'000, {.random = random})) {
      games.push_back(game);
    }
    std::sort(games.begin(), games.end(), [](const PlayedGame& a, const PlayedGame& b) { return a.number < b.number; });
    ASSERT_EQ(games.size(), 120u);
    EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(TuningAfter(spec, games), undisturbed))
        << "stopped after " << stop_after;
  }
}

TEST(Tune, AGameThatIsMissingHidesWhatIsBehindIt) {
  const Spec spec = SpecOf(/*iterations=*/10, /*at_once=*/2);
  std::vector<PlayedGame> games = PlayAll(spec, ByDepth(1));
  EXPECT_EQ(TuningAfter(spec, {}).iterations(), 0u);
  EXPECT_EQ(TuningAfter(spec, {}).options(0).value(), 1);
  games.erase(games.begin() + 7);
  EXPECT_EQ(TuningAfter(spec, games).iterations(), 3u);
  EXPECT_THAT(TuningAfter(spec, games).course_iterations(), ElementsAre(0, 1, 2, 3));
}

TEST(Tune, IterationsThatNobodyPlayedTellNothingAndEndItAfterTenInARow) {
  const auto absent = [](const std::set<std::uint32_t>& rounds) {
    return [rounds](const ScheduledGame& game) {
      PlayedGame played;
      played.result = v1::RESULT_RED_WINS;
      played.is_forfeit = played.is_unplayed = rounds.contains(game.round) && game.first_of_pair == 0;
      return played;
    };
  };
  Spec spec = SpecOf(/*iterations=*/60, /*at_once=*/2);
  v1::TuningState state = TuningAfter(spec, PlayAll(spec, absent({3, 4, 9})));
  EXPECT_EQ(state.iterations(), 57u);
  EXPECT_EQ(state.iterations_unplayed(), 3u);
  EXPECT_FALSE(state.is_given_up());
  // Those of one of the two pairs of players.
  std::set<std::uint32_t> odd;
  for (std::uint32_t round = 1; round <= 60; round += 2) odd.insert(round);
  Schedule schedule(MakeFormat(spec));
  const std::vector<PlayedGame> games = PlayInOrder(schedule, absent(odd), 1'000'000);
  EXPECT_TRUE(schedule.IsOver());
  EXPECT_LT(games.size(), 50u);
  EXPECT_THAT(schedule.WhyGivenUp(), HasSubstr("after 10 in a row of the same players"));
  EXPECT_TRUE(TuningAfter(spec, games).is_given_up());
  spec.set_rate_forfeits(true);
  state = TuningAfter(spec, PlayAll(spec, absent(odd)));
  EXPECT_EQ(state.iterations(), 60u) << "they count where forfeits do";
}

// Tunings in ledgers are resumed by computing them again: they must stay what they were when they were begun.
TEST(Tune, TuningsStayWhatTheyAre) {
  const Spec spec = SpecOf(/*iterations=*/100, /*at_once=*/3);
  Sha256 all;
  Schedule schedule(MakeFormat(spec));
  while (const auto game = schedule.Take([](const ScheduledGame&) { return true; })) {
    for (const OptionValues& values : {game->settings.red, game->settings.blue}) {
      // Libraries of other systems may round what a real is in the last digits.
      all.Update(values.at("depth"));
    }
    schedule.Decided(game->number, ByDepth(2)(*game).result, false);
  }
  EXPECT_EQ(absl::BytesToHexString(all.Digest()).substr(0, 16), "48ea3d6d56bd0e37");
}

}  // namespace
}  // namespace flagfall::arena::tournament
