#ifndef REFEREE_NET_TLS_END_H_
#define REFEREE_NET_TLS_END_H_

#include <openssl/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall {

// What a server shows of itself over TLS: PEM texts, the key without a passphrase.
struct TlsIdentity {
  // The server's own certificate first, then those that lead to a root.
  std::string certificate_chain;
  std::string private_key;
};

// What all of a server's connections over TLS share.
class TlsContext {
 public:
  // INVALID_ARGUMENT when certificate and key are not what they should be.
  static absl::StatusOr<std::unique_ptr<TlsContext>> Make(const TlsIdentity& identity);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

 private:
  friend class TlsEnd;
  TlsContext();

  SSL_CTX* const context_;
};

// The server's end of one connection over TLS 1.2 or newer, for HTTP/2 (ALPN "h2") alone. Bytes in, bytes out: what is
// done with them is the owner's affair. Nothing is resumed, renegotiated or compressed. A client of TLS 1.3 has 32 new
// keys, and one more for each MiB that it sends: one takes five bytes, costs a hundred times as much as an empty
// record, and may ask for an answer. The safety of the ciphers asks for one in some hundred GiB (RFC 8446,
// section 5.5).
class TlsEnd {
 public:
  explicit TlsEnd(const TlsContext& context);
  ~TlsEnd();
  TlsEnd(const TlsEnd&) = delete;
  TlsEnd& operator=(const TlsEnd&) = delete;

  struct Received {
    // False when the client has ended the connection, has said something that is not TLS as it is spoken here, or has
    // used up its new keys.
    bool goes_on = true;
    // What the client said.
    std::string plain;
    // Records that carried nothing of it.
    int empty_records = 0;
  };
  // Of what came from the client.
  Received Receive(absl::string_view bytes);
  // Says `plain` to the client. False, and nothing is said, before the handshake is over, after Close, and when the
  // client has broken TLS.
  bool Send(absl::string_view plain);
  // Says that no more will be said.
  void Close();

  // What must now be sent to the client, after any of the above.
  std::string TakeOutput();

 private:
  // As SSL_set_msg_callback calls it; `end` is a TlsEnd.
  static void OnMessage(int is_sent, int version, int content_type, const void* message, std::size_t size, SSL* ssl,
                        void* end);
  bool HasUsedUpItsKeys() const;

  SSL* const ssl_;
  // Owned by ssl_.
  BIO* const in_;
  BIO* const out_;
  std::uint64_t bytes_received_ = 0;
  std::uint64_t key_updates_ = 0;
};

}  // namespace flagfall

#endif  // REFEREE_NET_TLS_END_H_
