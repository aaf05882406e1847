#include "arena/cli/play_tournament.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/base/cores.h"
#include "arena/bots/bot_process.h"
#include "arena/cli/run_display.h"
#include "arena/cli/schedule_flags.h"
#include "arena/cli/tournament_result.h"
#include "arena/cli/tournament_views.h"
#include "arena/cli/watch_tournament.h"
#include "arena/cluster/machine_speed.h"
#include "arena/queries/luck_correction.h"
#include "arena/runner/random_bytes.h"
#include "arena/runner/stop_signals.h"
#include "arena/runner/tournament_runner.h"
#include "arena/runner/tuned_options.h"
#include "arena/store/errors.h"
#include "arena/tournament/entrants.h"
#include "arena/tournament/spec.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

// Puts in the place of selectors among the bots those of the home that they stand for.
absl::Status NameSelected(api::ArenaApi& api, v1::TournamentSpec& spec) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListBotsResponse known, api.ListBots({}));
  return tournament::NameSelected(known.bots(), spec);
}

// Errors of bots that are not known, and what their manifests say of a tuning.
absl::Status FillFromBots(const Invocation& invocation, v1::TournamentSpec& spec) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  FLAGFALL_RETURN_IF_ERROR(runner::CheckBotsAreKnown(*database, spec));
  return runner::FillTunedOptions(*database, spec);
}

// Before anything is played: whether the result without luck that is wanted can be told.
absl::Status CheckControlVariate(const store::Database& database, const v1::TournamentSpec& spec, Micros created_time,
                                 const ControlVariateFlag& flag) {
  if (!flag.is_wanted() && flag.version() == 0) return absl::OkStatus();
  if (!flag.is_wanted()) return absl::InvalidArgumentError("--value-function is for --control-variate");
  return queries::ValueFunctionFor(database.path(), spec, created_time, flag.version()).status();
}

}  // namespace

void AddTableEvery(Command command, std::uint32_t& table_every) {
  command.AddOption("--table-every", table_every, "Shows the table after every so many games").Positive();
}

void AddRunFlags(Command command, RunFlags& flags) {
  flags.host = AddSandboxFlags(command);
  AddStartupFlag(command, flags.host);
  AddLogSizeFlag(command, flags.host);
  AddLogFolderFlags(command, flags.host);
  AddPinFlag(command, flags.host);
  AddMachineSpeedFlag(command, flags.host);
  AddTableEvery(command, flags.table_every);
}

absl::Status Play(const Invocation& invocation, store::Database& database, std::int64_t id, const RunFlags& flags) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<runner::CorePool> pool, PoolFor(*flags.host));
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
    speed.emplace(SpeedOptions(*flags.host, /*is_first_urgent=*/true));
  }
  RunDisplay display(console, flags.table_every,
                     [&](std::uint32_t games) { return TableAfter(invocation, id, games); });
  runner::RunOptions options = RunOptionsOf(*flags.host, invocation.home().LogsFolder(), pool.get());
  options.plies_per_second = [&speed] { return speed.has_value() ? speed->Newest() : 0; };
  const absl::StatusOr<coordinator::RunEnd> end = runner::RunTournament(
      database, tournament, options, [&display](const v1::TournamentEvent& event) { display.Show(event); },
      signals.Token());
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

absl::Status CheckHomeExists(const Invocation& invocation) {
  return invocation.IsRemote() ? absl::OkStatus() : invocation.home().CheckExists();
}

absl::Status RunNewTournament(const Invocation& invocation, const v1::TournamentSpec& asked, const RunFlags& flags) {
  v1::TournamentSpec given = asked;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_RETURN_IF_ERROR(NameSelected(*api, given));
  FLAGFALL_RETURN_IF_ERROR(FillFromBots(invocation, given));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec spec,
                            tournament::CompleteSpec(given, {.cores = ProcessorCount(), .draw_seed = runner::NewSeed}));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForWriting());
  FLAGFALL_RETURN_IF_ERROR(runner::CheckEntrants(*database, spec));
  FLAGFALL_RETURN_IF_ERROR(CheckSandboxesOf(*database, spec, *flags.host));
  FLAGFALL_RETURN_IF_ERROR(CheckControlVariate(*database, spec, WallNow(), flags.control_variate));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id,
                            store::CreateTournament(*database, spec, tournament::PoolOf(spec), WallNow()));
  return Play(invocation, *database, id, flags);
}

absl::Status CreateAtServer(const Invocation& invocation, const v1::TournamentSpec& spec, bool watches,
                            std::uint32_t table_every, const ControlVariateFlag& control_variate) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  v1::CreateTournamentRequest request;
  *request.mutable_spec() = spec;
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, api->CreateTournament(request));
  if (invocation.console.json && !watches) PrintJson(tournament, invocation.console.out);
  PrintHeadline(tournament.spec(), tournament.id(), invocation.console);
  if (!invocation.console.json) invocation.console.out << ScheduleText(tournament) << QualificationsText(tournament);
  return watches ? WatchTournament(invocation, *api, tournament.id(), table_every, control_variate) : absl::OkStatus();
}

}  // namespace flagfall::arena::cli
