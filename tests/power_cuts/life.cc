#include "tests/power_cuts/life.h"

#include <sqlite3.h>
#include <filesystem>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/key_file.h"
#include "arena/store/chain.h"
#include "arena/store/errors.h"
#include "tests/power_cuts/starts.h"

namespace flagfall::power_cuts {

namespace store = arena::store;

namespace {

// How often a host tries to open its ledger before it looks after its disk.
constexpr int kOpeningsMax = 40;
constexpr int kOpeningsOnFullDisk = 3;

DiskLies LiesOf(Planted planted) {
  switch (planted) {
    case Planted::kLogNotSynced:
      return {.unsynced_suffix = "-wal"};
    case Planted::kDatabaseNotSynced:
      return {.unsynced_suffix = ".db"};
    case Planted::kNamesNotSynced:
      return {.forgets_names = true};
    case Planted::kErrorsHidden:
      return {.hides_errors = true};
    default:
      return {};
  }
}

// While it lives, nothing that the disk is asked counts or fails.
class Quiet {
 public:
  explicit Quiet(Disk& disk) : disk_(disk) { disk_.set_quiet(true); }
  ~Quiet() { disk_.set_quiet(false); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  Disk& disk_;
};

}  // namespace

const char* Name(Planted planted) {
  constexpr const char* kNames[kPlantedFaults] = {"nothing",
                                                  "synchronous = OFF",
                                                  "the log is not synced",
                                                  "the database is not synced",
                                                  "names of files are not synced",
                                                  "the disk hides errors",
                                                  "the journal is in memory",
                                                  "the log is left behind",
                                                  "acknowledged before the commit",
                                                  "acknowledged in spite of an error",
                                                  "stored again under another number",
                                                  "a registration is two transactions"};
  return kNames[static_cast<int>(planted)];
}

Life::Life(LifeSpec spec, Tally& tally)
    : spec_(std::move(spec)),
      tally_(tally),
      random_(spec_.seed * 7919),
      disk_(LiesOf(spec_.planted)),
      vfs_("power_cuts", disk_),
      mirror_vfs_("power_cuts_mirror", mirror_disk_),
      host_(spec_.seed, {.numbers_anew = spec_.planted == Planted::kNumberedAnew,
                         .splits_registration = spec_.planted == Planted::kRegistrationSplit}) {}

std::string Life::Play() {
  BeginLife(spec_.seed, disk_, mirror_disk_);
  // The log's salts come from it.
  sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, static_cast<int>(spec_.seed % 1'000'000'007) + 1, nullptr);
  auto mirror = store::Database::OpenForWriting(MirrorPath(), {.vfs = mirror_vfs_.name()});
  if (!mirror.ok()) return mirror.status().ToString();
  mirror_ = *std::move(mirror);
  mirror_state_ = StateOf(*mirror_).value();
  std::string failure;
  for (action_ = 0; action_ < kActionsOfLife && failure.empty(); ++action_) {
    ArmFaults();
    failure = action_ == 0 ? Open() : Act();
  }
  if (failure.empty()) failure = End();
  ++tally_.lives;
  tally_.actions += static_cast<std::uint64_t>(action_);
  tally_.operations += disk_.operations();
  tally_.acknowledged += host_.acknowledged();
  for (const Fault& fault : disk_.happened()) ++tally_.faults[fault.kind];
  return failure.empty() ? "" : absl::StrCat("action ", action_ - 1, ": ", failure);
}

void Life::ArmFaults() {
  if (disk_.is_full() && action_ >= full_until_) disk_.FreeSpace();
  for (const Fault& fault : spec_.faults) {
    if (fault.action != action_) continue;
    disk_.Arm(fault);
    if (fault.kind == FaultKind::kDiskFull) full_until_ = action_ + 3;
  }
}

std::string Life::Open() {
  for (int opening = 1; opening < kOpeningsMax; ++opening) {
    if (!disk_.is_on()) disk_.Boot();
    if (spec_.planted == Planted::kLogLeftBehind) {
      const Quiet quiet(disk_);
      (void)disk_.Delete(LedgerPath() + "-wal", /*syncs_folder=*/true);
    }
    auto ledger = store::Database::OpenForWriting(LedgerPath(), {.vfs = vfs_.name()});
    // A cut may come at the end, when the opening does not need the disk any more.
    if (!disk_.is_on()) continue;
    if (ledger.ok()) {
      ledger_ = *std::move(ledger);
      Configure();
      if (std::string failure = Settle(0); !failure.empty()) return failure;
      doubtful_.clear();
      return Check(/*is_thorough=*/random_() % 8 == 0);
    }
    ++tally_.not_opened;
    const absl::Status& status = ledger.status();
    if (!store::IsLedgerFailure(status) || absl::IsDataLoss(status)) {
      return absl::StrCat("the ledger does not open: ", status.ToString());
    }
    if (opening >= kOpeningsOnFullDisk) disk_.FreeSpace();
  }
  return "the ledger does not open, though nothing goes wrong any more";
}

void Life::Configure() {
  // A third of the ledgers go on as the store has them; the others move their logs into their files more often.
  constexpr const char* kPragmas[] = {"PRAGMA wal_autocheckpoint = 1000", "PRAGMA wal_autocheckpoint = 20",
                                      "PRAGMA wal_autocheckpoint = 100"};
  const Quiet quiet(disk_);
  (void)ledger_->Execute(kPragmas[spec_.seed % std::size(kPragmas)]);
  if (spec_.planted == Planted::kSynchronousOff) (void)ledger_->Execute("PRAGMA synchronous = OFF");
  if (spec_.planted == Planted::kJournalInMemory) (void)ledger_->Execute("PRAGMA journal_mode = MEMORY");
}

std::string Life::Act() {
  if (random_() % 16 == 0) return Restart();
  const Action action = host_.Draw(action_, *mirror_);
  std::size_t acknowledged = 0;
  const Outcome outcome = action.whole(*ledger_, acknowledged);
  const bool is_alive = disk_.is_on();
  const bool acknowledges_errors =
      spec_.planted == Planted::kAcknowledgedFirst || (spec_.planted == Planted::kErrorsIgnored && is_alive);
  if (outcome.status.ok() || (acknowledges_errors && store::IsLedgerFailure(outcome.status))) {
    acknowledged = action.steps.size();
  }
  const auto first_open = action.steps.begin() + static_cast<std::ptrdiff_t>(acknowledged);
  const Steps done(action.steps.begin(), first_open);
  const Steps rest(first_open, action.steps.end());
  std::string failure;
  if (!done.empty()) failure = DoToMirror(done, outcome);
  if (failure.empty() && is_alive && !rest.empty()) failure = Refused(action, outcome, rest);
  if (failure.empty() && !is_alive) {
    if (!rest.empty()) doubtful_.push_back(rest);
    if (acknowledged == 0) host_.Retry(action.results);
    failure = Reboot();
  }
  return failure.empty() ? "" : absl::StrCat(action.name, ": ", failure);
}

std::string Life::DoToMirror(const Steps& steps, const Outcome& outcome) {
  for (const Call& step : steps) {
    const Outcome mirrored = step(*mirror_);
    if (!mirrored.status.ok()) return absl::StrCat("the mirror refuses it: ", mirrored.status.ToString());
    if (&step == &steps.front() && outcome.status.ok() && mirrored.value != outcome.value) {
      return absl::StrCat("it returned '", outcome.value, "', and the mirror '", mirrored.value, "'");
    }
  }
  LedgerState state = StateOf(*mirror_).value();
  // What takes its place in the log is durable, so that it cannot come back.
  if (state != mirror_state_) doubtful_.clear();
  mirror_state_ = std::move(state);
  return "";
}

std::string Life::Refused(const Action& action, const Outcome& outcome, const Steps& rest) {
  if (!store::IsLedgerFailure(outcome.status)) {
    // The request itself was refused: that must be the mirror's answer too.
    const Outcome mirrored = rest.front()(*mirror_);
    if (mirrored.status.code() == outcome.status.code()) return Settle(rest.size());
    return absl::StrCat("it is refused (", outcome.status.ToString(), "), and the mirror says ",
                        mirrored.status.ToString());
  }
  ++tally_.refused;
  if (absl::IsDataLoss(outcome.status)) return outcome.status.ToString();
  host_.Retry(action.results);
  // Most hosts go on when their disk does, some are started anew.
  if (random_() % 3 == 0) {
    doubtful_.push_back(rest);
    disk_.Boot();
    return Reboot();
  }
  std::vector<Steps> earlier = std::exchange(doubtful_, {rest});
  std::string failure = Settle(/*left_out_min=*/1);
  // Unless the first steps were done, what failed before may be in the log still.
  if (doubtful_.front().size() == rest.size()) doubtful_.insert(doubtful_.begin(), earlier.begin(), earlier.end());
  return failure;
}

std::string Life::Reboot() {
  ledger_.reset();
  return Open();
}

std::string Life::Restart() {
  ++tally_.clean_restarts;
  ledger_.reset();
  return Open();
}

bool Life::MatchesMirror(const LedgerState& found, Steps& steps, std::size_t left_out_min) {
  if (steps.size() < left_out_min + 1) return false;
  auto transaction = store::Transaction::BeginWriting(*mirror_);
  if (!transaction.ok()) return false;
  const absl::StatusOr<SigningKey> key =
      arena::ReadKeyFile(std::filesystem::path(MirrorPath()).replace_filename(store::kChainKeyFileName).string());
  if (!key.ok()) return false;
  for (std::size_t i = 0; i + left_out_min < steps.size(); ++i) {
    if (!steps[i](*mirror_).status.ok()) return false;
    // As the commit of each step has done in the ledger.
    if (!store::SealChain(*mirror_, *key).ok()) return false;
    LedgerState state = StateOf(*mirror_).value();
    if (state != found) continue;
    if (!transaction->Commit().ok()) return false;
    mirror_state_ = std::move(state);
    steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i + 1));
    return true;
  }
  return false;
}

std::string Life::Settle(std::size_t left_out_min) {
  const Quiet quiet(disk_);
  const absl::StatusOr<LedgerState> found = StateOf(*ledger_);
  if (!found.ok()) return absl::StrCat("the ledger cannot be read: ", found.status().ToString());
  const bool was_in_doubt = !doubtful_.empty();
  if (*found == mirror_state_) {
    if (was_in_doubt) ++tally_.lost;
    return "";
  }
  for (Steps& steps : doubtful_) {
    if (!MatchesMirror(*found, steps, left_out_min)) continue;
    ++tally_.kept;
    return "";
  }
  return Difference(mirror_state_, *found);
}

std::string Life::Check(bool is_thorough) {
  const Quiet quiet(disk_);
  if (const absl::Status sound = CheckFile(*ledger_); !sound.ok()) return sound.ToString();
  if (const auto chain = store::CheckChain(*ledger_, {}); !chain.ok()) return chain.status().ToString();
  // It holds the same rows as the mirror: what can be said of rows need not be said each time.
  if (!is_thorough) return "";
  const absl::Status right = CheckLedger(*ledger_, /*with_schema=*/BeginsWithMigration(spec_.seed));
  if (!right.ok()) return right.ToString();
  return host_.CheckResults(*ledger_);
}

std::string Life::End() {
  disk_.Disarm();
  std::string failure = Restart();
  if (failure.empty()) failure = Check(/*is_thorough=*/true);
  ledger_.reset();
  return failure;
}

}  // namespace flagfall::power_cuts
