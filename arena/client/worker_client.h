#ifndef ARENA_CLIENT_WORKER_CLIENT_H_
#define ARENA_CLIENT_WORKER_CLIENT_H_

#include <memory>

#include "absl/status/statusor.h"
#include "arena/api/worker_api.h"
#include "arena/client/arena_client.h"

namespace flagfall::arena::client {

// The WorkerApi of a server over gRPC. Errors as ConnectToServer's. `server.answer_within` is not used: each call has
// what it may take.
absl::StatusOr<std::unique_ptr<api::WorkerApi>> ConnectAsWorker(const ServerAddress& server);

}  // namespace flagfall::arena::client

#endif  // ARENA_CLIENT_WORKER_CLIENT_H_
