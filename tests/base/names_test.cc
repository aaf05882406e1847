#include "arena/base/names.h"

#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"

namespace flagfall::arena {
namespace {

TEST(Names, TheWordsAreThoseOf_R10_1) {
  EXPECT_EQ(EnumWord(v1::RESULT_RED_WINS), "red_wins");
  EXPECT_EQ(EnumWord(v1::RESULT_VOID), "void");
  EXPECT_EQ(EnumWord(v1::REASON_FLAG_CAPTURED), "flag_captured");
  EXPECT_EQ(EnumWord(v1::REASON_ADJUDICATED_NO_CAPTURE), "adjudicated_no_capture");
  EXPECT_EQ(EnumWord(static_cast<v1::Reason>(999)), "unknown");
}

TEST(Names, EveryWordNamesItsValue) {
  for (int number = v1::Result_MIN + 1; number <= v1::Result_MAX; ++number) {
    const auto result = EnumNamed<v1::Result>(EnumWord(static_cast<v1::Result>(number)));
    ASSERT_THAT(result, IsOk());
    EXPECT_EQ(*result, number);
  }
  for (int number = v1::Reason_MIN + 1; number <= v1::Reason_MAX; ++number) {
    const auto reason = EnumNamed<v1::Reason>(EnumWord(static_cast<v1::Reason>(number)));
    ASSERT_THAT(reason, IsOk());
    EXPECT_EQ(*reason, number);
  }
}

TEST(Names, UnknownWordsAreRefusedWithTheKnownOnes) {
  for (const char* word : {"", "won", "RED_WINS", "unspecified", "red wins"}) {
    EXPECT_THAT(EnumNamed<v1::Result>(word),
                IsError(absl::StatusCode::kInvalidArgument, "red_wins, blue_wins, draw, void"));
  }
  EXPECT_THAT(EnumNamed<v1::Reason>("timeout"),
              IsError(absl::StatusCode::kInvalidArgument, "'timeout' is not a reason"));
}

TEST(Names, RulesetsAsOneWord) {
  v1::Ruleset ruleset;
  ruleset.set_id("classic");
  EXPECT_EQ(RulesetText(ruleset), "classic");
  for (const auto& [name, value] : {std::pair("two_squares", "2"), std::pair("chase", "off")}) {
    v1::RulesetOption& option = *ruleset.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  EXPECT_EQ(RulesetText(ruleset), "classic[chase=off,two_squares=2]") << "ordered by name";
}

}  // namespace
}  // namespace flagfall::arena
