#ifndef ARENA_RUNNER_LEDGER_WRITER_H_
#define ARENA_RUNNER_LEDGER_WRITER_H_

#include <cstdint>
#include <thread>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "arena/runner/run_ledger.h"
#include "arena/store/database.h"
#include "arena/store/results.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::runner {

// Writes a run's results and faults into the ledger, on a thread of its own, in the order in which they were put. What
// comes in during one transaction goes into the next one together: a commit waits for the disk, so many results at once
// cost little more than one. Put may be called from any thread.
class LedgerWriter final : public ResultWriter {
 public:
  // Put blocks while so many entries wait to be written.
  static constexpr std::size_t kWaitingMax = 1024;

  // Any other user of `database` must hold its access() until the writer is destroyed. `database` must outlive it.
  LedgerWriter(store::Database& database, LedgerObserver observer);
  // Writes all that has been put before.
  ~LedgerWriter() override;

  LedgerWriter(const LedgerWriter&) = delete;
  LedgerWriter& operator=(const LedgerWriter&) = delete;

  void Put(store::GameResult result) override { Add(std::move(result)); }
  void Put(BotFault fault) override { Add(std::move(fault)); }

 private:
  using Entry = std::variant<store::GameResult, BotFault>;

  void Add(Entry entry);
  // Waits for entries and takes them all; empty at the end.
  std::vector<Entry> Take();
  void Run();
  absl::Status Write(std::vector<Entry> entries);

  store::Database& database_;
  const LedgerObserver observer_;

  Mutex mutex_;
  CondVar changed_;
  std::vector<Entry> waiting_ ABSL_GUARDED_BY(mutex_);
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // The last member, because it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_LEDGER_WRITER_H_
