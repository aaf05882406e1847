#include "referee/rules/clause_error.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace flagfall {
namespace {

constexpr char kClausePayload[] = "flagfall/clause";

}  // namespace

absl::Status ClauseError(absl::string_view clause, absl::string_view message) {
  absl::Status status = absl::InvalidArgumentError(absl::StrCat(clause, ": ", message));
  status.SetPayload(kClausePayload, absl::Cord(clause));
  return status;
}

absl::Status At(absl::string_view where, const absl::Status& error) {
  const std::string clause = ClauseOf(error);
  if (clause.empty()) return {error.code(), absl::StrCat(where, ": ", error.message())};
  return ClauseError(clause, absl::StrCat(where, ": ", absl::StripPrefix(error.message(), absl::StrCat(clause, ": "))));
}

absl::Status AtLine(int line, const absl::Status& error) {
  absl::Status at = absl::InvalidArgumentError(absl::StrCat("line ", line, ": ", error.message()));
  if (const std::string clause = ClauseOf(error); !clause.empty()) at.SetPayload(kClausePayload, absl::Cord(clause));
  return at;
}

std::string ClauseOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kClausePayload);
  return payload.has_value() ? std::string(*payload) : std::string();
}

}  // namespace flagfall
