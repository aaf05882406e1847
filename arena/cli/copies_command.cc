// `flagfall copies`: whether bots are copies of one another, by their plies in the same recorded games.
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/analysis/compared_views.h"
#include "arena/analysis/pair_similarity.h"
#include "arena/cli/commands.h"
#include "arena/cli/copies_report.h"
#include "arena/cli/exam_flags.h"
#include "arena/cli/progress_bar.h"
#include "arena/exam/exam.h"
#include "arena/runner/stop_signals.h"
#include "arena/runner/tournament_runner.h"
#include "arena/store/bots.h"
#include "flagfall/v1/analysis.pb.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"

namespace flagfall::arena::cli {
namespace {

// A bot that draws lots must be asked twice, to know how much it agrees with itself.
constexpr std::uint32_t kRepeatsMin = 2;

struct CopiesFlags : ExamFlags {
  CopiesFlags() : ExamFlags(GameFilter::Default::kPlayedHere) { repeats = kRepeatsMin; }

  std::vector<std::string> bots;
  std::uint32_t plies_max = 100;
  double allowed = analysis::kSimilarityAllowed;
};

absl::Status CheckCount(std::size_t bots) {
  if (bots >= analysis::kComparedBotsMin) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(Counted(bots, "bot"), " cannot be compared: what two bots do alike is held against what others do; ",
                   "name ", analysis::kComparedBotsMin, " or more that can be started here"));
}

// Those that were named, or else all of the home that play the ruleset and can be started here.
absl::StatusOr<std::vector<std::string>> BotsToCompare(store::Database& database, const std::string& ruleset,
                                                       const CopiesFlags& flags) {
  std::vector<std::string> names = flags.bots;
  if (names.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, store::ListBots(database));
    for (const store::Bot& bot : bots) {
      const bool plays = absl::c_linear_search(bot.manifest.rulesets(), ruleset);
      if (bot.State() == v1::Bot::STATE_READY && !bot.IsRemote() && plays) names.push_back(bot.name());
    }
  }
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) return absl::InvalidArgumentError(absl::StrCat("bot ", name, " is named twice"));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckCount(names.size()));
  return names;
}

// By the time that a bot is asked, by game.
using AnswersByTime = std::vector<std::vector<analysis::GameAnswers>>;

// Asks a bot. FAILED_PRECONDITION when its processes fail again and again.
absl::StatusOr<AnswersByTime> AskBot(const std::vector<exam::RecordedGame>& games, exam::ExamOptions options,
                                     v1::ComparedBot& message) {
  AnswersByTime times;
  const std::uint32_t repeats = std::exchange(options.repeats, 1);
  for (std::uint32_t repeat = 0; repeat < repeats; ++repeat, ++options.seed) {
    FLAGFALL_ASSIGN_OR_RETURN(exam::ExamResult result, exam::RunExam(games, options));
    message.set_not_asked(message.not_asked() + result.not_asked);
    message.set_faults(message.faults() + result.faults);
    times.push_back(std::move(result.answers));
  }
  return times;
}

// Asks all bots, and adds those whose processes do not fail to `compared`. Returns their names.
absl::StatusOr<std::vector<std::string>> AskAll(const std::vector<exam::RecordedGame>& games,
                                                std::vector<exam::ExamOptions> bots, const Console& console,
                                                analysis::ComparedViews& compared, v1::CopyComparison& message) {
  std::uint64_t total = 0;
  for (const exam::ExamOptions& bot : bots) total += exam::SidesToAsk(games, bot);
  Progress progress(console, total);
  std::vector<std::string> asked;
  for (exam::ExamOptions& bot : bots) {
    bot.on_side = [&progress] { progress.Add(); };
    v1::ComparedBot& row = *message.add_bots();
    row.set_name(bot.bot.name());
    const absl::StatusOr<AnswersByTime> answers = AskBot(games, std::move(bot), row);
    if (absl::IsFailedPrecondition(answers.status())) {
      row.set_left_out_because(std::string(answers.status().message()));
      continue;
    }
    if (!answers.ok()) return answers.status();
    compared.AddBot(*answers);
    asked.push_back(row.name());
  }
  return asked;
}

absl::Status Copies(const Invocation& invocation, const CopiesFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "copies"));
  // Before any other thread is made.
  const runner::StopSignals signals;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  v1::TournamentSpec known;
  for (const std::string& bot : flags.bots) known.add_bots(bot);
  FLAGFALL_RETURN_IF_ERROR(runner::CheckBotsAreKnown(*database, known));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<exam::RecordedGame> games, ChosenGames(*api, flags, {}));
  const std::string ruleset = games.front().record.ruleset().id();
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> names, BotsToCompare(*database, ruleset, flags));
  std::vector<exam::ExamOptions> bots;
  for (const std::string& name : names) {
    FLAGFALL_ASSIGN_OR_RETURN(bots.emplace_back(),
                              ExamOptionsFor(name, v1::BotSettings(), ruleset, invocation, *database, flags));
    bots.back().stop = signals.Token();
  }
  analysis::ComparedViews compared;
  for (exam::RecordedGame& game : games) {
    exam::BreakOffAfter(flags.plies_max, game);
    FLAGFALL_RETURN_IF_ERROR(compared.AddGame(game.record, static_cast<int>(flags.plies_max)));
  }
  v1::CopyComparison message;
  message.set_ruleset_id(ruleset);
  message.set_games(static_cast<std::uint32_t>(games.size()));
  message.set_plies_max(flags.plies_max);
  message.set_views(static_cast<std::uint32_t>(compared.views().size()));
  message.set_repeats(flags.repeats);
  message.set_seed(flags.seed);
  message.set_time_control(FormatTimeControl(bots.front().time_control));
  message.set_similarity_allowed(flags.allowed);
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> asked,
                            AskAll(games, std::move(bots), invocation.console, compared, message));
  for (const v1::ComparedBot& bot : message.bots()) {
    if (asked.size() >= analysis::kComparedBotsMin) break;
    if (!bot.left_out_because().empty()) return absl::FailedPreconditionError(bot.left_out_because());
  }
  AddPairs(compared, analysis::ComparePairs(compared, flags.allowed), asked, message);
  Print(invocation.console, message, CopiesText(message));
  return absl::OkStatus();
}

}  // namespace

void AddCopiesCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<CopiesFlags>();
  Command copies = AddCommand(app, invocation, "copies",
                              "Tests whether bots are copies of one another, by their plies in the same recorded games",
                              "flagfall copies random sergeant marshal --ruleset barrage --games 10 --plies 20",
                              [&invocation, flags] { return Copies(invocation, *flags); });
  copies.AddOption(
      "BOT", flags->bots,
      "Three bots of the home or more, each two of which are compared. Default: all that play the ruleset");
  AddExamFlags(copies, *flags, kRepeatsMin);
  copies.AddOption("--plies", flags->plies_max, "The first so many plies of each game")
      .InRange<std::uint32_t>(1, 1'000'000)
      .ShowDefault();
  copies.AddOption("--allow", flags->allowed, "The similarity of two bots that is not held against them")
      .InRange<double>(0, 0.99)
      .ShowDefault();
}

}  // namespace flagfall::arena::cli
