#ifndef ARENA_TOURNAMENT_SPEC_ERROR_H_
#define ARENA_TOURNAMENT_SPEC_ERROR_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::tournament {

// INVALID_ARGUMENT for a field of a tournament's spec; `what` says what is wrong with it and what would be right.
inline absl::Status WrongField(absl::string_view field, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("tournament, ", field, ": ", what));
}

// OK if the field's value is at most `max`.
inline absl::Status CheckFieldMax(absl::string_view field, std::uint32_t value, std::uint32_t max) {
  if (value <= max) return absl::OkStatus();
  return WrongField(field, absl::StrCat(value, " given; at most ", max));
}

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_SPEC_ERROR_H_
