#include "arena/cli/challenge_command.h"

#include <memory>
#include <utility>

#include "arena/cli/report.h"
#include "arena/cli/schedule_flags.h"
#include "arena/cli/spec_flags.h"
#include "arena/cli/tournament_views.h"
#include "arena/cli/watch_tournament.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {

bool WatchesToEnd(const v1::TournamentSpec& spec) { return !spec.has_start_time(); }

absl::Status Challenge(const Invocation& invocation, const v1::TournamentSpec& spec, bool watches,
                       std::uint32_t table_every) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  v1::CreateChallengeRequest request;
  *request.mutable_spec() = spec;
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, api->CreateChallenge(request));
  if (invocation.console.json && !watches) PrintJson(tournament, invocation.console.out);
  PrintHeadline(tournament.spec(), tournament.id(), invocation.console);
  if (!invocation.console.json) invocation.console.out << ScheduleText(tournament);
  return watches ? WatchTournament(invocation, *api, tournament.id(), table_every) : absl::OkStatus();
}

void AddChallengeCommand(Command app, Invocation& invocation) {
  const auto holder = std::make_shared<std::shared_ptr<SpecFlags>>();
  const auto bots = std::make_shared<std::pair<std::string, std::string>>();
  const auto watches_not = std::make_shared<bool>(false);
  Command challenge = AddCommand(
      app, invocation, "challenge", "Has a server play a bot of yours against another, where tournaments leave room",
      "flagfall --server 127.0.0.1:7443 challenge a b --ruleset barrage --games 20",
      [&invocation, holder, bots, watches_not]() -> absl::Status {
        (*holder)->bots = {bots->first, bots->second};
        FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec spec, SpecOf(**holder));
        return Challenge(invocation, spec, WatchesToEnd(spec) && !*watches_not, /*table_every=*/0);
      });
  *holder = AddChallengeFlags(challenge);
  AddStartFlag(challenge, *holder);
  challenge.AddOption("MINE", bots->first, "Name of a bot of yours").Required();
  challenge.AddOption("OTHER", bots->second, "Name of another of yours, of one that takes challenges, or MINE again")
      .Required();
  challenge.AddFlag(
      "--no-watch", *watches_not,
      "Ends when the challenge is queued; `tournament watch` shows how it goes. With --start it always does");
}

}  // namespace flagfall::arena::cli
