#include "tests/power_cuts/fault.h"

#include <algorithm>
#include <random>

#include "absl/strings/str_cat.h"

namespace flagfall::power_cuts {
namespace {

// A transaction of one result changes the disk some 40 times, one of a single row 10 times. So half of the faults come
// during the action for which they were drawn, and the others in what follows it.
std::uint64_t DrawOperation(std::mt19937_64& random) {
  constexpr std::uint64_t kLimits[] = {16, 64, 64, 256, 256};
  return random() % kLimits[random() % std::size(kLimits)];
}

}  // namespace

const char* Name(FaultKind kind) {
  switch (kind) {
    case FaultKind::kPowerCut:
      return "a power cut";
    case FaultKind::kKill:
      return "a kill";
    case FaultKind::kWriteError:
      return "a write that fails";
    case FaultKind::kReadError:
      return "a read that fails";
    case FaultKind::kSyncError:
      return "a sync that fails";
    case FaultKind::kDiskFull:
      return "a full disk";
  }
  return "";
}

std::string Text(const Fault& fault) {
  if (fault.kind == FaultKind::kDiskFull) {
    return absl::StrCat(Name(fault.kind), " (", fault.operation, " bytes left) from action ", fault.action, " on");
  }
  const char* const what = fault.kind == FaultKind::kReadError                       ? "read"
                           : fault.kind == FaultKind::kSyncError || fault.is_at_sync ? "sync"
                                                                                     : "change";
  return absl::StrCat(Name(fault.kind), " at ", what, " ", fault.operation, " from action ", fault.action, " on");
}

std::vector<Fault> DrawFaults(std::uint64_t seed, int actions) {
  std::mt19937_64 random(seed ^ 0x9e3779b97f4a7c15u);
  // Half of all disks lose power and do nothing else that is wrong.
  const bool has_errors = random() % 2 == 0;
  std::vector<Fault> faults;
  for (int action = 0; action < actions; ++action) {
    Fault fault{.action = action};
    const bool cuts_power = random() % 2 == 0;
    fault.operation = DrawOperation(random);
    fault.is_at_sync = random() % 4 == 0;
    if (fault.is_at_sync) fault.operation %= 3;
    fault.seed = random();
    if (has_errors && random() % 4 == 0) fault.kind = FaultKind::kKill;
    if (cuts_power) faults.push_back(fault);
    if (!has_errors || random() % 4 != 0) continue;
    constexpr FaultKind kErrors[] = {FaultKind::kWriteError, FaultKind::kReadError, FaultKind::kSyncError,
                                     FaultKind::kDiskFull};
    fault.kind = kErrors[random() % std::size(kErrors)];
    fault.is_at_sync = false;
    fault.operation = DrawOperation(random);
    if (fault.kind == FaultKind::kSyncError) fault.operation %= 4;
    if (fault.kind == FaultKind::kDiskFull) fault.operation *= 512;
    fault.seed = random();
    faults.push_back(fault);
  }
  return faults;
}

}  // namespace flagfall::power_cuts
