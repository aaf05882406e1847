#include "arena/cli/submission_commands.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/bots/bot_process.h"
#include "arena/queries/messages.h"
#include "arena/hosting/bot_states.h"
#include "arena/hosting/messages.h"
#include "arena/hosting/submission.h"
#include "arena/store/bots.h"
#include "arena/store/submissions.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena {
namespace {

namespace fs = std::filesystem;

constexpr int kShownOfOneBot = 5;

Micros WallClock() { return std::chrono::duration_cast<Micros>(std::chrono::system_clock::now().time_since_epoch()); }

SubmissionFolders FoldersOf(const Invocation& invocation) {
  return {.home = fs::absolute(invocation.home_folder).lexically_normal().string()};
}

SubmissionOptions OptionsOf(const Invocation& invocation) {
  return {.folders = FoldersOf(invocation),
          .rulesets_known = RulesetIds(),
          .build = {.keeper_path = KeeperPath(), .log_path = ""},
          .check = nullptr,
          .now = WallClock};
}

std::string Words(SubmissionState state) { return absl::StrReplaceAll(SubmissionStateName(state), {{"_", " "}}); }

// What it was at when it failed.
SubmissionState LastStep(const Submission& submission) {
  SubmissionState last = SubmissionState::kReceived;
  for (const SubmissionStep& step : submission.steps) {
    if (step.state != SubmissionState::kFailed) last = step.state;
  }
  return last;
}

absl::Status Submit(const Invocation& invocation, const std::string& source, const std::string& owner) {
  std::error_code error;
  if (!fs::exists(source, error)) {
    return absl::NotFoundError(
        absl::StrCat(source, ": there is no such file or folder; give an archive, or the folder with the bot.json"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().Create());
  const LedgerCall ledger = [&](const std::function<absl::Status(Database&)>& work) { return work(*database); };
  const SubmissionOptions options = OptionsOf(invocation);
  FLAGFALL_RETURN_IF_ERROR(AbandonSubmissions(ledger, options.folders, WallClock()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, BeginSubmission(*database, owner, WallClock()));
  const Console& console = invocation.console;
  if (!console.json) console.out << "Submission " << id << " received." << std::endl;
  FLAGFALL_ASSIGN_OR_RETURN(const Submission submission, RunSubmission(ledger, id, source, options));
  if (console.json) PrintJson(MessageOf(submission), console.out);
  if (submission.state == SubmissionState::kFailed) {
    const bool has_log = !submission.bot_name.empty();
    return absl::FailedPreconditionError(
        absl::StrCat("submission ", id, " failed, ", Words(LastStep(submission)), ": ", submission.reason,
                     has_log ? absl::StrCat("\nSee `flagfall bot log ", submission.bot_name, "`.") : ""));
  }
  if (!console.json) console.out << "Ready: " << submission.entry << "\n";
  return absl::OkStatus();
}

std::vector<std::string> RowOf(const Submission& submission) {
  const v1::Submission message = MessageOf(submission);
  const std::string when = TimeText(message.steps().rbegin()->time());
  const std::string state = submission.state == SubmissionState::kFailed
                                ? absl::StrCat("failed, ", Words(LastStep(submission)), ": ", submission.reason)
                                : Words(submission.state);
  return {absl::StrCat(submission.id), submission.bot_name.empty() ? "-" : submission.bot_name,
          submission.entry.empty() ? "-" : submission.entry, submission.owner.empty() ? "-" : submission.owner, when,
          // The reason's first line; `bot show` and --json have all.
          state.substr(0, state.find('\n'))};
}

absl::Status PrintSubmissions(const Invocation& invocation, const SubmissionFilter& filter, int count) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Submission> submissions,
                            ListSubmissions(*database, filter, std::nullopt, count));
  const Console& console = invocation.console;
  std::vector<std::vector<std::string>> rows = {{"id", "bot", "entry", "owner", "since", "state"}};
  for (const Submission& submission : submissions) {
    if (console.json) PrintJson(MessageOf(submission), console.out);
    rows.push_back(RowOf(submission));
  }
  if (!console.json) console.out << (submissions.empty() ? "No submissions.\n" : FormatTable(rows));
  return absl::OkStatus();
}

absl::Status PrintChanged(const Invocation& invocation, const absl::StatusOr<Bot>& bot, absl::string_view what) {
  FLAGFALL_RETURN_IF_ERROR(bot.status());
  if (invocation.console.json) {
    PrintJson(MessageOf(*bot), invocation.console.out);
  } else {
    invocation.console.out << what << " " << bot->name() << ".\n";
  }
  return absl::OkStatus();
}

void AddSubmit(CLI::App& bot, Invocation& invocation) {
  const auto source = std::make_shared<std::string>();
  const auto owner = std::make_shared<std::string>();
  CLI::App& submit = AddCommand(bot, invocation, "submit",
                                "Takes in a bot as a stranger's: unpacks, builds, checks it and makes it an entry",
                                "flagfall bot submit build/release/sample-bots/template",
                                [&invocation, source, owner] { return Submit(invocation, *source, *owner); });
  submit.add_option("SOURCE", *source, "A .tar.gz, .tar.xz, .tar.zst, .tar or .zip, or a folder, with a bot.json")
      ->required();
  submit.add_option("--owner", *owner, "The user whose bot it is; the host's own when not given");
}

void AddSubmissions(CLI::App& bot, Invocation& invocation) {
  const auto filter = std::make_shared<SubmissionFilter>();
  const auto count = std::make_shared<int>(50);
  CLI::App& list = AddCommand(bot, invocation, "submissions", "Lists what was submitted and how far it came",
                              "flagfall bot submissions --count 10",
                              [&invocation, filter, count] { return PrintSubmissions(invocation, *filter, *count); });
  list.add_option("--bot", filter->bot_name, "Only of this bot");
  list.add_option("--owner", filter->owner, "Only of this user");
  list.add_option("--count", *count, "How many, the newest first")->check(CLI::Range(1, 1000))->capture_default_str();
}

// suspend, resume and retire; `change` is given the ledger, the bot's name and the reason.
using Change = absl::StatusOr<Bot> (*)(Database& database, absl::string_view name, absl::string_view reason);

void AddChange(CLI::App& bot, Invocation& invocation, const std::string& name, const std::string& description,
               const std::string& done, bool takes_reason, Change change) {
  const auto named = std::make_shared<std::string>();
  const auto reason = std::make_shared<std::string>("the host wished it");
  CLI::App& command = AddCommand(bot, invocation, name, description, absl::StrCat("flagfall bot ", name, " mybot"),
                                 [&invocation, named, reason, done, change]() -> absl::Status {
                                   FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database,
                                                             invocation.home().OpenForWriting());
                                   return PrintChanged(invocation, change(*database, *named, *reason), done);
                                 });
  command.add_option("NAME", *named, "The bot's name")->required();
  if (takes_reason) command.add_option("--reason", *reason, "Why, for its author")->capture_default_str();
}

void AddLog(CLI::App& bot, Invocation& invocation) {
  const auto named = std::make_shared<std::string>();
  AddCommand(
      bot, invocation, "log", "Prints what a bot's build and check have printed", "flagfall bot log mybot",
      [&invocation, named]() -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
        FLAGFALL_ASSIGN_OR_RETURN(const std::string log, BotLog(*database, FoldersOf(invocation), *named));
        invocation.console.out << (log.empty() ? "Nothing was printed.\n" : Printable(log, /*keep_newlines=*/true));
        return absl::OkStatus();
      })
      .add_option("NAME", *named, "The bot's name, or an entry's, as in mybot@2")
      ->required();
}

}  // namespace

std::vector<std::string> RulesetIds() {
  std::vector<std::string> ids;
  for (const auto& definition : Catalogue()) ids.push_back(definition->info().id);
  return ids;
}

absl::Status PrintSubmissionsOf(const Invocation& invocation, Database& database, const std::string& bot_name) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Submission> submissions,
                            ListSubmissions(database, {.bot_name = bot_name}, std::nullopt, kShownOfOneBot));
  for (const Submission& submission : submissions) {
    if (invocation.console.json) {
      PrintJson(MessageOf(submission), invocation.console.out);
      continue;
    }
    const std::vector<std::string> row = RowOf(submission);
    invocation.console.out << "submission   " << Printable(absl::StrCat(row[0], ", ", row[4], ", ", row[5])) << "\n";
  }
  return absl::OkStatus();
}

void AddSubmissionCommands(CLI::App& bot, Invocation& invocation) {
  AddSubmit(bot, invocation);
  AddSubmissions(bot, invocation);
  AddLog(bot, invocation);
  AddChange(bot, invocation, "suspend", "Keeps a bot out of tournaments until it is resumed", "Suspended", true,
            Suspend);
  AddChange(bot, invocation, "resume", "Lets a suspended bot play again", "Resumed", false,
            [](Database& database, absl::string_view name, absl::string_view) { return Resume(database, name); });
  AddChange(bot, invocation, "retire", "Keeps a bot out of tournaments for good", "Retired", true, Retire);
}

}  // namespace flagfall::arena
