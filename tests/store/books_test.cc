#include "arena/store/books.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/store/check.h"
#include "arena/store/series.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/store/raw_sqlite.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

class BooksTest : public testing::Test {
 protected:
  BooksTest() { Furnish(*database_); }

  absl::StatusOr<std::int64_t> Create(const std::string& book) {
    v1::TournamentSpec spec = CompleteSpecOf({"ann", "bob"});
    spec.set_book(book);
    return CreateTournament(*database_, spec, kPool, Micros(3));
  }
  v1::TournamentSpec SpecOf(std::int64_t id) { return FindTournament(*database_, id)->spec; }

  TempDir dir_;
  const std::string path_ = dir_.At(kDatabaseFileName);
  std::unique_ptr<Database> database_ = MustOpen(path_);
  const std::string text_ = absl::StrCat("ruleset barrage\n", std::string(100'000, '#'), "\n");
};

TEST_F(BooksTest, IsKeptBesideTheSpecAndOnce) {
  const auto first = Create(text_);
  const auto second = Create(text_);
  ASSERT_THAT(first, IsOk());
  ASSERT_THAT(second, IsOk());
  for (const std::int64_t id : {*first, *second}) {
    const v1::TournamentSpec spec = SpecOf(id);
    EXPECT_EQ(spec.book(), BookReference(text_));
    EXPECT_TRUE(IsBookReference(spec.book()));
    EXPECT_EQ(*BookOf(*database_, spec), text_);
  }
  RawSqlite raw(path_);
  EXPECT_EQ(raw.Column("SELECT count(*) FROM books"), std::vector<std::string>{"1"});
  EXPECT_EQ(raw.Column("SELECT count(*) FROM tournaments WHERE length(spec) > 10000"), std::vector<std::string>{"0"});
  EXPECT_THAT(CheckTournaments(*database_), IsOk());
}

TEST_F(BooksTest, CanBeNamedByItsReference) {
  ASSERT_THAT(Create(text_), IsOk());
  const auto again = Create(BookReference(text_));
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(*BookOf(*database_, SpecOf(*again)), text_);
  v1::TournamentSpec unknown;
  unknown.set_book(BookReference("another\n"));
  EXPECT_THAT(BookOf(*database_, unknown), IsError(absl::StatusCode::kNotFound, "give the text of the book itself"));
}

TEST_F(BooksTest, OneThatComesWithTheProgramIsNamed) {
  const auto id = Create("standard");
  ASSERT_THAT(id, IsOk());
  EXPECT_EQ(SpecOf(*id).book(), "standard");
  EXPECT_EQ(*BookOf(*database_, SpecOf(*id)), "standard");
}

TEST_F(BooksTest, TheTextInTheSpecOfAnOlderTournamentIsItsBook) {
  const auto id = Create(text_);
  ASSERT_THAT(id, IsOk());
  v1::TournamentSpec old = SpecOf(*id);
  old.set_book("ruleset barrage\n...");
  RawSqlite raw(path_);
  raw.Execute("DROP TRIGGER tournaments_keep_their_specs");
  raw.Execute(absl::StrCat("UPDATE tournaments SET spec = '", ToJson(old), "' WHERE tournament_id = ", *id));
  EXPECT_EQ(SpecOf(*id).book(), old.book());
  EXPECT_EQ(*BookOf(*database_, SpecOf(*id)), old.book());
}

TEST_F(BooksTest, DamageIsFound) {
  ASSERT_THAT(Create(text_), IsOk());
  RawSqlite raw(path_);
  raw.Execute("DROP TRIGGER books_are_final; DROP TRIGGER books_are_kept");
  raw.Execute("UPDATE books SET text = x'28b52ffd'");
  EXPECT_THAT(CheckTournaments(*database_),
              IsError(absl::StatusCode::kDataLoss, absl::StrCat("the book ", BookReference(text_), " is damaged")));
  raw.Execute("DELETE FROM books");
  EXPECT_THAT(CheckTournaments(*database_), IsError(absl::StatusCode::kDataLoss, "its book, sha256:"));
}

TEST_F(BooksTest, OneThatOnlyASeriesNamesIsMissed) {
  v1::TournamentSpec spec = CompleteSpecOf({});
  spec.mutable_start_time()->set_seconds(3600);
  spec.set_every_seconds(3600);
  spec.set_book(text_);
  ASSERT_THAT(CreateSeries(*database_, spec, Micros(3)), IsOk());
  EXPECT_THAT(CheckTournaments(*database_), IsOk());
  RawSqlite raw(path_);
  raw.Execute("DROP TRIGGER books_are_final; DROP TRIGGER books_are_kept");
  raw.Execute("DELETE FROM books");
  EXPECT_THAT(CheckTournaments(*database_),
              IsError(absl::StatusCode::kDataLoss, absl::StrCat("series 1: its book, ", BookReference(text_))));
}

TEST_F(BooksTest, ATextThatIsTooLongIsRefused) {
  EXPECT_THAT(Create(std::string(kBookTextBytesMax + 1, '\n')),
              IsError(absl::StatusCode::kInvalidArgument, "a book has at most 67108864"));
}

}  // namespace
}  // namespace flagfall::arena::store
