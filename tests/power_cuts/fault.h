#ifndef TESTS_POWER_CUTS_FAULT_H_
#define TESTS_POWER_CUTS_FAULT_H_

#include <cstdint>
#include <string>
#include <vector>

namespace flagfall::power_cuts {

// The operations at which something can go wrong.
enum class Operation { kRead, kChange, kSync };

enum class FaultKind {
  // The power goes during a write, a sync, or while a file is made, cut or deleted.
  kPowerCut,
  // The process is killed there. What it has written stays in the machine's memory, synced or not.
  kKill,
  // One write, read or sync fails with EIO.
  kWriteError,
  kReadError,
  kSyncError,
  // The disk has only a few pages left, until the host has tried a few more things.
  kDiskFull,
};
inline constexpr int kFaultKinds = 6;

// Something that goes wrong with the disk.
struct Fault {
  FaultKind kind = FaultKind::kPowerCut;
  // During which of the host's actions it is to happen, from 0; action 0 is the first opening of the ledger.
  int action = 0;
  // At which operation of its kind since that action began, from 0. It may come to pass during a later action.
  // Of kDiskFull: how many bytes are left.
  std::uint64_t operation = 0;
  // Of kPowerCut and kKill: whether it happens at a sync, just before what was written would be safe.
  bool is_at_sync = false;
  // Decides what a power cut, or a failed operation, keeps.
  std::uint64_t seed = 0;
};

// "a power cut", and so on.
const char* Name(FaultKind kind);
// "a power cut at change 12 of action 3".
std::string Text(const Fault& fault);

// Draws the faults of a life of so many actions. Each is independent of what the host does.
std::vector<Fault> DrawFaults(std::uint64_t seed, int actions);

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_FAULT_H_
