#ifndef ARENA_CLI_COMMANDS_H_
#define ARENA_CLI_COMMANDS_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/cli/console.h"
#include "arena/cli/home.h"
#include "arena/client/arena_client.h"

namespace CLI {
class App;
}

namespace flagfall::arena {

// What was asked for on the command line. The commands' options are bound to values that live as long as the parser's
// object does; parsing sets the action of the command that was named.
struct Invocation {
  Console console;
  std::string home_folder = "flagfall-home";
  // Of the command that was named.
  std::function<absl::Status()> action = {};
  // What is asked instead of the home when its address is not empty.
  ServerAddress server = {};
  // A file with the roots that the server's certificate is checked against; the system's when empty.
  std::string tls_ca = {};

  Home home() const { return Home(home_folder); }

  bool IsRemote() const { return !server.address.empty(); }
  // Does not dial yet. Errors as ArenaClient's, and NOT_FOUND for a file of roots that cannot be read.
  absl::StatusOr<std::unique_ptr<ArenaClient>> Client() const;
};

// Each adds a group of commands. `invocation` must outlive `app`.
void AddBotCommands(CLI::App& app, Invocation& invocation);
// `bot check`, among the commands of `bot`.
void AddCheckCommand(CLI::App& bot, Invocation& invocation);
void AddUserCommands(CLI::App& app, Invocation& invocation);
void AddTokenCommands(CLI::App& app, Invocation& invocation);
void AddTournamentCommands(CLI::App& app, Invocation& invocation);
void AddMatchCommand(CLI::App& app, Invocation& invocation);
void AddLeaderboardCommand(CLI::App& app, Invocation& invocation);
void AddGameCommands(CLI::App& app, Invocation& invocation);
void AddVerifyCommand(CLI::App& app, Invocation& invocation);
void AddRulesCommands(CLI::App& app, Invocation& invocation);
void AddBookCommands(CLI::App& app, Invocation& invocation);
void AddDbCommands(CLI::App& app, Invocation& invocation);
void AddServeCommand(CLI::App& app, Invocation& invocation);
void AddReportCommand(CLI::App& app, Invocation& invocation);

// FAILED_PRECONDITION when a server was named: `command` works on a home.
absl::Status CheckIsLocal(const Invocation& invocation, absl::string_view command);

// Whether a command can print JSON.
enum class Json { kLines, kNone };

// Adds the command `name` with its description and an example for its --help, and the option --json where it has JSON.
// `run` is the action when it is named.
CLI::App& AddCommand(CLI::App& parent, Invocation& invocation, const std::string& name, const std::string& description,
                     const std::string& example, std::function<absl::Status()> run, Json json = Json::kLines);

}  // namespace flagfall::arena

#endif  // ARENA_CLI_COMMANDS_H_
