#ifndef TESTS_QUERIES_LUCK_LEDGER_H_
#define TESTS_QUERIES_LUCK_LEDGER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/record.pb.h"
#include "flagfall/v1/values.pb.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::queries {

// Of barrage: the set-up whose Marshal stands further in front wins, in three games of four, and what is left follows
// from the seed. The bots make no difference.
void DecideByMarshals(v1::GameRecord& record);

// A ledger with matches in which set-ups are worth something.
class LuckLedger {
 public:
  LuckLedger();

  store::Database& database() { return *database_; }
  const TempDir& dir() const { return dir_; }

  // A match of ann and bob with the standard book, of so many pairs.
  static v1::TournamentSpec MatchOf(std::uint32_t pairs, std::uint64_t seed);
  // Plays it, with results by DecideByMarshals, and returns its id.
  std::int64_t Play(const v1::TournamentSpec& spec);
  store::Tournament Find(std::int64_t id);

  // What FitValueFunction makes of barrage without these tournaments, fitted at `now_micros`; stored.
  v1::ValueFunction Fit(std::vector<std::int64_t> without = {}, std::int64_t now_micros = 1);

 private:
  TempDir dir_;
  std::unique_ptr<store::Database> database_;
};

}  // namespace flagfall::arena::queries

#endif  // TESTS_QUERIES_LUCK_LEDGER_H_
