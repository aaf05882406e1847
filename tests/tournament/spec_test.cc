#include "arena/tournament/spec.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/base/json.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::tournament {
namespace {

SpecSurroundings Surroundings() {
  return {.cores = 6, .draw_seed = [] { return std::uint64_t{4711}; }};
}

absl::StatusOr<v1::TournamentSpec> Complete(const std::string& json) {
  auto spec = ParseTournamentSpec(json, "spec.json");
  if (!spec.ok()) return spec.status();
  return CompleteSpec(*spec, Surroundings());
}

constexpr char kLeast[] = R"({"bots": ["a", "b"], "ruleset": {"id": "classic"}})";

TEST(Spec, TheLeastSpecGetsEveryDefault) {
  const auto spec = Complete(kLeast);
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(ToJson(*spec),
            R"({"name":"classic, 2 bots","bots":["a","b"],"ruleset":{"id":"classic","options":[)"
            R"({"name":"chase","value":"position-repetition"},{"name":"chase_scope","value":"run"},)"
            R"({"name":"two_squares","value":"3"}]},"rounds":1,"games":2,"time_control":"10+0.1","concurrency":6,)"
            R"("seed":"4711","policy":{"max_plies":4000,"max_plies_without_capture":400,)"
            R"("disconnect_grace_micros":"10000000","host_delay_max_micros":"250000","lag_gain_micros":"100000"},)"
            R"("rated":true,"faults_max":3,"pondering":true,"format":"FORMAT_ROUND_ROBIN",)"
            R"("rate_forfeits":false})");
}

TEST(Spec, WhatIsGivenStays) {
  const auto spec = Complete(R"({"name": "n", "bots": ["c", "a", "b"], "ruleset": {"id": "duel",
    "options": [{"name": "two_squares", "value": "3"}]}, "rounds": 5, "games": 3, "time_control": "st=0.5",
    "concurrency": 1, "seed": 7, "rated": false, "faults_max": 1, "policy": {"max_plies": 100,
    "max_plies_without_capture": 50, "illegal_retries": 2, "disconnect_grace_micros": 1, "host_delay_max_micros": 2,
    "anonymous": true, "lag_gain_micros": 0}})");
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->name(), "n");
  EXPECT_EQ(spec->bots(0), "c");
  EXPECT_EQ(spec->rounds(), 5u);
  EXPECT_EQ(spec->games(), 3u);
  EXPECT_EQ(spec->seed(), 7u);
  EXPECT_FALSE(spec->rated());
  EXPECT_EQ(spec->policy().max_plies(), 100u);
  EXPECT_EQ(spec->policy().disconnect_grace_micros(), 1);
  EXPECT_TRUE(spec->policy().anonymous());
  EXPECT_EQ(spec->policy().lag_gain_micros(), 0);
}

TEST(Spec, ABotAgainstItselfIsAMatchOfTwoPlayersThatIsNotRated) {
  const auto spec = Complete(R"({"bots": ["a@3", "a@3#2"], "ruleset": {"id": "duel"}, "bot_options": {
    "a@3": {"values": {"depth": "1"}}, "a@3#2": {"values": {"depth": "2"}}}})");
  ASSERT_THAT(spec, IsOk());
  EXPECT_TRUE(IsAgainstItself(*spec));
  EXPECT_TRUE(spec->has_rated());
  EXPECT_FALSE(spec->rated());
  EXPECT_EQ(spec->name(), "duel, a@3 against itself");
  EXPECT_EQ(spec->bot_options().at("a@3#2").values().at("depth"), "2") << "each may have options of its own";
  EXPECT_FALSE(IsAgainstItself(*Complete(kLeast)));
}

// Such a pool would hold the same game as the ruleset's own. What was played so before can still be read.
TEST(Spec, R4_10_AnOptionThatChangesNothingIsRefused) {
  EXPECT_THAT(Complete(R"({"bots": ["a", "b"], "ruleset": {"id": "duel", "options": [)"
                       R"({"name": "chase_scope", "value": "game"}]}})"),
              IsError(absl::StatusCode::kInvalidArgument,
                      "R4.10: option chase_scope = game changes nothing in duel unless chase is position-repetition"));
  EXPECT_THAT(Complete(R"({"bots": ["a", "b"], "ruleset": {"id": "classic", "options": [)"
                       R"({"name": "chase_turns", "value": "3"}]}})"),
              IsError(absl::StatusCode::kInvalidArgument, "unless chase is consecutive-turns"));
  EXPECT_THAT(Complete(R"({"bots": ["a", "b"], "ruleset": {"id": "duel", "options": [)"
                       R"({"name": "chase_scope", "value": "run"}]}})"),
              IsOk());
}

TEST(Spec, R4_10_OldTournamentsWithAnIdleOptionKeepTheirPool) {
  const auto spec =
      ParseTournamentSpec(R"({"ruleset": {"id": "duel", "options": [{"name": "chase", "value": "consecutive-turns"},)"
                          R"({"name": "chase_scope", "value": "game"}, {"name": "two_squares", "value": "2"}]}})",
                          "stored");
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(PoolOf(*spec), "duel[chase_scope=game]");
}

TEST(Spec, R1_6_AnArmyOfTheHostsChoiceMakesAPoolOfItsOwn) {
  const auto pool = [](const std::string& army) {
    const auto spec =
        Complete(R"({"bots": ["a", "b"], "ruleset": {"id": "duel", "options": [{"name": "army", "value": ")" + army +
                 R"("}]}})");
    return spec.ok() ? PoolOf(*spec) : std::string(spec.status().message());
  };
  EXPECT_EQ(pool("1,0,1,0,0,0,0,0,0,0,0,0"), "duel[army=1-0-1-0-0-0-0-0-0-0-0-0]");
  EXPECT_EQ(pool("1-1-2-2-0-0-0-0-0-1-1-2"), "duel");
  EXPECT_EQ(pool("0-0-1-0-0-0-0-0-0-0-0-0"),
            "R1.6: option army = `0-0-1-0-0-0-0-0-0-0-0-0`: no Flag; expected at least "
            "one, which is the first count");
}

TEST(Spec, CompletingACompleteSpecChangesNothing) {
  const auto spec = Complete(kLeast);
  ASSERT_THAT(spec, IsOk());
  const auto again = CompleteSpec(*spec, {.cores = 99, .draw_seed = [] { return std::uint64_t{1}; }});
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->SerializeAsString(), spec->SerializeAsString());
}

TEST(Spec, ASeedOfZeroIsDrawnAgain) {
  int draws = 0;
  v1::TournamentSpec least;
  ASSERT_THAT(ParseTournamentSpec(kLeast, "it"), IsOk());
  const auto spec = CompleteSpec(*ParseTournamentSpec(kLeast, "it"),
                                 {.cores = 1, .draw_seed = [&] { return std::uint64_t{++draws > 2 ? 5u : 0u}; }});
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->seed(), 5u);
}

TEST(Spec, BadRowsNameTheField) {
  struct Row {
    std::string json;
    const char* error;
  };
  const auto with = [](const std::string& field) {
    return R"({"bots": ["a", "b"], "ruleset": {"id": "classic"}, )" + field + "}";
  };
  std::string many = R"({"ruleset": {"id": "classic"}, "bots": ["b0")";
  for (int i = 1; i <= kBotsMax; ++i) many += ", \"b" + std::to_string(i) + "\"";
  many += "]}";
  for (const Row& row : {
           Row{R"({"ruleset": {"id": "classic"}})", "bots: 0 given; 2 to 256"},
           Row{R"({"ruleset": {"id": "classic"}, "bots": ["a"]})", "bots: 1 given"},
           Row{many, "bots: 257 given"},
           Row{R"({"ruleset": {"id": "classic"}, "bots": ["a", "b", "a"]})", "bots: 'a' comes twice"},
           Row{R"({"ruleset": {"id": "classic"}, "bots": ["a", "a"]})",
               "bots: 'a' comes twice; a bot plays against itself"},
           Row{R"({"ruleset": {"id": "classic"}, "bots": ["a", "b#2"]})", "bots: 'b#2' is the second player of 'b'"},
           Row{R"({"ruleset": {"id": "classic"}, "bots": ["a#2", "a"]})", "bots: 'a#2' is the second player of 'a'"},
           Row{R"({"ruleset": {"id": "classic"}, "bots": ["a", "a#2", "b"]})",
               "bots: 'a#2' is the second player of 'a'"},
           Row{R"({"ruleset": {"id": "classic"}, "bots": ["a", "a#2"], "rated": true})",
               "rated: games of a bot against itself are never rated; leave out --rated"},
           Row{R"({"ruleset": {"id": "classic"}, "bots": ["a", "a#2"], "format": "FORMAT_SPRT"})",
               "format: of a bot against itself there is a match alone, FORMAT_ROUND_ROBIN"},
           Row{R"({"ruleset": {"id": "classic"}, "bots": ["a", ""]})", "bots: a name is empty"},
           Row{R"({"bots": ["a", "b"]})", "ruleset.id: is missing (--ruleset); `flagfall rules list`"},
           Row{R"({"bots": ["a", "b"], "ruleset": {"id": "classic", "options": [{"name": "x", "value": "1"}]}})", "x"},
           Row{with(R"("rounds": 4294967295)"), "rounds, games: 4294967295 rounds of 2 games"},
           Row{with(R"("rounds": 3000, "games": 4000)"), "at most 10000000 games"},
           Row{with(R"("rounds": 65536, "games": 65536)"), "at most 10000000 games"},
           Row{with(R"("concurrency": 1025)"), "concurrency: 1025 given; at most 1024"},
           Row{with(R"("faults_max": 1001)"), "faults_max: 1001 given"},
           Row{with(R"("time_control": "fast")"), "time_control: "},
           Row{with(R"("time_control": "0")"), "time_control: "},
           Row{with(R"("time_control_reference": 999)"),
               "time_control_reference: 999 plies a second; a machine's core"},
           Row{with(R"("time_control_reference": 5000, "time_control": "21601")"),
               "time_control: scaled for a slow machine, by 4, the base is 86404000000 microseconds"},
           Row{with(R"("policy": {"disconnect_grace_micros": -1})"), "policy.disconnect_grace_micros: -1 given"},
           Row{with(R"("policy": {"host_delay_max_micros": "9000000000000"})"), "policy.host_delay_max_micros"},
           Row{with(R"("policy": {"lag_gain_micros": "10000001"})"), "policy.lag_gain_micros"},
           Row{with(R"("policy": {"illegal_retries": 101})"), "policy.illegal_retries: 101 given"},
           Row{with(R"("policy": {"max_plies": 100001})"), "policy.max_plies: 100001 given"},
           Row{with("\"name\": \"" + std::string(201, 'n') + "\""), "name: has 201 bytes; at most 200"},
           Row{with(R"("round": 3)"), "spec.json, line 1: there is no field 'round'"},
       }) {
    EXPECT_THAT(Complete(row.json), IsError(absl::StatusCode::kInvalidArgument, row.error)) << row.json.substr(0, 200);
  }
  EXPECT_THAT(Complete(R"({"bots": ["a", "b"], "ruleset": {"id": "chess"}})"),
              IsError(absl::StatusCode::kNotFound, "chess"));
}

TEST(Spec, TheLargestTournamentsAreAllowed) {
  EXPECT_THAT(Complete(R"({"bots": ["a", "b"], "ruleset": {"id": "classic"}, "rounds": 5000000})"), IsOk());
  EXPECT_THAT(Complete(R"({"bots": ["a", "b"], "ruleset": {"id": "classic"}, "rounds": 1, "games": 10000000})"),
              IsOk());
}

TEST(Pool, OtherOptionsMakeAnotherPool) {
  struct Row {
    const char* ruleset;
    const char* pool;
  };
  for (
      const Row& row : {
          Row{R"({"id": "classic"})", "classic"},
          Row{R"({"id": "classic", "options": [{"name": "two_squares", "value": "3"}]})", "classic"},
          Row{R"({"id": "classic", "options": [{"name": "two_squares", "value": "2"}]})", "classic[two_squares=2]"},
          Row{R"({"id": "battle", "options": [{"name": "two_squares", "value": "2"}]})", "battle"},
          Row{R"({"id": "classic", "options": [{"name": "two_squares", "value": "0"}, {"name": "chase", "value": "off"}]})",
              "classic[chase=off,two_squares=0]"},
      }) {
    const auto spec = Complete(std::string(R"({"bots": ["a", "b"], "ruleset": )") + row.ruleset + "}");
    ASSERT_THAT(spec, IsOk()) << row.ruleset;
    EXPECT_EQ(PoolOf(*spec), row.pool);
  }
}

}  // namespace
}  // namespace flagfall::arena::tournament
