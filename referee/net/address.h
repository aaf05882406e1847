#ifndef REFEREE_NET_ADDRESS_H_
#define REFEREE_NET_ADDRESS_H_

#include <sys/socket.h>

#include <string>

#include "absl/strings/string_view.h"

namespace flagfall {

// Whether the address is a Unix socket's: "unix:/path", "unix-abstract:name".
bool IsUnixAddress(absl::string_view address);

// Whether only this machine reaches the address: a Unix socket, 127.0.0.0/8, [::1] or localhost.
bool IsLocalAddress(absl::string_view address);

// Who dials in, as far as an address of IPv4 or IPv6 tells: one of IPv4, or a network of IPv6. For counting, not for
// people.
std::string PeerOf(const sockaddr_storage& name);

// A peer as PeerOf names it, for people: "203.0.113.7", or "2001:db8:1:2::/64". Other names stay as they are.
std::string PeerText(absl::string_view peer);

}  // namespace flagfall

#endif  // REFEREE_NET_ADDRESS_H_
