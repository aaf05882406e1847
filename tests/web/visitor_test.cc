#include "arena/web/visitor.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include "absl/strings/str_cat.h"

namespace flagfall::arena {
namespace {

std::optional<std::string> Visitor(const std::string& address) {
  sockaddr_storage name{};
  if (address.find(':') == std::string::npos) {
    name.ss_family = AF_INET;
    ::inet_pton(AF_INET, address.c_str(), &reinterpret_cast<sockaddr_in&>(name).sin_addr);
  } else {
    name.ss_family = AF_INET6;
    ::inet_pton(AF_INET6, address.c_str(), &reinterpret_cast<sockaddr_in6&>(name).sin6_addr);
  }
  return VisitorOf(name);
}

std::optional<std::string> Forwarded(const std::string& header) {
  return ForwardedVisitor(absl::StrCat("GET / HTTP/1.1\r\nHost: x\r\n", header, "\r\n\r\n"));
}

TEST(Visitor, ThisMachineIsNotCounted) {
  for (const char* address : {"127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_FALSE(Visitor(address).has_value()) << address;
  }
}

TEST(Visitor, OthersAreCountedByAddressAndNetwork) {
  ASSERT_TRUE(Visitor("203.0.113.7").has_value());
  EXPECT_NE(Visitor("203.0.113.7"), Visitor("203.0.113.8"));
  EXPECT_EQ(Visitor("203.0.113.7"), Visitor("::ffff:203.0.113.7"));
  EXPECT_EQ(Visitor("2001:db8:1:2::1"), Visitor("2001:db8:1:2:3::9"));
  EXPECT_NE(Visitor("2001:db8:1:2::1"), Visitor("2001:db8:1:3::1"));
}

TEST(Visitor, AProxyHereSaysForWhomItAsks) {
  EXPECT_EQ(Forwarded("X-Forwarded-For: 203.0.113.7"), Visitor("203.0.113.7"));
  EXPECT_EQ(Forwarded("x-forwarded-for: 198.51.100.1, 203.0.113.7"), Visitor("203.0.113.7"))
      << "what stands before the last entry, anybody may have written";
  EXPECT_EQ(Forwarded("X-Forwarded-For: 2001:db8::1"), Visitor("2001:db8::1"));
  for (const char* header : {"X: y", "X-Forwarded-For: ", "X-Forwarded-For: unknown", "X-Forwarded-For: 127.0.0.1"}) {
    EXPECT_FALSE(Forwarded(header).has_value()) << header;
  }
}

}  // namespace
}  // namespace flagfall::arena
