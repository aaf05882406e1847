#include "referee/rules/imported_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "referee/rules/archive_xml.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/record_text.h"
#include "tests/rules/sampled_record.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using testing::HasSubstr;
using testing::Not;

absl::StatusOr<v1::GameRecord> ReadBack(const std::string& text) {
  auto told = ToldByText(text);
  if (!told.ok()) return told.status();
  return ImportedRecordOf(*told);
}

TEST(ImportedRecord, EveryRulesetsTextComesBackTheSame) {
  for (const auto& ruleset : Catalogue()) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const v1::GameRecord record = SampledRecord(ruleset->info().id, seed);
      const auto text = TextOf(record);
      ASSERT_THAT(text, IsOk());
      const auto imported = ReadBack(*text);
      ASSERT_THAT(imported, IsOk()) << *text;
      EXPECT_EQ(*TextOf(*imported), *text);
      EXPECT_EQ(imported->game_id(), record.game_id());
      EXPECT_EQ(imported->red().name(), "ann");
      EXPECT_EQ(imported->red().version(), "1.0 beta");
      EXPECT_EQ(imported->blue().version(), "");
      EXPECT_EQ(imported->start_time().seconds(), record.start_time().seconds());
      EXPECT_EQ(imported->outcome().ShortDebugString(), record.outcome().ShortDebugString());
      EXPECT_EQ(imported->plies(), record.plies());
      EXPECT_EQ(imported->imported_format(), "text");
      EXPECT_THAT(CheckImportedRecord(*imported), IsOk());
    }
  }
}

const char kSetUps[] =
    "setup red a1=F b1=B c1=B d1=M e1=9 a2=3 b2=3 c2=2 d2=2 e2=S\n"
    "setup blue a10=F b10=B c10=B d10=M e10=9 a9=3 b9=3 c9=2 d9=2 e9=S\n";

TEST(ImportedRecord, AHeadingIsNotNeededWhereTheActionsDecide) {
  const auto record = ReadBack(absl::StrCat("# A game\nruleset duel\n", kSetUps, "1 a2-a3\n2 a9-a8\n"));
  EXPECT_THAT(record, IsError(absl::StatusCode::kInvalidArgument,
                              "the game is not over after its last action, and no result is told; expected red wins"));
}

TEST(ImportedRecord, ErrorsNameTheLineAndWhatWouldBeRight) {
  struct Row {
    std::string heading;
    std::string plies;
    const char* error;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"# Result: blue wins, resigned\n", "1 a2-a4\n", "line 5: R2.2: "},
           {"# Result: blue wins, resigned\n", "1 a2-a3 2\n", "line 5: `2`; expected two squares"},
           {"# Result: blue won, resigned\n", "1 a2-a3\n", "line 1: the result: `blue won`; expected one of red wins"},
           {"# Result: blue wins, tired\n", "1 a2-a3\n", "line 1: the result: `tired`; expected one of"},
           {"# Result: void, aborted by host\n", "1 a2-a3\n", "line 1: the result is void; expected red wins"},
           {"# Result: red wins, flag captured\n", "1 a2-a3\n",
            "line 1: the result is told as red wins, flag captured; after the last action the game is still on"},
       }) {
    EXPECT_THAT(ReadBack(absl::StrCat(row.heading, "ruleset duel\n", kSetUps, row.plies)),
                IsError(absl::StatusCode::kInvalidArgument, row.error));
  }
  EXPECT_THAT(ReadBack("ruleset duel\nfree\nsetup red a1=F a2=2\nsetup blue a10=F a9=2\n"),
              IsError(absl::StatusCode::kInvalidArgument, "line 1: `free` makes it a study"));
  EXPECT_EQ(
      ClauseOf(ReadBack(absl::StrCat("# Result: draw, draw agreed\nruleset duel\n", kSetUps, "1 a2-a4\n")).status()),
      "R2.2");
}

TEST(ImportedRecord, AnEndThatIsNotTheOneToldIsRefused) {
  v1::GameRecord record;
  for (std::uint64_t seed = 0; record.outcome().reason() != v1::REASON_FLAG_CAPTURED; ++seed) {
    record = SampledRecord("barrage", seed, 2000);
  }
  const bool is_reds = record.outcome().result() == v1::RESULT_RED_WINS;
  record.mutable_outcome()->set_result(is_reds ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS);
  EXPECT_THAT(ReadBack(*TextOf(record)),
              IsError(absl::StatusCode::kInvalidArgument, "the game ended by its last action: "));
}

absl::StatusOr<v1::GameRecord> FromArchive(const ArchiveGame& game) {
  auto told = ToldByArchive(game);
  if (!told.ok()) return told.status();
  return ImportedRecordOf(*told);
}

// A game of `duel`, with a part for each line.
ArchiveGame DuelInArchive() {
  ArchiveGame game;
  game.type = "duell";
  game.line = 1;
  game.field = std::string(100, 'A');
  game.field_line = 2;
  for (const int lake : {42, 43, 46, 47, 52, 53, 56, 57}) game.field[lake] = '_';
  const std::string red = "MBBLKEEDDC";
  const std::string blue = "YNNXWQQPPO";
  for (int i = 0; i < 5; ++i) {
    game.field[i] = red[i];
    game.field[10 + i] = red[5 + i];
    game.field[90 + i] = blue[i];
    game.field[80 + i] = blue[5 + i];
  }
  game.result_type = "3";
  game.winner = "1";
  game.result_line = 9;
  return game;
}

TEST(ImportedRecord, TheArchivesGameIsReadAndWrittenTheSame) {
  ArchiveGame game = DuelInArchive();
  game.players = {"Ann & Co", ""};
  game.moves = {{"D2", "D3", 3}, {"D9", "D8", 4}};
  const auto record = FromArchive(game);
  ASSERT_THAT(record, IsOk());
  EXPECT_EQ(record->plies(), 2U);
  EXPECT_EQ(record->blue().name(), "unknown");
  EXPECT_EQ(record->imported_format(), "xml");
  EXPECT_THAT(CheckImportedRecord(*record), IsOk());
  const std::string xml = *ArchiveXmlOf(*record);
  EXPECT_THAT(xml, HasSubstr(absl::StrCat("<field content=\"", game.field, "\"/>")));
  EXPECT_THAT(xml, HasSubstr("<move id=\"2\" source=\"D9\" target=\"D8\"/>"));
  EXPECT_THAT(xml, HasSubstr("<player id=\"1\">Ann &amp; Co</player>"));
  EXPECT_THAT(xml, HasSubstr("<result type=\"3\" winner=\"1\"/>"));
}

TEST(ImportedRecord, WhatTheArchiveHasWrongIsNamed) {
  const auto wrong = [](auto change, const std::string& error) {
    ArchiveGame game = DuelInArchive();
    change(game);
    EXPECT_THAT(FromArchive(game), IsError(absl::StatusCode::kInvalidArgument, error));
  };
  wrong([](ArchiveGame& game) { game.type = "classicfree"; },
        "line 1: the game's type is `classicfree`; expected classic");
  wrong([](ArchiveGame& game) { game.field_line = 0; }, "line 1: the game has no field");
  wrong([](ArchiveGame& game) { game.field.pop_back(); }, "line 2: the field has 99 letters; expected 100");
  wrong([](ArchiveGame& game) { game.field[42] = 'B'; }, "line 2: the field has `B` at C5; expected `_`, a lake");
  wrong([](ArchiveGame& game) { game.field[50] = 'z'; }, "line 2: the field has `z` at A6; expected `A`");
  wrong([](ArchiveGame& game) { game.field[50] = '\0'; }, "line 2: the field has `");
  wrong([](ArchiveGame& game) { game.field[0] = 'A'; }, "line 2: R1.2");
  wrong(
      [](ArchiveGame& game) {
        game.moves = {{"J1", "A2", 5}};
      },
      "line 5: the move's source is `J1`; expected a square");
  wrong(
      [](ArchiveGame& game) {
        game.moves = {{"A2", "A11", 5}};
      },
      "line 5: the move's target is `A11`; expected a square");
  wrong([](ArchiveGame& game) { game.moves = {{"D2", "", 5}}; }, "line 5: the move's target is ``; expected a square");
  wrong([](ArchiveGame& game) { game.moves = {{"D9", "D8", 5}}; }, "line 5: R2.1");
  wrong([](ArchiveGame& game) { game.result_line = 0; }, "line 1: the game has no result");
  wrong([](ArchiveGame& game) { game.result_type = "7"; }, "line 9: the result has `7`; expected a type that is 0, 1");
  wrong([](ArchiveGame& game) { game.winner = "0"; }, "line 9: the result has `0`; expected a winner that is 1 (red)");
  wrong([](ArchiveGame& game) { game.result_type = "1"; },
        "line 9: the result is told as red wins, flag captured; after");
}

// The archive does not say which repetition rules its host kept.
TEST(ImportedRecord, ARepetitionThatTheArchivesHostAllowedIsReadWithoutTheRule_R3_2) {
  ArchiveGame game = DuelInArchive();
  for (int line = 3, i = 0; i < 5; ++i) {
    const bool is_up = i % 2 == 0;
    game.moves.push_back({is_up ? "D2" : "D3", is_up ? "D3" : "D2", line++});
    game.moves.push_back({is_up ? "D9" : "D8", is_up ? "D8" : "D9", line++});
  }
  const auto record = FromArchive(game);
  ASSERT_THAT(record, IsOk());
  EXPECT_EQ(record->plies(), 10U);
  EXPECT_THAT(record->ruleset().ShortDebugString(), HasSubstr("name: \"two_squares\" value: \"0\""));
  EXPECT_THAT(*ArchiveXmlOf(*record), HasSubstr("<game type=\"duell\">"));
  EXPECT_THAT(FromArchive(DuelInArchive())->ruleset().ShortDebugString(),
              Not(HasSubstr("name: \"two_squares\" value: \"0\"")));
}

TEST(ImportedRecord, ARecordThatWasChangedIsFound) {
  const v1::GameRecord good = *ReadBack(*TextOf(SampledRecord("duel", 3)));
  EXPECT_THAT(CheckImportedRecord(good), IsOk());
  EXPECT_THAT(UncheckedOf(good), HasSubstr("clocks"));
  v1::GameRecord changed = good;
  changed.set_plies(good.plies() + 1);
  EXPECT_THAT(CheckImportedRecord(changed), IsError(absl::StatusCode::kDataLoss, "its actions make"));
  changed = good;
  changed.mutable_entries(4)->mutable_acted()->mutable_action()->mutable_ply()->set_to(99);
  EXPECT_THAT(CheckImportedRecord(changed), IsError(absl::StatusCode::kDataLoss, "entry 5"));
  changed = good;
  changed.mutable_entries(4)->mutable_resigned();
  EXPECT_THAT(CheckImportedRecord(changed), IsError(absl::StatusCode::kDataLoss, "entry 5 is no action"));
  changed = good;
  changed.set_seed("short");
  EXPECT_THAT(CheckImportedRecord(changed), IsError(absl::StatusCode::kDataLoss, "the seed has 5 bytes"));
  changed = good;
  changed.clear_imported_format();
  EXPECT_THAT(CheckImportedRecord(changed), IsError(absl::StatusCode::kFailedPrecondition, "played here"));
}

}  // namespace
}  // namespace flagfall
