#include "arena/webhooks/address_rule.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <cstring>
#include <string>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::webhooks {
namespace {

sockaddr_storage AddressOf(const char* text) {
  sockaddr_storage storage{};
  sockaddr_in ipv4{};
  ipv4.sin_family = AF_INET;
  if (::inet_pton(AF_INET, text, &ipv4.sin_addr) == 1) {
    std::memcpy(&storage, &ipv4, sizeof ipv4);
    return storage;
  }
  sockaddr_in6 ipv6{};
  ipv6.sin6_family = AF_INET6;
  EXPECT_EQ(::inet_pton(AF_INET6, text, &ipv6.sin6_addr), 1) << text;
  std::memcpy(&storage, &ipv6, sizeof ipv6);
  return storage;
}

bool IsPublicText(const char* text) {
  const sockaddr_storage address = AddressOf(text);
  return IsPublic(reinterpret_cast<const sockaddr&>(address));
}

TEST(AddressRule, KnowsWhatTheInternetReaches) {
  for (const char* text : {"1.1.1.1",         "9.255.255.255",   "11.0.0.0",        "100.63.255.255", "100.128.0.0",
                           "126.255.255.255", "128.0.0.0",       "169.253.255.255", "172.15.255.255", "172.32.0.0",
                           "192.0.1.0",       "192.167.255.255", "192.169.0.0",     "198.17.255.255", "198.20.0.0",
                           "223.255.255.255", "2606:4700::1111", "2a00::",          "2001:200::1",    "3ffe::1",
                           "::ffff:1.1.1.1"}) {
    EXPECT_TRUE(IsPublicText(text)) << text;
  }
}

TEST(AddressRule, KnowsWhatOnlyThisMachineOrItsNetworkReaches) {
  for (const char* text :
       {"0.0.0.0",     "0.1.2.3",     "10.0.0.1",        "10.255.255.255", "100.64.0.0",     "100.127.255.255",
        "127.0.0.1",   "127.255.0.1", "169.254.169.254", "172.16.0.1",     "172.31.255.255", "192.0.0.1",
        "192.0.2.1",   "192.88.99.1", "192.168.0.1",     "198.18.0.1",     "198.19.255.255", "198.51.100.1",
        "203.0.113.1", "224.0.0.1",   "239.255.255.255", "240.0.0.1",      "255.255.255.255"}) {
    EXPECT_FALSE(IsPublicText(text)) << text;
    const std::string mapped = std::string("::ffff:") + text;
    EXPECT_FALSE(IsPublicText(mapped.c_str())) << mapped;
  }
  for (const char* text : {"::", "::1", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1",
                           "100::1", "2001::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "fc00::1",
                           "fd12::1", "fe80::1", "fec0::1", "ff02::1", "5f00::1", "4000::1"}) {
    EXPECT_FALSE(IsPublicText(text)) << text;
  }
}

TEST(AddressRule, ConnectsToPrivateAddressesOnlyWhereTheHostAllowsIt) {
  const sockaddr_storage loopback = AddressOf("127.0.0.1");
  EXPECT_FALSE(MayConnect({}, reinterpret_cast<const sockaddr&>(loopback)));
  EXPECT_TRUE(MayConnect({.allows_private = true}, reinterpret_cast<const sockaddr&>(loopback)));
  sockaddr unix_socket{};
  unix_socket.sa_family = AF_UNIX;
  EXPECT_FALSE(MayConnect({.allows_private = true}, unix_socket));
}

TEST(AddressRule, TakesAddressesOfTheWeb) {
  for (const char* url :
       {"https://example.org", "https://example.org/", "https://example.org:8443/a?b=c", "HTTPS://EXAMPLE.ORG/a",
        "https://1.1.1.1/", "https://[2606:4700::1111]/", "https://example.org./"}) {
    EXPECT_THAT(CheckWebhookUrl({}, url), IsOk()) << url;
  }
  for (const char* url : {"http://example.org/", "http://localhost:8080/", "https://127.0.0.1/", "https://[::1]:9000/",
                          "http://inner/"}) {
    EXPECT_THAT(CheckWebhookUrl({.allows_private = true}, url), IsOk()) << url;
  }
}

TEST(AddressRule, RefusesAllOthers) {
  for (const char* url :
       {"", "example.org", "https://", "https:///a", "http://example.org/", "ftp://example.org/", "file:///etc/passwd",
        "gopher://example.org/", "javascript:alert(1)", "https://user@example.org/", "https://user:word@example.org/",
        "https://example.org/#a", "https://example.org:22/", "https://example.org:0/", "https://example.org:99999/",
        "https://exa mple.org/", "https://example.org/\r\nHost: x", "https://ex\xc3\xa4mple.org/"}) {
    EXPECT_THAT(CheckWebhookUrl({}, url), IsError(absl::StatusCode::kInvalidArgument, "url: ")) << url;
  }
  // The numbers of an address in other clothes, and names that lead to this machine or network.
  for (const char* url :
       {"https://127.0.0.1/", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://127.1/",
        "https://10.0.0.1/", "https://169.254.169.254/latest/meta-data", "https://[::1]/",
        "https://[::ffff:127.0.0.1]/", "https://[fe80::1]/", "https://localhost/", "https://localhost./",
        "https://a.localhost/", "https://printer.local/", "https://metadata.google.internal/", "https://router/"}) {
    EXPECT_THAT(CheckWebhookUrl({}, url), IsError(absl::StatusCode::kInvalidArgument, "url: ")) << url;
  }
  EXPECT_THAT(CheckWebhookUrl({.allows_private = true}, "file:///etc/passwd"),
              IsError(absl::StatusCode::kInvalidArgument, "https:// or http://"));
  EXPECT_THAT(CheckWebhookUrl({}, "https://example.org/" + std::string(2000, 'a')),
              IsError(absl::StatusCode::kInvalidArgument, "2000 characters"));
}

}  // namespace
}  // namespace flagfall::arena::webhooks
