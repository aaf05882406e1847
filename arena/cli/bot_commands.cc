#include <unistd.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/build.h"
#include "arena/bots/folder_hash.h"
#include "arena/bots/manifest.h"
#include "arena/bots/sandbox_probe.h"
#include "arena/cli/bot_folder.h"
#include "arena/cli/commands.h"
#include "arena/cli/host_flags.h"
#include "arena/cli/submission_commands.h"
#include "arena/store/bots.h"
#include "arena/store/host_bots.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

// ALREADY_EXISTS when a bot of that name has another folder.
absl::Status CheckIsOfFolder(store::Database& database, const std::string& name, const std::string& folder) {
  const absl::StatusOr<store::Bot> known = store::FindBot(database, name);
  if (absl::IsNotFound(known.status())) return absl::OkStatus();
  FLAGFALL_RETURN_IF_ERROR(known.status());
  if (known->folder == folder) return absl::OkStatus();
  return absl::AlreadyExistsError(absl::StrCat(
      "there is a bot ", name, " already, ", known->IsRemote() ? "which dials in" : absl::StrCat("in ", known->folder),
      "; give this one another name in its bot.json"));
}

// Prints the submissions under a name that no bot has yet; `not_found` when there are none.
absl::Status PrintAttempts(const Invocation& invocation, const std::string& name, const absl::Status& not_found) {
  FLAGFALL_ASSIGN_OR_RETURN(const int submissions, PrintSubmissionsOf(invocation, name));
  return submissions == 0 ? not_found : absl::OkStatus();
}

std::string StateText(const v1::Bot& bot) {
  switch (bot.state()) {
    case v1::Bot::STATE_RETIRED:
      return absl::StrCat("retired: ", bot.retired_reason());
    case v1::Bot::STATE_SUSPENDED:
      return absl::StrCat("suspended: ", bot.suspended_reason());
    default:
      return bot.faults() > 0 ? absl::StrCat("ready, faults: ", bot.faults()) : "ready";
  }
}

void PrintBotText(const v1::Bot& bot, const Console& console) {
  const v1::BotManifest& manifest = bot.manifest();
  const auto line = [&](absl::string_view title, absl::string_view text) {
    if (!text.empty()) console.out << title << Printable(text) << "\n";
  };
  line("name         ", manifest.name());
  line("version      ", manifest.version());
  line("language     ", manifest.language());
  line("author       ", manifest.author());
  line("description  ", manifest.description());
  line("rulesets     ", absl::StrJoin(manifest.rulesets(), ", "));
  line("command      ", manifest.command().empty() ? "none: it dials in" : absl::StrJoin(manifest.command(), " "));
  line("folder       ", bot.folder());
  line("added        ", TimeText(bot.add_time()));
  line("owner        ", bot.owner());
  line("content      ", bot.content_sha256());
  line("state        ", StateText(bot));
  line("challenges   ", bot.takes_challenges() ? "taken from other owners" : "");
  line("tags         ", absl::StrJoin(bot.tags(), ", "));
  line("faults       ", absl::StrCat(bot.faults()));
  for (const v1::RatedBot& row : bot.ratings()) {
    const std::string place =
        row.place() == 0 ? "place not computed yet"
                         : absl::StrFormat("place %d, MLE %.1f +/- %.1f%s", row.place(), row.likelihood_elo(),
                                           row.likelihood_elo_error(), row.is_provisional() ? " (provisional)" : "");
    line("rating       ",
         absl::StrFormat("%s: %s, %s: +%d =%d -%d, running Elo %.1f", row.pool(), place,
                         Counted(row.games(), "rated game"), row.wins(), row.draws(), row.losses(), row.elo()));
  }
}

absl::Status PrintBot(const Invocation& invocation, const std::string& name) {
  v1::GetBotRequest request;
  request.set_name(name);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  const absl::StatusOr<v1::Bot> bot = api->GetBot(request);
  if (absl::IsNotFound(bot.status()) && !invocation.IsRemote()) return PrintAttempts(invocation, name, bot.status());
  FLAGFALL_RETURN_IF_ERROR(bot.status());
  if (invocation.console.json) {
    PrintJson(*bot, invocation.console.out);
    return absl::OkStatus();
  }
  PrintBotText(*bot, invocation.console);
  if (invocation.IsRemote()) return absl::OkStatus();
  return PrintSubmissionsOf(invocation, store::BaseNameOf(bot->manifest().name())).status();
}

absl::Status AddBotFrom(const Invocation& invocation, const std::string& folder_given, const HostFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "bot add"));
  FLAGFALL_ASSIGN_OR_RETURN(const auto found, FindBotFolder(folder_given));
  const auto& [folder, manifest] = found;
  FLAGFALL_ASSIGN_OR_RETURN(const bots::ArchiveLimits limits, SentLimits(flags));
  const Home home = invocation.home();
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, home.Create());
  FLAGFALL_RETURN_IF_ERROR(CheckIsOfFolder(*database, manifest.name(), folder));
  FLAGFALL_ASSIGN_OR_RETURN(const std::string files_before_build, bots::HashOfFolder(folder));
  FLAGFALL_ASSIGN_OR_RETURN(const bots::Sandbox sandbox,
                            SandboxFor(flags.mode.value_or(bots::SandboxMode::kNone), flags));
  FLAGFALL_RETURN_IF_ERROR(bots::BuildBot(manifest, folder,
                                          {.supervisor_path = bots::SupervisorPath(),
                                           .log_path = home.BuildLog(manifest.name()),
                                           .sandbox = sandbox,
                                           .limits = bots::BuiltLimitsOf(limits)}));
  FLAGFALL_RETURN_IF_ERROR(bots::CheckProgram(bots::LaunchOf(manifest, folder, sandbox)));
  FLAGFALL_ASSIGN_OR_RETURN(const std::string files_after_build, bots::HashOfFolder(folder));
  FLAGFALL_ASSIGN_OR_RETURN(const store::AddedHostBot added,
                            store::AddHostBot(*database,
                                              {.manifest = manifest,
                                               .folder = folder,
                                               .files_before_build = files_before_build,
                                               .files_after_build = files_after_build},
                                              WallNow()));
  if (invocation.console.json) return PrintBot(invocation, manifest.name());
  invocation.console.out << (added.change == store::HostBotChange::kUpdated ? "Updated " : "Added ") << added.entry
                         << " " << Printable(manifest.version()) << ".\n";
  if (added.change == store::HostBotChange::kNewVersion) {
    invocation.console.out << "Its files are others than those with which " << manifest.name()
                           << " has played: this version has a rating of its own, and the one before is retired.\n";
  }
  return absl::OkStatus();
}

absl::Status CreateRemoteBot(const Invocation& invocation, const v1::CreateRemoteBotRequest& request) {
  if (!invocation.IsRemote()) {
    return absl::FailedPreconditionError(
        "a remote bot is made known to a server, which it then dials in to: give --server (`flagfall serve`)");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::CreateRemoteBotResponse made, api->CreateRemoteBot(request));
  const Console& console = invocation.console;
  const std::string& ca = invocation.tls_ca;
  Print(console, made,
        absl::StrCat("FLAGFALL_ADDRESS=", invocation.server.address, "\nFLAGFALL_TOKEN=", made.token().secret(), "\n",
                     ca.empty() || !absl::StartsWith(invocation.server.address, "tls:")
                         ? ""
                         : absl::StrCat("FLAGFALL_TLS_CA=", std::filesystem::absolute(ca).string(), "\n")));
  if (console.json) return absl::OkStatus();
  console.err << "Start " << request.manifest().name()
              << " with these in its environment. The token is shown this once, and stored nowhere.\n";
  return absl::OkStatus();
}

void AddRemote(Command bot, Invocation& invocation) {
  const auto request = std::make_shared<v1::CreateRemoteBotRequest>();
  const auto rulesets = std::make_shared<std::vector<std::string>>();
  Command remote = AddCommand(
      bot, invocation, "remote", "Makes a bot known that you run yourself, and prints its token",
      "flagfall --server 127.0.0.1:7443 bot remote mybot --rulesets classic,barrage", [&invocation, request, rulesets] {
        request->mutable_manifest()->mutable_rulesets()->Assign(rulesets->begin(), rulesets->end());
        return CreateRemoteBot(invocation, *request);
      });
  request->mutable_manifest()->set_version("1");
  remote.AddOption("NAME", *request->mutable_manifest()->mutable_name(), "The bot's name").Required();
  remote.AddOption("--rulesets", *rulesets, "What it plays, separated by commas: at least one").CommaSeparated();
  remote.AddOption("--version", *request->mutable_manifest()->mutable_version(), "For people. Default: 1");
  remote.AddOption("--owner", *request->mutable_owner(), "The user whose bot it is; default: the caller");
}

absl::Status PrintBots(const Invocation& invocation, const v1::ListBotsRequest& request, bool with_retired) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListBotsResponse response, api->ListBots(request));
  Listing listing(invocation.console, {"name", "version", "language", "rulesets", "owner", "state"});
  for (const v1::Bot& bot : response.bots()) {
    if (bot.state() == v1::Bot::STATE_RETIRED && !with_retired) continue;
    listing.Add(
        bot, {bot.manifest().name(), bot.manifest().version(), bot.manifest().language(),
              absl::StrJoin(bot.manifest().rulesets(), ","), bot.owner().empty() ? "-" : bot.owner(), StateText(bot)});
  }
  listing.Print(request.tag().empty() ? "No bots yet; `flagfall bot add DIR` adds one.\n"
                                      : "No bot has this tag; `flagfall bot tag NAME add TAG` gives it to one.\n");
  return absl::OkStatus();
}

}  // namespace

void AddBotCommands(Command app, Invocation& invocation) {
  Command bot = app.AddGroup("bot", "Adds, lists and shows bots", "flagfall bot add build/release/sample-bots/random");

  const auto folder = std::make_shared<std::string>();
  const auto host = std::make_shared<std::shared_ptr<HostFlags>>();
  Command add =
      AddCommand(bot, invocation, "add", "Builds the bot in a folder and makes it known; again: builds and readmits it",
                 "flagfall bot add build/release/sample-bots/random",
                 [&invocation, folder, host] { return AddBotFrom(invocation, *folder, **host); });
  add.AddOption("DIR", *folder, "The bot's folder, which holds its bot.json").Required();
  *host = AddSandboxFlags(add);
  AddSizeFlags(add, *host);

  const auto with_retired = std::make_shared<bool>(false);
  const auto listed = std::make_shared<v1::ListBotsRequest>();
  Command list =
      AddCommand(bot, invocation, "list", "Lists the bots", "flagfall bot list",
                 [&invocation, listed, with_retired] { return PrintBots(invocation, *listed, *with_retired); });
  list.AddFlag("--all", *with_retired, "Retired versions too");
  list.AddOption("--tag", *listed->mutable_tag(), "Only bots with this tag (`bot tag`)");

  AddCheckCommand(bot, invocation);
  AddRemote(bot, invocation);

  const auto name = std::make_shared<std::string>();
  AddCommand(bot, invocation, "show", "Shows one bot with its ratings", "flagfall bot show random",
             [&invocation, name] { return PrintBot(invocation, *name); })
      .AddOption("NAME", *name, "The bot's name")
      .Required();
  AddSubmissionCommands(bot, invocation);
}

}  // namespace flagfall::arena::cli
