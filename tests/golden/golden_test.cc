// What the games tell must not change unseen: three playthroughs of each ruleset are kept to be read, and one number
// over a thousand games. After a change that is meant, run build/release/tests/golden/regenerate tests/golden and say
// in the change log what changed for bots and for recorded games.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/rules/catalogue.h"
#include "tests/golden/golden_text.h"

namespace flagfall::golden {
namespace {

std::string ReadFile(const std::string& name) {
  std::ifstream file(absl::StrCat(GOLDEN_FOLDER, "/", name));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class GoldenTest : public testing::TestWithParam<const RulesetDefinition*> {};

TEST_P(GoldenTest, PlaythroughsAreAsTheyWere) {
  for (int kept = 1; kept <= kPlaythroughs; ++kept) {
    const std::string name = absl::StrCat(GetParam()->info().id, "-", kept, ".txt");
    const std::string golden = ReadFile(name);
    const std::vector<std::string> words = absl::StrSplit(golden.substr(0, golden.find('\n')), ' ');
    std::uint64_t number = 0;
    ASSERT_TRUE(words.size() > 1 && absl::SimpleAtoi(words[1], &number)) << name << " does not begin with `game N of`";
    EXPECT_EQ(PlaythroughText(*GetParam(), number), golden) << name;
  }
}

TEST_P(GoldenTest, AThousandGamesHaveTheirSignature) {
  const std::string line = SignatureLine(*GetParam());
  EXPECT_NE(ReadFile("signatures.txt").find(line), std::string::npos) << "now " << line;
}

std::vector<const RulesetDefinition*> Definitions() {
  std::vector<const RulesetDefinition*> definitions;
  for (const auto& definition : Catalogue()) definitions.push_back(definition.get());
  return definitions;
}

INSTANTIATE_TEST_SUITE_P(Rulesets, GoldenTest, testing::ValuesIn(Definitions()),
                         [](const auto& info) { return info.param->info().id; });

}  // namespace
}  // namespace flagfall::golden
