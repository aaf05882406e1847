#include <CLI/CLI.hpp>
#include <memory>

#include "absl/strings/str_cat.h"
#include "arena/cli/ask.h"
#include "arena/cli/report.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

absl::Status PrintLeaderboards(const Invocation& invocation, const std::string& ruleset) {
  v1::GetLeaderboardRequest request;
  request.set_ruleset_id(ruleset);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GetLeaderboardResponse response, Ask(invocation, request));
  if (response.bots().empty() && !ruleset.empty()) {
    return absl::NotFoundError(
        absl::StrCat("no rated games of ", ruleset, "; `flagfall rules list` shows the rulesets"));
  }
  PrintLeaderboards({response.bots().begin(), response.bots().end()}, invocation.console);
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
