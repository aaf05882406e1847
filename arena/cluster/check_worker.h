#ifndef ARENA_CLUSTER_CHECK_WORKER_H_
#define ARENA_CLUSTER_CHECK_WORKER_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/worker_service.pb.h"

namespace flagfall::arena::cluster {

// The version of WorkerService.
inline constexpr std::uint32_t kWorkerProtocol = 1;

// UNAVAILABLE: what calls of workers are told once the server ends.
inline absl::Status EndingError() { return absl::UnavailableError("the server ends; call it again when it is back"); }

// Whether a worker that describes itself so may play for a server of this version. FAILED_PRECONDITION for another
// version or protocol, INVALID_ARGUMENT where the description is outside the limits.
absl::Status CheckDescription(const v1::Worker& worker, absl::string_view version);

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_CHECK_WORKER_H_
