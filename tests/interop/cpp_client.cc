// Calls `flagfall serve` by gRPC's C++ library. Prints a line for each case: its name, and `ok` or `FAIL` with the
// reason.
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "flagfall/v1/arena_service.grpc.pb.h"
#include "flagfall/v1/bot_service.grpc.pb.h"
#include "grpc/health/v1/health.grpc.pb.h"

namespace flagfall {
namespace {

using grpc::ClientContext;
using grpc::Status;
using grpc::StatusCode;
using grpc::health::v1::Health;
using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

constexpr std::chrono::seconds kPatience(30);
constexpr std::size_t kPieceBytes = 32 * 1024;

std::string Env(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::shared_ptr<grpc::Channel> Dial() {
  const std::string address = Env("INTEROP_ADDRESS");
  const std::string tls = "tls:";
  if (address.rfind(tls, 0) != 0) return grpc::CreateChannel(address, grpc::InsecureChannelCredentials());
  std::ifstream file(Env("INTEROP_CA"));
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = std::string(std::istreambuf_iterator<char>(file), {});
  return grpc::CreateChannel(address.substr(tls.size()), grpc::SslCredentials(options));
}

template <typename T>
void Same(const T& found, const T& expected, const std::string& what) {
  if (found != expected) throw std::runtime_error("another " + what);
}

void Fails(const Status& status, StatusCode code) {
  if (status.error_code() == code) return;
  throw std::runtime_error("status " + std::to_string(status.error_code()) + ": " + status.error_message());
}

class Client {
 public:
  void EmptyUnary() { Fails(Check(""), StatusCode::OK); }

  void LargeUnary() {
    const auto context = Context("INTEROP_TOKEN");
    v1::GetBotLogRequest request;
    request.set_name(Env("INTEROP_LOG_BOT"));
    request.set_tournament_id(1);
    v1::GetBotLogResponse response;
    Fails(arena_->GetBotLog(context.get(), request, &response), StatusCode::OK);
    Same(response.text(), std::string(std::stoul(Env("INTEROP_LOG_BYTES")), 'x'), "log");
  }

  void RequestTooLarge() { Fails(Check(std::string(65'536, 'x')), StatusCode::RESOURCE_EXHAUSTED); }

  void ClientStreaming() { Fails(Submit("INTEROP_TOKEN", 10), StatusCode::OK); }

  void ServerStreaming() {
    const auto context = Context("INTEROP_TOKEN");
    v1::WatchSubmissionRequest request;
    request.set_id(submission_.id());
    const auto reader = arena_->WatchSubmission(context.get(), request);
    v1::Submission last;
    for (v1::Submission next; reader->Read(&next);) last = next;
    Fails(reader->Finish(), StatusCode::OK);
    Same(last.state(), v1::Submission::STATE_FAILED, "state");
  }

  void PingPong() {
    const auto context = Context("INTEROP_BOT_TOKEN");
    const auto stream = bots_->Play(context.get());
    SayHello(*stream);
    for (std::uint64_t n = 1; n <= 100; ++n) {
      v1::PlayRequest request;
      request.mutable_ping()->set_nonce(n);
      stream->Write(request);
      v1::PlayResponse response;
      // The referee measures the way once, by a ping of its own.
      while (stream->Read(&response) && response.has_ping()) {
      }
      Same(response.pong().nonce(), n, "pong");
    }
    stream->WritesDone();
    for (v1::PlayResponse response; stream->Read(&response);) Same(response.has_ping(), true, "message");
    Fails(stream->Finish(), StatusCode::OK);
  }

  void EmptyStream() {
    const auto context = Context("INTEROP_BOT_TOKEN");
    const auto stream = bots_->Play(context.get());
    stream->WritesDone();
    v1::PlayResponse response;
    Same(stream->Read(&response), false, "answer");
    Fails(stream->Finish(), StatusCode::OK);
  }

  void CancelAfterBegin() {
    const auto context = Context("INTEROP_TOKEN");
    v1::Submission submission;
    const auto writer = arena_->SubmitBot(context.get(), &submission);
    context->TryCancel();
    Fails(writer->Finish(), StatusCode::CANCELLED);
  }

  void CancelAfterFirstResponse() {
    const auto context = Context("INTEROP_BOT_TOKEN");
    const auto stream = bots_->Play(context.get());
    SayHello(*stream);
    context->TryCancel();
    Fails(stream->Finish(), StatusCode::CANCELLED);
  }

  void TimeoutOnSleepingServer() {
    const auto context = Context();
    context->set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(300));
    const auto reader = health_->Watch(context.get(), {});
    HealthCheckResponse response;
    Same(reader->Read(&response), true, "first answer");
    Same(reader->Read(&response), false, "second answer");
    Fails(reader->Finish(), StatusCode::DEADLINE_EXCEEDED);
  }

  void StatusCodeAndMessage() { FailsWith(Check("none"), "none"); }

  void SpecialStatusMessage() {
    const std::string name = "50% of \t\r\n té 日本 😈 ~%0A";
    FailsWith(Check(name), name);
  }

  void LongStatusMessage() {
    std::string name;
    for (int i = 0; i < 30'000; ++i) name += "é";
    const Status status = Check(name);
    Fails(status, StatusCode::NOT_FOUND);
    const std::string end = "é...";
    Same(status.error_message().rfind(end), status.error_message().size() - end.size(), "message");
  }

  void UnimplementedMethod() { Unimplemented("/flagfall.v1.BotService/None"); }
  void UnimplementedService() { Unimplemented("/none.Service/Method"); }

  void CustomMetadata() {
    const auto context = Context("INTEROP_TOKEN");
    context->AddMetadata("x-text", "a");
    context->AddMetadata("x-text", "b, c");
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes.push_back(static_cast<char>(byte));
    context->AddMetadata("x-bytes-bin", bytes);
    context->AddMetadata("x-bytes-bin", std::string(1, '\0'));
    v1::ListTokensResponse response;
    Fails(arena_->ListTokens(context.get(), {}, &response), StatusCode::OK);
  }

  void CompressedRequest() {
    const auto context = Context();
    context->set_compression_algorithm(GRPC_COMPRESS_GZIP);
    const Status status = Check(std::string(1000, 'x'), context.get());
    Fails(status, StatusCode::UNIMPLEMENTED);
    Same(status.error_message().find("gzip") != std::string::npos, true, "message: " + status.error_message());
    EmptyUnary();
  }

  void EarlyStatus() { Fails(Submit(nullptr, 1000), StatusCode::UNAUTHENTICATED); }

  void ManyCalls() {
    std::vector<std::thread> callers;
    std::vector<Status> statuses(12);
    for (Status& status : statuses) callers.emplace_back([this, &status] { status = Check(""); });
    for (std::thread& caller : callers) caller.join();
    for (const Status& status : statuses) Fails(status, StatusCode::OK);
  }

 private:
  using PlayStream = grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>;

  static std::unique_ptr<ClientContext> Context(const char* token = nullptr) {
    auto context = std::make_unique<ClientContext>();
    context->set_deadline(std::chrono::system_clock::now() + kPatience);
    if (token != nullptr) context->AddMetadata("authorization", "Bearer " + Env(token));
    return context;
  }

  Status Check(const std::string& service, ClientContext* given = nullptr) {
    const auto context = Context();
    HealthCheckRequest request;
    request.set_service(service);
    HealthCheckResponse response;
    Status status = health_->Check(given == nullptr ? context.get() : given, request, &response);
    if (status.ok()) Same(response.status(), HealthCheckResponse::SERVING, "answer");
    return status;
  }

  static void FailsWith(const Status& status, const std::string& name) {
    Fails(status, StatusCode::NOT_FOUND);
    Same(status.error_message(), "no service '" + name + "' here", "message: " + status.error_message());
  }

  Status Submit(const char* token, int pieces) {
    const auto context = Context(token);
    const auto writer = arena_->SubmitBot(context.get(), &submission_);
    v1::SubmitBotRequest part;
    part.mutable_header()->set_size(static_cast<std::uint64_t>(pieces) * kPieceBytes);
    bool goes_on = writer->Write(part);
    part.set_piece(std::string(kPieceBytes, 'x'));
    for (int i = 0; i < pieces && goes_on; ++i) goes_on = writer->Write(part);
    writer->WritesDone();
    return writer->Finish();
  }

  static void SayHello(PlayStream& stream) {
    v1::PlayRequest request;
    request.mutable_hello()->set_protocol_version(1);
    request.mutable_hello()->set_bot_name("cpp");
    request.mutable_hello()->add_rulesets("barrage");
    request.mutable_hello()->set_concurrent_games_max(1);
    stream.Write(request);
    v1::PlayResponse response;
    stream.Read(&response);
    Same(response.has_welcome(), true, "welcome");
  }

  void Unimplemented(const std::string& path) {
    const auto context = Context();
    grpc::CompletionQueue queue;
    grpc::GenericStub stub(channel_);
    const auto call = stub.PrepareUnaryCall(context.get(), path, {}, &queue);
    call->StartCall();
    grpc::ByteBuffer response;
    Status status;
    call->Finish(&response, &status, nullptr);
    void* tag = nullptr;
    bool is_ok = false;
    queue.Next(&tag, &is_ok);
    Fails(status, StatusCode::UNIMPLEMENTED);
  }

  std::shared_ptr<grpc::Channel> channel_ = Dial();
  std::unique_ptr<Health::Stub> health_ = Health::NewStub(channel_);
  std::unique_ptr<v1::ArenaService::Stub> arena_ = v1::ArenaService::NewStub(channel_);
  std::unique_ptr<v1::BotService::Stub> bots_ = v1::BotService::NewStub(channel_);
  // As the last SubmitBot answered.
  v1::Submission submission_;
};

constexpr std::pair<const char*, void (Client::*)()> kCases[] = {
    {"empty_unary", &Client::EmptyUnary},
    {"large_unary", &Client::LargeUnary},
    {"request_too_large", &Client::RequestTooLarge},
    {"client_streaming", &Client::ClientStreaming},
    {"server_streaming", &Client::ServerStreaming},
    {"ping_pong", &Client::PingPong},
    {"empty_stream", &Client::EmptyStream},
    {"cancel_after_begin", &Client::CancelAfterBegin},
    {"cancel_after_first_response", &Client::CancelAfterFirstResponse},
    {"timeout_on_sleeping_server", &Client::TimeoutOnSleepingServer},
    {"status_code_and_message", &Client::StatusCodeAndMessage},
    {"special_status_message", &Client::SpecialStatusMessage},
    {"long_status_message", &Client::LongStatusMessage},
    {"unimplemented_method", &Client::UnimplementedMethod},
    {"unimplemented_service", &Client::UnimplementedService},
    {"custom_metadata", &Client::CustomMetadata},
    {"compressed_request", &Client::CompressedRequest},
    {"early_status", &Client::EarlyStatus},
    {"many_calls", &Client::ManyCalls},
};

void TryAll() {
  Client client;
  for (const auto& [name, run] : kCases) {
    try {
      (client.*run)();
      std::cout << name << " ok" << std::endl;
    } catch (const std::exception& error) {
      std::cout << name << " FAIL " << error.what() << std::endl;
    }
  }
}

}  // namespace
}  // namespace flagfall

int main() {
  flagfall::TryAll();
  return 0;
}
