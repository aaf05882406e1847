#include "arena/web/host_names.h"

#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::web {
namespace {

TEST(HostNames, LocalNamesAndAddressesAreAlwaysAllowed) {
  const HostNames names;
  for (const char* host : {"", "localhost", "LocalHost:8080", "localhost.", "a.localhost:1", "127.0.0.1:8080",
                           "192.168.1.9", "[::1]:8080", "[2001:db8::1]"}) {
    EXPECT_TRUE(names.Allows(host)) << host;
  }
  for (const char* host : {"evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
                           "notlocalhost", "::1", "[evil]", "1.2.3", "127.0.0.1, evil.example", ".", "x"}) {
    EXPECT_FALSE(names.Allows(host)) << host;
  }
}

TEST(HostNames, OthersAreAllowedOnceTheyAreTold) {
  HostNames names;
  ASSERT_THAT(names.AddUrl("https://Arena.example:8443/flagfall/"), IsOk());
  names.AddHost("lan:8080");
  EXPECT_TRUE(names.Allows("arena.example"));
  EXPECT_TRUE(names.Allows("ARENA.example.:1"));
  EXPECT_TRUE(names.Allows("lan:8080"));
  EXPECT_FALSE(names.Allows("www.arena.example"));
  for (const char* url :
       {"", "arena.example", "ftp://arena.example", "https://", "https:///x", "https://a b/", "https://user@x/"}) {
    EXPECT_THAT(names.AddUrl(url), IsError(absl::StatusCode::kInvalidArgument, "is no address of a site")) << url;
  }
}

TEST(HostNames, SecretsAreForThisMachineAndForHttps) {
  HostNames names;
  ASSERT_THAT(names.AddUrl("https://arena.example/"), IsOk());
  ASSERT_THAT(names.AddUrl("http://plain.example/"), IsOk());
  for (const char* host : {"localhost:8080", "127.0.0.1:8080", "[::1]:8080", "arena.example", "Arena.Example:443"}) {
    EXPECT_TRUE(names.IsPrivate(host)) << host;
  }
  for (const char* host : {"", "plain.example", "192.168.1.9", "[2001:db8::1]", "127.0.0.1.evil.example"}) {
    EXPECT_FALSE(names.IsPrivate(host)) << host;
  }
  EXPECT_TRUE(names.IsSecure("arena.example"));
  EXPECT_FALSE(names.IsSecure("localhost"));
}

TEST(HostNames, APageIsOfTheServerThatWasAsked) {
  HostNames names;
  ASSERT_THAT(names.AddUrl("https://arena.example/"), IsOk());
  EXPECT_TRUE(names.IsOwnSite("http://127.0.0.1:8080", "127.0.0.1:8080"));
  EXPECT_TRUE(names.IsOwnSite("https://arena.example", "arena.example"));
  EXPECT_TRUE(names.IsOwnSite("https://arena.example", "127.0.0.1:8080")) << "a proxy asks in its own name";
  for (const char* origin : {"null", "", "http://127.0.0.1:8081", "http://localhost:8080", "http://arena.example",
                             "https://evil.example", "ftp://127.0.0.1:8080", "127.0.0.1:8080"}) {
    EXPECT_FALSE(names.IsOwnSite(origin, "127.0.0.1:8080")) << origin;
  }
}

}  // namespace
}  // namespace flagfall::arena::web
