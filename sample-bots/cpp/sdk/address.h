#ifndef SAMPLE_BOTS_CPP_SDK_ADDRESS_H_
#define SAMPLE_BOTS_CPP_SDK_ADDRESS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall::bot {

// Where the referee listens, and how a bot gets there.
struct Address {
  // As gRPC takes it: `unix:/path` or `host:port`.
  std::string target;
  bool has_tls = false;
  // PEM; with TLS only. Empty for gRPC's own.
  std::string roots;
};

// FLAGFALL_ADDRESS in one of its forms; INVALID_ARGUMENT says what would be right.
//
//   unix:/path            a socket on this machine
//   host:port             without TLS, and so on this machine only: localhost, 127.0.0.1, [::1]
//   tls:host:port         with TLS; the roots are those of the file `roots_path`, or the system's when it is empty
//   insecure:host:port    without TLS to another machine: whoever listens on the way can read the token
absl::StatusOr<Address> ParseAddress(absl::string_view text, const std::string& roots_path);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_ADDRESS_H_
