#include "arena/tournament/example_spec.h"

#include <gtest/gtest.h>

#include "arena/tournament/spec.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::tournament {
namespace {

TEST(ExampleSpec, IsASpecOfItsFormat) {
  for (int format = 1; format <= v1::TournamentSpec::Format_MAX; ++format) {
    const auto wanted = static_cast<v1::TournamentSpec::Format>(format);
    const auto spec = ParseTournamentSpec(ExampleSpec(wanted), "example.json");
    ASSERT_THAT(spec, IsOk());
    EXPECT_EQ(spec->format(), wanted);
    EXPECT_THAT(CompleteSpec(*spec, {.cores = 1, .draw_seed = [] { return 1; }}), IsOk());
  }
}

// What is left out by a comment is right once the comment is taken away.
TEST(ExampleSpec, WhatItSuggestsIsRightToo) {
  for (const auto format : {v1::TournamentSpec::FORMAT_ROUND_ROBIN, v1::TournamentSpec::FORMAT_SPRT}) {
    std::string text = ExampleSpec(format);
    for (std::size_t at = 0; (at = text.find("// \"", at)) != std::string::npos;) text.replace(at, 3, "   ");
    const auto spec = ParseTournamentSpec(text, "example.json");
    ASSERT_THAT(spec, IsOk());
    EXPECT_EQ(spec->seed(), 42U);
    EXPECT_TRUE(spec->duplicate());
    EXPECT_THAT(CompleteSpec(*spec, {.cores = 1, .draw_seed = [] { return 1; }}), IsOk());
  }
}

TEST(ExampleSpec, AnErrorInAFileIsToldWithItsLine) {
  EXPECT_THAT(ParseTournamentSpec("{\n  // mine\n  \"bots\": [],\n  \"round\": 3\n}", "my.json"),
              IsError(absl::StatusCode::kInvalidArgument, "my.json, line 4: there is no field 'round'"));
  EXPECT_THAT(ParseTournamentSpec("{\n  \"policy\": {\n    \"max_plies\": \"many\"}}", "my.json"),
              IsError(absl::StatusCode::kInvalidArgument, "my.json, line 3: policy.max_plies is "));
}

}  // namespace
}  // namespace flagfall::arena::tournament
