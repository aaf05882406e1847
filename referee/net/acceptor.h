#ifndef REFEREE_NET_ACCEPTOR_H_
#define REFEREE_NET_ACCEPTOR_H_

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>

#include "referee/net/descriptor.h"

namespace flagfall {

// Takes the connections that wait at listening sockets. A process without descriptors could not even refuse one, and
// would be woken for it again and again: so one descriptor is kept in reserve.
class Acceptor {
 public:
  // The next connection that waits there, which does not block, and whom it is from. None when nothing waits, or there
  // are no descriptors: then it is closed.
  Descriptor AcceptAt(int socket, sockaddr_storage& name) {
    socklen_t size = sizeof name;
    constexpr int kFlags = SOCK_CLOEXEC | SOCK_NONBLOCK;
    Descriptor connection(::accept4(socket, reinterpret_cast<sockaddr*>(&name), &size, kFlags));
    if (connection.is_valid() || (errno != EMFILE && errno != ENFILE)) return connection;
    spare_ = Descriptor();
    const Descriptor refused(::accept4(socket, nullptr, nullptr, kFlags));
    spare_ = NewSpare();
    return Descriptor();
  }

 private:
  static Descriptor NewSpare() { return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

  // Given up for a moment when there are no others.
  Descriptor spare_ = NewSpare();
};

}  // namespace flagfall

#endif  // REFEREE_NET_ACCEPTOR_H_
