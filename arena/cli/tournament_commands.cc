#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/base/second_player.h"
#include "arena/cli/challenge_command.h"
#include "arena/cli/commands.h"
#include "arena/cli/host_flags.h"
#include "arena/cli/play_tournament.h"
#include "arena/cli/report.h"
#include "arena/cli/schedule_flags.h"
#include "arena/cli/series_commands.h"
#include "arena/cli/spec_flags.h"
#include "arena/cli/tournament_views.h"
#include "arena/cli/watch_tournament.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

absl::StatusOr<std::int64_t> IdOf(store::Database& database, std::int64_t given) {
  if (given > 0) return given;
  std::optional<std::int64_t> before;
  for (;;) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Tournament> page, store::ListTournaments(database, before, 100));
    if (page.empty())
      return absl::NotFoundError("no tournament is left unfinished; `flagfall tournament list` shows all");
    for (const store::Tournament& tournament : page) {
      const bool waits = tournament.state == v1::Tournament::STATE_SCHEDULED;
      if (tournament.state != v1::Tournament::STATE_FINISHED && !waits) return tournament.id;
      before = tournament.id;
    }
  }
}

void AddRun(Command parent, Invocation& invocation) {
  const auto holder = std::make_shared<std::shared_ptr<SpecFlags>>();
  const auto run_flags = std::make_shared<RunFlags>();
  Command run = AddCommand(parent, invocation, "run", "Plays a tournament and prints its table and the ratings",
                           "flagfall tournament run --bots random,sergeant --ruleset barrage --rounds 2 --tc 5+0.05",
                           [&invocation, holder, run_flags]() -> absl::Status {
                             FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "tournament run"));
                             FLAGFALL_RETURN_IF_ERROR(CheckHomeExists(invocation));
                             FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec spec, SpecOf(**holder));
                             return RunNewTournament(invocation, spec, *run_flags);
                           });
  *holder = AddSpecFlags(run);
  AddScheduleFlags(run, *holder);
  AddRunFlags(run, *run_flags);
  run_flags->control_variate.AddTo(run);
}

absl::Status WatchAtServer(const Invocation& invocation, std::uint32_t id, std::uint32_t table_every) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  return WatchTournament(invocation, *api, id, table_every);
}

// A match is made at the server as any tournament of two bots is, and watched to its end, unless it begins at a time.
// Who may make no tournaments means a challenge.
absl::Status MatchAtServer(const Invocation& invocation, const v1::TournamentSpec& spec, const RunFlags& run_flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckNoHostFlags(*run_flags.host));
  const bool watches = WatchesToEnd(spec);
  absl::Status status = CreateAtServer(invocation, spec, watches, run_flags.table_every, run_flags.control_variate);
  if (!absl::IsPermissionDenied(status)) return status;
  // What hosts alone are told is no part of a challenge.
  if (run_flags.control_variate.is_wanted()) return status;
  v1::CreateChallengeRequest request;
  *request.mutable_spec() = spec;
  absl::Status challenge = Challenge(invocation, request, watches, run_flags.table_every);
  // A server that is older knows no challenges.
  return absl::IsUnimplemented(challenge) ? status : challenge;
}

absl::Status CancelAtServer(const Invocation& invocation, std::uint32_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  v1::CancelTournamentRequest request;
  request.set_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, api->CancelTournament(request));
  const bool plays_out = tournament.state() == v1::Tournament::STATE_PAUSED;
  Print(invocation.console, tournament,
        plays_out ? absl::StrCat("Tournament ", id,
                                 " is rated: its games that are being played are played to their end and count; then "
                                 "it is cancelled.\n")
                  : absl::StrCat("Cancelled tournament ", id,
                                 "; what was played is kept: ", Counted(tournament.games_stored(), "game"), ".\n"));
  return absl::OkStatus();
}

absl::Status PauseAtServer(const Invocation& invocation, std::uint32_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  v1::PauseTournamentRequest request;
  request.set_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, api->PauseTournament(request));
  Print(invocation.console, tournament,
        absl::StrCat("Paused tournament ", id,
                     "; games that are being played are played to their end. Play on with `tournament resume ", id,
                     "`.\n"));
  return absl::OkStatus();
}

absl::Status ResumeAtServer(const Invocation& invocation, std::uint32_t id, const RunFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckNoHostFlags(*flags.host));
  if (flags.table_every != 0) {
    return absl::InvalidArgumentError("--table-every is for `tournament watch`, where a server plays");
  }
  if (flags.control_variate.is_wanted()) {
    return absl::InvalidArgumentError("--control-variate is for `tournament show`, where a server plays");
  }
  if (id == 0) return absl::InvalidArgumentError("say which: give the ID, as `tournament list` prints it");
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  v1::ResumeTournamentRequest request;
  request.set_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, api->ResumeTournament(request));
  const bool waits = tournament.state() == v1::Tournament::STATE_SCHEDULED;
  Print(invocation.console, tournament,
        absl::StrCat(waits ? "Scheduled" : "Queued", " tournament ", id, "; watch it with `tournament watch ", id,
                     "`.\n"));
  return absl::OkStatus();
}

// Adds the commands that a server alone can carry out.
void AddServerCommands(Command tournament, Invocation& invocation) {
  const auto holder = std::make_shared<std::shared_ptr<SpecFlags>>();
  const auto watches = std::make_shared<bool>(false);
  const auto table_every = std::make_shared<std::uint32_t>(0);
  Command create = AddCommand(tournament, invocation, "create", "Queues a tournament at a server",
                              "flagfall --server 127.0.0.1:7443 tournament create --bots a,b --ruleset barrage",
                              [&invocation, holder, watches, table_every]() -> absl::Status {
                                FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec spec, SpecOf(**holder));
                                return CreateAtServer(invocation, spec, *watches, *table_every);
                              });
  *holder = AddSpecFlags(create);
  AddScheduleFlags(create, *holder);
  create.AddFlag("--watch", *watches, "Shows how it goes, to its end");
  AddTableEvery(create, *table_every);
  const auto id = std::make_shared<std::uint32_t>(0);
  Command watch = AddCommand(tournament, invocation, "watch", "Shows how a tournament at a server goes, to its end",
                             "flagfall --server 127.0.0.1:7443 tournament watch 1",
                             [&invocation, id, table_every] { return WatchAtServer(invocation, *id, *table_every); });
  watch.AddOption("ID", *id, "As `tournament list` prints it").Required();
  AddTableEvery(watch, *table_every);
  AddCommand(tournament, invocation, "cancel", "Stops a tournament at a server; what is stored stays",
             "flagfall --server 127.0.0.1:7443 tournament cancel 1",
             [&invocation, id] { return CancelAtServer(invocation, *id); })
      .AddOption("ID", *id, "As `tournament list` prints it")
      .Required();
  AddCommand(tournament, invocation, "pause",
             "Has no new game of a tournament at a server begin; those being played end",
             "flagfall --server 127.0.0.1:7443 tournament pause 1",
             [&invocation, id] { return PauseAtServer(invocation, *id); })
      .AddOption("ID", *id, "As `tournament list` prints it")
      .Required();
}

}  // namespace

void AddTournamentCommands(Command app, Invocation& invocation) {
  Command tournament = app.AddGroup("tournament", "Runs, resumes, lists and shows tournaments",
                                    "flagfall tournament run --bots random,sergeant --ruleset barrage");
  AddRun(tournament, invocation);
  AddServerCommands(tournament, invocation);

  const auto resumed = std::make_shared<std::uint32_t>(0);
  const auto run_flags = std::make_shared<RunFlags>();
  Command resume = AddCommand(tournament, invocation, "resume",
                              "Plays what is missing of a tournament that was paused, cancelled, stopped or killed",
                              "flagfall tournament resume", [&invocation, resumed, run_flags]() -> absl::Status {
                                if (invocation.IsRemote()) return ResumeAtServer(invocation, *resumed, *run_flags);
                                FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database,
                                                          invocation.home().OpenForWriting());
                                FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, IdOf(*database, *resumed));
                                return Play(invocation, *database, id, *run_flags);
                              });
  resume.AddOption("ID", *resumed, "Default, where no server is asked: the newest that is not finished").Positive();
  AddRunFlags(resume, *run_flags);
  run_flags->control_variate.AddTo(resume);

  AddTournamentViews(tournament, invocation);
  AddSeriesCommands(tournament, invocation);
}

void AddMatchCommand(Command app, Invocation& invocation) {
  const auto holder = std::make_shared<std::shared_ptr<SpecFlags>>();
  const auto run_flags = std::make_shared<RunFlags>();
  const auto bots = std::make_shared<std::pair<std::string, std::string>>();
  Command match = AddCommand(
      app, invocation, "match", "Plays two bots against each other, here or at a server: a tournament of two",
      "flagfall match random sergeant --ruleset barrage --games 10",
      [&invocation, holder, run_flags, bots]() -> absl::Status {
        const bool is_against_itself = bots->first == bots->second;
        (*holder)->bots = {bots->first, is_against_itself ? SecondPlayerOf(bots->first) : bots->second};
        FLAGFALL_RETURN_IF_ERROR(CheckHomeExists(invocation));
        FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec spec, SpecOf(**holder));
        if (invocation.IsRemote()) return MatchAtServer(invocation, spec, *run_flags);
        return RunNewTournament(invocation, spec, *run_flags);
      });
  *holder = AddSpecFlags(match);
  AddStartFlag(match, *holder);
  AddRunFlags(match, *run_flags);
  run_flags->control_variate.AddTo(match);
  match.AddOption("A", bots->first, "Name of a bot").Required();
  match.AddOption("B", bots->second, "Name of another, or the same, to have it play against itself").Required();
}

}  // namespace flagfall::arena::cli
