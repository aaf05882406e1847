// What gRPC tools expect of any server: health and reflection, asked as they ask.
#include <grpcpp/client_context.h>
#include <gtest/gtest.h>

#include <string>

#include "grpc/health/v1/health.grpc.pb.h"
#include "tests/service/test_host.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

namespace health = grpc::health::v1;

TEST(StandardServices, HealthServesTheRefereeAndItsService) {
  TestHost host;
  const auto stub = health::Health::NewStub(DialIn(host.tcp_address()));
  for (const char* service : {"", "flagfall.v1.BotService"}) {
    grpc::ClientContext context;
    health::HealthCheckRequest request;
    request.set_service(service);
    health::HealthCheckResponse response;
    const grpc::Status status = stub->Check(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(response.status(), health::HealthCheckResponse::SERVING);
  }
  grpc::ClientContext context;
  health::HealthCheckRequest request;
  request.set_service("another.Service");
  health::HealthCheckResponse response;
  EXPECT_EQ(stub->Check(&context, request, &response).error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST(StandardServices, HealthWatchTellsTheStateAndEndsWithTheReferee) {
  auto host = std::make_unique<TestHost>();
  const auto stub = health::Health::NewStub(DialIn(host->unix_address()));
  for (const auto& [service, state] : {std::pair("flagfall.v1.BotService", health::HealthCheckResponse::SERVING),
                                       {"another.Service", health::HealthCheckResponse::SERVICE_UNKNOWN}}) {
    grpc::ClientContext context;
    health::HealthCheckRequest request;
    request.set_service(service);
    const auto reader = stub->Watch(&context, request);
    health::HealthCheckResponse response;
    ASSERT_TRUE(reader->Read(&response));
    EXPECT_EQ(response.status(), state);
    context.TryCancel();
    EXPECT_FALSE(reader->Read(&response));
    EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  }
  grpc::ClientContext context;
  const auto reader = stub->Watch(&context, health::HealthCheckRequest());
  health::HealthCheckResponse response;
  ASSERT_TRUE(reader->Read(&response));
  host.reset();
  EXPECT_FALSE(reader->Read(&response));
  EXPECT_FALSE(reader->Finish().ok());
}

TEST(StandardServices, ReflectionListsTheBotService) {
  TestHost host;
  // The protocol's messages are not installed with the library, so by hand: field 7, list_services, "*".
  const RawAnswer answer = SayBytes(DialIn(host.unix_address()),
                                    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", "", "\x3a\x01*");
  EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
  EXPECT_NE(answer.bytes.find("flagfall.v1.BotService"), std::string::npos);
  EXPECT_NE(answer.bytes.find("grpc.health.v1.Health"), std::string::npos);
}

}  // namespace
}  // namespace flagfall
