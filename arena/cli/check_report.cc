#include "arena/cli/check_report.h"

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "arena/cli/rules_text.h"

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

// The text from this column of a line on, in further lines where it is too long; ends with a newline.
std::string WrappedFrom(std::size_t column, absl::string_view text, const Console& console) {
  const std::string lines = Wrapped(text, static_cast<std::size_t>(console.width), column);
  return lines.empty() ? "\n" : lines.substr(column);
}

}  // namespace

void PrintCheckedStep(const Console& console, const v1::CheckedStep& step, bool is_asked_for, bool is_verbose) {
  const bool is_failed = step.verdict() == Verdict::VERDICT_FAILED || step.verdict() == Verdict::VERDICT_INCONCLUSIVE;
  if (!is_failed && step.verdict() != Verdict::VERDICT_PASSED && !is_asked_for && !is_verbose) return;
  const std::string detail = Printable(step.detail());
  const std::string beside = is_failed || detail.empty() ? "" : absl::StrCat(" (", detail, ")");
  const std::string took =
      is_verbose ? absl::StrFormat(" %.2f s", static_cast<double>(step.duration_micros()) / 1e6) : "";
  console.out << absl::StrFormat("%2d %-9s ", step.number(), WordOf(step))
              << WrappedFrom(kTitleColumn, absl::StrCat(step.title(), beside, took), console);
  if (is_failed) {
    const std::string indent(kTitleColumn, ' ');
    console.out << indent << "why:  " << WrappedFrom(kReasonColumn, detail, console) << indent
                << "mend: " << WrappedFrom(kReasonColumn, step.mend(), console);
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
