#ifndef REFEREE_SERVICE_GRPC_STATUS_H_
#define REFEREE_SERVICE_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace flagfall {

// The two have the same codes and do not convert into each other by themselves.
grpc::Status ToGrpcStatus(const absl::Status& status);
absl::Status FromGrpcStatus(const grpc::Status& status);

}  // namespace flagfall

#endif  // REFEREE_SERVICE_GRPC_STATUS_H_
