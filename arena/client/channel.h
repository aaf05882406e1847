#ifndef ARENA_CLIENT_CHANNEL_H_
#define ARENA_CLIENT_CHANNEL_H_

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <cstddef>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/client/arena_client.h"

namespace flagfall::arena::client {

// What all clients of a server share.

// What is too large for one message is sent in pieces of this size.
inline constexpr std::size_t kPieceBytes = 32 << 10;

// INVALID_ARGUMENT when the address is not one. Does not dial before the first call.
absl::StatusOr<std::shared_ptr<grpc::Channel>> Dial(const ServerAddress& server);

// How a call ended. What is likely to be wrong is said of a server that cannot be reached.
absl::Status StatusOf(const grpc::Status& status, const ServerAddress& server);

// Has the call say who calls.
void Prepare(const ServerAddress& server, grpc::ClientContext& context);

}  // namespace flagfall::arena::client

#endif  // ARENA_CLIENT_CHANNEL_H_
