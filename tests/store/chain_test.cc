#include "arena/store/chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/check.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

class ChainTest : public testing::Test {
 protected:
  absl::StatusOr<CheckedChain> Check(const KeptOfChain& kept = {}) { return CheckChain(*database_, kept); }
  SignedHead Head() { return *NewestHead(*database_); }
  void Change(const std::string& sql) { ASSERT_THAT(database_->Execute(sql.c_str()), IsOk()); }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  const std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(ChainTest, EachResultIsChainedAndSignedWithItsCommit) {
  const SignedHead before = Head();
  StoreSome(*database_, tournament_);
  // Four games, four ratings and a void attempt.
  EXPECT_EQ(Head().link, before.link + 9);
  const auto checked = Check({.heads = {before}, .public_key = before.public_key});
  ASSERT_THAT(checked, IsOk());
  EXPECT_EQ(LineOf(checked->newest), LineOf(Head()));
  EXPECT_EQ(checked->games, 4);
  EXPECT_EQ(checked->void_attempts, 1);
  EXPECT_EQ(checked->ratings, 4);
  EXPECT_EQ(checked->tournaments, 1);
  ASSERT_EQ(checked->keys.size(), 1u);
  EXPECT_EQ(checked->keys[0].public_key, before.public_key);
  EXPECT_THAT(Check({.heads = {*HeadOfLine(LineOf(Head()))}}), IsOk());
}

TEST_F(ChainTest, NothingNewIsSignedForWhatIsThereAlready) {
  MustStore(*database_, ResultOf(tournament_, 1));
  const std::string line = LineOf(Head());
  EXPECT_TRUE(MustStore(*database_, ResultOf(tournament_, 1)).was_stored);
  EXPECT_EQ(LineOf(Head()), line);
}

TEST_F(ChainTest, RatingsThatATournamentsEndSettlesAreChained) {
  MustStore(*database_, ResultOf(tournament_, 2));
  const SignedHead waiting = Head();
  ASSERT_THAT(SetTournamentState(*database_, tournament_, v1::Tournament::STATE_STOPPED, Micros(9)), IsOk());
  EXPECT_EQ(Head().link, waiting.link + 1);
  EXPECT_THAT(Check({.heads = {waiting}}), IsOk());
}

TEST_F(ChainTest, ATournamentsHeadIsTheOneSignedWhenItWasFinished) {
  StoreSome(*database_, tournament_);
  EXPECT_FALSE(HeadOfTournament(*database_, tournament_)->has_value());
  // A game of another tournament is below it too, and the rating that the end settles.
  const auto other = CreateTournament(*database_, CompleteSpecOf({"ann", "bob"}), kPool, Micros(1));
  ASSERT_THAT(other, IsOk());
  MustStore(*database_, ResultOf(*other, 1));
  MustStore(*database_, ResultOf(tournament_, 6));
  const SignedHead before = Head();
  ASSERT_THAT(SetTournamentState(*database_, tournament_, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
  const SignedHead end = Head();
  EXPECT_EQ(end.link, before.link + 1);
  MustStore(*database_, ResultOf(*other, 2));
  const auto head = HeadOfTournament(*database_, tournament_);
  ASSERT_THAT(head, IsOk());
  ASSERT_TRUE(head->has_value());
  EXPECT_EQ(LineOf(**head), LineOf(end));
  EXPECT_THAT(Check({.heads = {**head}}), IsOk());
  // Without a link of its own.
  ASSERT_THAT(SetTournamentState(*database_, *other, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
  EXPECT_EQ(LineOf(**HeadOfTournament(*database_, *other)), LineOf(Head()));
  EXPECT_THAT(Check(), IsOk());
}

TEST_F(ChainTest, TheHeadInMemoryIsForgottenWithATransactionThatIsRolledBack) {
  MustStore(*database_, ResultOf(tournament_, 1));
  const SignedHead before = Head();
  {
    auto transaction = Transaction::BeginWriting(*database_);
    ASSERT_THAT(transaction, IsOk());
    MustStore(*database_, ResultOf(tournament_, 2));
    ASSERT_THAT(database_->SealChain(), IsOk());
    EXPECT_EQ(Head().link, before.link + 2);
  }
  EXPECT_EQ(LineOf(Head()), LineOf(before));
  MustStore(*database_, ResultOf(tournament_, 2, "bob", "cid"));
  EXPECT_THAT(Check({.heads = {before}}), IsOk());
}

TEST_F(ChainTest, LinksThatAreSealedInPartsOfATransactionAreSealedOnce) {
  auto transaction = Transaction::BeginWriting(*database_);
  ASSERT_THAT(transaction, IsOk());
  for (const std::uint32_t number : {1, 2, 3}) {
    MustStore(*database_, ResultOf(tournament_, number));
    ASSERT_THAT(database_->SealChain(), IsOk());
  }
  ASSERT_THAT(transaction->Commit(), IsOk());
  EXPECT_THAT(Check(), IsOk());
}

// As `sqlite3 flagfall.db ".restore BACKUP"` does beside a host that runs: the head in memory is of a history that is
// gone.
TEST_F(ChainTest, TheHeadInMemoryIsForgottenWhenAnotherProgramHasWritten) {
  MustStore(*database_, ResultOf(tournament_, 1));
  const auto older = Database::OpenInMemory();
  ASSERT_THAT(older, IsOk());
  CopyInto(*database_, **older);
  MustStore(*database_, ResultOf(tournament_, 2));
  MustStore(*database_, ResultOf(tournament_, 3));
  {
    sqlite3* other = nullptr;
    ASSERT_EQ(sqlite3_open(database_->path().c_str(), &other), SQLITE_OK);
    sqlite3_backup* copy = sqlite3_backup_init(other, "main", (*older)->connection(), "main");
    ASSERT_NE(copy, nullptr);
    EXPECT_EQ(sqlite3_backup_step(copy, -1), SQLITE_DONE);
    EXPECT_EQ(sqlite3_backup_finish(copy), SQLITE_OK);
    sqlite3_close(other);
  }
  MustStore(*database_, ResultOf(tournament_, 2, "cid", "dot"));
  EXPECT_THAT(Check(), IsOk());
}

TEST_F(ChainTest, LinksAreFinal) {
  StoreSome(*database_, tournament_);
  for (const char* sql :
       {"UPDATE chain SET head = zeroblob(32) WHERE link = 3", "DELETE FROM chain WHERE link = 11",
        "UPDATE chain SET attempt = 2 WHERE link = 3",
        "INSERT OR REPLACE INTO chain (link, kind, game_id, attempt) VALUES (3, 'game', '1-1', 1)",
        "INSERT INTO chain (link, kind, game_id, attempt) VALUES (13, 'game', '1-9', 1)",
        "INSERT INTO chain (kind, game_id, attempt, head) VALUES ('game', '1-9', 1, zeroblob(32))",
        "INSERT OR REPLACE INTO signed_head SELECT only, link - 1, head, public_key, signature, root FROM signed_head",
        "INSERT OR REPLACE INTO signed_head SELECT only, link, head, public_key, zeroblob(64), root FROM signed_head",
        "DELETE FROM signed_head", "UPDATE signed_head SET link = link - 1",
        "UPDATE signed_head SET signature = zeroblob(64)", "UPDATE signed_head SET root = zeroblob(32)",
        "UPDATE signed_head SET root = NULL"}) {
    EXPECT_FALSE(database_->Execute(sql).ok()) << sql;
  }
  EXPECT_THAT(Check(), IsOk());
}

TEST_F(ChainTest, AGameThatIsChainedTwiceIsNamed) {
  StoreSome(*database_, tournament_);
  ASSERT_THAT(database_->Execute("INSERT INTO chain (kind, game_id, attempt) VALUES ('game', '1-1', 1)"), IsOk());
  EXPECT_THAT(Check().status(), IsError(absl::StatusCode::kDataLoss, "without a head"));
  // The next commit signs what it finds.
  MustStore(*database_, ResultOf(tournament_, 5));
  EXPECT_THAT(Check().status(), IsError(absl::StatusCode::kDataLoss, "several links of one kind (game) for game 1-1"));
}

TEST_F(ChainTest, AReopenedLedgerGoesOnWithItsKeyAndAnotherKeyIsNoted) {
  MustStore(*database_, ResultOf(tournament_, 1));
  const SignedHead before = Head();
  database_.reset();
  database_ = MustOpen(dir_.At(kDatabaseFileName));
  EXPECT_EQ(LineOf(Head()), LineOf(before));
  EXPECT_FALSE(database_->key_change().has_value());
  const auto change = BeginChain(*database_, SigningKey::Draw());
  ASSERT_THAT(change, IsOk());
  ASSERT_TRUE(change->has_value());
  EXPECT_EQ((*change)->link, before.link + 1);
  EXPECT_EQ((*change)->before, before.public_key);
  EXPECT_EQ((*change)->now, Head().public_key);
  EXPECT_EQ(Head().link, before.link + 1);
  const auto checked = Check({.heads = {before}});
  ASSERT_THAT(checked, IsOk());
  ASSERT_EQ(checked->keys.size(), 2u);
  EXPECT_EQ(checked->keys[1].link, before.link + 1);
  EXPECT_EQ(checked->keys[1].public_key, Head().public_key);
  EXPECT_THAT(
      Check({.public_key = before.public_key}),
      IsError(absl::StatusCode::kDataLoss, absl::StrCat("before the key changed, last at link ", before.link + 1)));
}

TEST_F(ChainTest, NodesOfTheTreeAreFinalAndAChangedOneIsNamed) {
  for (std::uint32_t number = 1; number <= 140; ++number) MustStore(*database_, ResultOf(tournament_, number));
  ASSERT_THAT(Check(), IsOk());
  for (const char* sql : {"UPDATE chain_nodes SET hash = zeroblob(32)", "DELETE FROM chain_nodes",
                          "INSERT OR REPLACE INTO chain_nodes SELECT level, number, zeroblob(32) FROM chain_nodes"}) {
    EXPECT_FALSE(database_->Execute(sql).ok()) << sql;
  }
  DropTriggers(*database_);
  Change("UPDATE chain_nodes SET hash = zeroblob(32)");
  EXPECT_THAT(Check().status(), IsError(absl::StatusCode::kDataLoss, "node 0 of level 8"));
  Change("DELETE FROM chain_nodes");
  EXPECT_THAT(Check().status(),
              IsError(absl::StatusCode::kDataLoss, "a node of the tree over the chain has been removed"));
}

}  // namespace
}  // namespace flagfall::arena::store
