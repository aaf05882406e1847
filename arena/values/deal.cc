#include "arena/values/deal.h"

#include "absl/strings/str_cat.h"
#include "arena/books/book.h"
#include "arena/values/cards_features.h"
#include "arena/values/set_up_features.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::values {
namespace {

constexpr char kCards[] = "cards";

bool HasSetUps(absl::string_view ruleset_id) { return books::SetUpRulesOf(ruleset_id).ok(); }

}  // namespace

absl::Status CheckCanBeDealt(absl::string_view ruleset_id) {
  if (ruleset_id == kCards || HasSetUps(ruleset_id)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("in ", ruleset_id, " the referee deals nothing, so that there is no luck of the deal to take away"));
}

absl::Status CheckIsDealt(const v1::TournamentSpec& spec) {
  FLAGFALL_RETURN_IF_ERROR(CheckCanBeDealt(spec.ruleset().id()));
  if (spec.ruleset().id() == kCards || !spec.book().empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      "without a book the bots bring set-ups of their own and the referee deals nothing, so that there is no luck of "
      "the deal to take away; --book standard deals set-ups");
}

absl::StatusOr<std::vector<std::string>> DealFeatureNames(absl::string_view ruleset_id) {
  FLAGFALL_RETURN_IF_ERROR(CheckCanBeDealt(ruleset_id));
  return ruleset_id == kCards ? CardsFeatureNames() : SetUpFeatureNames();
}

absl::StatusOr<std::vector<double>> DealOf(const v1::GameRecord& record) {
  FLAGFALL_RETURN_IF_ERROR(CheckCanBeDealt(record.ruleset().id()));
  if (record.ruleset().id() == kCards) return CardsFeatures(record);
  if (record.has_given_set_ups()) return SetUpFeatures(record.given_set_ups());
  return absl::FailedPreconditionError(absl::StrCat("game ", record.game_id(), " has no set-ups of a book"));
}

}  // namespace flagfall::arena::values
