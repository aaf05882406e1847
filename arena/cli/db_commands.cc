#include <CLI/CLI.hpp>
#include <chrono>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/commands.h"
#include "arena/queries/check_schedules.h"
#include "arena/store/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

struct Part {
  const char* name;
  const char* what;
  absl::Status (*check)(Database& database);
};

constexpr Part kParts[] = {
    {"file", "SQLite's own check, and that what refers to something refers to something that is there", CheckIntegrity},
    {"games", "each game's row and record tell the same, and the record has its hash", CheckGames},
    {"schedules", "each tournament's games are those that its spec, seed and results give", CheckSchedules},
    {"ratings", "computed anew from the games, each change and each rating is the same to the last digit",
     CheckRatings},
    {"bots", "bots, submissions, users and tokens fit each other", CheckBots},
};

// All parts, also after one has found something.
absl::Status Check(const Invocation& invocation) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "db check"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
  const Console& console = invocation.console;
  int damaged = 0;
  for (const Part& part : kParts) {
    const auto begin = std::chrono::steady_clock::now();
    const absl::Status status = part.check(*database);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    console.out << absl::StrFormat("%-10s %6.2f s  ", part.name, seconds)
                << (status.ok() ? absl::StrCat("ok: ", part.what)
                                : absl::StrCat("DAMAGED: ", Printable(status.message())))
                << "\n";
    damaged += !status.ok();
  }
  if (damaged == 0) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(damaged, " of ", std::size(kParts),
                                          " checks found damage; `flagfall verify --all` tells which games "
                                          "can still be refereed again"));
}

}  // namespace

void AddDbCommands(CLI::App& app, Invocation& invocation) {
  CLI::App& db = *app.add_subcommand("db", "Looks after the ledger");
  db.require_subcommand(1);
  db.footer("Example: flagfall db check");
  AddCommand(db, invocation, "check", "Checks the whole ledger, and computes all ratings anew", "flagfall db check",
             [&invocation] { return Check(invocation); });
}

}  // namespace flagfall::arena
