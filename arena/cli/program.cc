#include "arena/cli/program.h"

#include "absl/synchronization/mutex.h"
#include "arena/cli/commands.h"
#include "arena/cli/exit_codes.h"
#include "arena/runner/descriptor_budget.h"
#include "referee/rules/clause_error.h"

namespace flagfall::arena::cli {
namespace {

void AddCommands(Command app, Invocation& invocation) {
  AddBotCommands(app, invocation);
  AddUserCommands(app, invocation);
  AddTokenCommands(app, invocation);
  AddRegisterCommand(app, invocation);
  AddWebhookCommands(app, invocation);
  AddTournamentCommands(app, invocation);
  AddMatchCommand(app, invocation);
  AddTuneCommand(app, invocation);
  AddChallengeCommand(app, invocation);
  AddLeaderboardCommand(app, invocation);
  AddGameCommands(app, invocation);
  AddVerifyCommand(app, invocation);
  AddAuditCommand(app, invocation);
  AddExamCommand(app, invocation);
  AddCopiesCommand(app, invocation);
  AddRulesCommands(app, invocation);
  AddBookCommands(app, invocation);
  AddValueCommands(app, invocation);
  AddDbCommands(app, invocation);
  AddServeCommand(app, invocation);
  AddWorkerCommand(app, invocation);
  AddClusterCommands(app, invocation);
  AddReportCommand(app, invocation);
  AddStatusCommand(app, invocation);
}

}  // namespace

int RunProgram(int argc, char** argv) {
  // A choice for the whole process, for the referee in it: see referee/service/README.md.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  // Many bots need more than the 1,024 descriptors that a process commonly begins with.
  runner::RaiseDescriptorLimit();
  Invocation invocation{.console = ProcessConsole()};
  CommandParser parser("flagfall", "Plays tournaments of Stratego between programs, and keeps their games and ratings.",
                       FLAGFALL_VERSION,
                       "Example: flagfall bot add DIR && flagfall tournament run --bots a,b --ruleset barrage\n"
                       "The host's guide is arena/README.md. Exit codes: 0 success, 1 failure, 2 wrong usage, 75 "
                       "try again later, 130 interrupted.");
  Command app = parser.root();
  const Option home =
      app.AddOption("--home", invocation.home_folder, "Folder of the arena: ledger, logs").ShowDefault();
  const Option server =
      app.AddOption(
             "--server", invocation.server.address,
             "Ask this server instead of a home: tls:HOST:PORT, HOST:PORT on this machine, or insecure:HOST:PORT")
          .FromEnvironment("FLAGFALL_SERVER");
  app.AddOption("--token", invocation.server.token, "Who asks the server").FromEnvironment("FLAGFALL_USER_TOKEN");
  app.AddOption("--tls-ca", invocation.tls_ca, "Roots (PEM) for the server's certificate; default: the system's")
      .FromEnvironment("FLAGFALL_TLS_CA");
  AddCommands(app, invocation);
  const std::optional<int> exit_code =
      parser.Parse({argv + 1, argv + argc}, invocation.console.out, invocation.console.err);
  if (exit_code.has_value()) return *exit_code;
  if (home.IsGiven() && app.IsOnCommandLine(server)) {
    invocation.console.err << "flagfall: --home is an arena on this machine, and --server one that is asked over the "
                              "network: give one of them\nSee `flagfall --help`.\n";
    return CommandParser::kWrongUsage;
  }
  // What the command line says counts before the environment.
  if (home.IsGiven()) invocation.server.address.clear();
  const absl::Status status = invocation.action();
  invocation.console.out.flush();
  if (!status.ok()) {
    invocation.console.err << "flagfall: " << Printable(status.message(), /*keep_newlines=*/true) << "\n";
    if (const std::string clause = ClauseOf(status); !clause.empty()) {
      invocation.console.err << "`flagfall rules clause " << clause << "` prints the clause.\n";
    }
    return ExitCodeOf(status);
  }
  if (!invocation.console.out) {
    invocation.console.err << "flagfall: cannot write to standard output\n";
    return kExitFailed;
  }
  return 0;
}

}  // namespace flagfall::arena::cli
