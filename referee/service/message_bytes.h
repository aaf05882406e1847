#ifndef REFEREE_SERVICE_MESSAGE_BYTES_H_
#define REFEREE_SERVICE_MESSAGE_BYTES_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/slice.h>

#include <cstdint>

#include "flagfall/v1/bot_service.pb.h"

namespace flagfall {

// The messages of a bot's stream as gRPC carries them.

// Copies the message once, into the slice that gRPC then sends.
inline grpc::ByteBuffer Encode(const v1::PlayResponse& message) {
  grpc::Slice slice(message.ByteSizeLong());
  message.SerializeWithCachedSizesToArray(const_cast<std::uint8_t*>(slice.begin()));
  return grpc::ByteBuffer(&slice, 1);
}

// False when the bytes are no message.
inline bool Decode(grpc::ByteBuffer& bytes, v1::PlayRequest& request) {
  grpc::Slice slice;
  if (bytes.TrySingleSlice(&slice).ok()) {
    return request.ParseFromArray(slice.begin(), static_cast<int>(slice.size()));
  }
  grpc::ProtoBufferReader reader(&bytes);
  return request.ParseFromZeroCopyStream(&reader);
}

}  // namespace flagfall

#endif  // REFEREE_SERVICE_MESSAGE_BYTES_H_
