#ifndef TESTS_COORDINATOR_SIM_SCHEDULE_H_
#define TESTS_COORDINATOR_SIM_SCHEDULE_H_

#include "absl/status/statusor.h"
#include "arena/coordinator/coordinator.h"
#include "tests/coordinator/scenario.h"
#include "tests/coordinator/sim_ledger.h"

namespace flagfall::arena::coordinator::simulation {

// What a run starts from that goes on with what the ledger holds. An error when the schedule cannot have come to that.
absl::StatusOr<RunStart> StartFrom(const Scenario& scenario, SimLedger& ledger);

// Whether the ledger holds a result of each game that the tournament needs.
bool IsComplete(const Scenario& scenario, SimLedger& ledger);

}  // namespace flagfall::arena::coordinator::simulation

#endif  // TESTS_COORDINATOR_SIM_SCHEDULE_H_
