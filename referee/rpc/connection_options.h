#ifndef REFEREE_RPC_CONNECTION_OPTIONS_H_
#define REFEREE_RPC_CONNECTION_OPTIONS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "referee/base/micros.h"

namespace flagfall::rpc {

// What a client may have on one connection, and for how long.
struct ConnectionOptions {
  std::size_t message_bytes_max = 64 * 1024;
  // Of a call's metadata, counted as HTTP/2 does (RFC 9113, 6.5.2). A call with more is refused; a connection on which
  // eight times as much comes in one head is ended while it comes.
  std::size_t metadata_bytes_max = 8 * 1024;
  std::uint32_t calls_at_once_max = 4;
  // Frames that are no HTTP/2 as it should be, and that reset their call only; one more ends the connection.
  int invalid_frames_max = 16;
  // Until the client has said its preface and its settings.
  Micros opening_within = std::chrono::seconds(5);
  // A connection without any call is closed after this.
  Micros idle_after = std::chrono::seconds(60);
  // A ping is sent after so long without a byte, and the connection ended after so long without an answer. A client
  // that takes nothing of what waits for it in both times together is gone as well, whatever it says meanwhile.
  Micros keepalive_time = std::chrono::seconds(10);
  Micros keepalive_timeout = std::chrono::seconds(5);
  // What a call or a connection that has ended gets to take what was said to it last.
  Micros linger = std::chrono::seconds(2);
};

}  // namespace flagfall::rpc

#endif  // REFEREE_RPC_CONNECTION_OPTIONS_H_
