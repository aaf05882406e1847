#ifndef ARENA_RUNNER_HOME_LEDGER_H_
#define ARENA_RUNNER_HOME_LEDGER_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "arena/books/book.h"
#include "arena/runner/ledger_use.h"
#include "arena/runner/run_ledger.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"

namespace flagfall::arena::runner {

// The ledger of a home, for a run of one of its tournaments.
class HomeLedger final : public RunLedger {
 public:
  // Others must hold the database's access() while they use it, and it must not be locked now. `tournament` and
  // `database` must outlive the ledger. Errors as store::BookOf and FindBook.
  static absl::StatusOr<HomeLedger> Open(const store::Tournament& tournament, store::Database& database,
                                         const LedgerUse& use = {});

  // The error is FindRecord's.
  absl::StatusOr<v1::GivenSetUps> GivenSetUpsOf(const tournament::ScheduledGame& game,
                                                const std::string& seed) override;
  std::unique_ptr<ResultWriter> OpenWriter(LedgerObserver observer) override;

 private:
  HomeLedger(const store::Tournament& tournament, store::Database& database, const LedgerUse& use)
      : tournament_(&tournament), database_(&database), use_(use) {}

  const store::Tournament* tournament_;
  store::Database* database_;
  LedgerUse use_;
  // That of the spec; absent when there is none.
  std::optional<books::Book> book_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_HOME_LEDGER_H_
