#include "arena/runner/ledger_writer.h"

#include <utility>

#include "arena/base/second_player.h"
#include "arena/store/bots.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {

absl::Status WriteEntries(store::Database& database, std::vector<LedgerEntry> entries, const LedgerObserver& observer) {
  std::vector<store::GameResult> results;
  std::vector<BotFault> faults;
  for (LedgerEntry& entry : entries) {
    if (store::GameResult* result = std::get_if<store::GameResult>(&entry)) {
      results.push_back(std::move(*result));
    } else {
      faults.push_back(std::get<BotFault>(std::move(entry)));
    }
  }
  const std::vector<absl::StatusOr<store::EncodedRecord>> encoded = store::EncodeResults(results);
  MutexLock lock(database.access());
  if (!results.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Receipt> receipts, store::StoreResults(database, results, encoded));
    observer.on_stored(std::move(results), std::move(receipts));
  }
  for (const BotFault& fault : faults) {
    FLAGFALL_RETURN_IF_ERROR(
        store::CountFault(database, EntryOfPlayer(fault.bot), fault.reason, fault.faults_max).status());
  }
  return absl::OkStatus();
}

LedgerWriter::LedgerWriter(store::Database& database, LedgerObserver observer, std::chrono::milliseconds gathers_for,
                           RunMeter* meter)
    : database_(database), observer_(std::move(observer)), gathers_for_(gathers_for), meter_(meter), thread_([this] {
        Run();
      }) {}

LedgerWriter::~LedgerWriter() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
    changed_.NotifyAll();
    has_gathered_.NotifyAll();
  }
  thread_.join();
}

void LedgerWriter::Add(LedgerEntry entry) {
  MutexLock lock(mutex_);
  while (waiting_.size() >= kWaitingMax) changed_.Wait(mutex_);
  waiting_.push_back(std::move(entry));
  Count(1);
  changed_.NotifyAll();
  if (waiting_.size() == kWaitingMax) has_gathered_.NotifyAll();
}

std::vector<LedgerEntry> LedgerWriter::Take(std::chrono::steady_clock::time_point gathers_until) {
  MutexLock lock(mutex_);
  while (waiting_.empty() && !is_ending_) changed_.Wait(mutex_);
  while (waiting_.size() < kWaitingMax && !is_ending_) {
    if (!has_gathered_.WaitUntil(mutex_, gathers_until)) break;
  }
  changed_.NotifyAll();
  return std::exchange(waiting_, {});
}

void LedgerWriter::Count(std::int64_t entries) {
  if (meter_ != nullptr) meter_->waiting_for_ledger += entries;
}

void LedgerWriter::Run() {
  bool has_failed = false;
  std::chrono::steady_clock::time_point gathers_until{};
  for (std::vector<LedgerEntry> entries = Take(gathers_until); !entries.empty(); entries = Take(gathers_until)) {
    const auto taken = std::chrono::steady_clock::now();
    gathers_until = entries.size() > 1 ? taken + gathers_for_ : taken;
    const auto count = static_cast<std::int64_t>(entries.size());
    const absl::Status status = has_failed ? absl::OkStatus() : WriteEntries(database_, std::move(entries), observer_);
    Count(-count);
    if (status.ok()) continue;
    has_failed = true;
    observer_.on_failed(status);
  }
}

}  // namespace flagfall::arena::runner
