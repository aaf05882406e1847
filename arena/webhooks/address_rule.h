#ifndef ARENA_WEBHOOKS_ADDRESS_RULE_H_
#define ARENA_WEBHOOKS_ADDRESS_RULE_H_

#include <sys/socket.h>

#include <string>

#include "absl/status/status.h"

namespace flagfall::arena::webhooks {

// Which addresses the server connects to for owners. Whoever gives it a URL must not reach by it what only this machine
// or its network reaches.
struct AddressRule {
  // Whether the host allows http, and addresses of this machine and of private networks.
  bool allows_private = false;
};

// Whether an address of IPv4 or IPv6 is one of the internet: not of this machine, of a private or a shared network
// (RFC 1918, 6598, 4193), link-local, multicast, reserved, or one that leads to such an address in other clothes
// (mapped and translated addresses, tunnels). Of IPv6 only what is given out (2000::/3) is.
bool IsPublic(const sockaddr& address);

// Whether the server may connect there.
bool MayConnect(const AddressRule& rule, const sockaddr& address);

// INVALID_ARGUMENT, with what would be right, for what is no `https://` address (or `http://`, where the rule allows
// it) of at most 2,000 characters without a user and a fragment, for ports below 1024 but those of the web, and for a
// host that is an address or a name which the rule forbids. Where another name leads is seen with each connection.
absl::Status CheckWebhookUrl(const AddressRule& rule, const std::string& url);

}  // namespace flagfall::arena::webhooks

#endif  // ARENA_WEBHOOKS_ADDRESS_RULE_H_
