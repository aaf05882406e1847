#include "arena/web/client_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

namespace flagfall::arena::web {
namespace {

std::optional<std::string> Client(const std::string& address) {
  sockaddr_storage name{};
  if (address.find(':') == std::string::npos) {
    name.ss_family = AF_INET;
    ::inet_pton(AF_INET, address.c_str(), &reinterpret_cast<sockaddr_in&>(name).sin_addr);
  } else {
    name.ss_family = AF_INET6;
    ::inet_pton(AF_INET6, address.c_str(), &reinterpret_cast<sockaddr_in6&>(name).sin6_addr);
  }
  return ClientOf(name);
}

TEST(ClientAddress, ThisMachineIsNotCounted) {
  for (const char* address : {"127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_FALSE(Client(address).has_value()) << address;
  }
}

TEST(ClientAddress, OthersAreCountedByAddressAndNetwork) {
  ASSERT_TRUE(Client("203.0.113.7").has_value());
  EXPECT_NE(Client("203.0.113.7"), Client("203.0.113.8"));
  EXPECT_EQ(Client("203.0.113.7"), Client("::ffff:203.0.113.7"));
  EXPECT_EQ(Client("2001:db8:1:2::1"), Client("2001:db8:1:2:3::9"));
  EXPECT_NE(Client("2001:db8:1:2::1"), Client("2001:db8:1:3::1"));
}

TEST(ClientAddress, AProxyHereSaysForWhomItAsks) {
  EXPECT_EQ(ForwardedClient("203.0.113.7"), Client("203.0.113.7"));
  EXPECT_EQ(ForwardedClient("198.51.100.1, 203.0.113.7"), Client("203.0.113.7"))
      << "anybody may have written the entries before the last";
  EXPECT_EQ(ForwardedClient("2001:db8::1"), Client("2001:db8::1"));
  for (const char* value : {"", "unknown", "203.0.113.7,", "127.0.0.1"}) {
    EXPECT_FALSE(ForwardedClient(value).has_value()) << value;
  }
}

}  // namespace
}  // namespace flagfall::arena::web
