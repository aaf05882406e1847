#include "arena/cli/challenge_command.h"

#include <memory>
#include <string>

#include "arena/cli/report.h"
#include "arena/cli/schedule_flags.h"
#include "arena/cli/spec_flags.h"
#include "arena/cli/tournament_views.h"
#include "arena/cli/watch_tournament.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {

namespace {

// Words of --side.
constexpr char kRed[] = "red";
constexpr char kBlue[] = "blue";

// What the flags of `challenge` say.
struct ChallengeFlags {
  std::shared_ptr<SpecFlags> spec;
  std::string mine;
  std::string other;
  // Empty where chance is to say.
  std::string side;
  bool watches_not = false;
};

v1::Side SideNamed(const std::string& word) {
  return word == kRed ? v1::SIDE_RED : word == kBlue ? v1::SIDE_BLUE : v1::SIDE_UNSPECIFIED;
}

}  // namespace

bool WatchesToEnd(const v1::TournamentSpec& spec) { return !spec.has_start_time(); }

absl::Status Challenge(const Invocation& invocation, const v1::CreateChallengeRequest& request, bool watches,
                       std::uint32_t table_every) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, api->CreateChallenge(request));
  if (invocation.console.json && !watches) PrintJson(tournament, invocation.console.out);
  PrintHeadline(tournament.spec(), tournament.id(), invocation.console);
  if (!invocation.console.json) invocation.console.out << ScheduleText(tournament);
  return watches ? WatchTournament(invocation, *api, tournament.id(), table_every) : absl::OkStatus();
}

void AddChallengeCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<ChallengeFlags>();
  Command challenge = AddCommand(
      app, invocation, "challenge", "Has a server play a bot of yours against another, where tournaments leave room",
      "flagfall --server 127.0.0.1:7443 challenge a b --ruleset barrage --games 20",
      [&invocation, flags]() -> absl::Status {
        flags->spec->bots = {flags->mine, flags->other};
        v1::CreateChallengeRequest request;
        FLAGFALL_ASSIGN_OR_RETURN(*request.mutable_spec(), SpecOf(*flags->spec));
        request.set_side(SideNamed(flags->side));
        return Challenge(invocation, request, WatchesToEnd(request.spec()) && !flags->watches_not, /*table_every=*/0);
      });
  flags->spec = AddChallengeFlags(challenge);
  AddStartFlag(challenge, flags->spec);
  challenge.AddOption("--side", flags->side, "MINE's side in the first game: red or blue. Default: chance says")
      .OneOf({kRed, kBlue});
  challenge.AddOption("MINE", flags->mine, "Name of a bot of yours").Required();
  challenge.AddOption("OTHER", flags->other, "Name of another of yours, of one that takes challenges, or MINE again")
      .Required();
  challenge.AddFlag(
      "--no-watch", flags->watches_not,
      "Ends when the challenge is queued; `tournament watch` shows how it goes. With --start it always does");
}

}  // namespace flagfall::arena::cli
