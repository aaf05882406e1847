// `flagfall exam`: a bot's plies held against those of recorded games.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/analysis/exam_scores.h"
#include "arena/base/cores.h"
#include "arena/bots/bot_process.h"
#include "arena/cli/commands.h"
#include "arena/cli/exam_report.h"
#include "arena/cli/game_filter.h"
#include "arena/cli/progress_bar.h"
#include "arena/cli/sandbox_flag.h"
#include "arena/exam/exam.h"
#include "arena/runner/stop_signals.h"
#include "arena/runner/tournament_runner.h"
#include "arena/store/games.h"
#include "arena/store/players.h"
#include "flagfall/v1/analysis.pb.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"

namespace flagfall::arena::cli {
namespace {

struct ExamFlags {
  std::string bot;
  std::vector<std::string> ids;
  GameFilter filter{GameFilter::Default::kImported};
  std::optional<std::uint32_t> import_id;
  std::uint32_t games = 100;
  std::string side = "both";
  std::string time_control = "10+0.1";
  std::uint32_t repeats = 1;
  std::uint64_t seed = 1;
  // Of the bot, `name=value` each.
  std::vector<std::string> options;
  std::uint32_t concurrency = 0;
  std::uint32_t faults_max = 3;
  std::shared_ptr<SandboxFlags> sandbox;
};

// The ids of the games that the options choose, the newest first.
absl::StatusOr<std::vector<std::string>> ChosenIds(api::ArenaApi& api, const ExamFlags& flags) {
  if (!flags.ids.empty()) {
    if (flags.filter.IsGiven() || flags.import_id.has_value()) {
      return absl::InvalidArgumentError("name games, or choose them by options, but not both");
    }
    return flags.ids;
  }
  FLAGFALL_ASSIGN_OR_RETURN(v1::ListGamesRequest request, flags.filter.Request());
  if (flags.import_id.has_value() && !request.imported()) {
    return absl::InvalidArgumentError("--from-import is for imported games; leave out --played-here");
  }
  const std::string prefix = flags.import_id.has_value() ? absl::StrCat("import-", *flags.import_id, "-") : "";
  request.set_page_size(store::kGamePageMax);
  std::vector<std::string> ids;
  for (;;) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::ListGamesResponse page, api.ListGames(request));
    for (const v1::GameSummary& game : page.games()) {
      // A game that nobody played asks for nothing.
      if (game.plies() > 0 && absl::StartsWith(game.game_id(), prefix)) ids.push_back(game.game_id());
      if (ids.size() == flags.games) return ids;
    }
    if (page.next_page_token().empty()) break;
    request.set_page_token(page.next_page_token());
  }
  if (!ids.empty()) return ids;
  return absl::NotFoundError(request.imported() ? "there is no such imported game; `flagfall game import` reads games, "
                                                  "and --played-here takes those of this arena"
                                                : "there is no such game");
}

// INVALID_ARGUMENT when they are of several rulesets, or of one that is no board game.
absl::StatusOr<std::vector<exam::RecordedGame>> ChosenGames(api::ArenaApi& api, const ExamFlags& flags) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> ids, ChosenIds(api, flags));
  std::vector<exam::RecordedGame> games;
  std::set<std::string> rulesets;
  std::set<std::string> seen;
  for (const std::string& id : ids) {
    if (!seen.insert(id).second) return absl::InvalidArgumentError(absl::StrCat("game ", id, " is named twice"));
    v1::GetGameRecordRequest request;
    request.set_game_id(id);
    FLAGFALL_ASSIGN_OR_RETURN(v1::GameRecord record, api.GetGameRecord(request));
    rulesets.insert(record.ruleset().id());
    if (rulesets.size() > 1) {
      return absl::InvalidArgumentError(absl::StrCat("the games are of several rulesets, as ",
                                                     absl::StrJoin(rulesets, " and "),
                                                     "; an exam is for one: choose it by --ruleset"));
    }
    record.set_game_id(id);
    FLAGFALL_ASSIGN_OR_RETURN(exam::RecordedGame game, exam::RecordedGameOf(std::move(record)));
    games.push_back(std::move(game));
  }
  return games;
}

absl::StatusOr<v1::BotSettings> SettingsOf(const std::vector<std::string>& options) {
  v1::BotSettings settings;
  for (const std::string& option : options) {
    const std::pair<std::string, std::string> parts = absl::StrSplit(option, absl::MaxSplits('=', 1));
    if (parts.first.empty() || !absl::StrContains(option, '=')) {
      return absl::InvalidArgumentError(absl::StrCat("--option ", option, ": must be NAME=VALUE, as in seed=7"));
    }
    (*settings.mutable_values())[parts.first] = parts.second;
  }
  return settings;
}

std::vector<Side> SidesOf(const std::string& word) {
  if (word == "red") return {Side::kRed};
  if (word == "blue") return {Side::kBlue};
  return {Side::kRed, Side::kBlue};
}

// The bot, and how it is asked. The errors are those of a tournament that it would enter.
absl::StatusOr<exam::ExamOptions> OptionsOf(const Invocation& invocation, store::Database& database,
                                            const std::string& ruleset, const ExamFlags& flags) {
  exam::ExamOptions options;
  FLAGFALL_ASSIGN_OR_RETURN(options.settings, SettingsOf(flags.options));
  v1::TournamentSpec spec;
  spec.add_bots(flags.bot);
  spec.mutable_ruleset()->set_id(ruleset);
  (*spec.mutable_bot_options())[flags.bot] = options.settings;
  FLAGFALL_RETURN_IF_ERROR(runner::CheckEntrants(database, spec));
  FLAGFALL_ASSIGN_OR_RETURN(options.bot, store::FindPlayer(database, flags.bot));
  if (options.bot.IsRemote()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "bot ", flags.bot, " is remote: an exam starts its bot itself; `flagfall bot add` it from a folder"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(options.time_control, ParseTimeControl(flags.time_control));
  FLAGFALL_ASSIGN_OR_RETURN(options.sandbox, SandboxFor(SandboxOf(options.bot, *flags.sandbox), *flags.sandbox));
  options.supervisor_path = bots::SupervisorPath();
  options.log_folder =
      std::filesystem::absolute(absl::StrCat(invocation.home().LogsFolder(), "/exam/", flags.bot)).string();
  options.log_bytes_max = flags.sandbox->log_limits.bot;
  options.no_show_after = std::chrono::seconds(flags.sandbox->startup_seconds);
  options.sides = SidesOf(flags.side);
  options.repeats = flags.repeats;
  options.seed = flags.seed;
  options.concurrency = flags.concurrency > 0 ? flags.concurrency : static_cast<std::uint32_t>(ProcessorCount());
  options.faults_max = flags.faults_max;
  return options;
}

absl::StatusOr<exam::ExamResult> Run(const Console& console, const std::vector<exam::RecordedGame>& games,
                                     exam::ExamOptions& options) {
  if (console.json || !console.is_terminal) return exam::RunExam(games, options);
  const auto now = [] { return std::chrono::steady_clock::now(); };
  ProgressBar bar(console.out, 0, games.size() * options.sides.size() * options.repeats, now());
  options.on_progress = [&](std::uint64_t done, std::uint64_t) { bar.Update(done, now()); };
  return exam::RunExam(games, options);
}

absl::Status Exam(const Invocation& invocation, const ExamFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "exam"));
  // Before any other thread is made.
  const runner::StopSignals signals;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  v1::TournamentSpec known;
  known.add_bots(flags.bot);
  FLAGFALL_RETURN_IF_ERROR(runner::CheckBotsAreKnown(*database, known));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<exam::RecordedGame> games, ChosenGames(*api, flags));
  const std::string& ruleset = games.front().record.ruleset().id();
  FLAGFALL_ASSIGN_OR_RETURN(exam::ExamOptions options, OptionsOf(invocation, *database, ruleset, flags));
  options.stop = signals.Token();
  FLAGFALL_ASSIGN_OR_RETURN(const exam::ExamResult result, Run(invocation.console, games, options));
  std::vector<std::vector<analysis::AskedPly>> asked;
  for (std::size_t i = 0; i < games.size(); ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(std::vector<analysis::AskedPly> plies,
                              analysis::AskedPliesOf(games[i].record, result.answers[i]));
    asked.push_back(std::move(plies));
  }
  v1::Exam message;
  message.set_bot(flags.bot);
  message.set_ruleset_id(ruleset);
  message.set_games(static_cast<std::uint32_t>(games.size()));
  message.set_repeats(flags.repeats);
  if (exam::IsSeeded(options)) message.set_seed(flags.seed);
  message.set_time_control(FormatTimeControl(options.time_control));
  message.set_not_asked(result.not_asked);
  message.set_faults(result.faults);
  AddParts(asked, message);
  Print(invocation.console, message, ExamText(message));
  return absl::OkStatus();
}

}  // namespace

void AddExamCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<ExamFlags>();
  Command exam = AddCommand(app, invocation, "exam",
                            "Asks a bot for its plies in imported games, and compares them with those that were played",
                            "flagfall exam sergeant --ruleset barrage --games 20",
                            [&invocation, flags] { return Exam(invocation, *flags); });
  exam.AddOption("BOT", flags->bot, "A bot of the home, or one version of it").Required();
  exam.AddOption("ID", flags->ids, "Games, as `game list` prints them; or else choose games by the options below");
  flags->filter.AddTo(exam);
  exam.AddOption("--from-import", flags->import_id, "Games of this import alone: 3 for import-3-…").Positive();
  exam.AddOption("--games", flags->games, "The newest so many of the games that the options choose")
      .InRange<std::uint32_t>(1, 1'000'000)
      .ShowDefault();
  exam.AddOption("--side", flags->side, "Whose plies the bot is asked for: red, blue or both")
      .OneOf({"red", "blue", "both"})
      .ShowDefault();
  exam.AddOption("--tc", flags->time_control,
                 "Time control of the bot: 60+0.6, 40/60+0.1, or st=0.5 for each ply, with margin= (ms)")
      .ShowDefault();
  exam.AddOption("--repeat", flags->repeats, "How often it is asked for each ply, each time with another seed")
      .InRange<std::uint32_t>(1, 10'000)
      .ShowDefault();
  exam.AddOption("--seed", flags->seed, "Of the bot's option `seed`, where it has one, the first time; then one more")
      .Positive()
      .ShowDefault();
  exam.AddOption("--option", flags->options, "Option of the bot, NAME=VALUE; may be repeated");
  exam.AddOption("--concurrency", flags->concurrency,
                 "Games, and processes of the bot, at once. Default: the number of cores")
      .InRange<std::uint32_t>(1, 256);
  exam.AddOption("--faults-max", flags->faults_max, "The exam fails when so many processes of the bot have failed")
      .InRange<std::uint32_t>(1, 1000)
      .ShowDefault();
  flags->sandbox = AddSandboxFlags(exam);
  AddStartupFlag(exam, flags->sandbox);
  AddLogSizeFlag(exam, flags->sandbox);
}

}  // namespace flagfall::arena::cli
