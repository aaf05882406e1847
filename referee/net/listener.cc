#include "referee/net/listener.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "referee/net/address.h"
#include "referee/net/net_limits.h"

namespace flagfall {
namespace {

// Who may write to a socket may connect.
constexpr mode_t kOwnerOnly = 0600;
// Of ports that the kernel gives for one family, until one is free in the other as well.
constexpr int kPortsTried = 16;
constexpr std::uint32_t kPortMax = 65535;

absl::Status Unavailable(absl::string_view address, absl::string_view why) {
  return absl::UnavailableError(absl::StrCat("cannot listen on ", address, ": ", why));
}

absl::Status InUse(absl::string_view address) {
  return Unavailable(address, "it is in use, or not an address of this machine");
}

struct UnixAddress {
  sockaddr_un name{};
  socklen_t size = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&name); }
};

// Of a file's path; of an abstract name when that begins with a zero byte.
std::optional<UnixAddress> UnixAddressOf(absl::string_view name) {
  UnixAddress address;
  address.name.sun_family = AF_UNIX;
  if (name.empty() || name.size() >= sizeof address.name.sun_path) return std::nullopt;
  std::memcpy(address.name.sun_path, name.data(), name.size());
  const std::size_t end = name.front() == '\0' ? 0 : 1;
  address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + end);
  return address;
}

Descriptor NewSocket(int family) { return Descriptor(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)); }

// Whether a server that is no more has left that file.
bool IsLeftBehind(const UnixAddress& address) {
  struct stat file {};
  if (::stat(address.name.sun_path, &file) != 0 || !S_ISSOCK(file.st_mode)) return false;
  const Descriptor socket = NewSocket(AF_UNIX);
  return ::connect(socket.get(), address.get(), address.size) != 0 && errno == ECONNREFUSED;
}

using Found = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Found Resolve(const std::string& host, const std::string& port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) found = nullptr;
  return Found(found, ::freeaddrinfo);
}

void SetPort(sockaddr& address, in_port_t port) {
  if (address.sa_family == AF_INET6) {
    reinterpret_cast<sockaddr_in6&>(address).sin6_port = port;
  } else {
    reinterpret_cast<sockaddr_in&>(address).sin_port = port;
  }
}

// In the network's order.
in_port_t PortOf(const Descriptor& socket) {
  sockaddr_storage name{};
  socklen_t size = sizeof name;
  ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&name), &size);
  return name.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(name).sin6_port
                                    : reinterpret_cast<sockaddr_in&>(name).sin_port;
}

// A name may stand for the same address twice.
bool IsRepeated(const addrinfo* found, const addrinfo* at) {
  for (; found != at; found = found->ai_next) {
    if (found->ai_addrlen == at->ai_addrlen && std::memcmp(found->ai_addr, at->ai_addr, at->ai_addrlen) == 0)
      return true;
  }
  return false;
}

// One socket for each of the addresses, all with one port. None at all when one of them cannot be had; a family that
// this machine does not have is passed over.
std::vector<Descriptor> ListenAtAll(const addrinfo* found) {
  std::vector<Descriptor> sockets;
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    if (!sockets.empty()) {
      SetPort(*found->ai_addr, PortOf(sockets.front()));
      SetPort(*at->ai_addr, PortOf(sockets.front()));
    }
    if (IsRepeated(found, at)) continue;
    Descriptor socket = NewSocket(at->ai_family);
    if (!socket.is_valid()) continue;
    // A port of which connections of the last server are still being forgotten is free.
    const int on = 1;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    // [::] stands for both families, as it does everywhere, but only where no other address is asked for.
    const int v6_only = found->ai_next != nullptr ? 1 : 0;
    if (at->ai_family == AF_INET6) ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &v6_only, sizeof v6_only);
    if (::bind(socket.get(), at->ai_addr, at->ai_addrlen) != 0 || ::listen(socket.get(), SOMAXCONN) != 0) {
      if (errno == EADDRNOTAVAIL) continue;
      return {};
    }
    sockets.push_back(std::move(socket));
  }
  return sockets;
}

}  // namespace

Listener::~Listener() {
  if (!path_.empty() && !sockets_.empty()) ::unlink(path_.c_str());
}

absl::StatusOr<Listener> Listener::At(const std::string& address) {
  return IsUnixAddress(address) ? AtUnix(address) : AtTcp(address);
}

absl::StatusOr<Listener> Listener::AtUnix(const std::string& address) {
  Listener listener;
  listener.address_ = address;
  listener.is_unix_ = true;
  absl::string_view name = address;
  const bool is_file = absl::ConsumePrefix(&name, "unix:");
  if (is_file) {
    if (absl::StartsWith(name, "///")) name.remove_prefix(2);
  } else {
    absl::ConsumePrefix(&name, "unix-abstract:");
  }
  const std::optional<UnixAddress> at = UnixAddressOf(absl::StrCat(is_file ? "" : std::string(1, '\0'), name));
  if (!at) return Unavailable(address, "the path is too long for a socket");
  if (is_file && IsLeftBehind(*at)) ::unlink(at->name.sun_path);
  Descriptor socket = NewSocket(AF_UNIX);
  if (::bind(socket.get(), at->get(), at->size) != 0) return InUse(address);
  listener.sockets_.push_back(std::move(socket));
  if (is_file) listener.path_ = std::string(name);
  if (::listen(listener.sockets_[0].get(), SOMAXCONN) != 0) return InUse(address);
  return listener;
}

absl::StatusOr<Listener> Listener::AtOwnPath(const std::string& path) {
  Listener listener;
  listener.address_ = absl::StrCat("unix:", path);
  listener.is_unix_ = true;
  const std::optional<UnixAddress> at = UnixAddressOf(path);
  if (!at) return Unavailable(listener.address_, "the path is too long for a socket");
  Descriptor socket = NewSocket(AF_UNIX);
  if (::bind(socket.get(), at->get(), at->size) != 0) return Unavailable(listener.address_, std::strerror(errno));
  listener.sockets_.push_back(std::move(socket));
  listener.path_ = path;
  if (::chmod(path.c_str(), kOwnerOnly) != 0 || ::listen(listener.sockets_[0].get(), limits::kConnectionsPerBot) != 0) {
    return Unavailable(listener.address_, std::strerror(errno));
  }
  return listener;
}

absl::StatusOr<Listener> Listener::AtTcp(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  if (colon == std::string::npos) return InUse(address);
  absl::string_view host = absl::string_view(address).substr(0, colon);
  if (absl::ConsumePrefix(&host, "[")) absl::ConsumeSuffix(&host, "]");
  const std::string port = address.substr(colon + 1);
  std::uint32_t number = 0;
  if (!absl::SimpleAtoi(port, &number) || number > kPortMax) return InUse(address);
  Listener listener;
  for (int i = 0; i < kPortsTried && listener.sockets_.empty(); ++i) {
    const Found found = Resolve(std::string(host), port);
    listener.sockets_ = ListenAtAll(found.get());
    if (number != 0 || found == nullptr) break;
  }
  if (listener.sockets_.empty()) return InUse(address);
  listener.address_ = absl::StrCat(address.substr(0, colon), ":", ntohs(PortOf(listener.sockets_[0])));
  return listener;
}

}  // namespace flagfall
