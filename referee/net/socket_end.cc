#include "referee/net/socket_end.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace flagfall {

SocketEnd::SocketEnd(Descriptor socket, const TlsContext* tls) : socket_(std::move(socket)) {
  if (tls != nullptr) tls_.emplace(*tls);
}

SocketEnd::Received SocketEnd::Receive() {
  static thread_local std::array<char, kPieceBytes> buffer;
  const ssize_t count = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return {};
  if (count <= 0) return {.goes_on = false};
  const absl::string_view wire(buffer.data(), static_cast<std::size_t>(count));
  if (!tls_) return {.plain = wire, .wire_bytes = wire.size()};
  TlsEnd::Received received = tls_->Receive(wire);
  received_ = std::move(received.plain);
  QueueRecords();
  return {.goes_on = received.goes_on,
          .plain = received_,
          .wire_bytes = wire.size(),
          .empty_records = received.empty_records};
}

bool SocketEnd::Send(absl::string_view plain) {
  if (is_closed_) return false;
  if (tls_) {
    if (!tls_->Send(plain)) return false;
    QueueRecords();
  } else {
    out_.Add(plain);
    wire_queued_ += plain.size();
  }
  plain_queued_ += plain.size();
  marks_.push_back({wire_queued_, plain_queued_});
  return true;
}

void SocketEnd::Close() {
  if (std::exchange(is_closed_, true) || !tls_) return;
  tls_->Close();
  QueueRecords();
}

void SocketEnd::QueueRecords() {
  const std::string records = tls_->TakeOutput();
  out_.Add(records);
  wire_queued_ += records.size();
}

bool SocketEnd::Flush() {
  const std::size_t before = out_.size();
  const bool goes_on = out_.SendTo(socket_.get());
  wire_left_ += before - out_.size();
  while (!marks_.empty() && marks_.front().first <= wire_left_) {
    plain_left_ = marks_.front().second;
    marks_.pop_front();
  }
  return goes_on;
}

}  // namespace flagfall
