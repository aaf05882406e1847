#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/build.h"
#include "arena/bots/manifest.h"
#include "arena/bots/sandbox_probe.h"
#include "arena/cli/bot_folder.h"
#include "arena/cli/commands.h"
#include "arena/cli/sandbox_flag.h"
#include "arena/cli/submission_commands.h"
#include "arena/queries/messages.h"
#include "arena/store/bots.h"
#include "arena/store/submissions.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

// A bot that is added again from its folder is made anew; another folder's bot may not take its name.
absl::StatusOr<bool> IsKnown(Database& database, const std::string& name, const std::string& folder) {
  const absl::StatusOr<Bot> known = FindBot(database, name);
  if (absl::IsNotFound(known.status())) return false;
  FLAGFALL_RETURN_IF_ERROR(known.status());
  if (known->folder == folder) return true;
  return absl::AlreadyExistsError(absl::StrCat("there is a bot ", name, " already, in ", known->folder,
                                               "; give this one another name in its bot.json"));
}

// Of a name that no bot has yet, what was submitted under it.
absl::Status PrintAttempts(const Invocation& invocation, Database& database, const std::string& name,
                           const absl::Status& not_found) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Submission> submissions,
                            ListSubmissions(database, {.bot_name = name}, std::nullopt, 1));
  return submissions.empty() ? not_found : PrintSubmissionsOf(invocation, database, name);
}

absl::Status PrintBot(const Invocation& invocation, Database& database, const std::string& name) {
  const absl::StatusOr<Bot> found = FindBot(database, name);
  if (!found.ok()) return PrintAttempts(invocation, database, name, found.status());
  const Bot& bot = *found;
  v1::Bot message = MessageOf(bot);
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> pools, ListPools(database));
  for (const std::string& pool : pools) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::RatedBot> rated, RatedBots(database, pool));
    for (const v1::RatedBot& row : rated) {
      if (row.bot() == bot.name()) *message.add_ratings() = row;
    }
  }
  const Console& console = invocation.console;
  if (console.json) {
    PrintJson(message, console.out);
    return absl::OkStatus();
  }
  const v1::BotManifest& manifest = message.manifest();
  const auto line = [&](absl::string_view title, absl::string_view text) {
    if (!text.empty()) console.out << title << Printable(text) << "\n";
  };
  line("name         ", manifest.name());
  line("version      ", manifest.version());
  line("language     ", manifest.language());
  line("author       ", manifest.author());
  line("description  ", manifest.description());
  line("rulesets     ", absl::StrJoin(manifest.rulesets(), ", "));
  line("command      ", absl::StrJoin(manifest.command(), " "));
  line("folder       ", message.folder());
  line("added        ", TimeText(message.add_time()));
  line("owner        ", message.owner());
  line("content      ", message.content_sha256());
  line("state        ", BotStateName(bot.State()));
  line("reason       ", bot.Reason());
  line("faults       ", absl::StrCat(message.faults()));
  for (const v1::RatedBot& row : message.ratings()) {
    line("rating       ", absl::StrFormat("%s: %.1f, place %d, %d games: +%d =%d -%d", row.pool(), row.elo(),
                                          row.place(), row.games(), row.wins(), row.draws(), row.losses()));
  }
  return PrintSubmissionsOf(invocation, database, BaseNameOf(bot.name()));
}

absl::Status AddBotFrom(const Invocation& invocation, const std::string& folder_given, const SandboxFlag& flag) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto found, FindBotFolder(folder_given));
  const auto& [folder, manifest] = found;
  const Home home = invocation.home();
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, home.Create());
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_known, IsKnown(*database, manifest.name(), folder));
  FLAGFALL_ASSIGN_OR_RETURN(Sandbox sandbox,
                            FindSandbox(flag.value_or(SandboxMode::kNone), {.keeper_path = KeeperPath()}));
  FLAGFALL_RETURN_IF_ERROR(BuildBot(manifest, folder,
                                    {.keeper_path = KeeperPath(),
                                     .log_path = home.BuildLog(manifest.name()),
                                     .sandbox = std::move(sandbox)}));
  FLAGFALL_RETURN_IF_ERROR(CheckProgram(LaunchOf(manifest, folder)));
  if (is_known) {
    FLAGFALL_RETURN_IF_ERROR(UpdateBot(*database, manifest, folder));
  } else {
    const auto now = std::chrono::duration_cast<Micros>(std::chrono::system_clock::now().time_since_epoch());
    FLAGFALL_RETURN_IF_ERROR(AddBot(*database, {.manifest = manifest, .folder = folder, .added_time = now}));
  }
  if (invocation.console.json) return PrintBot(invocation, *database, manifest.name());
  invocation.console.out << (is_known ? "Updated " : "Added ") << manifest.name() << " "
                         << Printable(manifest.version()) << ".\n";
  return absl::OkStatus();
}

std::string StateText(const Bot& bot) {
  if (!bot.Reason().empty()) return absl::StrCat(BotStateName(bot.State()), ": ", bot.Reason());
  return bot.faults > 0 ? absl::StrCat("ready, faults: ", bot.faults) : "ready";
}

absl::Status PrintBots(const Invocation& invocation, bool with_retired) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Bot> bots, ListBots(*database));
  const Console& console = invocation.console;
  std::vector<std::vector<std::string>> rows = {{"name", "version", "language", "rulesets", "owner", "state"}};
  for (const Bot& bot : bots) {
    if (bot.State() == BotState::kRetired && !with_retired) continue;
    if (console.json) PrintJson(MessageOf(bot), console.out);
    rows.push_back({bot.name(), bot.manifest.version(), bot.manifest.language(),
                    absl::StrJoin(bot.manifest.rulesets(), ","), bot.owner.empty() ? "-" : bot.owner, StateText(bot)});
  }
  if (!console.json)
    console.out << (rows.size() == 1 ? "No bots yet; `flagfall bot add DIR` adds one.\n" : FormatTable(rows));
  return absl::OkStatus();
}

}  // namespace

void AddBotCommands(CLI::App& app, Invocation& invocation) {
  CLI::App& bot = *app.add_subcommand("bot", "Adds, lists and shows bots");
  bot.require_subcommand(1);
  bot.footer("Example: flagfall bot add build/release/sample-bots/random");

  const auto folder = std::make_shared<std::string>();
  const auto sandbox = std::make_shared<std::shared_ptr<SandboxFlag>>();
  CLI::App& add = AddCommand(
      bot, invocation, "add", "Builds the bot in a folder and makes it known; again: builds and readmits it",
      "flagfall bot add build/release/sample-bots/random",
      [&invocation, folder, sandbox] { return AddBotFrom(invocation, *folder, **sandbox); });
  add.add_option("DIR", *folder, "The bot's folder, which holds its bot.json")->required();
  *sandbox = AddSandboxFlag(add);

  const auto with_retired = std::make_shared<bool>(false);
  AddCommand(bot, invocation, "list", "Lists the bots", "flagfall bot list", [&invocation, with_retired] {
    return PrintBots(invocation, *with_retired);
  }).add_flag("--all", *with_retired, "Retired versions too");

  AddCheckCommand(bot, invocation);

  const auto name = std::make_shared<std::string>();
  AddCommand(bot, invocation, "show", "Shows one bot with its ratings", "flagfall bot show random",
             [&invocation, name]() -> absl::Status {
               FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
               return PrintBot(invocation, *database, *name);
             })
      .add_option("NAME", *name, "The bot's name")
      ->required();
  AddSubmissionCommands(bot, invocation);
}

}  // namespace flagfall::arena
