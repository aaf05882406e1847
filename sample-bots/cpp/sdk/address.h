#ifndef SAMPLE_BOTS_CPP_SDK_ADDRESS_H_
#define SAMPLE_BOTS_CPP_SDK_ADDRESS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall::bot {

// The address at which the referee listens, and how a bot connects to it.
struct Address {
  // In gRPC's form: `unix:/path` or `host:port`.
  std::string target;
  bool has_tls = false;
  // The roots trusted for TLS, as PEM; empty for gRPC's own.
  std::string roots;
};

// Reads FLAGFALL_ADDRESS in one of its forms. INVALID_ARGUMENT says what would be right.
//
//   unix:/path            a socket on this machine
//   host:port             without TLS, and so on this machine only: localhost, 127.0.0.1, [::1]
//   tls:host:port         with TLS; the roots are those of the file `roots_path`, or the system's when it is empty
//   insecure:host:port    without TLS to another machine: anybody on the network between can read the token
absl::StatusOr<Address> ParseAddress(absl::string_view text, const std::string& roots_path);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_ADDRESS_H_
