#include "sample-bots/cpp/sdk/stream.h"

#include <grpcpp/grpcpp.h>

#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "flagfall/v1/bot_service.grpc.pb.h"
#include "referee/base/mutex.h"

namespace flagfall::bot {

namespace {

// A network that was cut tells nobody. Pings find out, and do not wait for the referee's next question.
constexpr int kKeepaliveMs = 20'000;
constexpr int kKeepaliveTimeoutMs = 10'000;

}  // namespace

struct Stream::Parts {
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::BotService::Stub> stub;
  grpc::ClientContext context;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> calls;
  // Held during a write, since gRPC takes one at a time, and none after Finish.
  Mutex write_mutex;
  bool is_finished ABSL_GUARDED_BY(write_mutex) = false;
};

Stream::Stream(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Stream::~Stream() = default;

std::shared_ptr<Stream> Stream::Open(const Address& address, absl::string_view token) {
  auto parts = std::make_unique<Parts>();
  grpc::ChannelArguments arguments;
  // A stream dialled in anew must not wait on the old one's failed connection.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  grpc::SslCredentialsOptions tls;
  tls.pem_root_certs = address.roots;
  const auto credentials = address.has_tls ? grpc::SslCredentials(tls) : grpc::InsecureChannelCredentials();
  parts->channel = grpc::CreateCustomChannel(address.target, credentials, arguments);
  parts->stub = v1::BotService::NewStub(parts->channel);
  parts->context.AddMetadata("authorization", absl::StrCat("Bearer ", token));
  parts->calls = parts->stub->Play(&parts->context);
  return std::shared_ptr<Stream>(new Stream(std::move(parts)));
}

bool Stream::Read(v1::PlayResponse& message) { return parts_->calls->Read(&message); }

void Stream::Write(const v1::PlayRequest& message) {
  const MutexLock lock(parts_->write_mutex);
  if (!parts_->is_finished) parts_->calls->Write(message);
}

void Stream::Cancel() { parts_->context.TryCancel(); }

absl::Status Stream::Finish() {
  const MutexLock lock(parts_->write_mutex);
  parts_->is_finished = true;
  const grpc::Status status = parts_->calls->Finish();
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
}

}  // namespace flagfall::bot
