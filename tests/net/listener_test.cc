// Where sockets listen.
#include "referee/net/listener.h"

#include <gtest/gtest.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <filesystem>
#include <string>

#include "referee/net/address.h"
#include "tests/net/stranger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall {
namespace {

constexpr char kInUse[] = "it is in use, or not an address of this machine";

// With an address that ends in ":0".
void ExpectPortOfItsOwn(const std::string& address) {
  const auto listener = Listener::At(address);
  ASSERT_THAT(listener, IsOk());
  const std::string host = address.substr(0, address.size() - 1);
  EXPECT_EQ(listener->address().substr(0, host.size()), host);
  EXPECT_GT(std::stoi(listener->address().substr(host.size())), 0);
  EXPECT_FALSE(listener->is_unix());
  // At 127.0.0.1.
  const Stranger stranger(listener->address());
  EXPECT_THAT(Listener::At(listener->address()), IsError(absl::StatusCode::kUnavailable, kInUse));
}

TEST(Listener, Port0IsOneThatIsFree) {
  for (const char* address : {"127.0.0.1:0", "0.0.0.0:0", "[::]:0"}) ExpectPortOfItsOwn(address);
}

TEST(Listener, Port0IsOneThatIsFreeForAllThatTheNameStandsFor) {
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo("localhost", nullptr, nullptr, &found);
  if (error != 0) GTEST_SKIP() << "this machine does not know localhost: " << ::gai_strerror(error);
  ::freeaddrinfo(found);
  ExpectPortOfItsOwn("localhost:0");
}

TEST(Listener, LoopbackOfIpv6WhereThereIsOne) {
  if (!std::filesystem::exists("/proc/net/if_inet6") || std::filesystem::is_empty("/proc/net/if_inet6")) {
    GTEST_SKIP() << "this machine has no IPv6";
  }
  const auto listener = Listener::At("[::1]:0");
  ASSERT_THAT(listener, IsOk());
  EXPECT_EQ(listener->address().find("[::1]:"), 0U);
}

TEST(Listener, AnAddressThatIsNoneIsNamed) {
  for (const char* address : {"127.0.0.1", "192.0.2.1:0", "127.0.0.1:ssh", "127.0.0.1:70000", ""}) {
    EXPECT_THAT(Listener::At(address), IsError(absl::StatusCode::kUnavailable, address)) << address;
  }
}

TEST(Listener, AFileIsTakenAwayAndOneThatWasLeftBehindIsReplaced) {
  const TempDir dir;
  const std::string path = dir.At("s");
  {
    // A server that was killed.
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    path.copy(name.sun_path, sizeof name.sun_path - 1);
    ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
  }
  {
    const auto listener = Listener::At("unix:" + path);
    ASSERT_THAT(listener, IsOk());
    EXPECT_TRUE(listener->is_unix());
    EXPECT_EQ(listener->address(), "unix:" + path);
    EXPECT_THAT(Listener::At("unix:" + path), IsError(absl::StatusCode::kUnavailable, kInUse));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Listener, AFileOfAServersOwnIsForItsOwnerAlone) {
  const TempDir dir;
  const std::string path = dir.At("own");
  {
    const auto listener = Listener::AtOwnPath(path);
    ASSERT_THAT(listener, IsOk());
    EXPECT_EQ(listener->address(), "unix:" + path);
    EXPECT_EQ(std::filesystem::status(path).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    EXPECT_THAT(Listener::AtOwnPath(path).status(), IsError(absl::StatusCode::kUnavailable, path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_THAT(Listener::AtOwnPath(dir.At(std::string(200, 'x'))).status(),
              IsError(absl::StatusCode::kUnavailable, "the path is too long for a socket"));
}

TEST(Listener, AFileThatIsNoSocketIsLeftAlone) {
  const TempDir dir;
  std::filesystem::create_directory(dir.At("s"));
  EXPECT_THAT(Listener::At("unix:" + dir.At("s")), IsError(absl::StatusCode::kUnavailable, kInUse));
  EXPECT_TRUE(std::filesystem::exists(dir.At("s")));
}

TEST(Listener, AnAbstractNameNeedsNoFile) {
  const std::string address = "unix-abstract:flagfall-listener-test-" + std::to_string(::getpid());
  const auto listener = Listener::At(address);
  ASSERT_THAT(listener, IsOk());
  EXPECT_THAT(Listener::At(address), IsError(absl::StatusCode::kUnavailable, kInUse));
}

TEST(Address, IsKnownForOneThatOthersReachOrNot) {
  for (const char* address :
       {"unix:/s", "unix-abstract:s", "127.0.0.1:0", "127.8.8.8:1", "[::1]:7443", "localhost:1"}) {
    EXPECT_TRUE(IsLocalAddress(address)) << address;
  }
  for (const char* address :
       {"0.0.0.0:0", "[::]:1", "192.168.0.1:1", "arena.example:7443", "127", "localhost.evil:1"}) {
    EXPECT_FALSE(IsLocalAddress(address)) << address;
  }
}

}  // namespace
}  // namespace flagfall
