#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "referee/rules/archive_xml.h"
#include "tests/imports/read_games.h"
#include "tests/rules/sampled_record.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::imports {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char kHead[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n";
constexpr char kEnd[] = "</stratego>\n";

// The element `game` alone.
std::string GameOf(const v1::GameRecord& record) {
  const std::string document = *ArchiveXmlOf(record);
  return std::string(absl::StripSuffix(absl::StripPrefix(document, kHead), kEnd));
}

std::string DocumentOf(const std::vector<v1::GameRecord>& records) {
  std::string games;
  for (const v1::GameRecord& record : records) games += GameOf(record);
  return absl::StrCat(kHead, games, kEnd);
}

TEST(XmlGames, ADocumentOfManyComesBackTheSame) {
  std::vector<v1::GameRecord> records;
  for (const char* ruleset : {"classic", "battle", "duel", "barrage"}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) records.push_back(SampledRecord(ruleset, seed, 400));
  }
  records[1].mutable_red()->set_name("Ann <\"&'> \xC3\xA4");
  const std::string document = DocumentOf(records);
  const ReadFile file = Read(FileFormat::kXml, document);
  EXPECT_THAT(file.status, IsOk());
  EXPECT_THAT(file.broken, IsEmpty());
  EXPECT_EQ(DocumentOf(file.records), document);
}

// As converters write them, with more blanks, other quotes and elements of their own.
TEST(XmlGames, WhatIsNoPartOfAGameIsPassedOver) {
  const std::string game = GameOf(SampledRecord("duel", 1));
  std::string other = absl::StrReplaceAll(game, {{"<game type=", "<game\n  type = "}, {"\"", "'"}});
  other =
      absl::StrReplaceAll(other, {{"</game>", "<note><move id='1' source='A1' target='A2'/></note></game><!-- x -->"}});
  const ReadFile file =
      Read(FileFormat::kXml, absl::StrCat("\xEF\xBB\xBF<stratego><about><who/></about>", other, kEnd));
  EXPECT_THAT(file.status, IsOk());
  EXPECT_THAT(file.broken, IsEmpty());
  ASSERT_THAT(file.records, SizeIs(1));
  EXPECT_EQ(GameOf(file.records[0]), game);
}

TEST(XmlGames, ABrokenGameIsNamedAndTheOthersAreKept) {
  const std::string game = GameOf(SampledRecord("duel", 1));
  const std::string broken = absl::StrReplaceAll(game, {{"<move id=\"2\" source=\"", "<move id=\"2\" source=\"Z"}});
  const ReadFile file = Read(FileFormat::kXml, absl::StrCat(kHead, game, broken, game, kEnd));
  EXPECT_THAT(file.status, IsOk());
  EXPECT_THAT(file.records, SizeIs(2));
  const auto line = 2 + std::count(game.begin(), game.end(), '\n') + 4;
  ASSERT_THAT(file.broken, SizeIs(1));
  EXPECT_THAT(file.broken[0], HasSubstr(absl::StrCat("2: line ", line, ": the move's source is `Z")));
}

TEST(XmlGames, WhatIsNotWellFormedEndsTheReadingThere) {
  const std::string game = GameOf(SampledRecord("duel", 1));
  const ReadFile torn = Read(FileFormat::kXml, absl::StrCat(kHead, game, game.substr(0, game.size() / 2)));
  EXPECT_THAT(torn.records, SizeIs(1));
  EXPECT_THAT(torn.status, IsError(absl::StatusCode::kInvalidArgument, "nothing behind it can be read"));
  const ReadFile crossed = Read(FileFormat::kXml, absl::StrCat(kHead, game, "<a></b>", game, kEnd));
  EXPECT_THAT(crossed.records, SizeIs(1));
  EXPECT_THAT(crossed.status, IsError(absl::StatusCode::kInvalidArgument, "mismatched tag; nothing behind"));
  EXPECT_THAT(Read(FileFormat::kXml, "<html><body/></html>").status,
              IsError(absl::StatusCode::kInvalidArgument, "line 1: the document is <html>; expected <stratego>"));
}

TEST(XmlGames, NamesAreOneLine) {
  std::string game = GameOf(SampledRecord("duel", 1));
  game = absl::StrReplaceAll(game,
                             {{">ann<", "> Ann\n\tLee <"}, {">bob<", absl::StrCat(">", std::string(5000, 'b'), "<")}});
  const ReadFile file = Read(FileFormat::kXml, absl::StrCat(kHead, game, kEnd));
  ASSERT_THAT(file.records, SizeIs(1));
  EXPECT_EQ(file.records[0].red().name(), "Ann  Lee");
  EXPECT_EQ(file.records[0].blue().name(), std::string(200, 'b'));
}

// Otherwise the game as it was read and as it is read again would differ.
TEST(XmlGames, NamesThatAreCutEndWithoutBlanks) {
  const std::string name = absl::StrCat("Ann", std::string(300, ' '), "Lee");
  const std::string game =
      absl::StrReplaceAll(GameOf(SampledRecord("duel", 1)), {{">ann<", absl::StrCat(">", name, "<")}});
  const ReadFile file = Read(FileFormat::kXml, absl::StrCat(kHead, game, kEnd));
  ASSERT_THAT(file.records, SizeIs(1));
  EXPECT_EQ(file.records[0].red().name(), "Ann");
}

}  // namespace
}  // namespace flagfall::arena::imports
