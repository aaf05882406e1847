#include "referee/service/health.h"

#include <grpcpp/server_context.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/async_unary_call.h>

#include "absl/strings/str_cat.h"
#include "flagfall/v1/bot_service.grpc.pb.h"

namespace flagfall {
namespace {

namespace proto = grpc::health::v1;

// The service from which the next call is requested, and the loop on which all calls run.
struct HealthServer {
  proto::Health::AsyncService& service;
  EventLoop& loop;
};

bool IsServed(const std::string& service) { return service.empty() || service == v1::BotService::service_full_name(); }

}  // namespace

// One Check; owns itself, from before the call comes in until its answer is out.
class Health::CheckCall {
 public:
  explicit CheckCall(const HealthServer& server) : server_(server) {
    server_.service.RequestCheck(&context_, &request_, &responder_, &server_.loop.queue(), &server_.loop.queue(),
                                 static_cast<Completion*>(&on_accept_));
  }

 private:
  void OnAccept(bool ok) {
    if (!ok) return OnFinish(false);
    new CheckCall(server_);
    auto* const on_finish = static_cast<Completion*>(&on_finish_);
    if (!IsServed(request_.service())) {
      const std::string message = absl::StrCat("no service '", request_.service(), "' here");
      return responder_.FinishWithError(grpc::Status(grpc::StatusCode::NOT_FOUND, message), on_finish);
    }
    proto::HealthCheckResponse response;
    response.set_status(proto::HealthCheckResponse::SERVING);
    responder_.Finish(response, grpc::Status::OK, on_finish);
  }

  void OnFinish(bool /*ok*/) { delete this; }

  const HealthServer server_;
  const EventLoop::OpenCall open_call_{server_.loop};
  grpc::ServerContext context_;
  proto::HealthCheckRequest request_;
  grpc::ServerAsyncResponseWriter<proto::HealthCheckResponse> responder_{&context_};
  MemberCompletion<CheckCall, &CheckCall::OnAccept> on_accept_{*this};
  MemberCompletion<CheckCall, &CheckCall::OnFinish> on_finish_{*this};
};

// One Watch; owns itself, from before the call comes in until the watcher has gone.
class Health::WatchCall {
 public:
  explicit WatchCall(const HealthServer& server) : server_(server) {
    context_.AsyncNotifyWhenDone(static_cast<Completion*>(&on_done_));
    server_.service.RequestWatch(&context_, &request_, &writer_, &server_.loop.queue(), &server_.loop.queue(),
                                 static_cast<Completion*>(&on_accept_));
  }

 private:
  void OnAccept(bool ok) {
    // When no call has come, no end of it comes either.
    if (!ok) {
      delete this;
      return;
    }
    new WatchCall(server_);
    proto::HealthCheckResponse response;
    response.set_status(IsServed(request_.service()) ? proto::HealthCheckResponse::SERVING
                                                     : proto::HealthCheckResponse::SERVICE_UNKNOWN);
    under_way_ = 2;
    writer_.Write(response, static_cast<Completion*>(&on_write_));
  }

  void OnWrite(bool /*ok*/) { Leave(); }

  void OnDone(bool /*ok*/) {
    ++under_way_;
    writer_.Finish(grpc::Status::CANCELLED, static_cast<Completion*>(&on_finish_));
    Leave();
  }

  void OnFinish(bool /*ok*/) { Leave(); }

  void Leave() {
    if (--under_way_ == 0) delete this;
  }

  const HealthServer server_;
  const EventLoop::OpenCall open_call_{server_.loop};
  grpc::ServerContext context_;
  proto::HealthCheckRequest request_;
  grpc::ServerAsyncWriter<proto::HealthCheckResponse> writer_{&context_};
  // The write, the notice that the call is done, the finish.
  int under_way_ = 0;
  MemberCompletion<WatchCall, &WatchCall::OnAccept> on_accept_{*this};
  MemberCompletion<WatchCall, &WatchCall::OnWrite> on_write_{*this};
  MemberCompletion<WatchCall, &WatchCall::OnDone> on_done_{*this};
  MemberCompletion<WatchCall, &WatchCall::OnFinish> on_finish_{*this};
};

Health::Health() = default;
Health::~Health() = default;

void Health::Start(EventLoop& loop) {
  const HealthServer server{service_, loop};
  new CheckCall(server);
  new WatchCall(server);
}

}  // namespace flagfall
