#include "referee/service/health.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "grpc/health/v1/health.pb.h"

namespace flagfall {
namespace {

using Response = grpc::health::v1::HealthCheckResponse;

// One Check or Watch: answers when the caller has said all that it has to say.
class HealthCall final : public rpc::CallHandler {
 public:
  HealthCall(const Health& health, rpc::Call& call, bool is_watch)
      : health_(health), call_(call), is_watch_(is_watch) {}

  bool OnMessage(absl::string_view message) override {
    grpc::health::v1::HealthCheckRequest request;
    const bool is_one = !service_ && request.ParseFromArray(message.data(), static_cast<int>(message.size()));
    if (!is_one) call_.End(absl::InvalidArgumentError("send one grpc.health.v1.HealthCheckRequest"));
    service_ = request.service();
    return true;
  }

  void OnHalfClosed() override {
    if (!service_) return call_.End(absl::InvalidArgumentError("send one grpc.health.v1.HealthCheckRequest"));
    const bool is_served = health_.IsServed(*service_);
    if (!is_served && !is_watch_) {
      return call_.End(absl::NotFoundError(absl::StrCat("no service '", *service_, "' here")));
    }
    Response response;
    response.set_status(is_served ? Response::SERVING : Response::SERVICE_UNKNOWN);
    call_.Send(response.SerializeAsString());
    // A watch lasts until the watcher or the server goes.
    if (!is_watch_) call_.End(absl::OkStatus());
  }

  void OnEnded() override {}

 private:
  const Health& health_;
  rpc::Call& call_;
  const bool is_watch_;
  std::optional<std::string> service_;
};

}  // namespace

bool Health::IsServed(const std::string& service) const {
  return service.empty() || std::find(services_.begin(), services_.end(), service) != services_.end();
}

std::shared_ptr<rpc::CallHandler> Health::Route(rpc::Call& call) const {
  const bool is_watch = call.head().path == "/grpc.health.v1.Health/Watch";
  if (!is_watch && call.head().path != "/grpc.health.v1.Health/Check") return nullptr;
  return std::make_shared<HealthCall>(*this, call, is_watch);
}

}  // namespace flagfall
