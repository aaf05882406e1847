#ifndef TESTS_SUPPORT_STATUS_MATCHERS_H_
#define TESTS_SUPPORT_STATUS_MATCHERS_H_

#include <gmock/gmock.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace flagfall {

inline const absl::Status& StatusIn(const absl::Status& status) { return status; }
template <typename T>
const absl::Status& StatusIn(const absl::StatusOr<T>& status_or) {
  return status_or.status();
}

// Matches an OK absl::Status or absl::StatusOr.
MATCHER(IsOk, "is OK") {
  *result_listener << "which is " << StatusIn(arg);
  return StatusIn(arg).ok();
}

// Matches an error of that code with a message that contains `text`.
MATCHER_P2(IsError, code, text, "") {
  *result_listener << "which is " << StatusIn(arg);
  return StatusIn(arg).code() == code && testing::Value(std::string(StatusIn(arg).message()), testing::HasSubstr(text));
}

}  // namespace flagfall

#endif  // TESTS_SUPPORT_STATUS_MATCHERS_H_
