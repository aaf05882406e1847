#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/accounts/submission.h"
#include "arena/backup/backup_folder.h"
#include "arena/backup/backup_schedule.h"
#include "arena/backup/choose_backup.h"
#include "arena/backup/home_chain.h"
#include "arena/backup/restore.h"
#include "arena/cli/backup_flags.h"
#include "arena/cli/commands.h"
#include "arena/cli/schedule_flags.h"
#include "arena/runner/stop_signals.h"
#include "arena/store/bots.h"
#include "arena/store/chain.h"
#include "referee/base/counted.h"
#include "referee/base/mutex.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kMebibyte = 1 << 20;
// So many bots whose files are missing are named.
constexpr std::size_t kNamedMax = 10;

struct BackupFlags {
  std::string target;
  BackupTimes times;
};

bool IsFolder(const std::string& path) {
  std::error_code ignored;
  return absl::EndsWith(path, "/") || fs::is_directory(path, ignored);
}

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// Makes backups until it is asked to stop.
absl::Status KeepBackups(const Invocation& invocation, const runner::StopSignals& signals, const BackupFlags& flags) {
  const Console& console = invocation.console;
  const std::string folder = WithoutSlash(flags.target);
  FLAGFALL_RETURN_IF_ERROR(backup::BackupFolder(folder).Make());
  console.out << "Backups in " << folder << ", one every " << IntervalText(*flags.times.every_seconds)
              << "; Ctrl-C ends this" << std::endl;
  Mutex mutex;
  CondVar stopped;
  bool is_stopped = false;
  const std::stop_callback on_stop(signals.Token(), [&] {
    MutexLock lock(mutex);
    is_stopped = true;
    stopped.NotifyAll();
  });
  const backup::BackupSchedule schedule({.ledger = LedgerOf(invocation),
                                         .folder = folder,
                                         .every = flags.times.Every(),
                                         .keep = flags.times.keep.value_or(0),
                                         .log = [&console](const std::string& line) {
                                           console.out << absl::StrCat(Printable(line), "\n") << std::flush;
                                         }});
  MutexLock lock(mutex);
  while (!is_stopped) stopped.Wait(mutex);
  return absl::OkStatus();
}

absl::Status Backup(const Invocation& invocation, const BackupFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "db backup"));
  FLAGFALL_RETURN_IF_ERROR(invocation.home().CheckExists());
  const runner::StopSignals signals;
  const backup::IsStopping is_stopping = [token = signals.Token()] { return token.stop_requested(); };
  if (flags.times.every_seconds.has_value()) return KeepBackups(invocation, signals, flags);
  const std::string ledger = LedgerOf(invocation);
  const bool into_folder = IsFolder(flags.target) || flags.times.keep.has_value();
  FLAGFALL_ASSIGN_OR_RETURN(const backup::BackupFile made,
                            into_folder ? backup::BackupFolder(WithoutSlash(flags.target))
                                              .Write(ledger, flags.times.keep.value_or(0), WallNow(), is_stopping)
                                        : backup::WriteBackup(ledger, flags.target, is_stopping));
  invocation.console.out << absl::StrFormat("%s: %s in %.1f MiB, checked and on the disk\n", made.path,
                                            Counted(static_cast<std::uint64_t>(made.games), "game"),
                                            static_cast<double>(made.bytes) / kMebibyte);
  for (const std::string& remark : made.remarks) invocation.console.out << Printable(remark) << "\n";
  return absl::OkStatus();
}

struct RestoreFlags {
  std::string source;
  bool other_home = false;
};

// The backup that is meant: a file, or the newest one of a folder.
absl::StatusOr<std::string> BackupOf(const Invocation& invocation, const RestoreFlags& flags) {
  if (!IsFolder(flags.source)) return flags.source;
  FLAGFALL_ASSIGN_OR_RETURN(const backup::ChosenBackup chosen,
                            backup::ChooseBackup(WithoutSlash(flags.source), backup::HomeChainOf(LedgerOf(invocation)),
                                                 flags.other_home, WallNow()));
  if (!chosen.ignored.empty()) {
    invocation.console.out << Printable(absl::StrCat("Left out: ", backup::TextOf(chosen.ignored))) << "\n";
  }
  return chosen.path;
}

// Submitted bots are those of this home, which may have had another path when they came.
absl::Status FindMovedBots(const Home& home) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, home.OpenForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, store::ListBots(*database));
  std::error_code error;
  const accounts::SubmissionFolders folders{.home = fs::absolute(home.folder(), error).lexically_normal()};
  for (const store::Bot& bot : bots) {
    const std::string here = folders.Entry(bot.name());
    if (!bot.is_submitted() || bot.folder == here || !fs::is_directory(here, error)) continue;
    FLAGFALL_RETURN_IF_ERROR(store::MoveBot(*database, bot.name(), here));
  }
  return absl::OkStatus();
}

// Says which bots' files are missing: those that came after the backup of the files, or were added from a folder.
absl::Status TellMissingBots(const Home& home, const Console& console) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, home.OpenForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, store::ListBots(*database));
  std::vector<std::string> missing;
  std::error_code ignored;
  for (const store::Bot& bot : bots) {
    if (bot.IsRemote() || !bot.retired_reason.empty() || fs::is_directory(bot.folder, ignored)) continue;
    missing.push_back(absl::StrCat(bot.name(), " (", bot.folder, ")"));
  }
  if (missing.empty()) return absl::OkStatus();
  const std::size_t count = missing.size();
  const bool is_cut = count > kNamedMax;
  if (is_cut) missing.resize(kNamedMax);
  console.out << Printable(absl::StrCat("The files of ", Counted(count, "bot"),
                                        " are not where the ledger has them; a backup does not hold them: ",
                                        absl::StrJoin(missing, ", "), is_cut ? ", ..." : ""))
              << "\n";
  return absl::OkStatus();
}

absl::Status Restore(const Invocation& invocation, const RestoreFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "db restore"));
  const runner::StopSignals signals;
  FLAGFALL_ASSIGN_OR_RETURN(const std::string backup, BackupOf(invocation, flags));
  const backup::IsStopping is_stopping = [token = signals.Token()] { return token.stop_requested(); };
  FLAGFALL_ASSIGN_OR_RETURN(const backup::Restored restored,
                            backup::RestoreLedger(backup, LedgerOf(invocation), is_stopping, flags.other_home));
  std::ostream& out = invocation.console.out;
  out << "The ledger of " << invocation.home_folder << " is that of " << backup << ", checked, with "
      << Counted(static_cast<std::uint64_t>(restored.games), "game") << "\n";
  if (!restored.kept.empty()) out << "What was there before is kept as " << restored.kept << "\n";
  if (restored.key_change.has_value()) out << "Beware: " << store::TextOf(*restored.key_change) << ".\n";
  FLAGFALL_RETURN_IF_ERROR(FindMovedBots(invocation.home()));
  return TellMissingBots(invocation.home(), invocation.console);
}

}  // namespace

void AddBackupCommands(Command db, Invocation& invocation) {
  const auto flags = std::make_shared<BackupFlags>();
  Command backup = AddCommand(
      db, invocation, "backup", "Copies the ledger to a file, also while it is in use, and checks the copy",
      "flagfall db backup backups/ --keep 24", [&invocation, flags] { return Backup(invocation, *flags); },
      Json::kNone);
  backup.AddOption("FILE|DIR", flags->target, "A new file, or a folder for files that are named after their time")
      .Required();
  AddBackupTimes(backup, "--", flags->times);
  const auto restored = std::make_shared<RestoreFlags>();
  Command restore = AddCommand(
      db, invocation, "restore", "Puts a backup in the ledger's place and keeps what was there under another name",
      "flagfall db restore backups/", [&invocation, restored] { return Restore(invocation, *restored); }, Json::kNone);
  restore
      .AddOption("FILE|DIR", restored->source, "A backup, or a folder of backups, of which this home's newest is taken")
      .Required();
  restore.AddFlag("--other-home", restored->other_home, "Takes a backup of another home's ledger, too");
}

}  // namespace flagfall::arena::cli
