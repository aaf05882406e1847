// What a caller is told of a server that it cannot ask, and how it leaves a stream early; what servers answer,
// tests/server shows.
#include "arena/client/arena_client.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "flagfall/v1/arena_service.grpc.pb.h"
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
              IsError(absl::StatusCode::kUnavailable, "it speaks no TLS there; write insecure: in place of tls: ("));
}

// Sends games until the client takes no more, or until there are so many that it must have read on to the end.
class ManyGames final : public v1::ArenaService::Service {
 public:
  static constexpr int kGames = 20'000;

  grpc::Status ExportGames(grpc::ServerContext* /*context*/, const v1::ExportGamesRequest* /*request*/,
                           grpc::ServerWriter<v1::ExportGamesResponse>* writer) override {
    v1::ExportGamesResponse game;
    // As large as a game is, so that the buffers on the way hold a small part of all.
    game.mutable_record()->set_seed(std::string(1 << 12, 's'));
    while (sent < kGames && writer->Write(game)) ++sent;
    return grpc::Status::OK;
  }

  // To be read once the call is over.
  std::atomic<int> sent = 0;
};

class ArenaClientAndExport : public testing::Test {
 protected:
  ArenaClientAndExport() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort(address_, grpc::InsecureServerCredentials());
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
  }

  // Returns once all calls are over on the server, too.
  void Close() {
    server_->Shutdown();
    server_->Wait();
  }

  const TempDir dir_;
  const std::string address_ = "unix:" + dir_.At("server.sock");
  ManyGames service_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(ArenaClientAndExport, EndsTheStreamWithTheFirstErrorOfWhoTakesTheGames) {
  const auto client = ConnectToServer({.address = address_});
  ASSERT_THAT(client, IsOk());
  int taken = 0;
  const absl::Status status = (*client)->ExportGames({}, [&taken](const v1::ExportGamesResponse&) {
    return ++taken < 3 ? absl::OkStatus() : absl::ResourceExhaustedError("the disk is full");
  });
  EXPECT_THAT(status, IsError(absl::StatusCode::kResourceExhausted, "the disk is full"));
  EXPECT_EQ(taken, 3);
  Close();
  EXPECT_LT(service_.sent, ManyGames::kGames);
}

TEST_F(ArenaClientAndExport, HandsOverEveryGameOtherwise) {
  const auto client = ConnectToServer({.address = address_});
  ASSERT_THAT(client, IsOk());
  int taken = 0;
  ASSERT_THAT((*client)->ExportGames({},
                                     [&taken](const v1::ExportGamesResponse&) {
                                       ++taken;
                                       return absl::OkStatus();
                                     }),
              IsOk());
  EXPECT_EQ(taken, ManyGames::kGames);
}

}  // namespace
}  // namespace flagfall::arena::client
