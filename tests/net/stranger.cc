#include "tests/net/stranger.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/match.h"

namespace flagfall {
namespace {

constexpr unsigned char kHttp2[] = {2, 'h', '2'};

Descriptor ConnectTo(const std::string& address) {
  sockaddr_storage name{};
  socklen_t size = 0;
  if (absl::StartsWith(address, "unix:")) {
    auto& unix_name = reinterpret_cast<sockaddr_un&>(name);
    unix_name.sun_family = AF_UNIX;
    address.copy(unix_name.sun_path, sizeof unix_name.sun_path - 1, 5);
    size = sizeof unix_name;
  } else {
    auto& tcp_name = reinterpret_cast<sockaddr_in&>(name);
    tcp_name.sin_family = AF_INET;
    tcp_name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    tcp_name.sin_port = htons(static_cast<in_port_t>(std::stoi(address.substr(address.rfind(':') + 1))));
    size = sizeof tcp_name;
  }
  Descriptor socket(::socket(name.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_EQ(::connect(socket.get(), reinterpret_cast<sockaddr*>(&name), size), 0) << std::strerror(errno);
  return socket;
}

}  // namespace

Stranger::Stranger(const std::string& address, bool over_tls) : Stranger(ConnectTo(address), over_tls) {}

Stranger::Stranger(Descriptor socket, bool over_tls) : socket_(std::move(socket)) {
  if (!over_tls) return;
  context_ = SSL_CTX_new(TLS_client_method());
  ssl_ = SSL_new(context_);
  SSL_set_alpn_protos(ssl_, kHttp2, sizeof kHttp2);
  SSL_set_fd(ssl_, socket_.get());
  is_closed_ = SSL_connect(ssl_) != 1;
}

Stranger::~Stranger() {
  SSL_free(ssl_);
  SSL_CTX_free(context_);
}

bool Stranger::Say(absl::string_view bytes) {
  // Errors of other connections on this thread are no errors of this one.
  ERR_clear_error();
  if (ssl_ != nullptr) return !is_closed_ && SSL_write(ssl_, bytes.data(), static_cast<int>(bytes.size())) > 0;
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Stranger::UpdateKeys(bool asks) {
  ERR_clear_error();
  return SSL_key_update(ssl_, asks ? SSL_KEY_UPDATE_REQUESTED : SSL_KEY_UPDATE_NOT_REQUESTED) == 1 &&
         SSL_do_handshake(ssl_) == 1;
}

bool Stranger::SayNow(absl::string_view bytes) {
  pollfd polled{socket_.get(), POLLOUT, 0};
  constexpr int kMomentMillis = 500;
  if (::poll(&polled, 1, kMomentMillis) != 1) return false;
  return ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT) > 0;
}

const std::string& Stranger::Heard() {
  char buffer[4096];
  for (;;) {
    const auto count =
        ssl_ != nullptr ? ReadTls(buffer, sizeof buffer) : ::recv(socket_.get(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (count > 0) {
      heard_.append(buffer, static_cast<std::size_t>(count));
      continue;
    }
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) is_closed_ = true;
    return heard_;
  }
}

ssize_t Stranger::ReadTls(char* buffer, int size) {
  ::fcntl(socket_.get(), F_SETFL, O_NONBLOCK);
  ERR_clear_error();
  const int count = SSL_read(ssl_, buffer, size);
  ::fcntl(socket_.get(), F_SETFL, 0);
  if (count > 0) return count;
  errno = EAGAIN;
  return SSL_get_error(ssl_, count) == SSL_ERROR_WANT_READ ? -1 : 0;
}

void Stranger::HalfClose() {
  if (ssl_ != nullptr) SSL_shutdown(ssl_);
  ::shutdown(socket_.get(), SHUT_WR);
}

bool Stranger::IsClosed() {
  Heard();
  return is_closed_;
}

}  // namespace flagfall
