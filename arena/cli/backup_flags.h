#ifndef ARENA_CLI_BACKUP_FLAGS_H_
#define ARENA_CLI_BACKUP_FLAGS_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "arena/cli/commands.h"
#include "referee/base/micros.h"

namespace flagfall::arena::cli {

// How often backups are made and how many are kept, as given on the command line.
struct BackupTimes {
  std::optional<std::uint32_t> every_seconds;
  std::optional<std::uint32_t> keep;

  // An hour where nothing was given.
  Micros Every() const;
};

// Adds the flags `every` and `keep`, whose names begin with `prefix`, as "--backup-" does.
void AddBackupTimes(Command command, const std::string& prefix, BackupTimes& times);

// The path of the ledger of the invocation's home.
inline std::string LedgerOf(const Invocation& invocation) {
  return invocation.home().folder() + "/" + store::kDatabaseFileName;
}

// Adds `db backup` and `db restore` to the commands of `db`; see commands.h.
void AddBackupCommands(Command db, Invocation& invocation);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_BACKUP_FLAGS_H_
