#ifndef REFEREE_RPC_HTTP2_CALLBACKS_H_
#define REFEREE_RPC_HTTP2_CALLBACKS_H_

#include <nghttp2/nghttp2.h>

#include <cstdint>

#include "referee/rpc/connection.h"

namespace flagfall::rpc {

// What nghttp2 calls while it reads and writes frames; all of it is passed on to the Connection that is the session's
// user data.
class Http2Callbacks {
 public:
  // A server's session with these callbacks and the limits that nghttp2 itself keeps.
  static nghttp2_session* NewSession(Connection& connection);

  // The source of a call's DATA frames.
  static nghttp2_data_provider DataOf(Call& call);

 private:
  static int OnBeginHeaders(nghttp2_session* session, const nghttp2_frame* frame, void* user_data);
  static int OnHeader(nghttp2_session* session, const nghttp2_frame* frame, const std::uint8_t* name,
                      std::size_t name_bytes, const std::uint8_t* value, std::size_t value_bytes, std::uint8_t flags,
                      void* user_data);
  static int OnFrameReceived(nghttp2_session* session, const nghttp2_frame* frame, void* user_data);
  static int OnInvalidFrame(nghttp2_session* session, const nghttp2_frame* frame, int error, void* user_data);
  static int OnData(nghttp2_session* session, std::uint8_t flags, std::int32_t stream, const std::uint8_t* data,
                    std::size_t bytes, void* user_data);
  static int OnStreamClosed(nghttp2_session* session, std::int32_t stream, std::uint32_t error, void* user_data);
  static int OnFrameSent(nghttp2_session* session, const nghttp2_frame* frame, void* user_data);
  static ssize_t ReadData(nghttp2_session* session, std::int32_t stream, std::uint8_t* buffer, std::size_t size,
                          std::uint32_t* flags, nghttp2_data_source* source, void* user_data);
};

}  // namespace flagfall::rpc

#endif  // REFEREE_RPC_HTTP2_CALLBACKS_H_
