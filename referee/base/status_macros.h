#ifndef REFEREE_BASE_STATUS_MACROS_H_
#define REFEREE_BASE_STATUS_MACROS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Debian's Abseil has no macros of its own for this.

// Returns from the function when the expression, an absl::Status, is an error.
#define FLAGFALL_RETURN_IF_ERROR(expression)                                \
  do {                                                                      \
    if (absl::Status status_ = (expression); !status_.ok()) return status_; \
  } while (false)

#define FLAGFALL_CONCAT_INNER(a, b) a##b
#define FLAGFALL_CONCAT(a, b) FLAGFALL_CONCAT_INNER(a, b)

// NOLINTBEGIN(bugprone-macro-parentheses): `target` may be a declaration, which takes none.
// Declares or assigns `target` from an absl::StatusOr, or returns its error from the function.
#define FLAGFALL_ASSIGN_OR_RETURN(target, expression) \
  FLAGFALL_ASSIGN_OR_RETURN_INNER(FLAGFALL_CONCAT(status_or_, __LINE__), target, expression)
#define FLAGFALL_ASSIGN_OR_RETURN_INNER(status_or, target, expression) \
  auto status_or = (expression);                                       \
  if (!status_or.ok()) return std::move(status_or).status();           \
  target = *std::move(status_or)
// NOLINTEND(bugprone-macro-parentheses)

#endif  // REFEREE_BASE_STATUS_MACROS_H_
