#include "referee/net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace flagfall {
namespace {

// Of an address of IPv6, what tells a network from others; who has one has all of its addresses.
constexpr std::size_t kNetworkBytes = 8;

}  // namespace

bool IsUnixAddress(absl::string_view address) {
  return absl::StartsWith(address, "unix:") || absl::StartsWith(address, "unix-abstract:");
}

bool IsLocalAddress(absl::string_view address) {
  return IsUnixAddress(address) || absl::StartsWith(address, "127.") || absl::StartsWith(address, "[::1]:") ||
         absl::StartsWith(address, "localhost:");
}

std::string PeerOf(const sockaddr_storage& name) {
  if (name.ss_family == AF_INET) {
    return absl::StrCat("ipv4:", reinterpret_cast<const sockaddr_in&>(name).sin_addr.s_addr);
  }
  const in6_addr& address = reinterpret_cast<const sockaddr_in6&>(name).sin6_addr;
  const char* const bytes = reinterpret_cast<const char*>(&address);
  std::uint32_t v4 = 0;
  std::memcpy(&v4, bytes + sizeof address - sizeof v4, sizeof v4);
  return IN6_IS_ADDR_V4MAPPED(&address) ? absl::StrCat("ipv4:", v4)
                                        : absl::StrCat("ipv6:", absl::string_view(bytes, kNetworkBytes));
}

std::string PeerText(absl::string_view peer) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  absl::string_view rest = peer;
  in_addr v4{};
  if (absl::ConsumePrefix(&rest, "ipv4:") && absl::SimpleAtoi(rest, &v4.s_addr)) {
    return ::inet_ntop(AF_INET, &v4, text.data(), text.size());
  }
  rest = peer;
  if (absl::ConsumePrefix(&rest, "ipv6:") && rest.size() == kNetworkBytes) {
    in6_addr v6{};
    std::copy(rest.begin(), rest.end(), reinterpret_cast<char*>(&v6));
    return absl::StrCat(::inet_ntop(AF_INET6, &v6, text.data(), text.size()), "/64");
  }
  return std::string(peer);
}

}  // namespace flagfall
