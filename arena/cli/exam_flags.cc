#include "arena/cli/exam_flags.h"

#include <filesystem>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/base/cores.h"
#include "arena/bots/bot_process.h"
#include "arena/cli/pages.h"
#include "arena/runner/tournament_runner.h"
#include "arena/store/players.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"

namespace flagfall::arena::cli {
namespace {

// The ids of the games that the options choose, the newest first.
absl::StatusOr<std::vector<std::string>> ChosenIds(api::ArenaApi& api, const ExamFlags& flags,
                                                   const std::vector<std::string>& ids) {
  if (!ids.empty()) {
    if (flags.filter.IsGiven() || flags.import_id.has_value()) {
      return absl::InvalidArgumentError("name games, or choose them by options, but not both");
    }
    return ids;
  }
  FLAGFALL_ASSIGN_OR_RETURN(v1::ListGamesRequest request, flags.filter.Request());
  if (flags.import_id.has_value() && !request.imported()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--from-import is for imported games; ",
                     flags.games_of == GameFilter::Default::kImported ? "leave out --played-here" : "add --imported"));
  }
  const std::string prefix = flags.import_id.has_value() ? absl::StrCat("import-", *flags.import_id, "-") : "";
  std::vector<std::string> chosen;
  FLAGFALL_RETURN_IF_ERROR(
      ReadPages(api, &api::ArenaApi::ListGames, request, kAllPages, [&](const v1::ListGamesResponse& page) {
        for (const v1::GameSummary& game : page.games()) {
          // A game that nobody played asks for nothing.
          if (game.plies() > 0 && absl::StartsWith(game.game_id(), prefix)) chosen.push_back(game.game_id());
          if (chosen.size() == flags.games) return 0;
        }
        return kAllPages;
      }));
  if (!chosen.empty()) return chosen;
  return absl::NotFoundError(request.imported()
                                 ? absl::StrCat("there is no such imported game; `flagfall game import` reads games, ",
                                                flags.games_of == GameFilter::Default::kImported
                                                    ? "and --played-here takes those of this arena"
                                                    : "and without --imported those of this arena are taken")
                                 : "there is no such game");
}

std::vector<Side> SidesOf(const std::string& word) {
  if (word == "red") return {Side::kRed};
  if (word == "blue") return {Side::kBlue};
  return {Side::kRed, Side::kBlue};
}

}  // namespace

void AddExamFlags(Command command, ExamFlags& flags, std::uint32_t repeats_min) {
  flags.filter.AddTo(command);
  command.AddOption("--from-import", flags.import_id, "Games of this import alone: 3 for import-3-…").Positive();
  command.AddOption("--games", flags.games, "The newest so many of the games that the options choose")
      .InRange<std::uint32_t>(1, 1'000'000)
      .ShowDefault();
  command.AddOption("--side", flags.side, "Whose plies a bot is asked for: red, blue or both")
      .OneOf({"red", "blue", "both"})
      .ShowDefault();
  command
      .AddOption("--tc", flags.time_control,
                 "Time control of a bot: 60+0.6, 40/60+0.1, or st=0.5 for each ply, with margin= (ms)")
      .ShowDefault();
  command.AddOption("--repeat", flags.repeats, "How often it is asked for each ply, each time with another seed")
      .InRange<std::uint32_t>(repeats_min, 10'000)
      .ShowDefault();
  command.AddOption("--seed", flags.seed, "Of a bot's option `seed`, where it has one, the first time; then one more")
      .Positive()
      .ShowDefault();
  AddAskingFlags(command, flags);
}

void AddAskingFlags(Command command, ExamFlags& flags) {
  command
      .AddOption("--concurrency", flags.concurrency,
                 "Games, and processes of a bot, at once. Default: the number of cores")
      .InRange<std::uint32_t>(1, 256);
  command
      .AddOption("--faults-max", flags.faults_max, "A bot is asked no more when so many of its processes have failed")
      .InRange<std::uint32_t>(1, 1000)
      .ShowDefault();
  flags.host = AddSandboxFlags(command);
  AddStartupFlag(command, flags.host);
  AddLogSizeFlag(command, flags.host);
}

absl::StatusOr<std::vector<exam::RecordedGame>> ChosenGames(api::ArenaApi& api, const ExamFlags& flags,
                                                            const std::vector<std::string>& ids) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> chosen, ChosenIds(api, flags, ids));
  std::vector<exam::RecordedGame> games;
  std::set<std::string> rulesets;
  std::set<std::string> seen;
  for (const std::string& id : chosen) {
    if (!seen.insert(id).second) return absl::InvalidArgumentError(absl::StrCat("game ", id, " is named twice"));
    FLAGFALL_ASSIGN_OR_RETURN(v1::GameRecord record, RecordOf(api, id));
    rulesets.insert(record.ruleset().id());
    if (rulesets.size() > 1) {
      return absl::InvalidArgumentError(absl::StrCat("the games are of several rulesets, as ",
                                                     absl::StrJoin(rulesets, " and "),
                                                     "; bots are asked in one: choose it by --ruleset"));
    }
    record.set_game_id(id);
    FLAGFALL_ASSIGN_OR_RETURN(exam::RecordedGame game, exam::RecordedGameOf(std::move(record)));
    games.push_back(std::move(game));
  }
  return games;
}

absl::StatusOr<exam::ExamOptions> ExamOptionsFor(const std::string& bot, const v1::BotSettings& settings,
                                                 const std::string& ruleset, const Invocation& invocation,
                                                 store::Database& database, const ExamFlags& flags) {
  exam::ExamOptions options;
  options.settings = settings;
  v1::TournamentSpec spec;
  spec.add_bots(bot);
  spec.mutable_ruleset()->set_id(ruleset);
  (*spec.mutable_bot_options())[bot] = options.settings;
  FLAGFALL_RETURN_IF_ERROR(runner::CheckEntrants(database, spec));
  FLAGFALL_ASSIGN_OR_RETURN(options.bot, store::FindPlayer(database, bot));
  if (options.bot.IsRemote()) {
    return absl::FailedPreconditionError(
        absl::StrCat("bot ", bot, " is remote: an exam starts its bot itself; `flagfall bot add` it from a folder"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(options.time_control, ParseTimeControl(flags.time_control));
  FLAGFALL_ASSIGN_OR_RETURN(options.sandbox, SandboxFor(SandboxOf(options.bot, *flags.host), *flags.host));
  options.supervisor_path = bots::SupervisorPath();
  options.log_folder = std::filesystem::absolute(absl::StrCat(invocation.home().LogsFolder(), "/exam/", bot)).string();
  options.log_bytes_max = flags.host->log_limits.bot;
  options.no_show_after = std::chrono::seconds(flags.host->startup_seconds);
  options.sides = SidesOf(flags.side);
  options.repeats = flags.repeats;
  options.seed = flags.seed;
  options.concurrency = flags.concurrency > 0 ? flags.concurrency : static_cast<std::uint32_t>(ProcessorCount());
  options.faults_max = flags.faults_max;
  return options;
}

}  // namespace flagfall::arena::cli
