#ifndef REFEREE_NET_SOCKET_END_H_
#define REFEREE_NET_SOCKET_END_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "referee/base/descriptor.h"
#include "referee/base/fifo.h"
#include "referee/net/outflow.h"
#include "referee/net/tls_end.h"

namespace flagfall {

// Our end of one connection: a socket that does not block, with TLS on it where it is spoken. It knows what the client
// said and how much of what we said has left this machine. It may be handed from one thread to another.
class SocketEnd {
 public:
  // `tls`: null when the client speaks in the clear; it outlives this.
  SocketEnd(Descriptor socket, const TlsContext* tls);

  struct Received {
    // False when the client has ended the connection, or has said something that is not TLS as it is spoken here.
    bool goes_on = true;
    // What the client said, valid until the next call.
    absl::string_view plain = {};
    // Bytes on the wire, for the pace.
    std::size_t wire_bytes = 0;
    // Records of TLS that carried nothing.
    int empty_records = 0;
  };
  // One read, of at most kPieceBytes from the socket. What TLS has to answer is queued.
  Received Receive();

  // Queues bytes for the client. False, and nothing is queued, after Close, and where TLS cannot carry them: before its
  // handshake is over, or when the client has broken it.
  bool Send(absl::string_view plain);
  // Nothing more will be said, and TLS tells the client so. Once more changes nothing.
  void Close();

  // Sends what the socket takes now. False when it will never take any more.
  bool Flush();
  // Whether something is queued that the socket has not taken.
  bool IsBlocked() const { return !out_.is_empty(); }
  // How many bytes that Send has queued so far have left this machine wholly, with the records that they are in.
  std::uint64_t plain_left() const { return plain_left_; }

  int socket() const { return socket_.get(); }

  static constexpr std::size_t kPieceBytes = 16 * 1024;

 private:
  // Queues what TLS has to say.
  void QueueRecords();

  Descriptor socket_;
  std::optional<TlsEnd> tls_;
  std::string received_;
  Outflow out_;
  bool is_closed_ = false;
  std::uint64_t plain_queued_ = 0;
  std::uint64_t plain_left_ = 0;
  std::uint64_t wire_queued_ = 0;
  std::uint64_t wire_left_ = 0;
  // Which plain bytes have left when so many bytes on the wire have: (wire_queued_, plain_queued_) after each Send.
  Fifo<std::pair<std::uint64_t, std::uint64_t>> marks_;
};

}  // namespace flagfall

#endif  // REFEREE_NET_SOCKET_END_H_
