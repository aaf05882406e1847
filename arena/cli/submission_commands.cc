#include "arena/cli/submission_commands.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "arena/accounts/submission.h"
#include "arena/api/home_api.h"
#include "arena/base/busy.h"
#include "arena/base/memory_file.h"
#include "arena/base/names.h"
#include "arena/bots/pack_folder.h"
#include "arena/cli/commands.h"
#include "arena/cli/host_flags.h"
#include "arena/cli/pages.h"
#include "arena/cli/submission_setup.h"
#include "arena/runner/stop_signals.h"
#include "arena/store/submissions.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kShownOfOneBot = 5;
// How long a server may be too busy to take a submission, as in the last minutes before many are due, and the pauses
// between two attempts.
constexpr std::chrono::seconds kBusyMax{1800};
constexpr std::chrono::seconds kBusyPause{1};
constexpr std::chrono::seconds kBusyPauseMax{16};

// "checking manifest".
std::string Words(v1::Submission::State state) { return absl::StrReplaceAll(EnumWord(state), {{"_", " "}}); }

// The state in which the submission failed.
v1::Submission::State LastStep(const v1::Submission& submission) {
  v1::Submission::State last = v1::Submission::STATE_RECEIVED;
  for (const v1::SubmissionStep& step : submission.steps()) {
    if (step.state() != v1::Submission::STATE_FAILED) last = step.state();
  }
  return last;
}

// Whether nothing was built because the home has a bot with these very files.
bool IsUnchanged(const v1::Submission& submission) {
  return absl::c_none_of(submission.steps(),
                         [](const v1::SubmissionStep& step) { return step.state() == v1::Submission::STATE_BUILDING; });
}

absl::Status PrintEnd(const v1::Submission& submission, const Console& console) {
  if (console.json) PrintJson(submission, console.out);
  if (submission.state() == v1::Submission::STATE_FAILED) {
    const bool has_log = !submission.bot_name().empty();
    return absl::FailedPreconditionError(absl::StrCat(
        "submission ", submission.id(), " failed, ", Words(LastStep(submission)), ": ", submission.reason(),
        has_log ? absl::StrCat("\nSee `flagfall bot log ", submission.bot_name(), "`.") : ""));
  }
  if (!console.json) console.out << (IsUnchanged(submission) ? "Unchanged: " : "Ready: ") << submission.entry() << "\n";
  return absl::OkStatus();
}

absl::Status CheckSource(const std::string& source) {
  std::error_code error;
  if (fs::exists(source, error)) return absl::OkStatus();
  return absl::NotFoundError(
      absl::StrCat(source, ": there is no such file or folder; give an archive, or the folder with the bot.json"));
}

// Has the arena take the bot in, showing how far it comes, and prints how that ended.
absl::Status Submit(api::ArenaApi& api, const std::string& source, const std::string& owner, const Console& console) {
  std::optional<v1::Submission::State> shown;
  const auto show = [&](const v1::Submission& submission) {
    const bool is_first = !shown.has_value();
    const bool is_new = std::exchange(shown, submission.state()) != submission.state();
    if (console.json) return;
    if (is_first) {
      console.out << "Submission " << submission.id() << " received; those before it come first." << std::endl;
      shown = v1::Submission::STATE_RECEIVED;
    } else if (is_new && !store::IsOver(submission)) {
      console.out << Words(submission.state()) << std::endl;
    }
  };
  absl::StatusOr<v1::Submission> submission = api.SubmitBot(source, owner, show);
  const auto deadline = std::chrono::steady_clock::now() + kBusyMax;
  for (auto pause = kBusyPause; !shown.has_value() && IsBusy(submission.status());
       pause = std::min(2 * pause, kBusyPauseMax)) {
    if (std::chrono::steady_clock::now() + pause > deadline) break;
    if (pause == kBusyPause) {
      console.err << "flagfall: waiting: " << Printable(submission.status().message()) << std::endl;
    }
    std::this_thread::sleep_for(pause);
    submission = api.SubmitBot(source, owner, show);
  }
  FLAGFALL_RETURN_IF_ERROR(submission.status());
  return PrintEnd(*submission, console);
}

absl::Status SubmitToHome(const Invocation& invocation, const std::string& source, const std::string& owner,
                          const HostFlags& host) {
  // Before any other thread is made.
  const runner::StopSignals signals;
  FLAGFALL_ASSIGN_OR_RETURN(accounts::SubmissionOptions options, SubmissionSetup(invocation, host, signals.Token()));
  const Home home = invocation.home();
  FLAGFALL_RETURN_IF_ERROR(home.Create().status());
  api::HomeApi api(home.Access(), {.role = accounts::Role::kHost}, std::move(options));
  return Submit(api, source, owner, invocation.console);
}

absl::Status SubmitToServer(const Invocation& invocation, const std::string& source, const std::string& owner) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  std::error_code ignored;
  if (!fs::is_directory(source, ignored)) return Submit(*api, source, owner, invocation.console);
  const MemoryFile packed;
  if (packed.descriptor() < 0) {
    return absl::ResourceExhaustedError(absl::StrCat("cannot make a file in memory: ", std::strerror(errno)));
  }
  FLAGFALL_RETURN_IF_ERROR(bots::PackFolder(source, packed.path()));
  return Submit(*api, packed.path(), owner, invocation.console);
}

absl::Status SubmitFrom(const Invocation& invocation, const std::string& source, const std::string& owner,
                        const HostFlags& host) {
  FLAGFALL_RETURN_IF_ERROR(CheckSource(source));
  if (!invocation.IsRemote()) return SubmitToHome(invocation, source, owner, host);
  FLAGFALL_RETURN_IF_ERROR(CheckNoHostFlags(host));
  return SubmitToServer(invocation, source, owner);
}

std::vector<std::string> RowOf(const v1::Submission& submission) {
  const std::string when = submission.steps().empty() ? "-" : TimeText(submission.steps().rbegin()->time());
  const std::string state = submission.state() == v1::Submission::STATE_FAILED
                                ? absl::StrCat("failed, ", Words(LastStep(submission)), ": ", submission.reason())
                                : Words(submission.state());
  const auto shown = [](const std::string& text) { return text.empty() ? "-" : text; };
  return {absl::StrCat(submission.id()), shown(submission.bot_name()), shown(submission.entry()),
          shown(submission.owner()), when,
          // Only the reason's first line; `bot show` and --json have all of it.
          state.substr(0, state.find('\n'))};
}

absl::Status PrintSubmissions(const Invocation& invocation, const v1::ListSubmissionsRequest& request, int count) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  Listing listing(invocation.console, {"id", "bot", "entry", "owner", "since", "state"});
  FLAGFALL_RETURN_IF_ERROR(
      ReadPages(*api, &api::ArenaApi::ListSubmissions, request, count, [&](const v1::ListSubmissionsResponse& page) {
        for (const v1::Submission& submission : page.submissions()) listing.Add(submission, RowOf(submission));
        return count -= page.submissions_size();
      }));
  listing.Print("No submissions.\n");
  return absl::OkStatus();
}

void AddSubmit(Command bot, Invocation& invocation) {
  const auto source = std::make_shared<std::string>();
  const auto owner = std::make_shared<std::string>();
  const auto host = std::make_shared<std::shared_ptr<HostFlags>>();
  Command submit = AddCommand(
      bot, invocation, "submit", "Takes in a bot as a stranger's: unpacks, builds, checks it and makes it an entry",
      "flagfall bot submit build/release/sample-bots/template",
      [&invocation, source, owner, host] { return SubmitFrom(invocation, *source, *owner, **host); });
  submit.AddOption("SOURCE", *source, "A .tar.gz, .tar.xz, .tar.zst, .tar or .zip, or a folder, with a bot.json")
      .Required();
  submit.AddOption("--owner", *owner, "The user whose bot it is; the host's own when not given");
  *host = AddSandboxFlags(submit);
  AddPackedSizeFlag(submit, *host);
  AddSizeFlags(submit, *host);
}

void AddSubmissions(Command bot, Invocation& invocation) {
  const auto request = std::make_shared<v1::ListSubmissionsRequest>();
  const auto count = std::make_shared<int>(50);
  Command list = AddCommand(bot, invocation, "submissions", "Lists what was submitted and how far it came",
                            "flagfall bot submissions --count 10",
                            [&invocation, request, count] { return PrintSubmissions(invocation, *request, *count); });
  list.AddOption("--bot", *request->mutable_bot(), "Only of this bot");
  list.AddOption("--owner", *request->mutable_owner(), "Only of this user");
  list.AddOption("--count", *count, "How many, the newest first").InRange(1, 1000000).ShowDefault();
}

// Adds `suspend`, `resume` or `retire`, which call that method and then print `done` with the bot's name.
template <typename Request>
void AddChange(Command bot, Invocation& invocation, const std::string& name, const std::string& description,
               const std::string& done, absl::StatusOr<v1::Bot> (api::ArenaApi::*method)(const Request&)) {
  const auto request = std::make_shared<Request>();
  Command command = AddCommand(bot, invocation, name, description, absl::StrCat("flagfall bot ", name, " mybot"),
                               [&invocation, request, done, method]() -> absl::Status {
                                 FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
                                 FLAGFALL_ASSIGN_OR_RETURN(const v1::Bot changed, ((*api).*method)(*request));
                                 Print(invocation.console, changed,
                                       absl::StrCat(done, " ", Printable(changed.manifest().name()), ".\n"));
                                 return absl::OkStatus();
                               });
  command.AddOption("NAME", *request->mutable_name(), "The bot's name").Required();
  if constexpr (!std::is_same_v<Request, v1::ResumeBotRequest>) {
    command.AddOption("--reason", *request->mutable_reason(), "Why, for its author; who wished it, if not given");
  }
}

void AddChallenges(Command bot, Invocation& invocation) {
  const auto request = std::make_shared<v1::SetBotChallengesRequest>();
  const auto word = std::make_shared<std::string>();
  Command command =
      AddCommand(bot, invocation, "challenges", "Says whether other owners may challenge a bot (`flagfall challenge`)",
                 "flagfall bot challenges mybot off", [&invocation, request, word]() -> absl::Status {
                   request->set_takes_challenges(*word == "on");
                   FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
                   FLAGFALL_ASSIGN_OR_RETURN(const v1::Bot changed, api->SetBotChallenges(*request));
                   Print(invocation.console, changed,
                         absl::StrCat(Printable(changed.manifest().name()), " takes ",
                                      changed.takes_challenges() ? "challenges.\n" : "no challenges.\n"));
                   return absl::OkStatus();
                 });
  command.AddOption("NAME", *request->mutable_name(), "The bot's name").Required();
  command.AddOption("SWITCH", *word, "on or off").OneOf({"on", "off"}).Required();
}

void AddTag(Command bot, Invocation& invocation) {
  const auto request = std::make_shared<v1::SetBotTagRequest>();
  const auto word = std::make_shared<std::string>();
  Command command = AddCommand(
      bot, invocation, "tag", "Gives a bot a tag or takes it away; `--bots @TAG` enters all that have it",
      "flagfall bot tag mybot add course", [&invocation, request, word]() -> absl::Status {
        request->set_has_tag(*word == "add");
        FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
        FLAGFALL_ASSIGN_OR_RETURN(const v1::Bot changed, api->SetBotTag(*request));
        const std::string tags = absl::StrJoin(changed.tags(), ", ");
        Print(invocation.console, changed,
              absl::StrCat(Printable(changed.manifest().name()), " has ",
                           tags.empty()
                               ? "no tags"
                               : absl::StrCat(changed.tags_size() == 1 ? "the tag " : "the tags ", Printable(tags)),
                           ".\n"));
        return absl::OkStatus();
      });
  command.AddOption("NAME", *request->mutable_name(), "The bot's name").Required();
  command.AddOption("CHANGE", *word, "add or remove").OneOf({"add", "remove"}).Required();
  command.AddOption("TAG", *request->mutable_tag(), "A word, as in course").Required();
}

std::string NothingIn(const v1::GetBotLogRequest& request) {
  if (!request.game_id().empty() || request.tournament_id() != 0) return "Nothing was printed there.\n";
  return "Its build and check printed nothing. What it printed in games: --tournament ID, --game ID.\n";
}

void AddLog(Command bot, Invocation& invocation) {
  const auto request = std::make_shared<v1::GetBotLogRequest>();
  const auto tournament = std::make_shared<std::uint32_t>(0);
  Command command = AddCommand(
      bot, invocation, "log", "Prints what a bot's build and check have printed, or the bot in a tournament or a game",
      "flagfall bot log mybot",
      [&invocation, request, tournament]() -> absl::Status {
        request->set_tournament_id(*tournament);
        FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
        FLAGFALL_ASSIGN_OR_RETURN(const v1::GetBotLogResponse log, api->GetBotLog(*request));
        invocation.console.out << (log.text().empty() ? NothingIn(*request)
                                                      : Printable(log.text(), /*keep_newlines=*/true));
        return absl::OkStatus();
      },
      Json::kNone);
  command.AddOption("NAME", *request->mutable_name(), "The bot's name, or an entry's, as in mybot@2").Required();
  command.AddOption("--tournament", *tournament, "What it has printed there").Positive();
  command.AddOption("--game", *request->mutable_game_id(), "What it has printed in that game alone, as in 1-3");
}

}  // namespace

absl::StatusOr<int> PrintSubmissionsOf(const Invocation& invocation, const std::string& bot_name) {
  v1::ListSubmissionsRequest request;
  request.set_bot(bot_name);
  request.set_page_size(kShownOfOneBot);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListSubmissionsResponse response, api->ListSubmissions(request));
  for (const v1::Submission& submission : response.submissions()) {
    const std::vector<std::string> row = RowOf(submission);
    Print(invocation.console, submission,
          absl::StrCat("submission   ", Printable(absl::StrCat(row[0], ", ", row[4], ", ", row[5])), "\n"));
  }
  return response.submissions_size();
}

void AddSubmissionCommands(Command bot, Invocation& invocation) {
  AddSubmit(bot, invocation);
  AddSubmissions(bot, invocation);
  AddLog(bot, invocation);
  AddChallenges(bot, invocation);
  AddTag(bot, invocation);
  AddChange(bot, invocation, "suspend", "Keeps a bot out of tournaments until it is resumed", "Suspended",
            &api::ArenaApi::SuspendBot);
  AddChange(bot, invocation, "resume", "Lets a suspended bot play again", "Resumed", &api::ArenaApi::ResumeBot);
  AddChange(bot, invocation, "retire",
            "Keeps a bot out of tournaments until another version of it is sent in; a remote bot for good", "Retired",
            &api::ArenaApi::RetireBot);
}

}  // namespace flagfall::arena::cli
