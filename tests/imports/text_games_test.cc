#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "referee/rules/game_text.h"
#include "referee/rules/record_text.h"
#include "tests/imports/read_games.h"
#include "tests/rules/sampled_record.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::imports {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

// As `game export` writes games.
std::string FileOf(const std::vector<v1::GameRecord>& records) {
  std::string file;
  for (const v1::GameRecord& record : records) absl::StrAppend(&file, file.empty() ? "" : "\n", *TextOf(record));
  return file;
}

std::vector<v1::GameRecord> SomeGames() {
  return {SampledRecord("duel", 1), SampledRecord("cards", 2), SampledRecord("barrage", 3), SampledRecord("duel", 4)};
}

TEST(TextGames, AFileOfManyComesBackTheSame) {
  const std::string text = FileOf(SomeGames());
  const ReadFile file = Read(FileFormat::kText, text);
  EXPECT_THAT(file.status, IsOk());
  EXPECT_THAT(file.broken, IsEmpty());
  EXPECT_EQ(FileOf(file.records), text);
  // With Windows' ends of lines and a mark of the byte order.
  const ReadFile other =
      Read(FileFormat::kText, absl::StrCat("\xEF\xBB\xBF", absl::StrReplaceAll(text, {{"\n", "\r\n"}})));
  EXPECT_THAT(other.broken, IsEmpty());
  EXPECT_EQ(FileOf(other.records), text);
}

// A name ends where the version begins, at the first blank, and what would harm a terminal is not written.
TEST(TextGames, OddNamesComeBackTheSame) {
  v1::GameRecord record = SampledRecord("duel", 1);
  for (const char* name : {"ran\tdom", "ran\t\tdom", "two  words", "\x1b[31mred", "two words", " ", ""}) {
    for (const char* version : {"1.0", "", " 1 0", "\x1b"}) {
      record.mutable_red()->set_name(name);
      record.mutable_red()->set_version(version);
      const std::string text = *TextOf(record);
      EXPECT_EQ(FileOf(Read(FileFormat::kText, text).records), text) << name << "|" << version;
    }
  }
}

TEST(TextGames, ABrokenGameIsNamedAndTheOthersAreKept) {
  const std::string first = *TextOf(SampledRecord("duel", 1));
  const std::string second = absl::StrReplaceAll(*TextOf(SampledRecord("duel", 2)), {{"\n2 ", "\n3 "}});
  const ReadFile file = Read(FileFormat::kText, first + "\n" + second + "\n" + first);
  EXPECT_THAT(file.status, IsOk());
  EXPECT_THAT(file.records, SizeIs(2));
  ASSERT_THAT(file.broken, SizeIs(1));
  const auto lines_before = std::count(first.begin(), first.end(), '\n') + 1;
  const auto line = lines_before + std::count(second.begin(), second.begin() + second.find("\n3 ") + 1, '\n') + 1;
  EXPECT_THAT(file.broken[0], StartsWith(absl::StrCat("2: line ", line, ": `3`; expected ply 2")));
}

TEST(TextGames, GamesWithoutHeadingsBeginWithTheirRulesets) {
  std::string bare;
  for (const v1::GameRecord& record : SomeGames()) {
    std::string text = *TextOf(record);
    // The result alone is kept.
    text.erase(0, text.find("# Result"));
    absl::StrAppend(&bare, text, "# and that was it\n\n\n");
  }
  const ReadFile file = Read(FileFormat::kText, bare);
  EXPECT_THAT(file.broken, IsEmpty());
  ASSERT_THAT(file.records, SizeIs(4));
  EXPECT_EQ(file.records[0].red().name(), "unknown");
}

TEST(TextGames, AnythingElseIsOneBrokenGame) {
  EXPECT_THAT(Read(FileFormat::kText, "").broken, IsEmpty());
  EXPECT_THAT(Read(FileFormat::kText, "\n# nothing but words\n\n").broken, IsEmpty());
  EXPECT_THAT(Read(FileFormat::kText, "\n\nGIF89a").broken,
              ElementsAre(HasSubstr("1: line 3: `GIF89a`; expected `ruleset ID`")));
  EXPECT_THAT(Read(FileFormat::kText, "# Red: \xFF\nruleset duel\n").broken,
              ElementsAre("1: line 1: the text is not UTF-8"));
}

TEST(TextGames, AGameThatIsTooLongIsPassedOver) {
  const std::string good = *TextOf(SampledRecord("duel", 1));
  const std::string words(kGameTextBytesMax, 'x');
  for (const std::string& long_one : {"ruleset " + words, "ruleset duel\n# " + words + "\n"}) {
    const ReadFile file = Read(FileFormat::kText, absl::StrCat(good, long_one, "\n", good));
    EXPECT_THAT(file.records, SizeIs(2));
    EXPECT_THAT(file.broken, ElementsAre(HasSubstr("the game has more than 4194304 bytes")));
  }
}

TEST(TextGames, AnErrorOfWhoTakesThemEndsTheReading) {
  std::istringstream in(FileOf(SomeGames()));
  int taken = 0;
  const absl::Status status = ReadTextGames(in, [&](std::uint32_t, const absl::StatusOr<v1::GameRecord>&) {
    return ++taken == 2 ? absl::DataLossError("no room") : absl::OkStatus();
  });
  EXPECT_THAT(status, IsError(absl::StatusCode::kDataLoss, "no room"));
  EXPECT_EQ(taken, 2);
}

TEST(FormatOfFile, IsToldByTheBeginning) {
  for (const auto& [content, format] :
       {std::pair("<?xml", FileFormat::kXml), std::pair("\xEF\xBB\xBF\n <a>", FileFormat::kXml),
        std::pair("# Game", FileFormat::kText), std::pair("", FileFormat::kText)}) {
    std::istringstream in(content);
    EXPECT_EQ(FormatOfFile(in), format) << content;
    std::string whole((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    EXPECT_EQ(whole, content);
  }
}

}  // namespace
}  // namespace flagfall::arena::imports
