#include "referee/net/address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <string>

namespace flagfall {
namespace {

sockaddr_storage V4(const char* address) {
  sockaddr_storage name{};
  name.ss_family = AF_INET;
  EXPECT_EQ(::inet_pton(AF_INET, address, &reinterpret_cast<sockaddr_in&>(name).sin_addr), 1);
  return name;
}

sockaddr_storage V6(const char* address) {
  sockaddr_storage name{};
  name.ss_family = AF_INET6;
  EXPECT_EQ(::inet_pton(AF_INET6, address, &reinterpret_cast<sockaddr_in6&>(name).sin6_addr), 1);
  return name;
}

TEST(PeerText, IsAnAddressOfIPv4OrANetworkOfIPv6) {
  EXPECT_EQ(PeerText(PeerOf(V4("203.0.113.7"))), "203.0.113.7");
  EXPECT_EQ(PeerText(PeerOf(V6("2001:db8:1:2:3:4:5:6"))), "2001:db8:1:2::/64");
  EXPECT_EQ(PeerText(PeerOf(V6("::ffff:203.0.113.7"))), "203.0.113.7");
}

TEST(PeerText, LeavesOtherNamesAsTheyAre) {
  for (const std::string peer : {"", "unix:5", "bot:anna", "ipv4:", "ipv4:x", "ipv4:99999999999", "ipv6:short"}) {
    EXPECT_EQ(PeerText(peer), peer);
  }
}

}  // namespace
}  // namespace flagfall
