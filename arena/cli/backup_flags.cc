#include "arena/cli/backup_flags.h"

#include "absl/strings/str_cat.h"
#include "arena/cli/schedule_flags.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

constexpr std::uint32_t kBackupsEvery = 3600;
constexpr std::uint32_t kBackupsKeptMax = 1'000'000;

}  // namespace

Micros BackupTimes::Every() const { return std::chrono::seconds(every_seconds.value_or(kBackupsEvery)); }

void AddBackupTimes(Command command, const std::string& prefix, BackupTimes& times) {
  command.AddParsedOption(
      absl::StrCat(prefix, "every"), "INTERVAL",
      [&times](const std::string& text) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(times.every_seconds, ParseInterval(text));
        return absl::OkStatus();
      },
      prefix == "--" ? "Make one again and again, as in 1h, 30m or 1d, until Ctrl-C"
                     : "How old the newest backup may get, as in 1h, 30m or 1d. Default: 1h");
  command
      .AddOption(absl::StrCat(prefix, "keep"), times.keep,
                 prefix == "--"
                     ? "How many are kept in the folder: the oldest go once a new one is checked. Default: all"
                     : "How many backups are kept: the oldest go once a new one is checked. Default: 24")
      .InRange(1U, kBackupsKeptMax);
}

}  // namespace flagfall::arena::cli
