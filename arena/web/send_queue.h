#ifndef ARENA_WEB_SEND_QUEUE_H_
#define ARENA_WEB_SEND_QUEUE_H_

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace flagfall::arena::web {

// Bytes that wait until a socket takes them. Pages and events that go to many clients are referred to, not copied.
class SendQueue {
 public:
  void Add(std::string bytes) { Add(std::make_shared<const std::string>(std::move(bytes))); }
  void Add(std::shared_ptr<const std::string> bytes) {
    const absl::string_view all = *bytes;
    Add(std::move(bytes), all);
  }
  // `owner` keeps `bytes` where they are until they are sent.
  void Add(std::shared_ptr<const void> owner, absl::string_view bytes) {
    if (bytes.empty()) return;
    size_ += bytes.size();
    pieces_.push_back({std::move(owner), bytes});
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // Sends what the socket takes now. False when it will never take any more.
  bool SendTo(int socket) {
    while (!empty()) {
      iovec parts[kPiecesAtOnce];
      msghdr message{};
      message.msg_iov = parts;
      for (; message.msg_iovlen < std::min(pieces_.size(), kPiecesAtOnce); ++message.msg_iovlen) {
        const absl::string_view bytes = pieces_[message.msg_iovlen].bytes;
        parts[message.msg_iovlen] = {const_cast<char*>(bytes.data()), bytes.size()};
      }
      const ssize_t sent = ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent < 0 && errno == EINTR) continue;
      if (sent < 0) return errno == EAGAIN;
      Remove(static_cast<std::size_t>(sent));
    }
    return true;
  }

 private:
  struct Piece {
    std::shared_ptr<const void> owner;
    absl::string_view bytes;
  };
  static constexpr std::size_t kPiecesAtOnce = 8;

  void Remove(std::size_t count) {
    size_ -= count;
    while (count > 0) {
      const std::size_t part = std::min(count, pieces_.front().bytes.size());
      pieces_.front().bytes.remove_prefix(part);
      count -= part;
      if (pieces_.front().bytes.empty()) pieces_.pop_front();
    }
  }

  std::deque<Piece> pieces_;
  // Bytes of all pieces.
  std::size_t size_ = 0;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_SEND_QUEUE_H_
