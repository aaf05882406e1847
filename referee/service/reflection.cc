#include "referee/service/reflection.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/service/service_limits.h"

namespace flagfall {
namespace {

namespace proto = grpc::reflection::v1;
using google::protobuf::DescriptorPool;
using google::protobuf::FileDescriptor;

void AddWithImports(const FileDescriptor& file, std::set<std::string>& seen, proto::FileDescriptorResponse& response) {
  if (!seen.insert(file.name()).second) return;
  google::protobuf::FileDescriptorProto declared;
  file.CopyTo(&declared);
  response.add_file_descriptor_proto(declared.SerializeAsString());
  for (int i = 0; i < file.dependency_count(); ++i) AddWithImports(*file.dependency(i), seen, response);
}

}  // namespace

class Reflection::ReflectionCall final : public rpc::CallHandler {
 public:
  ReflectionCall(const Reflection& reflection, rpc::Call& call) : reflection_(reflection), call_(call) {}

  bool OnMessage(absl::string_view message) override {
    proto::ServerReflectionRequest request;
    if (!request.ParseFromArray(message.data(), static_cast<int>(message.size()))) {
      call_.End(absl::InvalidArgumentError("the message is no ServerReflectionRequest"));
    } else if (++questions_ > limits::kReflectionQuestions || call_.waiting_bytes() > limits::kReflectionBytesWaiting) {
      call_.End(absl::ResourceExhaustedError(
          absl::StrCat("a call may ask ", limits::kReflectionQuestions, " questions, and must read the answers")));
    } else if (reflection_.waiting_bytes_ > limits::kReflectionBytesWaitingInAll) {
      call_.End(
          absl::ResourceExhaustedError("too many answers wait for those who asked before; try again in a moment"));
    } else {
      call_.Send(reflection_.Answer(request).SerializeAsString());
      Note(call_.waiting_bytes());
    }
    return true;
  }
  void OnHalfClosed() override { call_.End(absl::OkStatus()); }
  void OnFlushed(Micros /*now*/) override { Note(call_.waiting_bytes()); }
  void OnEnded() override { Note(0); }

 private:
  // So much waits for this call's client.
  void Note(std::size_t waiting_bytes) {
    reflection_.waiting_bytes_ += waiting_bytes - std::exchange(waiting_bytes_, waiting_bytes);
  }

  const Reflection& reflection_;
  rpc::Call& call_;
  int questions_ = 0;
  // As last noted.
  std::size_t waiting_bytes_ = 0;
};

Reflection::Reflection(std::vector<std::string> services) : services_(std::move(services)) {
  for (const std::string& name : services_) {
    const auto* const service = DescriptorPool::generated_pool()->FindServiceByName(name);
    if (service == nullptr) continue;
    proto::FileDescriptorResponse all;
    std::set<std::string> seen;
    AddWithImports(*service->file(), seen, all);
    for (const std::string& file : seen) {
      proto::FileDescriptorResponse& response = files_[file];
      if (response.file_descriptor_proto_size() > 0) continue;
      std::set<std::string> seen_from_here;
      AddWithImports(*DescriptorPool::generated_pool()->FindFileByName(file), seen_from_here, response);
    }
  }
}

std::shared_ptr<rpc::CallHandler> Reflection::Route(rpc::Call& call) const {
  const std::string& path = call.head().path;
  if (path != "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo" &&
      path != "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo") {
    return nullptr;
  }
  return std::make_shared<ReflectionCall>(*this, call);
}

proto::ServerReflectionResponse Reflection::Answer(const proto::ServerReflectionRequest& request) const {
  proto::ServerReflectionResponse response;
  response.set_valid_host(request.host());
  *response.mutable_original_request() = request;
  const auto tell_file = [&](const std::string& name) {
    const auto found = files_.find(name);
    if (found == files_.end()) return false;
    *response.mutable_file_descriptor_response() = found->second;
    return true;
  };
  switch (request.message_request_case()) {
    case proto::ServerReflectionRequest::kListServices:
      for (const std::string& name : services_)
        response.mutable_list_services_response()->add_service()->set_name(name);
      return response;
    case proto::ServerReflectionRequest::kFileByFilename:
      if (tell_file(request.file_by_filename())) return response;
      break;
    case proto::ServerReflectionRequest::kFileContainingSymbol: {
      const FileDescriptor* const file =
          DescriptorPool::generated_pool()->FindFileContainingSymbol(request.file_containing_symbol());
      if (file != nullptr && tell_file(file->name())) return response;
      break;
    }
    // No message here has extensions.
    case proto::ServerReflectionRequest::kFileContainingExtension:
    case proto::ServerReflectionRequest::kAllExtensionNumbersOfType:
    case proto::ServerReflectionRequest::MESSAGE_REQUEST_NOT_SET:
      break;
  }
  response.mutable_error_response()->set_error_code(static_cast<int>(absl::StatusCode::kNotFound));
  response.mutable_error_response()->set_error_message("nothing of that name is served here");
  return response;
}

}  // namespace flagfall
