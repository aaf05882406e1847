#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/base/cores.h"
#include "arena/base/names.h"
#include "arena/base/second_player.h"
#include "arena/bots/bot_process.h"
#include "arena/cli/challenge_command.h"
#include "arena/cli/commands.h"
#include "arena/cli/control_variate_flag.h"
#include "arena/cli/report.h"
#include "arena/cli/run_display.h"
#include "arena/cli/sandbox_flag.h"
#include "arena/cli/schedule_flags.h"
#include "arena/cli/series_commands.h"
#include "arena/cli/spec_flags.h"
#include "arena/cli/tournament_result.h"
#include "arena/cli/tournament_views.h"
#include "arena/cli/watch_tournament.h"
#include "arena/cluster/machine_speed.h"
#include "arena/queries/luck_correction.h"
#include "arena/runner/random_bytes.h"
#include "arena/runner/stop_signals.h"
#include "arena/runner/tournament_runner.h"
#include "arena/store/errors.h"
#include "arena/tournament/entrants.h"
#include "arena/tournament/spec.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

// How a tournament is run on this machine, beside what its spec says.
struct RunFlags {
  std::shared_ptr<SandboxFlags> sandbox;
  std::uint32_t table_every = 0;
  ControlVariateFlag control_variate = {};
};

absl::Status RunNewTournament(const Invocation& invocation, const SpecFlags& flags, const RunFlags& run_flags);

void AddTableEvery(Command command, std::uint32_t& table_every) {
  command.AddOption("--table-every", table_every, "Shows the table after every so many games").Positive();
}

void AddRunFlags(Command command, RunFlags& flags) {
  flags.sandbox = AddSandboxFlags(command);
  AddStartupFlag(command, flags.sandbox);
  AddLogSizeFlag(command, flags.sandbox);
  AddLogFolderFlags(command, flags.sandbox);
  AddPinFlag(command, flags.sandbox);
  AddMachineSpeedFlag(command, flags.sandbox);
  AddTableEvery(command, flags.table_every);
  flags.control_variate.AddTo(command);
}

// Before anything is played: whether the result without luck that is wanted can be told.
absl::Status CheckControlVariate(const store::Database& database, const v1::TournamentSpec& spec, Micros created_time,
                                 const ControlVariateFlag& flag) {
  if (!flag.is_wanted() && flag.version() == 0) return absl::OkStatus();
  if (!flag.is_wanted()) return absl::InvalidArgumentError("--value-function is for --control-variate");
  return queries::ValueFunctionFor(database.path(), spec, created_time, flag.version()).status();
}

// Plays what is missing of the tournament, and prints its result when it is finished.
absl::Status Play(const Invocation& invocation, store::Database& database, std::int64_t id, const RunFlags& flags) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<runner::CorePool> pool, PoolFor(*flags.sandbox));
  const runner::StopSignals signals;
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database, id));
  const Console& console = invocation.console;
  if (tournament.state == v1::Tournament::STATE_SCHEDULED || tournament.spec.bots().empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("tournament ", id, " begins at a time, for which a server waits: start `flagfall serve`"));
  }
  FLAGFALL_RETURN_IF_ERROR(
      CheckControlVariate(database, tournament.spec, tournament.created_time, flags.control_variate));
  const std::string resume = absl::StrCat("flagfall --home ", invocation.home_folder, " tournament resume ", id);
  PrintHeadline(tournament.spec, id, console);
  // Where the time control is not scaled, nobody needs to know.
  std::optional<cluster::MachineSpeed> speed;
  if (tournament.spec.time_control_reference() != 0) {
    speed.emplace(SpeedOptions(*flags.sandbox, /*is_first_urgent=*/true));
  }
  RunDisplay display(console, flags.table_every,
                     [&](std::uint32_t games) { return TableAfter(invocation, id, games); });
  const absl::StatusOr<coordinator::RunEnd> end = runner::RunTournament(
      database, tournament,
      {.supervisor_path = bots::SupervisorPath(),
       .logs_folder = invocation.home().LogsFolder(),
       .no_show_after = std::chrono::seconds(flags.sandbox->startup_seconds),
       .log_limits = flags.sandbox->log_limits,
       .sandbox_of = [&flags](const store::Bot& bot) { return SandboxOf(bot, *flags.sandbox); },
       .sandbox_settings = flags.sandbox->settings,
       .pool = pool.get(),
       .plies_per_second = [&speed] { return speed.has_value() ? speed->Newest() : 0; }},
      [&display](const v1::TournamentEvent& event) { display.Show(event); }, signals.Token());
  display.Finish();
  if (!end.ok()) {
    const absl::string_view hint =
        store::IsLedgerGone(end.status()) ? "Then go on with" : "What was stored is kept; go on with";
    return absl::Status(
        end.status().code() == absl::StatusCode::kCancelled ? absl::StatusCode::kAborted : end.status().code(),
        absl::StrCat(end.status().message(), "\n", hint, " `", resume, "`."));
  }
  if (*end == coordinator::RunEnd::kStopped) {
    const std::uint32_t total = display.newest().games_total();
    const std::uint32_t stored = display.newest().games_stored();
    return absl::CancelledError(absl::StrCat("stopped with ", total == 0 ? "" : absl::StrCat(stored, " of "),
                                             Counted(total == 0 ? stored : total, "game"), " stored; go on with `",
                                             resume, "`"));
  }
  return PrintResult(invocation, id, flags.control_variate);
}

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
  Command run =
      AddCommand(parent, invocation, "run", "Plays a tournament and prints its table and the ratings",
                 "flagfall tournament run --bots random,sergeant --ruleset barrage --rounds 2 --tc 5+0.05",
                 [&invocation, holder, run_flags] { return RunNewTournament(invocation, **holder, *run_flags); });
  *holder = AddSpecFlags(run);
  AddScheduleFlags(run, *holder);
  AddRunFlags(run, *run_flags);
}

// Puts in the place of selectors among the bots those of the home that they stand for.
absl::Status NameSelected(api::ArenaApi& api, v1::TournamentSpec& spec) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListBotsResponse known, api.ListBots({}));
  return tournament::NameSelected(known.bots(), spec);
}

absl::Status CheckBotsAreKnown(const Invocation& invocation, const v1::TournamentSpec& spec) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  return runner::CheckBotsAreKnown(*database, spec);
}

absl::Status RunNewTournament(const Invocation& invocation, const SpecFlags& flags, const RunFlags& run_flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "tournament run"));
  FLAGFALL_RETURN_IF_ERROR(invocation.home().CheckExists());
  FLAGFALL_ASSIGN_OR_RETURN(v1::TournamentSpec given, SpecOf(flags));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_RETURN_IF_ERROR(NameSelected(*api, given));
  FLAGFALL_RETURN_IF_ERROR(CheckBotsAreKnown(invocation, given));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec spec,
                            tournament::CompleteSpec(given, {.cores = ProcessorCount(), .draw_seed = runner::NewSeed}));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForWriting());
  FLAGFALL_RETURN_IF_ERROR(runner::CheckEntrants(*database, spec));
  FLAGFALL_RETURN_IF_ERROR(CheckSandboxesOf(*database, spec, *run_flags.sandbox));
  FLAGFALL_RETURN_IF_ERROR(CheckControlVariate(*database, spec, WallNow(), run_flags.control_variate));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id,
                            store::CreateTournament(*database, spec, tournament::PoolOf(spec), WallNow()));
  return Play(invocation, *database, id, run_flags);
}

absl::Status CreateAtServer(const Invocation& invocation, const SpecFlags& flags, bool watches,
                            std::uint32_t table_every, const ControlVariateFlag& control_variate = {}) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  v1::CreateTournamentRequest request;
  FLAGFALL_ASSIGN_OR_RETURN(*request.mutable_spec(), SpecOf(flags));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, api->CreateTournament(request));
  if (invocation.console.json && !watches) PrintJson(tournament, invocation.console.out);
  PrintHeadline(tournament.spec(), tournament.id(), invocation.console);
  if (!invocation.console.json) invocation.console.out << ScheduleText(tournament) << QualificationsText(tournament);
  return watches ? WatchTournament(invocation, *api, tournament.id(), table_every, control_variate) : absl::OkStatus();
}

absl::Status WatchAtServer(const Invocation& invocation, std::uint32_t id, std::uint32_t table_every) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  return WatchTournament(invocation, *api, id, table_every);
}

// A match is made at the server as any tournament of two bots is, and watched to its end, unless it begins at a time.
// Who may make no tournaments means a challenge.
absl::Status MatchAtServer(const Invocation& invocation, const SpecFlags& flags, const RunFlags& run_flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckNoSandboxFlags(*run_flags.sandbox));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec spec, SpecOf(flags));
  const bool watches = WatchesToEnd(spec);
  absl::Status status = CreateAtServer(invocation, flags, watches, run_flags.table_every, run_flags.control_variate);
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
  FLAGFALL_RETURN_IF_ERROR(CheckNoSandboxFlags(*flags.sandbox));
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
                              [&invocation, holder, watches, table_every] {
                                return CreateAtServer(invocation, **holder, *watches, *table_every);
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

  AddTournamentViews(tournament, invocation);
  AddSeriesCommands(tournament, invocation);
}

void AddMatchCommand(Command app, Invocation& invocation) {
  const auto holder = std::make_shared<std::shared_ptr<SpecFlags>>();
  const auto run_flags = std::make_shared<RunFlags>();
  const auto bots = std::make_shared<std::pair<std::string, std::string>>();
  Command match = AddCommand(
      app, invocation, "match", "Plays two bots against each other, here or at a server: a tournament of two",
      "flagfall match random sergeant --ruleset barrage --games 10", [&invocation, holder, run_flags, bots] {
        const bool is_against_itself = bots->first == bots->second;
        (*holder)->bots = {bots->first, is_against_itself ? SecondPlayerOf(bots->first) : bots->second};
        if (invocation.IsRemote()) return MatchAtServer(invocation, **holder, *run_flags);
        return RunNewTournament(invocation, **holder, *run_flags);
      });
  *holder = AddSpecFlags(match);
  AddStartFlag(match, *holder);
  AddRunFlags(match, *run_flags);
  match.AddOption("A", bots->first, "Name of a bot").Required();
  match.AddOption("B", bots->second, "Name of another, or the same, to have it play against itself").Required();
}

}  // namespace flagfall::arena::cli
