// What gRPC tools expect of any server: health and reflection, asked as they ask.
#include <google/protobuf/descriptor.pb.h>
#include <grpcpp/client_context.h>
#include <gtest/gtest.h>

#include <string>

#include "grpc/health/v1/health.grpc.pb.h"
#include "grpc/reflection/v1/reflection.pb.h"
#include "tests/service/test_host.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

namespace health = grpc::health::v1;
namespace reflection = grpc::reflection::v1;

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

// The service in either of its packages.
constexpr const char* kReflection[] = {"/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
                                       "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"};

std::unique_ptr<Referee> WithReflection(const TempDir& dir) {
  RefereeOptions options;
  options.listen = {"unix:" + dir.At("s")};
  options.serves_reflection = true;
  return Referee::Start(options, {}).value();
}

TEST(StandardServices, ReflectionIsServedWhereTheHostAsksForItAlone) {
  const TempDir dir;
  const TestHost without;
  const auto with = WithReflection(dir);
  reflection::ServerReflectionRequest request;
  request.set_list_services("");
  for (const char* path : kReflection) {
    EXPECT_EQ(SayBytes(DialIn(without.unix_address()), path, "", request.SerializeAsString()).status.error_code(),
              grpc::StatusCode::UNIMPLEMENTED);
    const RawAnswer answer = SayBytes(DialIn(with->Addresses()[0]), path, "", request.SerializeAsString());
    EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
    reflection::ServerReflectionResponse response;
    ASSERT_TRUE(response.ParseFromString(answer.bytes));
    ASSERT_EQ(response.list_services_response().service_size(), 1);
    EXPECT_EQ(response.list_services_response().service(0).name(), "flagfall.v1.BotService");
  }
}

TEST(StandardServices, ReflectionTellsTheFileOfASymbolWithAllThatItImports) {
  const TempDir dir;
  const auto referee = WithReflection(dir);
  const auto ask = [&](const reflection::ServerReflectionRequest& request) {
    reflection::ServerReflectionResponse response;
    const RawAnswer answer = SayBytes(DialIn(referee->Addresses()[0]), kReflection[1], "", request.SerializeAsString());
    EXPECT_TRUE(response.ParseFromString(answer.bytes));
    return response;
  };
  reflection::ServerReflectionRequest request;
  request.set_file_containing_symbol("flagfall.v1.BotService.Play");
  const auto files = ask(request).file_descriptor_response();
  google::protobuf::FileDescriptorProto first;
  ASSERT_TRUE(first.ParseFromString(files.file_descriptor_proto(0)));
  EXPECT_EQ(first.name(), "flagfall/v1/bot_service.proto");
  EXPECT_GT(files.file_descriptor_proto_size(), 3);
  request.set_file_by_filename("flagfall/v1/game.proto");
  ASSERT_TRUE(first.ParseFromString(ask(request).file_descriptor_response().file_descriptor_proto(0)));
  EXPECT_EQ(first.name(), "flagfall/v1/game.proto");
  request.set_file_containing_symbol("no.such.Symbol");
  EXPECT_EQ(ask(request).error_response().error_code(), static_cast<int>(grpc::StatusCode::NOT_FOUND));
}

}  // namespace
}  // namespace flagfall
