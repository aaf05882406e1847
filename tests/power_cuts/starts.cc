#include "tests/power_cuts/starts.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>

#include "arena/store/database.h"
#include "arena/store/migrate.h"
#include "arena/store/users.h"
#include "referee/base/check.h"
#include "tests/power_cuts/disk_vfs.h"
#include "tests/store/ledger.h"
#include "tests/support/temp_dir.h"

namespace flagfall::power_cuts {

namespace store = arena::store;

namespace {

const TempDir& Folder() {
  static const TempDir folder;
  return folder;
}

using Prepare = std::function<void(store::Database&)>;

// A disk with a ledger that was closed in good order.
std::unique_ptr<Disk> DiskWith(const Prepare& prepare) {
  auto disk = std::make_unique<Disk>();
  DiskVfs vfs("power_cuts_start", *disk);
  auto ledger = store::Database::OpenForWriting(LedgerPath(), {.vfs = vfs.name()});
  FLAGFALL_CHECK(ledger.ok());
  prepare(**ledger);
  return disk;
}

const Disk& Furnished() {
  static const std::unique_ptr<Disk> disk = DiskWith([](store::Database& ledger) {
    store::Furnish(ledger);
    FLAGFALL_CHECK(store::AddUser(ledger, "farm", v1::User::ROLE_WORKER, std::chrono::seconds(1)).ok());
  });
  return *disk;
}

const Disk& Empty() {
  static const std::unique_ptr<Disk> disk = DiskWith([](store::Database&) {});
  return *disk;
}

}  // namespace

const std::string& LedgerPath() {
  static const std::string path = Folder().At(store::kDatabaseFileName);
  return path;
}

const std::string& MirrorPath() {
  static const std::string path = Folder().At("mirror.db");
  return path;
}

bool BeginsWithMigration(std::uint64_t seed) { return seed % 8 == 0; }

void BeginLife(std::uint64_t seed, Disk& disk, Disk& mirror) {
  const Disk& start = BeginsWithMigration(seed) ? Empty() : Furnished();
  mirror.CopyFile(start, LedgerPath(), MirrorPath());
  if (!BeginsWithMigration(seed)) disk.CopyFile(start, LedgerPath(), LedgerPath());
}

}  // namespace flagfall::power_cuts
