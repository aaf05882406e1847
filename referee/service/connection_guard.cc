#include "referee/service/connection_guard.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>

#include "absl/strings/string_view.h"
#include "referee/base/micros.h"
#include "referee/service/budget.h"
#include "referee/service/frame_meter.h"
#include "referee/service/limits.h"

namespace flagfall {
namespace {

constexpr std::size_t kClientPrefaceBytes = 24;
constexpr std::size_t kPieceBytes = 16 * 1024;

Micros Now() { return std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now().time_since_epoch()); }

bool SendAll(int descriptor, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace

struct ConnectionGuard::Passage {
  Passage(int bot_end, int referee_end) : bot(bot_end), referee(referee_end) {
    thread = std::thread([this] {
      PassOn();
      End();
      has_ended = true;
    });
  }
  ~Passage() {
    End();
    thread.join();
    ::close(bot);
    ::close(referee);
  }
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;

  // Wakes whoever waits at either end.
  void End() const {
    ::shutdown(bot, SHUT_RDWR);
    ::shutdown(referee, SHUT_RDWR);
  }

  void PassOn() {
    Budget frames(limits::kFrameBurst, limits::kFramesPerSecond, Now());
    Budget calls(limits::kCallBurst, limits::kCallsPerSecond, Now());
    FrameMeter from_bot(kClientPrefaceBytes);
    FrameMeter from_referee(0);
    std::array<char, kPieceBytes> buffer;
    pollfd polled[2] = {{bot, POLLIN, 0}, {referee, POLLIN, 0}};
    for (;;) {
      if (::poll(polled, 2, -1) < 0 && errno != EINTR) return;
      for (const pollfd& end : polled) {
        if (end.revents == 0) continue;
        const ssize_t count = ::recv(end.fd, buffer.data(), buffer.size(), 0);
        if (count <= 0) return;
        const absl::string_view piece(buffer.data(), static_cast<std::size_t>(count));
        if (end.fd == bot) {
          const FrameMeter::Count counted = from_bot.Take(piece);
          for (int i = 0; i < counted.frames; ++i) {
            if (!frames.Spend(Now())) return;
          }
          for (int i = 0; i < counted.calls; ++i) {
            if (!calls.Spend(Now())) return;
          }
        } else {
          // Acknowledgements, which a bot can have without end, earn nothing.
          const int earned = from_referee.Take(piece).data * limits::kFramesForOne;
          for (int i = 0; i < earned; ++i) frames.Earn();
        }
        // To wait here for a bot that does not read keeps nobody but this bot.
        if (!SendAll(end.fd == bot ? referee : bot, piece)) return;
      }
    }
  }

  const int bot;
  const int referee;
  std::atomic<bool> has_ended{false};
  std::thread thread;
};

ConnectionGuard::ConnectionGuard() = default;
ConnectionGuard::~ConnectionGuard() = default;

int ConnectionGuard::Guard(int connection) {
  ForgetTheEnded();
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    ::close(connection);
    return -1;
  }
  // Ours wait in their thread; the library's does not.
  ::fcntl(connection, F_SETFL, 0);
  ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
  passages_.push_back(std::make_unique<Passage>(connection, ends[0]));
  return ends[1];
}

void ConnectionGuard::ForgetTheEnded() {
  passages_.remove_if([](const auto& passage) { return passage->has_ended.load(); });
}

}  // namespace flagfall
