#include "arena/runner/home_ledger.h"

#include <chrono>
#include <optional>
#include <utility>

#include "arena/runner/ledger_writer.h"
#include "arena/store/books.h"
#include "arena/store/games.h"
#include "arena/store/results.h"
#include "referee/base/status_macros.h"
#include "referee/rules/record.h"

namespace flagfall::arena::runner {

absl::StatusOr<HomeLedger> HomeLedger::Open(const store::Tournament& tournament, store::Database& database,
                                            const LedgerUse& use) {
  HomeLedger ledger(tournament, database, use);
  if (tournament.spec.book().empty()) return ledger;
  std::string book;
  {
    MutexLock lock(database.access());
    FLAGFALL_ASSIGN_OR_RETURN(book, store::BookOf(database, tournament.spec));
  }
  FLAGFALL_ASSIGN_OR_RETURN(ledger.book_, books::FindBook(book, tournament.spec.ruleset()));
  return ledger;
}

absl::StatusOr<v1::GivenSetUps> HomeLedger::GivenSetUpsOf(const tournament::ScheduledGame& game,
                                                          const std::string& seed) {
  if (book_.has_value()) return books::DrawSetUps(*book_, seed);
  if (!tournament_->spec.duplicate() || game.first_of_pair == 0) return v1::GivenSetUps();
  MutexLock lock(database_->access());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord first,
                            store::FindRecord(*database_, store::GameIdOf(tournament_->id, game.first_of_pair)));
  return SetUpsOf(first);
}

std::unique_ptr<ResultWriter> HomeLedger::OpenWriter(LedgerObserver observer) {
  std::optional<std::chrono::milliseconds> tries_again_after;
  if (use_.waits_for_room) tries_again_after = LedgerWriter::kTriesAgainAfter;
  return std::make_unique<LedgerWriter>(*database_, std::move(observer), LedgerWriter::kGathersFor, use_.meter,
                                        tries_again_after);
}

}  // namespace flagfall::arena::runner
