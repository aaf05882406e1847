#include "referee/rules/outcome_words.h"

#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "referee/base/status_macros.h"
#include "referee/rules/reading_errors.h"

namespace flagfall {
namespace {

constexpr char kResultPrefix[] = "RESULT_";
constexpr char kReasonPrefix[] = "REASON_";

// "flag captured" of "REASON_FLAG_CAPTURED".
std::string EnumWords(absl::string_view name, absl::string_view prefix) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(absl::StripPrefix(name, prefix)), {{"_", " "}});
}

// The number of the value with these words. 0 stands for none and cannot be written.
absl::StatusOr<int> NumberOfWords(const google::protobuf::EnumDescriptor& type, absl::string_view prefix,
                                  absl::string_view words) {
  std::vector<std::string> known;
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() == 0) continue;
    known.push_back(EnumWords(type.value(i)->name(), prefix));
    if (known.back() == words) return type.value(i)->number();
  }
  return Expected(words, absl::StrCat("one of ", absl::StrJoin(known, ", ")));
}

}  // namespace

std::string ResultWords(v1::Result result) { return EnumWords(v1::Result_Name(result), kResultPrefix); }
std::string ReasonWords(v1::Reason reason) { return EnumWords(v1::Reason_Name(reason), kReasonPrefix); }

std::string OutcomeWords(const v1::Outcome& outcome) {
  return absl::StrCat(ResultWords(outcome.result()), ", ", ReasonWords(outcome.reason()));
}

absl::StatusOr<v1::Outcome> ReadOutcome(absl::string_view words) {
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(words, absl::MaxSplits("; ", 1));
  const std::pair<absl::string_view, absl::string_view> both = absl::StrSplit(parts.first, absl::MaxSplits(", ", 1));
  v1::Outcome outcome;
  FLAGFALL_ASSIGN_OR_RETURN(const int result, NumberOfWords(*v1::Result_descriptor(), kResultPrefix, both.first));
  FLAGFALL_ASSIGN_OR_RETURN(const int reason, NumberOfWords(*v1::Reason_descriptor(), kReasonPrefix, both.second));
  outcome.set_result(static_cast<v1::Result>(result));
  outcome.set_reason(static_cast<v1::Reason>(reason));
  outcome.set_detail(std::string(parts.second));
  return outcome;
}

}  // namespace flagfall
