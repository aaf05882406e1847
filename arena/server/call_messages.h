#ifndef ARENA_SERVER_CALL_MESSAGES_H_
#define ARENA_SERVER_CALL_MESSAGES_H_

#include <google/protobuf/message_lite.h>

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/service/blocking_call.h"

namespace flagfall::arena::server {

// The messages of a call, between bytes and what is written in the .proto.

// INVALID_ARGUMENT when the bytes are no such message.
inline absl::Status ParseMessage(const std::string& bytes, google::protobuf::MessageLite& message) {
  if (message.ParseFromString(bytes)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("what was sent is no ", message.GetTypeName()));
}

// Reads the request of a call that has one. INTERNAL when the client sends none, or several, since only a broken client
// library does that; CANCELLED when the client has gone.
inline absl::Status ReadRequest(BlockingCall& call, google::protobuf::MessageLite& request) {
  const std::optional<std::string> message = call.Read();
  const bool has_second = message.has_value() && call.Read().has_value();
  if (call.IsCancelled()) return absl::CancelledError("the caller has gone");
  if (!message.has_value()) return absl::InternalError("the call has no request; this method takes one");
  if (has_second) return absl::InternalError("the call has a second request; this method takes one");
  return ParseMessage(*message, request);
}

// False when the call is over.
inline bool WriteMessage(const google::protobuf::MessageLite& message, BlockingCall& call) {
  return call.Write(message.SerializeAsString());
}

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_CALL_MESSAGES_H_
