// Where a referee listens, and what it asks of those who dial in.
#include "referee/service/referee.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <gtest/gtest.h>

#include <string>

#include "grpc/health/v1/health.grpc.pb.h"
#include "referee/base/sha256.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_bot.h"
#include "tests/support/tls_identities.h"

namespace flagfall {
namespace {

std::shared_ptr<grpc::Channel> DialInOverTls(const std::string& address, const std::string& root) {
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = root;
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, grpc::SslCredentials(options), arguments);
}

RefereeOptions OnTcp(const std::string& address) {
  RefereeOptions options;
  options.listen = {address};
  return options;
}

TEST(Listen, PlainTcpBeyondThisMachineNeedsLeave) {
  RefereeOptions options = OnTcp("0.0.0.0:0");
  EXPECT_THAT(Referee::Start(options, {}).status(), IsError(absl::StatusCode::kInvalidArgument, "0.0.0.0:0"));
  options.allows_plain_tcp = true;
  EXPECT_TRUE(Referee::Start(options, {}).ok());
}

TEST(Listen, CertificateAndKeyAreCheckedBeforeAnybodyDialsIn) {
  RefereeOptions options = OnTcp("127.0.0.1:0");
  const TlsIdentity identity = MakeTlsIdentity();
  options.tls = TlsIdentity{"no certificate", identity.private_key};
  EXPECT_THAT(Referee::Start(options, {}).status(), IsError(absl::StatusCode::kInvalidArgument, "certificate"));
  options.tls = TlsIdentity{identity.certificate_chain, "no key"};
  EXPECT_THAT(Referee::Start(options, {}).status(), IsError(absl::StatusCode::kInvalidArgument, "private key"));
  options.tls = TlsIdentity{identity.certificate_chain, MakeTlsIdentity().private_key};
  EXPECT_THAT(Referee::Start(options, {}).status(), IsError(absl::StatusCode::kInvalidArgument, "does not belong"));
}

// Bots that wait for a referee dial in as soon as it listens. One that is told then that its token is unknown stops.
TEST(Listen, WhoIsAdmittedByTheOptionsIsKnownBeforeAnybodyDialsIn) {
  const TempDir dir;
  RefereeOptions options;
  options.listen = {"unix:" + dir.At("s")};
  options.admitted = {{"red", Sha256Of("red-token"), std::chrono::seconds(60)}};
  const auto referee = Referee::Start(options, {}).value();
  TestBot bot(referee->Addresses()[0], "red-token");
  ASSERT_TRUE(bot.SayHello());
  EXPECT_TRUE(bot.HearUntil(v1::PlayResponse::kWelcome).has_value());
  TestBot stranger(referee->Addresses()[0], "another-token");
  EXPECT_EQ(stranger.End().error_code(), grpc::StatusCode::UNAUTHENTICATED);
}

TEST(Listen, BotIsWelcomedOverTlsAndNotInTheClear) {
  const TempDir dir;
  const TlsIdentity identity = MakeTlsIdentity();
  RefereeOptions options;
  options.listen = {"127.0.0.1:0", "unix:" + dir.At("s")};
  options.tls = identity;
  const auto referee = Referee::Start(options, {}).value();
  referee->Admit("red", "red-token");
  TestBot bot(DialInOverTls(referee->Addresses()[0], identity.certificate_chain), "red-token");
  ASSERT_TRUE(bot.SayHello());
  EXPECT_TRUE(bot.HearUntil(v1::PlayResponse::kWelcome).has_value());

  // A Unix socket needs no TLS.
  referee->Admit("blue", "blue-token");
  TestBot local(referee->Addresses()[1], "blue-token");
  ASSERT_TRUE(local.SayHello());
  EXPECT_TRUE(local.HearUntil(v1::PlayResponse::kWelcome).has_value());

  for (const auto& channel :
       {DialIn(referee->Addresses()[0]), DialInOverTls(referee->Addresses()[0], MakeTlsIdentity().certificate_chain)}) {
    const auto stub = grpc::health::v1::Health::NewStub(channel);
    grpc::ClientContext context;
    grpc::health::v1::HealthCheckResponse response;
    EXPECT_EQ(stub->Check(&context, {}, &response).error_code(), grpc::StatusCode::UNAVAILABLE);
  }
}

}  // namespace
}  // namespace flagfall
