// Where a bot may dial in, and how.
#include "sample-bots/cpp/sdk/address.h"

#include <gmock/gmock.h>

#include <string>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::bot {
namespace {

using testing::HasSubstr;

TEST(ParseAddressTest, EachFormSaysHow) {
  struct Row {
    const char* text;
    const char* target;
    bool has_tls;
  };
  for (const Row& row : {Row{"unix:/tmp/a.sock", "unix:/tmp/a.sock", false}, Row{"localhost:1", "localhost:1", false},
                         Row{"127.1.2.3:7443", "127.1.2.3:7443", false}, Row{"[::1]:7443", "[::1]:7443", false},
                         Row{"tls:arena.example:7443", "arena.example:7443", true},
                         Row{"insecure:10.0.0.2:7443", "10.0.0.2:7443", false}}) {
    const auto address = ParseAddress(row.text, "");
    ASSERT_THAT(address, IsOk()) << row.text;
    EXPECT_EQ(address->target, row.target);
    EXPECT_EQ(address->has_tls, row.has_tls) << row.text;
  }
}

TEST(ParseAddressTest, AnotherMachineNeedsAWordAboutTls) {
  for (const std::string host : {"arena.example", "10.0.0.2", "0.0.0.0", "localhost.example", "[2001:db8::1]"}) {
    const auto address = ParseAddress(host + ":7443", "");
    EXPECT_EQ(address.status().code(), absl::StatusCode::kInvalidArgument) << host;
    EXPECT_THAT(std::string(address.status().message()), HasSubstr("write tls:" + host + ":7443"));
  }
}

TEST(ParseAddressTest, RefusesWhatIsNone) {
  for (const char* text : {"", "arena.example", "tls:arena.example", "localhost:", "localhost:port", ":1",
                           "localhost:65536", "localhost:0", "tls:"}) {
    const auto address = ParseAddress(text, "");
    EXPECT_EQ(address.status().code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_THAT(std::string(address.status().message()), HasSubstr("unix:/path, host:port or tls:host:port"));
  }
}

TEST(ParseAddressTest, TakesTheRootsThatAreNamed) {
  const TempDir dir;
  const std::string pem = "-----BEGIN CERTIFICATE-----\n";
  const auto address = ParseAddress("tls:arena.example:7443", dir.Write("ca.pem", pem));
  ASSERT_THAT(address, IsOk());
  EXPECT_EQ(address->roots, pem);
  for (const std::string& path : {dir.Write("empty.pem", ""), dir.At("nowhere.pem")}) {
    const auto refused = ParseAddress("tls:arena.example:7443", path);
    EXPECT_THAT(std::string(refused.status().message()), HasSubstr(path + " holds none"));
  }
}

}  // namespace
}  // namespace flagfall::bot
