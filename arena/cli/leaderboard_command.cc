#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/commands.h"
#include "arena/cli/rankings_report.h"
#include "arena/cli/report.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

constexpr char kAlpha[] = "alpha";
constexpr char kNash[] = "nash";

struct LeaderboardFlags {
  std::string ruleset;
  std::vector<std::string> anchors;
  bool superiority = false;
  std::string rank;
  std::optional<double> alpha;
  bool residuals = false;
};

// With a ranking of its own, the tables of that alone.
void PrintAll(const v1::GetLeaderboardResponse& response, bool is_ranked, const Console& console) {
  // Says so where there is nothing at all.
  if (!is_ranked || (response.bots().empty() && !console.json)) PrintLeaderboards(response, console);
  bool is_first = is_ranked;
  const auto separate = [&] {
    if (!std::exchange(is_first, false) && !console.json) console.out << "\n";
  };
  for (const v1::PoolRanking& ranking : response.rankings()) {
    separate();
    PrintRanking(ranking, console);
  }
  for (const v1::PoolResiduals& residuals : response.residuals()) {
    separate();
    PrintResiduals(residuals, console);
  }
}

absl::Status PrintLeaderboard(const Invocation& invocation, const LeaderboardFlags& flags) {
  v1::GetLeaderboardRequest request;
  request.set_ruleset_id(flags.ruleset);
  request.set_superiority(flags.superiority);
  request.set_residuals(flags.residuals);
  if (flags.rank == kAlpha) request.set_rank(v1::RANK_METHOD_ALPHA);
  if (flags.rank == kNash) request.set_rank(v1::RANK_METHOD_NASH);
  if (flags.alpha.has_value()) {
    if (flags.rank != kAlpha) return absl::InvalidArgumentError("--alpha is for --rank alpha");
    request.set_alpha(*flags.alpha);
  }
  if (flags.superiority && !flags.rank.empty()) {
    return absl::InvalidArgumentError("--los is of the ratings; leave it or --rank out");
  }
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
  PrintAll(response, !flags.rank.empty(), invocation.console);
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
  command
      .AddOption("--rank", flags->rank,
                 "Ranks bots that beat one another in circles, by alpha-rank or Nash averaging, instead of by rating")
      .OneOf({kAlpha, kNash});
  command.AddOption<double>(
      "--alpha", [flags](const double& alpha) { flags->alpha = alpha; },
      "With --rank alpha: how surely the better bot is chosen; by default without limit");
  command.AddFlag("--residuals", flags->residuals,
                  "Also who beats whom against what the ratings foretell, and how likely that is");
}

}  // namespace flagfall::arena::cli
