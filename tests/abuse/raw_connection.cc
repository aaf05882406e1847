#include "tests/abuse/raw_connection.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_split.h"
#include "tests/net/http2_bytes.h"

namespace flagfall::abuse {
namespace {

constexpr unsigned char kHttp2OverTls[] = {2, 'h', '2'};
constexpr std::size_t kFrameHeaderBytes = 9;
// A server that takes nothing for so long keeps its client waiting.
constexpr std::chrono::milliseconds kKeptWaiting(20);

sockaddr_in NameOf(const std::string& host, int port) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(static_cast<in_port_t>(port));
  ::inet_pton(AF_INET, host.c_str(), &name.sin_addr);
  return name;
}

std::chrono::milliseconds Until(SteadyTime time) {
  const auto left = time - std::chrono::steady_clock::now();
  return std::max(std::chrono::ceil<std::chrono::milliseconds>(left), std::chrono::milliseconds(0));
}

}  // namespace

RawConnection::RawConnection(const Options& options) : until_(options.until) {
  const std::size_t colon = options.address.rfind(':');
  const sockaddr_in server = NameOf(options.address.substr(0, colon), std::stoi(options.address.substr(colon + 1)));
  const sockaddr_in source = NameOf(options.source, 0);
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int on = 1;
  // Otherwise a flood of short connections is through with the ports of an address after some seconds.
  ::setsockopt(socket_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  // What a server leaves unread shall wait in the attacker, where it is seen, and not in the kernel.
  const int buffer_bytes = 64 << 10;
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDBUF, &buffer_bytes, sizeof buffer_bytes);
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&source), sizeof source) != 0) has_ended_ = true;
  if (has_ended_) return;
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&server), sizeof server) == 0) return;
  if (errno != EINPROGRESS || !Await(POLLOUT, until_)) has_ended_ = true;
}

RawConnection::~RawConnection() {
  SSL_free(tls_);
  SSL_CTX_free(context_);
  if (socket_ >= 0) ::close(socket_);
}

bool RawConnection::ShakeHands(int version_max) {
  context_ = SSL_CTX_new(TLS_client_method());
  if (version_max != 0) SSL_CTX_set_max_proto_version(context_, version_max);
  SSL_CTX_set_mode(context_, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_ciphersuites(context_, "TLS_AES_128_GCM_SHA256");
  SSL_CTX_set_keylog_callback(context_, OnSecret);
  tls_ = SSL_new(context_);
  SSL_set_app_data(tls_, this);
  SSL_set_alpn_protos(tls_, kHttp2OverTls, sizeof kHttp2OverTls);
  SSL_set_fd(tls_, socket_);
  while (!IsOver()) {
    ERR_clear_error();
    const int result = SSL_connect(tls_);
    if (result == 1) return true;
    const int error = SSL_get_error(tls_, result);
    if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) has_ended_ = true;
    if (!has_ended_) Await(error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, until_);
  }
  return false;
}

void RawConnection::OnSecret(const SSL* tls, const char* line) {
  // "CLIENT_TRAFFIC_SECRET_0 <random> <secret>", in hexadecimal digits.
  const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
  if (words.size() != 3 || words[0] != "CLIENT_TRAFFIC_SECRET_0") return;
  static_cast<RawConnection*>(SSL_get_app_data(tls))->traffic_secret_ = absl::HexStringToBytes(words[2]);
}

const std::string& RawConnection::WriteRecords() {
  writes_records_ = true;
  return traffic_secret_;
}

bool RawConnection::Send(absl::string_view bytes) {
  while (!bytes.empty() && !IsOver()) {
    const ssize_t sent = Write(bytes);
    if (sent < 0) has_ended_ = true;
    if (sent == 0) Await(POLLOUT, until_);
    if (sent <= 0) continue;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
    bytes_sent_ += static_cast<std::uint64_t>(sent);
  }
  return !IsOver();
}

bool RawConnection::Receive() {
  char buffer[65536];
  while (!IsOver()) {
    const ssize_t count = Read(buffer, sizeof buffer);
    if (count < 0) has_ended_ = true;
    if (count <= 0) break;
    bytes_received_ += static_cast<std::uint64_t>(count);
    TakeFrames(absl::string_view(buffer, static_cast<std::size_t>(count)));
  }
  return !IsOver();
}

bool RawConnection::AwaitWindow(std::size_t bytes) {
  const SteadyTime began = std::chrono::steady_clock::now();
  while (Receive()) {
    if (std::chrono::steady_clock::now() - began > kKeptWaiting) was_kept_waiting_ = true;
    if (window_ >= static_cast<std::int64_t>(bytes)) return true;
    Await(POLLIN, until_);
  }
  return false;
}

bool RawConnection::Pause(std::chrono::milliseconds time) {
  pollfd polled{socket_, POLLRDHUP, 0};
  const auto most = std::min(time, Until(until_));
  if (!has_ended_ && ::poll(&polled, 1, static_cast<int>(most.count())) == 1) has_ended_ = true;
  return !IsOver();
}

bool RawConnection::AwaitEnd(std::chrono::milliseconds most) {
  const SteadyTime until = std::chrono::steady_clock::now() + most;
  char buffer[65536];
  while (!has_ended_ && std::chrono::steady_clock::now() < until) {
    const ssize_t count = Read(buffer, sizeof buffer);
    if (count < 0) has_ended_ = true;
    if (count == 0) Await(POLLIN, until);
  }
  return has_ended_;
}

bool RawConnection::Await(short events, SteadyTime until) {
  pollfd polled{socket_, events, 0};
  const SteadyTime began = std::chrono::steady_clock::now();
  const bool has_come = ::poll(&polled, 1, static_cast<int>(Until(until).count())) == 1;
  if (events == POLLOUT && std::chrono::steady_clock::now() - began > kKeptWaiting) was_kept_waiting_ = true;
  if (has_come && (polled.revents & POLLERR) != 0) has_ended_ = true;
  return has_come && (polled.revents & events) != 0;
}

ssize_t RawConnection::Write(absl::string_view bytes) {
  ERR_clear_error();
  if (tls_ != nullptr && !writes_records_)
    return ResultOfTls(SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size())));
  const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  return sent < 0 && errno == EAGAIN ? 0 : sent;
}

ssize_t RawConnection::Read(char* buffer, std::size_t size) {
  ERR_clear_error();
  if (tls_ != nullptr) return ResultOfTls(SSL_read(tls_, buffer, static_cast<int>(size)));
  const ssize_t count = ::recv(socket_, buffer, size, 0);
  if (count < 0 && errno == EAGAIN) return 0;
  return count == 0 ? -1 : count;
}

ssize_t RawConnection::ResultOfTls(int count) {
  if (count > 0) return count;
  const int error = SSL_get_error(tls_, count);
  return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

void RawConnection::TakeFrames(absl::string_view bytes) {
  while (!bytes.empty()) {
    if (payload_left_ > 0) {
      const absl::string_view part = bytes.substr(0, payload_left_);
      if (payload_.size() < sizeof(std::uint32_t)) payload_.append(part.data(), std::min<std::size_t>(part.size(), 4));
      payload_left_ -= part.size();
      bytes.remove_prefix(part.size());
    } else {
      header_.push_back(bytes.front());
      bytes.remove_prefix(1);
      if (header_.size() < kFrameHeaderBytes) continue;
      const auto byte = [this](int i) { return std::size_t{static_cast<std::uint8_t>(header_[i])}; };
      payload_left_ = (byte(0) << 16) + (byte(1) << 8) + byte(2);
      ++frames_[byte(3)];
    }
    if (payload_left_ > 0 || header_.size() < kFrameHeaderBytes) continue;
    if (header_[3] == kWindowUpdate && header_.substr(5) == BigEndian(0, 4) && payload_.size() >= 4) {
      for (int i = 0; i < 4; ++i) window_ += std::int64_t{static_cast<std::uint8_t>(payload_[i])} << (24 - 8 * i);
    }
    header_.clear();
    payload_.clear();
  }
}

}  // namespace flagfall::abuse
