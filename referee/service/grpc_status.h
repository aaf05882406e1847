#ifndef REFEREE_SERVICE_GRPC_STATUS_H_
#define REFEREE_SERVICE_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include <string>

#include "absl/status/status.h"

namespace flagfall {

// The two have the same codes and do not convert into each other by themselves.
inline grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  return grpc::Status(static_cast<grpc::StatusCode>(status.raw_code()), std::string(status.message()));
}

}  // namespace flagfall

#endif  // REFEREE_SERVICE_GRPC_STATUS_H_
