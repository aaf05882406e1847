#include "arena/cli/exam_report.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/console.h"
#include "referee/base/counted.h"

namespace flagfall::arena::cli {
namespace {

constexpr double k95Percent = 1.96;
// With fewer games than these an interval by the normal distribution is too narrow.
constexpr std::uint32_t kGamesForInterval = 30;

v1::ExamFigure MessageOf(const analysis::ExamFigure& figure) {
  v1::ExamFigure message;
  message.set_value(figure.value);
  message.set_chance(figure.chance);
  if (figure.standard_error.has_value()) message.set_standard_error(*figure.standard_error);
  if (figure.difference_standard_error.has_value()) {
    message.set_difference_standard_error(*figure.difference_standard_error);
  }
  return message;
}

void AddPart(absl::Span<const std::vector<analysis::AskedPly>> games, int first, int last, v1::Exam& exam) {
  const analysis::ExamFigures figures = FiguresOf(games, first, last == 0 ? std::numeric_limits<int>::max() : last);
  if (figures.plies == 0) return;
  v1::ExamPart& part = *exam.add_parts();
  part.set_first_ply(static_cast<std::uint32_t>(first));
  part.set_last_ply(static_cast<std::uint32_t>(last));
  part.set_plies(figures.plies);
  part.set_asked(figures.asked);
  part.set_illegal(figures.illegal);
  part.set_missing(figures.missing);
  part.set_legal_plies(figures.legal_plies);
  *part.mutable_agreement() = MessageOf(figures.agreement);
  *part.mutable_rank() = MessageOf(figures.rank);
  *part.mutable_loss_bits() = MessageOf(figures.loss_bits);
  part.set_guesser_loss_bits(figures.guesser_loss_bits);
}

// "0.123", or "0.123 ± 0.045" with a standard error.
std::string WithInterval(double value, bool has_error, double error) {
  const std::string text = absl::StrFormat("%.3f", value);
  return has_error ? absl::StrCat(text, " ± ", absl::StrFormat("%.3f", k95Percent * error)) : text;
}

std::string WithInterval(const v1::ExamFigure& figure) {
  return WithInterval(figure.value(), figure.has_standard_error(), figure.standard_error());
}

std::string NameOf(const v1::ExamPart& part) {
  if (part.last_ply() != 0) return absl::StrCat(part.first_ply(), " to ", part.last_ply());
  return part.first_ply() == 1 ? "all" : absl::StrCat("from ", part.first_ply());
}

std::string TableOf(const v1::Exam& exam) {
  std::vector<std::vector<std::string>> rows = {
      {"plies", "asked", "agreement", "chance", "rank", "chance", "log-loss", "uniform", "gain", "guesser"}};
  for (const v1::ExamPart& part : exam.parts()) {
    const v1::ExamFigure& loss = part.loss_bits();
    rows.push_back({NameOf(part), absl::StrCat(part.asked()), WithInterval(part.agreement()),
                    absl::StrFormat("%.3f", part.agreement().chance()), WithInterval(part.rank()),
                    absl::StrFormat("%.3f", part.rank().chance()), WithInterval(loss),
                    absl::StrFormat("%.3f", loss.chance()),
                    WithInterval(loss.chance() - loss.value(), loss.has_difference_standard_error(),
                                 loss.difference_standard_error()),
                    absl::StrFormat("%.3f", part.guesser_loss_bits())});
  }
  return FormatTable(rows);
}

// What was asked for in vain; empty where all was answered by legal plies.
std::string TroubleOf(const v1::Exam& exam) {
  const std::uint32_t illegal = exam.parts().empty() ? 0 : exam.parts(0).illegal();
  const std::uint32_t missing = exam.parts().empty() ? 0 : exam.parts(0).missing();
  if (illegal + missing + exam.not_asked() + exam.faults() == 0) return "";
  return absl::StrCat(Counted(illegal, "answer was", "answers were"), " illegal and ", missing,
                      " did not come: they count as plies that were not played. ",
                      Counted(exam.not_asked(), "more ply was", "more plies were"),
                      " not asked for, since the game had been cut short; ",
                      Counted(exam.faults(), "process of the bot", "processes of the bot"), " failed.\n");
}

}  // namespace

void AddParts(absl::Span<const std::vector<analysis::AskedPly>> games, v1::Exam& exam) {
  AddPart(games, 1, 0, exam);
  AddPart(games, 1, kOpeningPlies, exam);
  AddPart(games, kOpeningPlies + 1, 0, exam);
}

std::string ExamText(const v1::Exam& exam) {
  std::string text = absl::StrCat(Printable(exam.bot()), ", ", exam.ruleset_id(), ": ", Counted(exam.games(), "game"),
                                  ", asked ", exam.repeats() == 1 ? "once" : absl::StrCat(exam.repeats(), " times"),
                                  " for each ply, ", exam.time_control());
  if (exam.parts().empty()) return absl::StrCat(text, ".\nNothing was asked.\n", TroubleOf(exam));
  absl::StrAppend(&text, "; ", absl::StrFormat("%.1f", exam.parts(0).legal_plies()), " plies are legal on average.\n",
                  TableOf(exam), TroubleOf(exam),
                  "Agreement is the share of answers that were played, rank the played ply's place by the answers, "
                  "log-loss in bits; gain is by how\nmuch the log-loss lies below the uniform's, guesser what a bot "
                  "that guesses would lose. ± is for 95 %, with games as the units");
  const bool is_small = exam.games() < kGamesForInterval;
  return absl::StrCat(text, is_small ? absl::StrCat("; with fewer than ", kGamesForInterval, " it is too narrow") : "",
                      ".\n");
}

}  // namespace flagfall::arena::cli
