#include "arena/web/client_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "absl/strings/ascii.h"
#include "referee/net/address.h"

namespace flagfall::arena::web {
namespace {

constexpr std::uint32_t kLoopbackNetwork = 127;
constexpr int kNetworkShift = 24;

bool IsThisMachine(const sockaddr_storage& name) {
  if (name.ss_family == AF_INET) {
    return ntohl(reinterpret_cast<const sockaddr_in&>(name).sin_addr.s_addr) >> kNetworkShift == kLoopbackNetwork;
  }
  if (name.ss_family != AF_INET6) return true;
  const in6_addr& address = reinterpret_cast<const sockaddr_in6&>(name).sin6_addr;
  return IN6_IS_ADDR_LOOPBACK(&address) ||
         (IN6_IS_ADDR_V4MAPPED(&address) && address.s6_addr[sizeof address.s6_addr - 4] == kLoopbackNetwork);
}

}  // namespace

std::optional<std::string> ClientOf(const sockaddr_storage& name) {
  if (IsThisMachine(name)) return std::nullopt;
  return PeerOf(name);
}

std::optional<std::string> ForwardedClient(absl::string_view forwarded_for) {
  // Where there is no comma, npos + 1 is 0.
  const std::string address(absl::StripAsciiWhitespace(forwarded_for.substr(forwarded_for.rfind(',') + 1)));
  sockaddr_storage name{};
  auto& v4 = reinterpret_cast<sockaddr_in&>(name);
  auto& v6 = reinterpret_cast<sockaddr_in6&>(name);
  if (::inet_pton(AF_INET, address.c_str(), &v4.sin_addr) == 1) {
    name.ss_family = AF_INET;
  } else if (::inet_pton(AF_INET6, address.c_str(), &v6.sin6_addr) == 1) {
    name.ss_family = AF_INET6;
  } else {
    return std::nullopt;
  }
  return ClientOf(name);
}

}  // namespace flagfall::arena::web
