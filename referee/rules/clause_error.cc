#include "referee/rules/clause_error.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"

namespace flagfall {
namespace {

constexpr char kClausePayload[] = "flagfall/clause";

}  // namespace

absl::Status ClauseError(absl::string_view clause, absl::string_view message) {
  absl::Status status = absl::InvalidArgumentError(absl::StrCat(clause, ": ", message));
  status.SetPayload(kClausePayload, absl::Cord(clause));
  return status;
}

std::string ClauseOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kClausePayload);
  return payload.has_value() ? std::string(*payload) : std::string();
}

}  // namespace flagfall
