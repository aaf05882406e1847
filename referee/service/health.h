#ifndef REFEREE_SERVICE_HEALTH_H_
#define REFEREE_SERVICE_HEALTH_H_

#include <memory>
#include <string>
#include <vector>

#include "referee/rpc/call.h"

namespace flagfall {

// The standard health service (grpc.health.v1), for the services of those names. A server serves from its start to its
// end, so the answer is always SERVING, and a watch is told so once.
class Health {
 public:
  explicit Health(std::vector<std::string> services) : services_(std::move(services)) {}

  // The handler of a call of this service; null when the path is none of it.
  std::shared_ptr<rpc::CallHandler> Route(rpc::Call& call) const;

  // Whether the service is served here; "" stands for the whole server.
  bool IsServed(const std::string& service) const;

 private:
  const std::vector<std::string> services_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_HEALTH_H_
