#ifndef REFEREE_SERVICE_BEARER_TOKEN_H_
#define REFEREE_SERVICE_BEARER_TOKEN_H_

#include <grpcpp/server_context.h>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

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

// The token that the caller has sent in its metadata; empty when there is none. Points into `context`.
inline absl::string_view BearerToken(const grpc::ServerContextBase& context) {
  const auto field = context.client_metadata().find("authorization");
  if (field == context.client_metadata().end()) return "";
  return TokenInAuthorization(absl::string_view(field->second.data(), field->second.size()));
}

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BEARER_TOKEN_H_
