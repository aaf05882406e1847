#include <filesystem>
#include <memory>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/base/private_files.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/build.h"
#include "arena/bots/manifest.h"
#include "arena/bots/sandbox_probe.h"
#include "arena/checker/checker.h"
#include "arena/cli/bot_folder.h"
#include "arena/cli/check_report.h"
#include "arena/cli/commands.h"
#include "arena/cli/exit_codes.h"
#include "arena/cli/host_flags.h"
#include "arena/runner/stop_signals.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

struct CheckFlags {
  std::string folder;
  std::vector<std::string> rulesets;
  // Of the bot, `name=value` each.
  std::vector<std::string> options;
  std::vector<std::uint32_t> only;
  std::uint64_t seed = 1;
  bool lists = false;
  bool is_verbose = false;
  std::shared_ptr<HostFlags> host;
};

absl::Status PrintSteps(const Console& console) {
  for (const v1::CheckedStep& step : checker::ListCheckSteps()) {
    if (console.json) {
      PrintJson(step, console.out);
    } else {
      console.out << absl::StrFormat("%2d %-9s %s\n", step.number(), step.required() ? "required" : "advised",
                                     step.title());
    }
  }
  return absl::OkStatus();
}

absl::Status MakeFolderOf(const std::string& file) {
  return MakePrivateFolders(std::filesystem::path(file).parent_path());
}

// Makes the options' values the manifest's defaults, with which the check starts the bot. INVALID_ARGUMENT for an
// option that is not written so, that the bot does not have, or whose value is not of its type.
absl::Status SetDefaults(const std::vector<std::string>& options, v1::BotManifest& manifest) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::BotSettings settings, BotSettingsOf(options));
  FLAGFALL_RETURN_IF_ERROR(bots::CheckSettings(manifest, settings));
  for (v1::BotOption& option : *manifest.mutable_options()) {
    const auto set = settings.values().find(option.name());
    if (set != settings.values().end()) option.set_default_value(set->second);
  }
  return absl::OkStatus();
}

absl::Status CheckBotIn(const Invocation& invocation, const CheckFlags& flags) {
  const Console& console = invocation.console;
  if (flags.lists) return PrintSteps(console);
  if (flags.folder.empty()) {
    return absl::InvalidArgumentError(
        "give the bot's folder, as in `flagfall bot check build/release/sample-bots/random`");
  }
  // Before any other thread is made.
  const runner::StopSignals signals;
  FLAGFALL_ASSIGN_OR_RETURN(BotFolder bot, FindBotFolder(flags.folder));
  FLAGFALL_RETURN_IF_ERROR(SetDefaults(flags.options, bot.manifest));
  checker::CheckOptions options;
  options.rulesets = flags.rulesets;
  options.only = std::set<std::uint32_t>(flags.only.begin(), flags.only.end());
  FLAGFALL_RETURN_IF_ERROR(checker::CheckWhatIsAsked(bot.manifest, options));
  FLAGFALL_ASSIGN_OR_RETURN(options.sandbox,
                            SandboxFor(flags.host->mode.value_or(bots::SandboxMode::kNone), *flags.host));
  const std::string& name = bot.manifest.name();
  const Home home = invocation.home();
  const std::string log_path = std::filesystem::absolute(home.CheckLog(name)).string();
  for (const std::string& path : {log_path, home.BuildLog(name)}) FLAGFALL_RETURN_IF_ERROR(MakeFolderOf(path));
  FLAGFALL_RETURN_IF_ERROR(bots::BuildBot(
      bot.manifest, bot.path, {.supervisor_path = bots::SupervisorPath(), .log_path = home.BuildLog(name)}));
  FLAGFALL_RETURN_IF_ERROR(bots::CheckProgram(bots::LaunchOf(bot.manifest, bot.path, options.sandbox)));
  options.supervisor_path = bots::SupervisorPath();
  options.log_path = log_path;
  options.seed = flags.seed;
  options.stop = signals.Token();
  if (!console.json) {
    options.on_step = [&](const v1::CheckedStep& step) {
      PrintCheckedStep(console, step, !flags.only.empty(), flags.is_verbose);
    };
  }
  FLAGFALL_ASSIGN_OR_RETURN(const v1::CheckReport report, checker::CheckBot(bot.manifest, bot.path, options));
  if (console.json) {
    PrintJson(report, console.out);
  } else {
    PrintCheckSummary(console, report);
    console.out << "What it printed is in " << Printable(log_path) << "\n";
  }
  if (report.passed()) return absl::OkStatus();
  if (report.inconclusive()) {
    return TryAgainError(
        absl::StrCat("this machine was too busy to judge ", name, "; check it again when less runs beside it"));
  }
  return absl::FailedPreconditionError(absl::StrCat(name, " did not pass every required step"));
}

}  // namespace

void AddCheckCommand(Command bot, Invocation& invocation) {
  const auto flags = std::make_shared<CheckFlags>();
  Command check = AddCommand(bot, invocation, "check",
                             "Plays a bot through numbered steps, and says what failed and how to mend it",
                             "flagfall bot check build/release/sample-bots/random",
                             [&invocation, flags] { return CheckBotIn(invocation, *flags); });
  check.AddOption("DIR", flags->folder, "The bot's folder, which holds its bot.json");
  check.AddOption("--ruleset", flags->rulesets, "Only these of its rulesets, as in classic,barrage").CommaSeparated();
  check.AddOption("--option", flags->options,
                  "Option of the bot with which it is checked, NAME=VALUE; may be repeated");
  check.AddOption("--only", flags->only, "Only the steps of these numbers, as in 7,33").CommaSeparated();
  check.AddOption("--seed", flags->seed, "Everything random in the check follows from it").ShowDefault();
  flags->host = AddSandboxFlags(check);
  check.AddFlag("--list", flags->lists, "Lists the steps and checks nothing");
  check.AddFlag("--verbose", flags->is_verbose,
                "Also the steps that were not tried or do not concern the bot, and how long each took");
}

}  // namespace flagfall::arena::cli
