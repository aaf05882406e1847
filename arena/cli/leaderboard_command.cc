#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/commands.h"
#include "arena/cli/report.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

struct LeaderboardFlags {
  std::string ruleset;
  std::vector<std::string> anchors;
  bool superiority = false;
};

absl::Status PrintLeaderboard(const Invocation& invocation, const LeaderboardFlags& flags) {
  v1::GetLeaderboardRequest request;
  request.set_ruleset_id(flags.ruleset);
  request.set_superiority(flags.superiority);
  for (const std::string& text : flags.anchors) {
    const std::size_t equals = text.find('=');
    double elo = 0;
    if (equals == std::string::npos || !absl::SimpleAtod(text.substr(equals + 1), &elo)) {
      return absl::InvalidArgumentError(absl::StrCat("--anchor is '", text, "'; it takes BOT=ELO, as random=1000"));
    }
    v1::RatingAnchor& anchor = *request.add_anchors();
    anchor.set_bot(text.substr(0, equals));
    anchor.set_elo(elo);
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GetLeaderboardResponse response, api->GetLeaderboard(request));
  PrintLeaderboards(response, invocation.console);
  return absl::OkStatus();
}

}  // namespace

void AddLeaderboardCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<LeaderboardFlags>();
  Command command = AddCommand(
      app, invocation, "leaderboard",
      "Prints the bots by maximum likelihood over all rated games, with the running Elo and its change",
      "flagfall leaderboard --ruleset barrage", [&invocation, flags] { return PrintLeaderboard(invocation, *flags); });
  command.AddOption("--ruleset", flags->ruleset, "Only this ruleset's ratings");
  command.AddOption("--anchor", flags->anchors,
                    "A bot whose maximum-likelihood rating is held, as random=1000; may be repeated");
  command.AddFlag("--los", flags->superiority,
                  "For each pair of bots also the likelihood that the one is stronger, in percent");
}

}  // namespace flagfall::arena::cli
