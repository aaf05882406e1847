#ifndef REFEREE_SERVICE_BEARER_TOKEN_H_
#define REFEREE_SERVICE_BEARER_TOKEN_H_

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "referee/rpc/call.h"

namespace flagfall {

// The token in the value of an `authorization` field, `Bearer TOKEN`; empty when the value is nothing of the kind. The
// scheme is matched without regard to case, and one or more spaces follow it (RFC 9110, 11.1 and 11.4).
inline absl::string_view TokenInAuthorization(absl::string_view value) {
  constexpr absl::string_view kScheme = "bearer ";
  if (!absl::StartsWithIgnoreCase(value, kScheme)) return "";
  value.remove_prefix(kScheme.size());
  while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  return value;
}

// The token that the caller has sent in its metadata; empty when there is none. Points into `head`.
inline absl::string_view BearerToken(const rpc::CallHead& head) {
  return TokenInAuthorization(head.Find("authorization"));
}

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BEARER_TOKEN_H_
