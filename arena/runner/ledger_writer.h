#ifndef ARENA_RUNNER_LEDGER_WRITER_H_
#define ARENA_RUNNER_LEDGER_WRITER_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "arena/runner/run_ledger.h"
#include "arena/runner/run_meter.h"
#include "arena/store/database.h"
#include "arena/store/results.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::runner {

// What a run hands to its ledger.
using LedgerEntry = std::variant<store::GameResult, BotFault>;

// Writes entries: all results in one transaction, of which `on_stored` is told before anything else is written, then
// each fault in a transaction of its own. The first error ends it and is returned; what was written before it stays,
// and what was not is left in `entries`. The caller must not hold the database's access().
absl::Status WriteEntries(store::Database& database, std::vector<LedgerEntry>& entries, const LedgerObserver& observer);

// Writes a run's results and faults into the ledger, on a thread of its own, in the order in which they were put. What
// comes in during one transaction goes into the next one together: a commit waits for the disk, and writes each page of
// the ledger that has changed as a whole, so many results at once cost little more than one. Where several came at
// once, as on a server with many workers, the next transaction begins no sooner than `gathers_for` after them; a result
// that comes alone is written at once. Put may be called from any thread.
//
// With `tries_again_after`, a full disk is no failure: what is to be written is kept, and tried again so long after
// each try until there is room or the writer ends.
class LedgerWriter final : public ResultWriter {
 public:
  // Put blocks while so many entries wait to be written.
  static constexpr std::size_t kWaitingMax = 1024;
  static constexpr std::chrono::milliseconds kGathersFor{20};
  static constexpr std::chrono::milliseconds kTriesAgainAfter{1000};

  // Any other user of `database` must hold its access() until the writer is destroyed. `database` must outlive it, and
  // `meter` too, where there is one.
  LedgerWriter(store::Database& database, LedgerObserver observer, std::chrono::milliseconds gathers_for = kGathersFor,
               RunMeter* meter = nullptr, std::optional<std::chrono::milliseconds> tries_again_after = std::nullopt);
  // Writes all that has been put before, unless the disk is still full.
  ~LedgerWriter() override;

  LedgerWriter(const LedgerWriter&) = delete;
  LedgerWriter& operator=(const LedgerWriter&) = delete;

  void Put(store::GameResult result) override { Add(std::move(result)); }
  void Put(BotFault fault) override { Add(std::move(fault)); }

 private:
  void Add(LedgerEntry entry);
  // Waits for entries, also for more of them until that time, and takes them all; empty at the end.
  std::vector<LedgerEntry> Take(std::chrono::steady_clock::time_point gathers_until);
  void Run();
  absl::Status WriteWhenThereIsRoom(std::vector<LedgerEntry> entries);
  // Waits until the disk may be tried again; false when the writer ends.
  bool AwaitRoom();
  // So many more entries wait, or fewer.
  void Count(std::int64_t entries);

  store::Database& database_;
  const LedgerObserver observer_;
  const std::chrono::milliseconds gathers_for_;
  RunMeter* const meter_;
  const std::optional<std::chrono::milliseconds> tries_again_after_;

  Mutex mutex_;
  CondVar changed_;
  // Told of what ends the gathering alone, so that each entry does not wake the thread.
  CondVar has_gathered_;
  std::vector<LedgerEntry> waiting_ ABSL_GUARDED_BY(mutex_);
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // The last member, because it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_LEDGER_WRITER_H_
