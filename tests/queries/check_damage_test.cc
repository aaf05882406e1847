// Whatever is changed, deleted or swapped in a ledger behind its back is found and named by one of the checks, as far
// as the ledger tells it twice. Each row of the tables below is planted by plain SQLite, with the ledger's triggers
// away.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/queries/check_ledger.h"
#include "arena/store/users.h"
#include "referee/base/sha256.h"
#include "tests/queries/played_ledger.h"
#include "tests/store/ledger.h"
#include "tests/store/raw_sqlite.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::queries {
namespace {

using Spec = v1::TournamentSpec;

// The ledger's tournaments.
enum Tournament { kRated = 1, kPairs, kBook, kSwiss, kWaiting };

struct Damage {
  const char* sql;
  // What one of the checks says.
  const char* found;
};

class CheckDamageTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto database = store::MustOpen(path_);
    AddPlayers(*database);
    ASSERT_EQ(PlayTournament(*database, SpecFor({"ann", "bob", "cid"}, Spec::FORMAT_ROUND_ROBIN, true), {3}), kRated);
    Spec pairs = SpecFor({"ann", "bob"}, Spec::FORMAT_ROUND_ROBIN, false);
    pairs.set_games(4);
    pairs.set_duplicate(true);
    ASSERT_EQ(PlayTournament(*database, pairs, {1}), kPairs);
    Spec book = SpecFor({"ann", "bob"}, Spec::FORMAT_ROUND_ROBIN, false);
    book.set_book("standard");
    ASSERT_EQ(PlayTournament(*database, book), kBook);
    Spec swiss = SpecFor({"ann", "bob", "cid", "dot"}, Spec::FORMAT_SWISS, false);
    swiss.set_rounds(3);
    ASSERT_EQ(PlayTournament(*database, swiss), kSwiss);
    ASSERT_EQ(BeginTournament(*database, SpecFor({"ann", "bob"}, Spec::FORMAT_ROUND_ROBIN, false)), kWaiting);
    for (const char* user : {"yan", "zoe"}) {
      ASSERT_THAT(store::AddUser(*database, user, v1::User::ROLE_HOST, Micros(1)), IsOk());
      ASSERT_THAT(store::AddToken(*database, {.user = user}, Sha256Of(user), Micros(1)), IsOk());
    }
  }

  // Returns what the checks find, one line for each that finds something; on a connection for reading, as for
  // `flagfall db check`.
  static std::string FindingsIn(const std::string& path) {
    const auto database = store::Database::OpenForReading(path);
    if (!database.ok()) return database.status().ToString();
    std::string findings;
    for (const LedgerCheck& part : LedgerChecks()) {
      const absl::Status status = part.check(**database);
      if (!status.ok()) absl::StrAppend(&findings, part.name, ": ", status.message(), "\n");
    }
    return findings;
  }

  // Plants the damage in a copy of the ledger, whose triggers are the same before and after. With `hashes_specs` each
  // spec has the hash that is stored beside it, whatever was done to it.
  std::string FindingsAfter(const std::string& sql, bool hashes_specs = false) {
    const std::string copy = dir_.At("damaged.db");
    std::filesystem::copy_file(path_, copy, std::filesystem::copy_options::overwrite_existing);
    {
      store::RawSqlite raw(copy);
      const auto triggers = raw.Column("SELECT sql FROM sqlite_schema WHERE type = 'trigger'");
      for (const std::string& name : raw.Column("SELECT name FROM sqlite_schema WHERE type = 'trigger'")) {
        raw.Execute("DROP TRIGGER " + name);
      }
      raw.Execute(sql);
      if (hashes_specs) HashSpecs(raw);
      for (const std::string& trigger : triggers) raw.Execute(trigger);
    }
    return FindingsIn(copy);
  }

  static void HashSpecs(store::RawSqlite& raw) {
    for (const std::string& id : raw.Column("SELECT tournament_id FROM tournaments")) {
      const std::string spec = raw.Column("SELECT spec FROM tournaments WHERE tournament_id = " + id).front();
      raw.Execute(absl::StrCat("UPDATE tournaments SET spec_sha256 = x'", absl::BytesToHexString(Sha256Of(spec)),
                               "' WHERE tournament_id = ", id));
    }
  }

  void ExpectFound(const std::vector<Damage>& damages, bool hashes_specs = false) {
    for (const Damage& damage : damages) {
      const std::string findings = FindingsAfter(damage.sql, hashes_specs);
      EXPECT_TRUE(absl::StrContains(findings, damage.found))
          << damage.sql << "\n  should be found as: " << damage.found << "\n  was found as: " << findings;
    }
  }

  TempDir dir_;
  std::string path_ = dir_.At(store::kDatabaseFileName);
};

// Whether the chain has found something, and no other check.
bool IsChainsAlone(const std::string& findings) {
  return absl::StartsWith(findings, "chain: link ") && findings.find('\n') == findings.size() - 1;
}

TEST_F(CheckDamageTest, AWholeLedgerIsSound) { EXPECT_EQ(FindingsIn(path_), ""); }

// The hash that is stored beside the spec tells, also where no game does.
TEST_F(CheckDamageTest, AChangedSpec) {
  for (const char* change :
       {"'$.seed', '8'", "'$.time_control', '11+0.1'", "'$.policy.max_plies', 99", "'$.policy.anonymous', json('true')",
        "'$.book', 'standard'", "'$.duplicate', json('true')", "'$.name', 'autumn'", "'$.concurrency', 9",
        "'$.faults_max', 9", "'$.pondering', json('false')", "'$.rated', json('true')", "'$.rounds', 2", "'$.games', 4",
        R"('$.bot_options', json('{"ann":{"values":{"depth":"2"}}}'))", "'$.bots[0]', 'cid'"}) {
    const std::string sql =
        absl::StrCat("UPDATE tournaments SET spec = json_set(spec, ", change, ") WHERE tournament_id = ", kWaiting);
    const std::string found = "tournaments: tournament 5: its spec is not the one with which it was created";
    EXPECT_TRUE(absl::StrContains(FindingsAfter(sql), found)) << sql << ": " << FindingsAfter(sql);
  }
  ExpectFound(
      {{"UPDATE tournaments SET spec_sha256 = zeroblob(32) WHERE tournament_id = 1", "tournament 1: its spec is not"},
       {"UPDATE tournaments SET spec = 'x' WHERE tournament_id = 1", "tournament 1: its spec"}});
}

// Where the hash was changed too, the records of the tournament's games tell.
TEST_F(CheckDamageTest, AChangedSpecWithItsHash) {
  ExpectFound(
      {
          {"UPDATE tournaments SET spec = json_set(spec, '$.seed', '8') WHERE tournament_id = 1",
           "games: game 1-1 was played with another seed than its tournament's spec gives to attempt 1"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.time_control', '11+0.1') WHERE tournament_id = 1",
           "games: game 1-1 was played with another time control than its tournament's spec gives, 11+0.1"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.policy.illegal_retries', 1) WHERE tournament_id = 1",
           "games: game 1-1 was played with another policy"},
          {"UPDATE tournaments SET spec = json_remove(spec, '$.book') WHERE tournament_id = 3",
           "games: game 3-1 was played on set-ups of its host"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.book', 'standard') WHERE tournament_id = 1",
           "games: game 1-1 was played on other set-ups than its tournament's book gives"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.book', 'ruleset barrage' || char(10) || "
           "'........SF ......3.2B ........M. 92........') WHERE tournament_id = 3",
           "games: game 3-1 was played on other set-ups than its tournament's book gives"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.book', 'nonsense') WHERE tournament_id = 3",
           "games: tournament 3: its book: "},
          {"UPDATE tournaments SET spec = json_remove(spec, '$.duplicate') WHERE tournament_id = 2",
           "games: game 2-2 was played with another seed"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.duplicate', json('true')) WHERE tournament_id = 1",
           "games: game 1-2 was played with another seed"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.rated', json('false')) WHERE tournament_id = 1",
           "tournaments: tournament 1: its spec says that it is not rated, and it has a pool"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.name', 'autumn') WHERE tournament_id = 1",
           "tournaments: tournament 1: its name is not that of its spec"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.ruleset.id', 'duel') WHERE tournament_id = 1",
           "tournaments: tournament 1: its ruleset is not that of its spec"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.bots[0]', 'eve') WHERE tournament_id = 1",
           "tournaments: tournament 1: its spec names 'eve', which is none of the home's bots"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.bots[0]', 'dot') WHERE tournament_id = 1",
           "which is not among the bots of its tournament's spec"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.bots[0]', 'bob', '$.bots[1]', 'ann') WHERE tournament_id = "
           "1",
           "schedules: tournament 1: game "},
          {"UPDATE tournaments SET spec = json_remove(spec, '$.bots[2]', '$.bots[1]') WHERE tournament_id = 1",
           "schedules: tournament 1: its spec names 1 bots"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.rounds', 4) WHERE tournament_id = 4",
           "schedules: tournament 4: is finished, and its game 13 is missing"},
          {"UPDATE tournaments SET spec = json_set(spec, '$.format', 99) WHERE tournament_id = 1",
           "schedules: tournament 1: its spec: tournament, format: there is no format 99"},
      },
      /*hashes_specs=*/true);
}

TEST_F(CheckDamageTest, AChangedRowOfATournament) {
  ExpectFound({
      {"UPDATE tournaments SET pool = NULL WHERE tournament_id = 1",
       "tournaments: tournament 1: its spec says that it is rated, and it has no pool"},
      {"UPDATE tournaments SET pool = 'barrage' WHERE tournament_id = 2",
       "tournaments: tournament 2: its spec says that it is not rated, and it has a pool"},
      {"UPDATE tournaments SET pool = 'duel' WHERE tournament_id = 1; UPDATE rating_changes SET pool = 'duel'; "
       "UPDATE ratings SET pool = 'duel'; UPDATE pair_scores SET pool = 'duel'",
       "schedules: tournament 1: its pool is duel, and its spec gives barrage"},
      {"UPDATE tournaments SET name = 'autumn' WHERE tournament_id = 5",
       "tournaments: tournament 5: its name is not that of its spec"},
      {"UPDATE tournaments SET ruleset = 'barrage' WHERE tournament_id = 5",
       "tournaments: tournament 5: its ruleset is not that of its spec"},
      {"UPDATE tournaments SET state = 'finished' WHERE tournament_id = 5",
       "schedules: tournament 5: is finished, and its game 1 is missing"},
  });
}

TEST_F(CheckDamageTest, AChangedRowOfAGame) {
  ExpectFound({
      {"UPDATE games SET round = 2 WHERE game_id = '1-1'",
       "schedules: tournament 1: game 1 is stored as of round 2, and is of round 1 in the schedule"},
      {"UPDATE games SET attempt = 2 WHERE game_id = '1-1'",
       "games: game 1-1 was played with another seed than its tournament's spec gives to attempt 2"},
      {"UPDATE games SET attempt = 2 WHERE game_id = '2-2'",
       "games: game 2-2 was decided at attempt 2, and the ledger has 0 void attempts before it"},
      {"UPDATE games SET attempt = 1 WHERE game_id = '1-3'", "games: game 1-3 was played with another seed"},
      {"UPDATE games SET first_of_pair = NULL WHERE game_id = '1-2'",
       "schedules: tournament 1: game 2 is stored as a game without partner, and game 1 is the first of its pair"},
      {"UPDATE games SET first_of_pair = NULL WHERE game_id = '2-2'", "games: game 2-2 was played with another seed"},
      {"UPDATE games SET first_of_pair = 2 WHERE game_id = '1-4'", "where the first of its pair is game 3, not 2"},
      {"UPDATE games SET start_time_us = start_time_us + 1 WHERE game_id = '1-1'",
       "games: the time of game 1-1 is not"},
      {"UPDATE bots SET content_sha256 = zeroblob(32), version = '2' WHERE name = 'ann'",
       "games: the version of a player of game 1-"},
  });
}

TEST_F(CheckDamageTest, AChangedRowOfAVoidAttempt) {
  ExpectFound({
      {"UPDATE void_games SET number = 4 WHERE tournament_id = 1", "games: the id of void attempt 1 at game 1-4"},
      {"UPDATE void_games SET attempt = 2 WHERE tournament_id = 1", "games: game 1-3 was played with another seed"},
      {"UPDATE void_games SET detail = 'so' WHERE tournament_id = 1",
       "games: the detail of void attempt 1 at game 1-3"},
      {"UPDATE void_games SET start_time_us = 0 WHERE tournament_id = 1",
       "games: the time of void attempt 1 at game 1-3"},
  });
}

TEST_F(CheckDamageTest, WhatIsDeleted) {
  ExpectFound({
      {"DELETE FROM void_games WHERE tournament_id = 1",
       "games: game 1-3 was decided at attempt 2, and the ledger has 0 void attempts before it"},
      {"DELETE FROM void_games WHERE tournament_id = 5",
       "tournaments: tournament 5: 1 void attempts were stored, and 0"},
      {"DELETE FROM void_games WHERE tournament_id = 5; DELETE FROM tournaments WHERE tournament_id = 5",
       "tournaments: tournament 5 is missing: 5 of them were stored"},
      {"DELETE FROM game_records WHERE sequence IN (SELECT sequence FROM games WHERE tournament_id = 3); "
       "DELETE FROM games WHERE tournament_id = 3; DELETE FROM tournaments WHERE tournament_id = 3",
       "tournaments: tournament 3 is missing: 5 of them were stored"},
      {"DELETE FROM game_records WHERE sequence = 22; DELETE FROM games WHERE sequence = 22; "
       "UPDATE tournaments SET state = 'stopped' WHERE tournament_id = 4",
       "tournaments: game with sequence 22 is missing: 24 of them were stored"},
      {"DELETE FROM game_records WHERE sequence = 24; DELETE FROM games WHERE sequence = 24; "
       "UPDATE tournaments SET state = 'stopped' WHERE tournament_id = 4",
       "tournaments: game with sequence 24 is missing: 24 of them were stored"},
      {"DELETE FROM tokens WHERE token_id = 1", "tournaments: token 1 is missing: 2 of them were stored"},
      {"UPDATE sqlite_sequence SET seq = 3 WHERE name = 'games'",
       "tournaments: game with sequence 24 is there, though the last number given is 3"},
  });
}

std::string Swap(int a, int b) {
  std::string sql;
  for (const char* table : {"games", "game_records", "rating_changes"}) {
    absl::StrAppend(&sql, "UPDATE ", table, " SET sequence = 1000 WHERE sequence = ", a, "; UPDATE ", table,
                    " SET sequence = ", a, " WHERE sequence = ", b, "; UPDATE ", table, " SET sequence = ", b,
                    " WHERE sequence = 1000; ");
  }
  return sql;
}

TEST_F(CheckDamageTest, SwappedSequences) {
  // The first game of a Swiss and its last; the first round decides who plays in the last.
  EXPECT_TRUE(absl::StrContains(FindingsAfter(Swap(13, 24)), "has to be over before it"))
      << FindingsAfter(Swap(13, 24));
  // Games that do not depend on each other may have been stored in either order; they are rated in another.
  // The chain alone tells.
  EXPECT_TRUE(IsChainsAlone(FindingsAfter(Swap(1, 6)))) << FindingsAfter(Swap(1, 6));
  EXPECT_TRUE(IsChainsAlone(FindingsAfter(Swap(11, 12)))) << FindingsAfter(Swap(11, 12));
}

TEST_F(CheckDamageTest, SwappedStepsOfRatings) {
  // Games give other ratings in another order.
  const std::string swap =
      "UPDATE rating_changes SET step = 1000 WHERE step = 1; UPDATE rating_changes SET step = 1 WHERE step = 6; "
      "UPDATE rating_changes SET step = 6 WHERE step = 1000";
  EXPECT_TRUE(absl::StrContains(FindingsAfter(swap), "ratings: the rating change of game ")) << FindingsAfter(swap);
}

}  // namespace
}  // namespace flagfall::arena::queries
