#include <CLI/CLI.hpp>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/commands.h"
#include "arena/cli/report.h"
#include "arena/store/ratings.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

// A ruleset's pools are that of its defaults and those of games with other options, `classic[two_squares=2]`.
bool IsPoolOf(const std::string& pool, const std::string& ruleset) {
  return ruleset.empty() || pool == ruleset || absl::StartsWith(pool, ruleset + "[");
}

absl::Status PrintLeaderboards(const Invocation& invocation, const std::string& ruleset) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> pools, ListPools(*database));
  int printed = 0;
  for (const std::string& pool : pools) {
    if (!IsPoolOf(pool, ruleset)) continue;
    if (printed++ > 0 && !invocation.console.json) invocation.console.out << "\n";
    FLAGFALL_RETURN_IF_ERROR(PrintLeaderboard(*database, pool, invocation.console));
  }
  if (printed == 0 && !ruleset.empty()) {
    return absl::NotFoundError(
        absl::StrCat("no rated games of ", ruleset, "; `flagfall rules list` shows the rulesets"));
  }
  if (printed == 0 && !invocation.console.json) invocation.console.out << "No rated games yet.\n";
  return absl::OkStatus();
}

}  // namespace

void AddLeaderboardCommand(CLI::App& app, Invocation& invocation) {
  const auto ruleset = std::make_shared<std::string>();
  AddCommand(app, invocation, "leaderboard", "Prints the ratings, with their change over the newest tournament",
             "flagfall leaderboard --ruleset barrage",
             [&invocation, ruleset] { return PrintLeaderboards(invocation, *ruleset); })
      .add_option("--ruleset", *ruleset, "Only this ruleset's ratings");
}

}  // namespace flagfall::arena
