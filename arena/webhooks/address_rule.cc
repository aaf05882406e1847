#include "arena/webhooks/address_rule.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace flagfall::arena::webhooks {
namespace {

using Bytes = std::array<std::uint8_t, 16>;

// The addresses that begin with so many bits of these.
struct Network {
  Bytes bytes;
  int bits;
};

// As IANA's registries of special addresses have them. Of IPv4 the first four bytes count.
constexpr Network kSpecialIpv4[] = {
    {{0}, 8},              // this network
    {{10}, 8},             // private
    {{100, 64}, 10},       // shared by providers
    {{127}, 8},            // this machine
    {{169, 254}, 16},      // link-local, where clouds keep their secrets
    {{172, 16}, 12},       // private
    {{192, 0, 0}, 24},     // protocols
    {{192, 0, 2}, 24},     // documentation
    {{192, 88, 99}, 24},   // relays to IPv6
    {{192, 168}, 16},      // private
    {{198, 18}, 15},       // benchmarks
    {{198, 51, 100}, 24},  // documentation
    {{203, 0, 113}, 24},   // documentation
    {{224}, 3},            // multicast and reserved, with the broadcast
};
constexpr Network kGivenOutIpv6 = {{0x20}, 3};
constexpr Network kSpecialIpv6[] = {
    {{0x20, 0x01, 0x00}, 23},        // protocols, Teredo's tunnels among them
    {{0x20, 0x01, 0x0d, 0xb8}, 32},  // documentation
    {{0x20, 0x02}, 16},              // 6to4, whose addresses hold one of IPv4
    {{0x3f, 0xff, 0x00}, 20},        // documentation
};
// An address of IPv4 in the clothes of IPv6.
constexpr Network kMapped = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96};

bool IsIn(const Bytes& address, const Network& network) {
  for (int bit = 0; bit < network.bits; ++bit) {
    const auto index = static_cast<std::size_t>(bit / 8);
    const int shift = 7 - bit % 8;
    if (((address[index] ^ network.bytes[index]) >> shift & 1) != 0) return false;
  }
  return true;
}

bool IsPublicIpv4(const Bytes& address) {
  return std::none_of(std::begin(kSpecialIpv4), std::end(kSpecialIpv4),
                      [&](const Network& network) { return IsIn(address, network); });
}

}  // namespace

bool IsPublic(const sockaddr& address) {
  Bytes bytes{};
  if (address.sa_family == AF_INET) {
    sockaddr_in ipv4{};
    std::memcpy(&ipv4, &address, sizeof ipv4);
    std::memcpy(bytes.data(), &ipv4.sin_addr, sizeof ipv4.sin_addr);
    return IsPublicIpv4(bytes);
  }
  if (address.sa_family != AF_INET6) return false;
  sockaddr_in6 ipv6{};
  std::memcpy(&ipv6, &address, sizeof ipv6);
  std::memcpy(bytes.data(), &ipv6.sin6_addr, sizeof ipv6.sin6_addr);
  if (IsIn(bytes, kMapped)) {
    Bytes mapped{};
    std::copy(bytes.begin() + 12, bytes.end(), mapped.begin());
    return IsPublicIpv4(mapped);
  }
  return IsIn(bytes, kGivenOutIpv6) && std::none_of(std::begin(kSpecialIpv6), std::end(kSpecialIpv6),
                                                    [&](const Network& network) { return IsIn(bytes, network); });
}

bool MayConnect(const AddressRule& rule, const sockaddr& address) {
  if (address.sa_family != AF_INET && address.sa_family != AF_INET6) return false;
  return rule.allows_private || IsPublic(address);
}

}  // namespace flagfall::arena::webhooks
