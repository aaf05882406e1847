#ifndef REFEREE_NET_OUTFLOW_H_
#define REFEREE_NET_OUTFLOW_H_

#include <sys/socket.h>

#include <cerrno>
#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall {

// What waits until a socket takes it.
class Outflow {
 public:
  void Add(absl::string_view bytes) { bytes_.append(bytes.data(), bytes.size()); }
  void Clear() { bytes_.clear(), sent_ = 0; }

  std::size_t size() const { return bytes_.size() - sent_; }
  bool is_empty() const { return size() == 0; }

  // Sends what the socket takes now. False when it will never take any more.
  bool SendTo(int socket) {
    while (!is_empty()) {
      const ssize_t sent = ::send(socket, bytes_.data() + sent_, size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent < 0 && errno == EINTR) continue;
      if (sent < 0) return errno == EAGAIN;
      sent_ += static_cast<std::size_t>(sent);
    }
    Clear();
    return true;
  }

 private:
  std::string bytes_;
  // Of these.
  std::size_t sent_ = 0;
};

}  // namespace flagfall

#endif  // REFEREE_NET_OUTFLOW_H_
