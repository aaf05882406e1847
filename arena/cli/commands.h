#ifndef ARENA_CLI_COMMANDS_H_
#define ARENA_CLI_COMMANDS_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/api/arena_api.h"
#include "arena/cli/command_parser.h"
#include "arena/cli/console.h"
#include "arena/cli/home.h"
#include "arena/client/arena_client.h"

namespace flagfall::arena::cli {

// What was asked for on the command line. The commands' options are bound to values that live as long as the parser's
// object does; parsing sets the action of the command that was named.
struct Invocation {
  Console console;
  std::string home_folder = "flagfall-home";
  // The action of the command that was named.
  std::function<absl::Status()> action = {};
  // The server that is asked instead of the home, where its address is not empty.
  client::ServerAddress server = {};
  // A file with the roots that the server's certificate is checked against; the system's when empty.
  std::string tls_ca = {};

  Home home() const { return Home(home_folder, console.err); }

  bool IsRemote() const { return !server.address.empty(); }
  // The arena that the command is about: the server's that was named or else the home's, for its host. Does not dial or
  // open anything yet. Errors as ArenaClient's, and NOT_FOUND for a file of roots that cannot be read.
  absl::StatusOr<std::unique_ptr<api::ArenaApi>> Api() const;
  // The server that was named, with the roots to check it against. NOT_FOUND for a file of roots that cannot be read.
  absl::StatusOr<client::ServerAddress> Server() const;
};

// Each adds a group of commands. `invocation` must outlive the parser.
void AddBotCommands(Command app, Invocation& invocation);
// `bot check`, among the commands of `bot`.
void AddCheckCommand(Command bot, Invocation& invocation);
void AddUserCommands(Command app, Invocation& invocation);
void AddTokenCommands(Command app, Invocation& invocation);
// `token link`, among the commands of `token`.
void AddTokenLinkCommand(Command token, Invocation& invocation);
// `user invite` and what belongs to it, among the commands of `user`.
void AddInvitationCommands(Command user, Invocation& invocation);
void AddRegisterCommand(Command app, Invocation& invocation);
void AddWebhookCommands(Command app, Invocation& invocation);
void AddTournamentCommands(Command app, Invocation& invocation);
void AddMatchCommand(Command app, Invocation& invocation);
void AddTuneCommand(Command app, Invocation& invocation);
void AddChallengeCommand(Command app, Invocation& invocation);
void AddLeaderboardCommand(Command app, Invocation& invocation);
void AddGameCommands(Command app, Invocation& invocation);
// `game export`, among the commands of `game`.
void AddExportCommand(Command game, Invocation& invocation);
// `game import`, likewise.
void AddImportCommand(Command game, Invocation& invocation);
// `game analyse`, likewise.
void AddAnalyseCommand(Command game, Invocation& invocation);
// `game bits`, likewise.
void AddBitsCommand(Command game, Invocation& invocation);
void AddVerifyCommand(Command app, Invocation& invocation);
void AddAuditCommand(Command app, Invocation& invocation);
void AddExamCommand(Command app, Invocation& invocation);
void AddCopiesCommand(Command app, Invocation& invocation);
void AddRulesCommands(Command app, Invocation& invocation);
void AddBookCommands(Command app, Invocation& invocation);
void AddValueCommands(Command app, Invocation& invocation);
void AddDbCommands(Command app, Invocation& invocation);
void AddServeCommand(Command app, Invocation& invocation);
void AddWorkerCommand(Command app, Invocation& invocation);
void AddClusterCommands(Command app, Invocation& invocation);
// `cluster workers`, among the commands of `cluster`.
void AddClusterWorkersCommands(Command cluster, Invocation& invocation);
void AddReportCommand(Command app, Invocation& invocation);
void AddStatusCommand(Command app, Invocation& invocation);

// The record of a game. Errors as ArenaApi::GetGameRecord.
absl::StatusOr<v1::GameRecord> RecordOf(api::ArenaApi& api, const std::string& game_id);

// FAILED_PRECONDITION when a server was named: `command` works on a home.
absl::Status CheckIsLocal(const Invocation& invocation, absl::string_view command);

// Whether a command can print JSON.
enum class Json { kLines, kNone };

// Adds the command `name` with its description and an example for its --help, and the option --json where it has JSON.
// `run` is the action when it is named.
Command AddCommand(Command parent, Invocation& invocation, const std::string& name, const std::string& description,
                   const std::string& example, std::function<absl::Status()> run, Json json = Json::kLines);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_COMMANDS_H_
