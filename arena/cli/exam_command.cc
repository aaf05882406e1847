// `flagfall exam`: a bot's plies held against those of recorded games.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/analysis/exam_scores.h"
#include "arena/cli/bot_folder.h"
#include "arena/cli/commands.h"
#include "arena/cli/exam_flags.h"
#include "arena/cli/exam_report.h"
#include "arena/cli/progress_bar.h"
#include "arena/exam/exam.h"
#include "arena/runner/stop_signals.h"
#include "arena/runner/tournament_runner.h"
#include "flagfall/v1/analysis.pb.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"

namespace flagfall::arena::cli {
namespace {

struct BotExamFlags : ExamFlags {
  BotExamFlags() : ExamFlags(GameFilter::Default::kImported) {}

  std::string bot;
  std::vector<std::string> ids;
  // Of the bot, `name=value` each.
  std::vector<std::string> options;
};

absl::StatusOr<exam::ExamResult> Run(const Console& console, const std::vector<exam::RecordedGame>& games,
                                     exam::ExamOptions& options) {
  Progress progress(console, exam::SidesToAsk(games, options));
  options.on_side = [&progress] { progress.Add(); };
  return exam::RunExam(games, options);
}

absl::Status Exam(const Invocation& invocation, const BotExamFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "exam"));
  // Before any other thread is made.
  const runner::StopSignals signals;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  v1::TournamentSpec known;
  known.add_bots(flags.bot);
  FLAGFALL_RETURN_IF_ERROR(runner::CheckBotsAreKnown(*database, known));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<exam::RecordedGame> games, ChosenGames(*api, flags, flags.ids));
  const std::string& ruleset = games.front().record.ruleset().id();
  FLAGFALL_ASSIGN_OR_RETURN(const v1::BotSettings settings, BotSettingsOf(flags.options));
  FLAGFALL_ASSIGN_OR_RETURN(exam::ExamOptions options,
                            ExamOptionsFor(flags.bot, settings, ruleset, invocation, *database, flags));
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
  const auto flags = std::make_shared<BotExamFlags>();
  Command exam = AddCommand(app, invocation, "exam",
                            "Asks a bot for its plies in imported games, and compares them with those that were played",
                            "flagfall exam sergeant --ruleset barrage --games 20",
                            [&invocation, flags] { return Exam(invocation, *flags); });
  exam.AddOption("BOT", flags->bot, "A bot of the home, or one version of it").Required();
  exam.AddOption("ID", flags->ids, "Games, as `game list` prints them; or else choose games by the options below");
  AddExamFlags(exam, *flags, 1);
  exam.AddOption("--option", flags->options, "Option of the bot, NAME=VALUE; may be repeated");
}

}  // namespace flagfall::arena::cli
