#include "arena/web/visitor.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "referee/gate/address.h"

namespace flagfall::arena {
namespace {

constexpr absl::string_view kHeader = "x-forwarded-for:";
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

std::optional<std::string> VisitorOf(const sockaddr_storage& name) {
  if (IsThisMachine(name)) return std::nullopt;
  return PeerOf(name);
}

std::optional<std::string> ForwardedVisitor(absl::string_view head) {
  std::string address;
  for (const absl::string_view line : absl::StrSplit(head, "\r\n")) {
    if (!absl::StartsWithIgnoreCase(line, kHeader)) continue;
    const absl::string_view list = line.substr(kHeader.size());
    // npos + 1 is 0: the whole of it.
    address = std::string(absl::StripAsciiWhitespace(list.substr(list.rfind(',') + 1)));
  }
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
  return VisitorOf(name);
}

}  // namespace flagfall::arena
