#ifndef REFEREE_NET_ACCEPTOR_H_
#define REFEREE_NET_ACCEPTOR_H_

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>

#include "referee/base/descriptor.h"

namespace flagfall {

// Takes the connections that wait at listening sockets. A process without descriptors could not even refuse one, and
// would be woken for it again and again: so one descriptor is kept in reserve.
class Acceptor {
 public:
  // The next connection that waits there, which does not block, and whom it is from. None when nothing waits, or there
  // are no descriptors: then it is closed, unless IsExhausted.
  Descriptor AcceptAt(int socket, sockaddr_storage& name) {
    is_exhausted_ = false;
    // Another thread may have had the one in reserve.
    if (!spare_.is_valid()) spare_ = NewSpare();
    socklen_t size = sizeof name;
    constexpr int kFlags = SOCK_CLOEXEC | SOCK_NONBLOCK;
    Descriptor connection(::accept4(socket, reinterpret_cast<sockaddr*>(&name), &size, kFlags));
    if (connection.is_valid() || !IsForWantOfAny(errno)) return connection;
    spare_ = Descriptor();
    const Descriptor refused(::accept4(socket, nullptr, nullptr, kFlags));
    is_exhausted_ = !refused.is_valid() && IsForWantOfAny(errno);
    spare_ = NewSpare();
    return Descriptor();
  }
  // Whether the connection that AcceptAt came upon waits there still, since the system gave nothing even to refuse it
  // with. Whoever is woken for it then should look away for a while.
  bool IsExhausted() const { return is_exhausted_; }

 private:
  static Descriptor NewSpare() { return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }
  // Of descriptors, or of memory for them.
  static bool IsForWantOfAny(int error) {
    return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
  }

  // Given up for a moment when there are no others.
  Descriptor spare_ = NewSpare();
  bool is_exhausted_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_NET_ACCEPTOR_H_
