#ifndef ARENA_RUNNER_LEDGER_USE_H_
#define ARENA_RUNNER_LEDGER_USE_H_

#include "arena/runner/run_meter.h"

namespace flagfall::arena::runner {

// What a run's results go through on their way into the ledger of a home.
struct LedgerUse {
  // Where the run counts what it does, and what waits to be written; null for nowhere. Outlives the run.
  RunMeter* meter = nullptr;
  // Whether results wait in memory while the ledger's disk is full, instead of ending the run. Somebody at a command
  // line would rather be told and resume; a server has other things to do.
  bool waits_for_room = false;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_LEDGER_USE_H_
