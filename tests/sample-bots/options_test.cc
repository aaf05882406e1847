#include "sample-bots/cpp/sdk/options.h"

#include <gmock/gmock.h>

#include "tests/support/status_matchers.h"

namespace flagfall::bot {
namespace {

TEST(Options, HaveTheTypeThatIsAskedFor) {
  const auto options =
      Options::Parse(R"({"depth": 7, "noise": 0.25, "book": true, "mood": "grim", "seed": "-9223372036854775808"})");
  ASSERT_THAT(options, IsOk());
  EXPECT_EQ(options->Integer("depth", 1), 7);
  EXPECT_EQ(options->Integer("seed", 1), INT64_MIN);
  EXPECT_EQ(options->Number("noise", 1), 0.25);
  EXPECT_TRUE(options->Boolean("book", false));
  EXPECT_EQ(options->String("mood", ""), "grim");
  EXPECT_EQ(options->Integer("mood", 3), 3);
  EXPECT_EQ(options->Integer("absent", 4), 4);
}

TEST(Options, AreAnObjectOfPlainValues) {
  EXPECT_THAT(Options::Parse(""), IsOk());
  EXPECT_THAT(Options::Parse("[1]"), IsError(absl::StatusCode::kInvalidArgument, "must be a JSON object"));
  EXPECT_THAT(Options::Parse(R"({"a": [1]})"), IsError(absl::StatusCode::kInvalidArgument, "the option a must be"));
}

}  // namespace
}  // namespace flagfall::bot
