#ifndef TESTS_POWER_CUTS_LIFE_H_
#define TESTS_POWER_CUTS_LIFE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "arena/store/database.h"
#include "tests/power_cuts/disk.h"
#include "tests/power_cuts/disk_vfs.h"
#include "tests/power_cuts/host.h"
#include "tests/power_cuts/ledger_state.h"

namespace flagfall::power_cuts {

// Something that is wrong on purpose, with the host or its disk, so that the tests have something to find.
enum class Planted {
  kNothing,
  // The host takes a disk for safe that is not: PRAGMA synchronous = OFF.
  kSynchronousOff,
  // The disk reports a sync of the log, of the database or of the folder that it did not do.
  kLogNotSynced,
  kDatabaseNotSynced,
  kNamesNotSynced,
  // The disk hides errors.
  kErrorsHidden,
  // The database is kept without a log, with a journal that only the process's memory holds.
  kJournalInMemory,
  // The machine boots without the log, as after a copy of flagfall.db alone.
  kLogLeftBehind,
  // The host tells of a result before the ledger has it, or in spite of an error.
  kAcknowledgedFirst,
  kErrorsIgnored,
  // See HostFaults.
  kNumberedAnew,
  kRegistrationSplit,
};
inline constexpr int kPlantedFaults = 12;
const char* Name(Planted planted);

// The life of one ledger, in which everything follows from these.
struct LifeSpec {
  std::uint64_t seed = 0;
  std::vector<Fault> faults = {};
  Planted planted = Planted::kNothing;
};

// What happened, over many lives.
struct Tally {
  std::uint64_t lives = 0;
  std::uint64_t actions = 0;
  std::uint64_t operations = 0;
  std::uint64_t acknowledged = 0;
  // Of each kind, those that came to pass.
  std::map<FaultKind, std::uint64_t> faults;
  // Actions that a cut or a kill broke off: those that were found in the ledger afterwards, and not.
  std::uint64_t kept = 0;
  std::uint64_t lost = 0;
  // Actions, and openings, that the ledger refused with an error.
  std::uint64_t refused = 0;
  std::uint64_t not_opened = 0;
  std::uint64_t clean_restarts = 0;

  std::uint64_t Ends() { return faults[FaultKind::kPowerCut] + faults[FaultKind::kKill]; }
};

inline constexpr int kActionsOfLife = 40;

// Plays a host on a ledger whose disk loses power and fails, beside a mirror: a second ledger, on a disk without
// faults, to which each action is done once it is known to count. Whatever the disk does, the ledger must hold exactly
// what the mirror holds: all that was acknowledged, and an action that was broken off wholly or not at all. Beside
// that, the host's own accounts of results and the checks of `flagfall db check` are held against it.
class Life {
 public:
  Life(LifeSpec spec, Tally& tally);

  // Returns what went wrong; empty when nothing did.
  std::string Play();

 private:
  using Steps = std::vector<Call>;

  void ArmFaults();
  // Opens the ledger as often as it takes, and looks whether it is what it should be.
  std::string Open();
  void Configure();
  std::string Act();
  // What follows when the ledger has returned an error, and when the process has ended.
  std::string Refused(const Action& action, const Outcome& outcome, const Steps& rest);
  std::string Reboot();
  std::string Restart();
  std::string End();
  // Does the steps to the mirror. The first must have this outcome.
  std::string DoToMirror(const Steps& steps, const Outcome& outcome);
  // Finds out which of the steps that may have been done, were. At least `left_out_min` of each row were not.
  std::string Settle(std::size_t left_out_min);
  // Does the first of the steps to the mirror that make it what was found, and takes them out.
  bool MatchesMirror(const LedgerState& found, Steps& steps, std::size_t left_out_min);
  std::string Check(bool is_thorough);

  const LifeSpec spec_;
  Tally& tally_;
  std::mt19937_64 random_;
  Disk disk_;
  Disk mirror_disk_;
  DiskVfs vfs_;
  DiskVfs mirror_vfs_;
  Host host_;
  std::unique_ptr<arena::store::Database> ledger_;
  std::unique_ptr<arena::store::Database> mirror_;
  LedgerState mirror_state_;
  // What was broken off or has failed since the ledger last took something: it may be in the log.
  std::vector<Steps> doubtful_;
  int action_ = 0;
  // Until when a full disk stays full.
  int full_until_ = 0;
};

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_LIFE_H_
