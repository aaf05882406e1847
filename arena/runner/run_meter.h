#ifndef ARENA_RUNNER_RUN_METER_H_
#define ARENA_RUNNER_RUN_METER_H_

#include <atomic>
#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "arena/bots/bot_process.h"

namespace flagfall::arena::runner {

// What the runs of a process do together, for whoever looks on. From any thread.
struct RunMeter {
  // Results and faults that a ledger's writer has been handed and has not written yet.
  std::atomic<std::int64_t> waiting_for_ledger = 0;
  // Processes of bots that died, did not start or did not say hello, challenges included; and those among them whose
  // sandbox could not be made.
  std::atomic<std::uint64_t> bot_faults = 0;
  std::atomic<std::uint64_t> sandbox_failures = 0;

  // `reason`: as it is told to people.
  void NoteFault(absl::string_view reason) {
    ++bot_faults;
    if (absl::StrContains(reason, bots::kNoSandbox)) ++sandbox_failures;
  }
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_RUN_METER_H_
