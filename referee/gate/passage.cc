#include "referee/gate/passage.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "referee/gate/gate_limits.h"

namespace flagfall {
namespace {

constexpr std::size_t kPieceBytes = 16 * 1024;
// As soon as the client takes so little of what is said to it below HTTP/2, it is not heard.
constexpr std::size_t kUnreadByClient = 4 * kPieceBytes;
// For browsers and those who look around; and who speaks TLS where it is spoken in the clear is told so by his library.
constexpr absl::string_view kNotHttp2 =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
    "This port speaks gRPC over HTTP/2, and nothing else.\n";

constexpr std::uint32_t kHangUp = EPOLLRDHUP | EPOLLHUP | EPOLLERR;

bool HasEnded(ssize_t received) { return received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR); }

}  // namespace

Passage::Passage(Descriptor client, const TlsContext* tls, PeerQuotas::Shared& of_peer, Budget& calls_of_all,
                 std::function<bool(Descriptor)> hand_over, Micros now)
    : client_(std::move(client)),
      pace_(of_peer.pace),
      hand_over_(std::move(hand_over)),
      guard_(of_peer.calls, calls_of_all, now),
      read_on_at_(now),
      deadline_(now + limits::kOpeningWithin) {
  if (tls != nullptr) tls_.emplace(*tls);
}

std::uint32_t Passage::Wanted(Side side, Micros now) const {
  const bool is_client = side == Side::kClient;
  std::uint32_t events = (is_client ? to_client_ : to_referee_).is_empty() ? 0U : EPOLLOUT;
  const bool listens = state_ == State::kOpening || state_ == State::kPassing;
  const bool has_room = is_client ? to_referee_.is_empty() && to_client_.size() < kUnreadByClient && read_on_at_ <= now
                                  : to_client_.is_empty();
  if (listens && has_room) events |= EPOLLIN;
  // That the server has ended must be seen also while the client takes nothing. Once: of a socket that is not read, an
  // end is reported again and again.
  if (!is_client && state_ == State::kPassing && events == 0) events = EPOLLRDHUP | EPOLLET;
  return SocketOf(side) < 0 || has_ended() ? 0 : events;
}

std::optional<Micros> Passage::NextLook(Micros now) const {
  if (state_ == State::kLeaving) return deadline_;
  std::optional<Micros> look;
  if (HasDeadline()) look = deadline_;
  if (read_on_at_ > now) look = std::min(look.value_or(Micros::max()), read_on_at_);
  return look;
}

void Passage::OnTime(Micros now) {
  if (HasDeadline() && now >= deadline_) state_ = State::kEnded;
}

bool Passage::OnEvents(Side side, std::uint32_t events, Micros now) {
  if (side == Side::kReferee && (events & kHangUp) != 0 && !HasDeadline()) {
    server_has_ended_ = true;
    deadline_ = now + limits::kLinger;
  }
  if ((events & ~std::uint32_t{EPOLLIN}) != 0) Flush(side, now);
  const bool may_read = (events & ~std::uint32_t{EPOLLOUT}) != 0 && (Wanted(side, now) & EPOLLIN) != 0;
  return may_read && Read(side, now);
}

bool Passage::Read(Side side, Micros now) {
  std::array<char, kPieceBytes> buffer;
  const ssize_t count = ::recv(SocketOf(side), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (HasEnded(count)) Leave(now);
  if (count <= 0) return false;
  const absl::string_view piece(buffer.data(), static_cast<std::size_t>(count));
  if (side == Side::kReferee) {
    const bool is_message = guard_.FromReferee(piece) == ConnectionGuard::Piece::kMessage;
    SayToClient(piece);
    Flush(Side::kClient, now);
    return is_message;
  }
  pace_.Read(piece.size(), now);
  read_on_at_ = pace_.ReadOnAt();
  return TakeFromClient(piece, now);
}

bool Passage::TakeFromClient(absl::string_view bytes, Micros now) {
  TlsEnd::Received received;
  if (tls_) {
    received = tls_->Receive(bytes);
    to_client_.Add(tls_->TakeOutput());
    bytes = received.plain;
  }
  using Piece = ConnectionGuard::Piece;
  const Piece piece =
      guard_.FromClientBelow(received.empty_records, now) ? guard_.FromClient(bytes, now) : Piece::kTooMuch;
  if (piece == Piece::kTooMuch) {
    state_ = State::kEnded;
    return false;
  }
  if (state_ == State::kOpening) {
    TakeOpening(bytes, now);
  } else {
    to_referee_.Add(bytes);
  }
  if (!received.goes_on) Leave(now);
  Flush(Side::kReferee, now);
  Flush(Side::kClient, now);
  return piece == Piece::kMessage;
}

void Passage::TakeOpening(absl::string_view plain, Micros now) {
  opening_.append(plain.data(), plain.size());
  const std::size_t compared = std::min(opening_.size(), kClientPreface.size());
  if (absl::string_view(opening_).substr(0, compared) != kClientPreface.substr(0, compared)) {
    SayToClient(kNotHttp2);
    return Leave(now);
  }
  if (compared == kClientPreface.size()) HandOver(now);
}

void Passage::HandOver(Micros now) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return Leave(now);
  referee_ = Descriptor(ends[0]);
  if (!hand_over_(Descriptor(ends[1]))) return Leave(now);
  to_referee_.Add(std::exchange(opening_, {}));
  state_ = State::kPassing;
}

void Passage::SayToClient(absl::string_view plain) {
  if (!tls_) return to_client_.Add(plain);
  tls_->Send(plain);
  to_client_.Add(tls_->TakeOutput());
}

void Passage::Flush(Side side, Micros now) {
  Outflow& flow = side == Side::kClient ? to_client_ : to_referee_;
  if (!flow.is_empty() && !flow.SendTo(SocketOf(side))) {
    flow.Clear();
    Leave(now);
  }
  if (state_ == State::kLeaving && to_client_.is_empty() && to_referee_.is_empty()) state_ = State::kEnded;
}

// What is on its way still arrives.
void Passage::Leave(Micros now) {
  if (state_ == State::kLeaving || state_ == State::kEnded) return;
  state_ = State::kLeaving;
  deadline_ = now + limits::kLinger;
  if (tls_) {
    tls_->Close();
    to_client_.Add(tls_->TakeOutput());
  }
  Flush(Side::kReferee, now);
  Flush(Side::kClient, now);
}

}  // namespace flagfall
