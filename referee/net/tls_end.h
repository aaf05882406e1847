#ifndef REFEREE_NET_TLS_END_H_
#define REFEREE_NET_TLS_END_H_

#include <openssl/types.h>

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
// done with them is the owner's affair. Nothing is resumed, renegotiated or compressed.
class TlsEnd {
 public:
  explicit TlsEnd(const TlsContext& context);
  ~TlsEnd();
  TlsEnd(const TlsEnd&) = delete;
  TlsEnd& operator=(const TlsEnd&) = delete;

  struct Received {
    // False when the client has ended the connection, or has said something that is not TLS as it is spoken here.
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
  SSL* const ssl_;
  // Owned by ssl_.
  BIO* const in_;
  BIO* const out_;
};

}  // namespace flagfall

#endif  // REFEREE_NET_TLS_END_H_
