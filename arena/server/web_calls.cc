#include "arena/server/web_calls.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {
namespace {

using google::protobuf::Message;
using google::protobuf::MethodDescriptor;

// Under this name calls are counted that show no user's token; the site makes none.
constexpr char kPeer[] = "the web site";
// Of an archive, in one message (SubmitBotRequest.piece).
constexpr std::size_t kArchivePieceBytes = 32 * 1024;

// A call whose requests are there, and whose response is kept.
class CallInMemory final : public BlockingCall {
 public:
  // `next` gives one request after the other.
  CallInMemory(const std::string& path, const std::string& token, std::function<std::optional<std::string>()> next)
      : next_(std::move(next)) {
    head_.path = path;
    head_.metadata.emplace_back("authorization", absl::StrCat("Bearer ", token));
  }

  const rpc::CallHead& head() const override { return head_; }
  const std::string& peer_address() const override { return peer_address_; }
  std::optional<std::string> ReadUntil(std::chrono::steady_clock::time_point /*time*/) override { return next_(); }
  bool Write(std::string message) override {
    response_ = std::move(message);
    return true;
  }
  bool IsCancelled() const override { return false; }
  void Interrupt() override {}
  void Vouch() override {}

  const std::string& response() const { return response_; }

 private:
  rpc::CallHead head_;
  const std::string peer_address_ = kPeer;
  const std::function<std::optional<std::string>()> next_;
  std::string response_;
};

std::unique_ptr<Message> New(const google::protobuf::Descriptor& type) {
  return std::unique_ptr<Message>(google::protobuf::MessageFactory::generated_factory()->GetPrototype(&type)->New());
}

const google::protobuf::ServiceDescriptor& ArenaServiceType() {
  return *v1::ListBotsRequest::descriptor()->file()->FindServiceByName("ArenaService");
}

}  // namespace

WebCalls::WebCalls(std::vector<BlockingMethod> methods) {
  for (BlockingMethod& method : methods) {
    std::string path = method.path;
    methods_.emplace(std::move(path), std::move(method));
  }
  for (int i = 0; i < kThreads; ++i) threads_.emplace_back([this] { Work(); });
}

WebCalls::~WebCalls() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
  }
  has_work_.NotifyAll();
  for (std::thread& thread : threads_) thread.join();
}

absl::Status WebCalls::Run(const std::function<absl::Status()>& work) const {
  std::packaged_task<absl::Status()> task(work);
  std::future<absl::Status> done = task.get_future();
  {
    MutexLock lock(mutex_);
    waiting_.push_back(std::move(task));
  }
  has_work_.NotifyAll();
  return done.get();
}

void WebCalls::Work() {
  for (;;) {
    std::packaged_task<absl::Status()> work;
    {
      MutexLock lock(mutex_);
      while (waiting_.empty() && !is_ending_) has_work_.Wait(mutex_);
      if (waiting_.empty()) return;
      work = std::move(waiting_.front());
      waiting_.pop_front();
    }
    work();
  }
}

absl::StatusOr<std::string> WebCalls::Call(const std::string& method, const std::string& request,
                                           const std::string& token) const {
  const MethodDescriptor* const type = ArenaServiceType().FindMethodByName(method);
  const auto served = methods_.find(absl::StrCat("/", ArenaServiceType().full_name(), "/", method));
  if (type == nullptr || served == methods_.end() || type->client_streaming() || type->server_streaming()) {
    return absl::NotFoundError(
        absl::StrCat("ArenaService has no method ", method, " with one request and one response"));
  }
  const std::unique_ptr<Message> asked = New(*type->input_type());
  FLAGFALL_RETURN_IF_ERROR(FromJson(request, "the request", *asked));
  CallInMemory call(served->first, token, [bytes = std::optional(asked->SerializeAsString())]() mutable {
    return std::exchange(bytes, std::nullopt);
  });
  FLAGFALL_RETURN_IF_ERROR(Run([&] { return served->second.serve(call); }));
  const std::unique_ptr<Message> response = New(*type->output_type());
  if (!response->ParseFromString(call.response())) return absl::InternalError("the response cannot be read");
  return ToJson(*response);
}

absl::StatusOr<std::string> WebCalls::Submit(const std::string& archive, const std::string& owner,
                                             const std::string& token) const {
  std::optional<std::size_t> sent;
  const auto next = [&]() -> std::optional<std::string> {
    v1::SubmitBotRequest part;
    if (!sent.has_value()) {
      sent = 0;
      part.mutable_header()->set_owner(owner);
      part.mutable_header()->set_size(archive.size());
    } else if (*sent < archive.size()) {
      part.set_piece(archive.substr(*sent, kArchivePieceBytes));
      *sent += part.piece().size();
    } else {
      return std::nullopt;
    }
    return part.SerializeAsString();
  };
  const auto served = methods_.find(absl::StrCat("/", ArenaServiceType().full_name(), "/SubmitBot"));
  if (served == methods_.end()) return absl::NotFoundError("bots are not taken here");
  CallInMemory call(served->first, token, next);
  FLAGFALL_RETURN_IF_ERROR(Run([&] { return served->second.serve(call); }));
  v1::Submission submission;
  if (!submission.ParseFromString(call.response())) return absl::InternalError("the response cannot be read");
  return ToJson(submission);
}

}  // namespace flagfall::arena::server
