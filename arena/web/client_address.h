#ifndef ARENA_WEB_CLIENT_ADDRESS_H_
#define ARENA_WEB_CLIENT_ADDRESS_H_

#include <sys/socket.h>

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::arena::web {

// For whom a connection from that address counts in limits: an address of IPv4, or a network of IPv6. Absent for what
// is not counted: this machine itself, and Unix sockets.
std::optional<std::string> ClientOf(const sockaddr_storage& name);

// The same for a request that came by a proxy on this machine. `forwarded_for`: the value of its X-Forwarded-For, of
// which the last entry is the one that the proxy wrote. Absent when that is no address, or one that is not counted.
std::optional<std::string> ForwardedClient(absl::string_view forwarded_for);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_CLIENT_ADDRESS_H_
