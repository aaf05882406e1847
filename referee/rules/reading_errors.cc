#include "referee/rules/reading_errors.h"

#include "absl/strings/str_cat.h"

namespace flagfall {
namespace {

constexpr std::size_t kQuotedMax = 40;

}  // namespace

absl::Status Expected(absl::string_view got, absl::string_view expected) {
  return absl::InvalidArgumentError(absl::StrCat("`", got.substr(0, kQuotedMax), "`; expected ", expected));
}

absl::Status DoesNotFit(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("an event that does not fit the view: ", what));
}

}  // namespace flagfall
