#ifndef ARENA_BASE_BUSY_H_
#define ARENA_BASE_BUSY_H_

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena {

// In the words of a server that takes the same request a little later, by which a client that waits knows it: only code
// and message of an error cross a connection.
inline constexpr absl::string_view kTryAgain = "; try again in ";

inline bool IsBusy(const absl::Status& status) {
  return absl::IsResourceExhausted(status) && absl::StrContains(status.message(), kTryAgain);
}

}  // namespace flagfall::arena

#endif  // ARENA_BASE_BUSY_H_
