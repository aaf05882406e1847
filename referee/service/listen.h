#ifndef REFEREE_SERVICE_LISTEN_H_
#define REFEREE_SERVICE_LISTEN_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "referee/service/referee.h"

namespace flagfall {

// Whether the address is a Unix socket's: "unix:/path", "unix-abstract:name".
bool IsUnixAddress(absl::string_view address);

// Whether only this machine reaches the address: a Unix socket, 127.0.0.0/8, [::1] or localhost.
bool IsLocalAddress(absl::string_view address);

// Whether the referee may listen as the options say. INVALID_ARGUMENT when an address that others reach has neither
// TLS nor leave to do without.
absl::Status CheckListen(const RefereeOptions& options);

}  // namespace flagfall

#endif  // REFEREE_SERVICE_LISTEN_H_
