#include "arena/base/json.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/gogo.pb.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena {
namespace {

TEST(Json, ReadsWhatItWrites) {
  v1::TournamentSpec spec;
  spec.set_name("spring \"open\"");
  spec.add_bots("a");
  spec.set_seed(18'446'744'073'709'551'615u);
  spec.set_rated(false);
  spec.mutable_policy()->set_max_plies(7);
  for (const JsonLayout layout : {JsonLayout::kCompact, JsonLayout::kIndented}) {
    const std::string text = ToJson(spec, layout);
    EXPECT_NE(text.find("\"max_plies\""), text.npos) << "field names are those of the .proto: " << text;
    v1::TournamentSpec again;
    again.set_concurrency(9);
    ASSERT_THAT(FromJson(text, "it", again), IsOk());
    EXPECT_EQ(again.SerializeAsString(), spec.SerializeAsString());
  }
}

TEST(Json, LeavesOutTimesBeyondTheCalendar) {
  v1::Tournament tournament;
  tournament.set_id(7);
  tournament.mutable_create_time()->set_seconds(5);
  tournament.mutable_update_time()->set_seconds(std::numeric_limits<std::int64_t>::max());
  tournament.mutable_spec()->mutable_start_time()->set_nanos(-1);
  EXPECT_EQ(ToJson(tournament), R"({"id":7,"spec":{},"create_time":"1970-01-01T00:00:05Z"})");
}

TEST(Json, GoodRows) {
  for (const char* text : {"{}", " { } ", R"({"seed": 7})", R"({"seed": "7"})", R"({"rated": false})",
                           R"({"policy": {"illegal_retries": 2}})", R"({"time_control": "60+0.6"})"}) {
    v1::TournamentSpec spec;
    EXPECT_THAT(FromJson(text, "spec.json", spec), IsOk()) << text;
  }
}

TEST(Json, BadRowsNameTheFieldAndWhatWouldBeRight) {
  struct Row {
    const char* text;
    const char* error;
  };
  for (const Row& row : {
           Row{R"({"round": 3})",
               "spec.json, line 1: there is no field 'round'; the fields are name, bots, ruleset, rounds"},
           Row{R"({"policy": {"max_ply": 3}})", "policy has no field 'max_ply'; its fields are max_plies"},
           Row{R"({"ruleset": {"options": [{"nam": "a"}]}})",
               "ruleset.options[0] has no field 'nam'; its fields are name, value"},
           Row{R"({"rounds": "x"})", "rounds is \"x\"; it must be a whole number from 0 to 4294967295"},
           Row{R"({"rounds": -1})", "rounds is -1; it must be a whole number from 0"},
           Row{R"({"rounds": 5000000000})", "rounds is 5000000000; it must be"},
           Row{R"({"rated": 3})", "rated is 3; it must be true or false"},
           Row{R"({"ruleset": "classic"})", "ruleset is \"classic\"; it must be an object with the fields id, options"},
           Row{R"({"ruleset": {"options": [{"value": 3}]}})",
               "ruleset.options[0].value is 3; it must be a text in double quotes"},
           Row{"", "it is not JSON: "},
           Row{"{", "it is not JSON: "},
           Row{"{} x", "it is not JSON: "},
           Row{"{\n \"rounds\": 1\n \"games\": 2}", "Expected , or } after key:value pair"},
           Row{"[]", "it must be an object in { }"},
           Row{"3", "it must be an object in { }"},
           Row{"{\"name\": \"\xff\"}", "UTF-8"},
       }) {
    v1::TournamentSpec spec;
    EXPECT_THAT(FromJson(row.text, "spec.json", spec), IsError(absl::StatusCode::kInvalidArgument, row.error))
        << row.text;
  }
  v1::BotManifest manifest;
  EXPECT_THAT(FromJson(R"({"options": [{"type": "integer"}]})", "bot.json", manifest),
              IsError(absl::StatusCode::kInvalidArgument,
                      "bot.json, line 1: options[0].type is \"integer\"; it must be one of TYPE_INTEGER, TYPE_NUMBER"));
}

TEST(Json, AValueOfTheWrongTypeIsToldWhatItsFieldTakes) {
  struct Row {
    const google::protobuf::Message& message;
    const char* text;
    const char* error;
  };
  const v1::TournamentSpec spec;
  const v1::GogoPlayer player;
  for (const Row& row : {
           Row{player, R"({"x": 2147483648})",
               "x is 2147483648; it must be a whole number from -2147483648 to 2147483647"},
           Row{spec, R"({"games": "two"})", "games is \"two\"; it must be a whole number from 0 to 4294967295"},
           Row{spec, R"({"policy": {"lag_gain_micros": 0.5}})",
               "policy.lag_gain_micros is 0.5; it must be a whole number from -9223372036854775808 to "
               "9223372036854775807"},
           Row{spec, R"({"seed": -1})", "seed is -1; it must be a whole number from 0 to 18446744073709551615"},
           Row{spec, R"({"sprt": {"elo0": "five"}})", "sprt.elo0 is \"five\"; it must be a number"},
           Row{spec, R"({"duplicate": "maybe"})", "duplicate is \"maybe\"; it must be true or false"},
           Row{spec, R"({"name": 3})", "name is 3; it must be a text in double quotes"},
           Row{spec, R"({"sprt": {"model": "bayesian"}})",
               "sprt.model is \"bayesian\"; it must be one of MODEL_LOGISTIC, MODEL_NORMALIZED"},
           Row{spec, R"({"sprt": 5})",
               "sprt is 5; it must be an object with the fields elo0, elo1, alpha, beta, model"},
       }) {
    const std::unique_ptr<google::protobuf::Message> message(row.message.New());
    EXPECT_THAT(FromJson(row.text, "it.json", *message),
                IsError(absl::StatusCode::kInvalidArgument, absl::StrCat("it.json, line 1: ", row.error)))
        << row.text;
  }
}

TEST(Json, DeepNestingIsRefusedAndHarmless) {
  v1::TournamentSpec spec;
  EXPECT_FALSE(FromJson(std::string(1'000'000, '['), "spec.json", spec).ok());
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += R"({"policy":)";
  EXPECT_FALSE(FromJson(objects, "spec.json", spec).ok());
}

}  // namespace
}  // namespace flagfall::arena
