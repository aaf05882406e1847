#include "arena/cli/check_report.h"

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::cli {
namespace {

using Verdict = v1::CheckedStep;

constexpr std::size_t kTitleColumn = 13;
constexpr std::size_t kReasonColumn = kTitleColumn + 6;

absl::string_view WordOf(const v1::CheckedStep& step) {
  switch (step.verdict()) {
    case Verdict::VERDICT_PASSED:
      return "ok";
    case Verdict::VERDICT_FAILED:
      return step.required() ? "FAILED" : "advice";
    case Verdict::VERDICT_SKIPPED:
      return "skipped";
    case Verdict::VERDICT_NOT_TRIED:
      return "not tried";
    case Verdict::VERDICT_INCONCLUSIVE:
      return "busy host";
    default:
      return "";
  }
}

// The text in lines of at most `width` columns, all but the first indented.
std::string Wrapped(absl::string_view text, std::size_t indent, std::size_t width) {
  std::string wrapped;
  std::size_t column = indent;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    const bool is_first = column == indent;
    const bool fits = is_first || column + 1 + word.size() <= width;
    absl::StrAppend(&wrapped, is_first ? "" : fits ? " " : absl::StrCat("\n", std::string(indent, ' ')), word);
    column = (fits ? column + (is_first ? 0 : 1) : indent) + word.size();
  }
  return wrapped;
}

}  // namespace

void PrintCheckedStep(const Console& console, const v1::CheckedStep& step, bool is_asked_for, bool is_verbose) {
  const bool is_failed = step.verdict() == Verdict::VERDICT_FAILED || step.verdict() == Verdict::VERDICT_INCONCLUSIVE;
  if (!is_failed && step.verdict() != Verdict::VERDICT_PASSED && !is_asked_for && !is_verbose) return;
  const auto width = static_cast<std::size_t>(console.width);
  const std::string detail = Printable(step.detail());
  const std::string beside = is_failed || detail.empty() ? "" : absl::StrCat(" (", detail, ")");
  const std::string took =
      is_verbose ? absl::StrFormat(" %.2f s", static_cast<double>(step.duration_micros()) / 1e6) : "";
  console.out << absl::StrFormat("%2d %-9s ", step.number(), WordOf(step))
              << Wrapped(absl::StrCat(step.title(), beside, took), kTitleColumn, width) << "\n";
  if (is_failed) {
    const std::string indent(kTitleColumn, ' ');
    console.out << indent << "why:  " << Wrapped(detail, kReasonColumn, width) << "\n"
                << indent << "mend: " << Wrapped(step.mend(), kReasonColumn, width) << "\n";
  }
  console.out.flush();
}

void PrintCheckSummary(const Console& console, const v1::CheckReport& report) {
  int passed = 0;
  int failed = 0;
  int advice = 0;
  int not_tried = 0;
  int inconclusive = 0;
  for (const v1::CheckedStep& step : report.steps()) {
    passed += step.verdict() == Verdict::VERDICT_PASSED ? 1 : 0;
    not_tried += step.verdict() == Verdict::VERDICT_NOT_TRIED ? 1 : 0;
    inconclusive += step.verdict() == Verdict::VERDICT_INCONCLUSIVE ? 1 : 0;
    if (step.verdict() == Verdict::VERDICT_FAILED) ++(step.required() ? failed : advice);
  }
  const absl::string_view verdict = report.passed()         ? "passed"
                                    : report.inconclusive() ? "could not be judged"
                                                            : "did not pass";
  const std::string busy = inconclusive == 0 ? "" : absl::StrCat(", ", inconclusive, " on a busy host");
  console.out << absl::StrFormat("\n%s %s %s: %d ok, %d failed%s, %d not tried, %d to be advised; %.1f s\n",
                                 Printable(report.bot()), Printable(report.version()), verdict, passed, failed, busy,
                                 not_tried, advice, static_cast<double>(report.duration_micros()) / 1e6);
}

}  // namespace flagfall::arena::cli
