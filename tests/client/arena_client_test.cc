// What a caller is told of a server that it cannot ask; what servers answer, tests/server shows.
#include "arena/client/arena_client.h"

#include <gtest/gtest.h>

#include "referee/net/listener.h"
#include "tests/service/test_host.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tls_identities.h"

namespace flagfall::arena::client {
namespace {

absl::Status Ask(const ServerAddress& server) {
  const auto client = ConnectToServer(server);
  if (!client.ok()) return client.status();
  return (*client)->ListBots(v1::ListBotsRequest()).status();
}

TEST(ArenaClient, NamesAServerThatDoesNotAnswerInTime) {
  const TempDir dir;
  // Whoever dials in there waits to be taken in.
  const auto listener = Listener::At("unix:" + dir.At("server.sock"));
  ASSERT_THAT(listener, IsOk());
  EXPECT_THAT(Ask({.address = listener->address(), .answer_within = std::chrono::seconds(1)}),
              IsError(absl::StatusCode::kDeadlineExceeded,
                      "the server at " + listener->address() +
                          " has not answered within 1 s; what was asked of it may have been done all the same"));
}

TEST(ArenaClient, NamesAServerThatIsNotThere) {
  const TempDir dir;
  const std::string address = "unix:" + dir.At("nobody.sock");
  EXPECT_THAT(Ask({.address = address}),
              IsError(absl::StatusCode::kUnavailable, "cannot reach the server at " + address));
}

TEST(ArenaClient, DialsNoAddressThatWouldShowATokenToANetwork) {
  EXPECT_THAT(Ask({.address = "arena.example:1961"}),
              IsError(absl::StatusCode::kInvalidArgument, "write tls:arena.example:1961"));
  EXPECT_THAT(Ask({.address = "https://arena.example"}),
              IsError(absl::StatusCode::kInvalidArgument, "which is a web address; write tls:HOST:PORT"));
}

// Of a connection that the transport refuses, the library's own words help nobody. A referee stands for the server: it
// listens as the server does, and answers what it does not know.
class ArenaClientAndTls : public testing::Test {
 protected:
  ArenaClientAndTls() : host_(std::chrono::seconds(60), identity_) {}

  const TlsIdentity identity_ = MakeTlsIdentity();
  TestHost host_;
};

TEST_F(ArenaClientAndTls, ReachesAServerWhoseRootItHasBeenGiven) {
  EXPECT_THAT(Ask({.address = "tls:" + host_.tcp_address(), .tls_roots = identity_.certificate_chain}),
              IsError(absl::StatusCode::kUnimplemented, ""));
}

TEST_F(ArenaClientAndTls, SaysHowToTrustARootThatItDoesNotKnow) {
  const std::string address = "tls:" + host_.tcp_address();
  EXPECT_THAT(Ask({.address = address, .tls_roots = MakeTlsIdentity().certificate_chain}),
              IsError(absl::StatusCode::kUnavailable,
                      "cannot reach the server at " + address +
                          ": no root that is trusted here has signed its certificate for that name; give the host's "
                          "own root with --tls-ca FILE (or FLAGFALL_TLS_CA) ("));
}

// The certificate is for localhost and 127.0.0.1, and 0.0.0.0 leads there too.
TEST_F(ArenaClientAndTls, SaysThatTheCertificateIsForAnotherName) {
  const std::string port = host_.tcp_address().substr(host_.tcp_address().rfind(':'));
  EXPECT_THAT(Ask({.address = "tls:0.0.0.0" + port, .tls_roots = identity_.certificate_chain}),
              IsError(absl::StatusCode::kUnavailable, "its certificate is for another name; write tls:NAME:PORT"));
}

TEST_F(ArenaClientAndTls, SaysToWriteTlsWhereTheServerSpeaksIt) {
  EXPECT_THAT(Ask({.address = host_.tcp_address()}),
              IsError(absl::StatusCode::kUnavailable,
                      "it ended the connection; where it speaks TLS, write tls:" + host_.tcp_address() + " ("));
}

TEST(ArenaClient, SaysToLeaveOutTlsWhereTheServerSpeaksNone) {
  TestHost host;
  EXPECT_THAT(Ask({.address = "tls:" + host.tcp_address()}),
              IsError(absl::StatusCode::kUnavailable, "it speaks no TLS there; leave out tls: ("));
}

}  // namespace
}  // namespace flagfall::arena::client
