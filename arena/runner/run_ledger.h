#ifndef ARENA_RUNNER_RUN_LEDGER_H_
#define ARENA_RUNNER_RUN_LEDGER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/results.h"
#include "arena/tournament/scheduled_game.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::runner {

// A fault of a bot, to be counted in the ledger: it did not start, did not come or died.
struct BotFault {
  std::string bot;
  std::string reason;
  std::uint32_t faults_max = 0;
};

// Is told what becomes of a run's results, from any thread, and must not block.
struct LedgerObserver {
  // All of `results` are on the disk, except those whose receipt says otherwise.
  std::function<void(std::vector<store::GameResult> results, std::vector<store::Receipt> receipts)> on_stored;
  // The ledger takes no more. Results that were not acknowledged by on_stored are not in it, and the writer drops all
  // that come later.
  std::function<void(absl::Status)> on_failed;
  // A sentence for people: results wait in memory since the disk is full, or the wait is over.
  std::function<void(const std::string&)> on_notice = [](const std::string&) {};
};

// Takes a run's results and faults, in the order in which they are put. Put may be called from any thread.
class ResultWriter {
 public:
  virtual ~ResultWriter() = default;

  virtual void Put(store::GameResult result) = 0;
  virtual void Put(BotFault fault) = 0;
};

// What a run needs to know of games that are over, and where its results go: the ledger of a home, or the server whose
// games a worker plays.
class RunLedger {
 public:
  virtual ~RunLedger() = default;

  // The set-ups that the host gives to the players of a game that begins with this seed; empty where they set up
  // themselves. In the second game of a duplicate pair they are those of the first, whose result must be stored.
  virtual absl::StatusOr<v1::GivenSetUps> GivenSetUpsOf(const tournament::ScheduledGame& game,
                                                        const std::string& seed) = 0;

  // To be called once. The writer ends before the ledger, and has stored by then what was put.
  virtual std::unique_ptr<ResultWriter> OpenWriter(LedgerObserver observer) = 0;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_RUN_LEDGER_H_
