#include "arena/cli/program.h"

#include <malloc.h>

#include <CLI/CLI.hpp>

#include "absl/synchronization/mutex.h"
#include "arena/cli/commands.h"

namespace flagfall::arena {
namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;
// As shells have it for a process that SIGINT has ended.
constexpr int kInterrupted = 130;

// What it says may quote what was typed.
int ReportWrongUsage(const CLI::App& app, const CLI::ParseError& error, const Console& console) {
  const CLI::App* named = &app;
  while (!named->get_subcommands().empty()) named = named->get_subcommands().front();
  std::string path = named->get_name();
  for (const CLI::App* parent = named->get_parent(); parent != nullptr; parent = parent->get_parent()) {
    path.insert(0, parent->get_name() + " ");
  }
  const std::vector<std::string> unknown = named->remaining();
  const std::string what = unknown.empty() ? error.what() : "there is no command or flag " + unknown.front() + " here";
  console.err << "flagfall: " << Printable(what) << "\nSee `" << path << " --help`.\n";
  return kWrongUsage;
}

}  // namespace

int RunProgram(int argc, char** argv) {
  // Choices for the whole process, for the referee in it: see referee/service/README.md.
  mallopt(M_ARENA_MAX, 1);
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  Invocation invocation{.console = ProcessConsole()};
  CLI::App app("Plays tournaments of Stratego between programs, and keeps their games and ratings.", "flagfall");
  app.set_version_flag("--version", FLAGFALL_VERSION);
  app.add_option("--home", invocation.home_folder, "Folder of the arena: ledger, logs")->capture_default_str();
  app.add_option("--server", invocation.server.address,
                 "Ask this server instead of a home: tls:HOST:PORT, or HOST:PORT on this machine")
      ->envname("FLAGFALL_SERVER");
  app.add_option("--token", invocation.server.token, "Who asks the server")->envname("FLAGFALL_USER_TOKEN");
  app.add_option("--tls-ca", invocation.tls_ca, "Roots (PEM) for the server's certificate; default: the system's")
      ->envname("FLAGFALL_TLS_CA");
  app.require_subcommand(1);
  app.fallthrough();
  AddBotCommands(app, invocation);
  AddUserCommands(app, invocation);
  AddTokenCommands(app, invocation);
  AddTournamentCommands(app, invocation);
  AddMatchCommand(app, invocation);
  AddLeaderboardCommand(app, invocation);
  AddGameCommands(app, invocation);
  AddVerifyCommand(app, invocation);
  AddRulesCommands(app, invocation);
  AddBookCommands(app, invocation);
  AddDbCommands(app, invocation);
  AddServeCommand(app, invocation);
  AddReportCommand(app, invocation);
  app.footer(
      "Example: flagfall bot add DIR && flagfall tournament run --bots a,b --ruleset barrage\n"
      "The host's guide is arena/README.md. Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help, invocation.console.out, invocation.console.err);
  } catch (const CLI::ParseError& error) {
    return ReportWrongUsage(app, error, invocation.console);
  }
  const absl::Status status = invocation.action();
  invocation.console.out.flush();
  if (!status.ok()) {
    invocation.console.err << "flagfall: " << Printable(status.message(), /*keep_newlines=*/true) << "\n";
    return status.code() == absl::StatusCode::kCancelled ? kInterrupted : kFailed;
  }
  if (!invocation.console.out) {
    invocation.console.err << "flagfall: cannot write to standard output\n";
    return kFailed;
  }
  return 0;
}

}  // namespace flagfall::arena
