#include "arena/base/json_text.h"

#include <gtest/gtest.h>

namespace flagfall::arena {
namespace {

TEST(WithoutComments, LeavesEverythingElseInItsPlace) {
  EXPECT_EQ(WithoutComments("{ // a\n \"b\": \"// c\" //d\n}"), "{     \n \"b\": \"// c\"    \n}");
  EXPECT_EQ(WithoutComments(R"({"a\"//": 1})"), R"({"a\"//": 1})");
  EXPECT_EQ(WithoutComments("//"), "  ");
  EXPECT_EQ(WithoutComments("/"), "/");
}

constexpr char kText[] = R"({
  "bots": ["a",
           "b"],
  "policy": {
    "max_plies": 7, "anonymous": true
  },
  "ruleset": {"id": "classic", "options": [
    {"name": "chase",
     "value": "}]\""}
  ],
  "rounds":
    3}})";

TEST(LineOfField, FindsEveryField) {
  EXPECT_EQ(LineOfField(kText, "bots"), 2);
  EXPECT_EQ(LineOfField(kText, "bots[1]"), 3);
  EXPECT_EQ(LineOfField(kText, "policy"), 4);
  EXPECT_EQ(LineOfField(kText, "policy.anonymous"), 5);
  EXPECT_EQ(LineOfField(kText, "ruleset.options[0].name"), 8);
  EXPECT_EQ(LineOfField(kText, "ruleset.options[0].value"), 9);
  EXPECT_EQ(LineOfField(kText, "ruleset.rounds"), 11);
}

TEST(LineOfField, AMissingFieldHasTheLineOfItsNearestParent) {
  EXPECT_EQ(LineOfField(kText, "policy.min_plies"), 4);
  EXPECT_EQ(LineOfField(kText, "bots[9]"), 2);
  EXPECT_EQ(LineOfField(kText, "policies"), 0);
  EXPECT_EQ(LineOfField(kText, ""), 0);
}

TEST(BeginningOfField, TellsWhatAValueIs) {
  EXPECT_EQ(BeginningOfField(kText, "bots"), '[');
  EXPECT_EQ(BeginningOfField(kText, "bots[1]"), '"');
  EXPECT_EQ(BeginningOfField(kText, "ruleset"), '{');
  EXPECT_EQ(BeginningOfField(kText, "ruleset.rounds"), '3');
  EXPECT_EQ(BeginningOfField(kText, "ruleset.round"), '\0');
  EXPECT_EQ(BeginningOfField(R"({"bots": )", "bots"), '\0');
}

TEST(LineOfField, EndsOnAnything) {
  const std::string text = kText;
  for (std::size_t length = 0; length < text.size(); ++length) LineOfField(text.substr(0, length), "ruleset.rounds");
  EXPECT_EQ(LineOfField(std::string(100000, '['), "a"), 0);
  EXPECT_EQ(LineOfField(std::string(100000, '{'), "a"), 0);
  EXPECT_EQ(LineOfField(R"({"a":[,,,]})", "a[3]"), 1);
}

// It is looked for in texts that a stranger has sent: names for each element would take hours here.
TEST(LineOfField, ALongNameCostsNoMoreThanItsLength) {
  constexpr std::size_t kMany = 1 << 22;
  const std::string name(kMany, 'n');
  std::string text = "{\"" + name + "\":\n[";
  for (std::size_t i = 0; i < kMany; ++i) text += "0,";
  text += "\n1]}";
  EXPECT_EQ(LineOfField(text, name), 1);
  EXPECT_EQ(LineOfField(text, name + "[4194304]"), 3);
}

}  // namespace
}  // namespace flagfall::arena
