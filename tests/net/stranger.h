#ifndef TESTS_NET_STRANGER_H_
#define TESTS_NET_STRANGER_H_

#include <openssl/types.h>
#include <sys/types.h>

#include <string>

#include "absl/strings/string_view.h"
#include "referee/base/descriptor.h"

namespace flagfall {

// Somebody without a token who has a connection to an address of the referee, over TLS or in the clear, and says bytes.
class Stranger {
 public:
  // "127.0.0.1:PORT" or "unix:/path". Connects; shakes hands where `over_tls`, for HTTP/2 and without looking at the
  // certificate.
  explicit Stranger(const std::string& address, bool over_tls = false);
  // The same on a socket that is connected already, and blocks.
  explicit Stranger(Descriptor socket, bool over_tls = false);
  ~Stranger();
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;

  // Waits until the referee takes it. False when the connection has ended.
  bool Say(absl::string_view bytes);

  // In the clear: says some of the bytes if the referee takes any within a moment; otherwise false.
  bool SayNow(absl::string_view bytes);

  // Over TLS 1.3: goes on with new keys, and asks the referee to do so too if `asks`. As Say.
  bool UpdateKeys(bool asks);

  // What has come so far.
  const std::string& Heard();
  // Whether the referee has closed the connection.
  bool IsClosed();

  // Says that it has no more to say (over TLS there too), and goes on listening.
  void HalfClose();
  // Closes the socket without a further word.
  void Vanish() { socket_ = Descriptor(); }

 private:
  // As recv.
  ssize_t ReadTls(char* buffer, int size);

  Descriptor socket_;
  std::string heard_;
  bool is_closed_ = false;
  SSL_CTX* context_ = nullptr;
  SSL* ssl_ = nullptr;
};

}  // namespace flagfall

#endif  // TESTS_NET_STRANGER_H_
