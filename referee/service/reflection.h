#ifndef REFEREE_SERVICE_REFLECTION_H_
#define REFEREE_SERVICE_REFLECTION_H_

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grpc/reflection/v1/reflection.pb.h"
#include "referee/rpc/call.h"

namespace flagfall {

// gRPC's reflection service, for the services of those names and the files that declare them. All files are serialized
// once; a call may ask limits::kReflectionQuestions, and is ended when it does not read the answers. From any thread.
class Reflection {
 public:
  explicit Reflection(std::vector<std::string> services);

  // The handler of a call of this service, in either of its two packages; null when the path is none of it.
  std::shared_ptr<rpc::CallHandler> Route(rpc::Call& call) const;

  grpc::reflection::v1::ServerReflectionResponse Answer(
      const grpc::reflection::v1::ServerReflectionRequest& request) const;

 private:
  class ReflectionCall;

  const std::vector<std::string> services_;
  // By the file's name: it and all that it imports, itself first.
  std::map<std::string, grpc::reflection::v1::FileDescriptorResponse> files_;
  // What waits for the callers of all calls.
  mutable std::atomic<std::size_t> waiting_bytes_ = 0;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_REFLECTION_H_
