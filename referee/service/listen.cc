#include "referee/service/listen.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace flagfall {
bool IsUnixAddress(absl::string_view address) {
  return absl::StartsWith(address, "unix:") || absl::StartsWith(address, "unix-abstract:");
}

bool IsLocalAddress(absl::string_view address) {
  return IsUnixAddress(address) || absl::StartsWith(address, "127.") || absl::StartsWith(address, "[::1]:") ||
         absl::StartsWith(address, "localhost:");
}

absl::Status CheckListen(const RefereeOptions& options) {
  for (const std::string& address : options.listen) {
    if (IsLocalAddress(address) || options.tls.has_value() || options.allows_plain_tcp) continue;
    return absl::InvalidArgumentError(absl::StrCat("others reach ", address,
                                                   ", and tokens must not cross a network in the clear: give a TLS "
                                                   "certificate and key, or say that it shall be insecure"));
  }
  return absl::OkStatus();
}

}  // namespace flagfall
