#include "referee/service/bot_sockets.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/service/limits.h"

namespace flagfall {
namespace {

constexpr std::uint64_t kWakeId = 0;
constexpr int kEventsAtOnce = 64;
// Without descriptors a connection stays where it is, and is asked about again after this.
constexpr int kShortageMicros = 10'000;
// Who may write to a socket may connect.
constexpr mode_t kOwnerOnly = 0600;

absl::Status Unavailable(const std::string& path, const char* why) {
  return absl::UnavailableError(absl::StrCat("the referee cannot listen on unix:", path, ": ", why));
}

}  // namespace

BotSockets::BotSockets(std::function<void(int)> adopt, std::function<Micros()> now)
    : adopt_(std::move(adopt)),
      now_(std::move(now)),
      poll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC)) {
  Watch(wake_, EPOLLIN, kWakeId);
}

BotSockets::~BotSockets() {
  Stop();
  ::close(wake_);
  ::close(poll_);
}

bool BotSockets::Watch(int descriptor, std::uint32_t events, std::uint64_t id) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = id;
  return ::epoll_ctl(poll_, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

absl::Status BotSockets::Listen(const std::string& bot, const std::string& path, bool is_guarded) {
  StopListening(bot);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return Unavailable(path, "the path is too long for a socket");
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return Unavailable(path, std::strerror(errno));
  if (::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::chmod(path.c_str(), kOwnerOnly) != 0 || ::listen(descriptor, limits::kConnectionsPerBot) != 0) {
    const absl::Status status = Unavailable(path, std::strerror(errno));
    ::close(descriptor);
    return status;
  }
  absl::MutexLock lock(&mutex_);
  const std::uint64_t id = ++last_id_;
  listeners_.emplace(id, Listener{.bot = bot,
                                  .path = path,
                                  .descriptor = descriptor,
                                  .connections{limits::kConnectionBurst, limits::kConnectionsPerSecond, now_()},
                                  .is_guarded = is_guarded});
  Watch(descriptor, EPOLLIN, id);
  if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
  return absl::OkStatus();
}

void BotSockets::Close(const Listener& listener) {
  ::close(listener.descriptor);
  ::unlink(listener.path.c_str());
}

void BotSockets::StopListening(const std::string& bot) {
  absl::MutexLock lock(&mutex_);
  std::erase_if(listeners_, [&](const auto& entry) {
    if (entry.second.bot != bot) return false;
    Close(entry.second);
    return true;
  });
}

void BotSockets::Stop() {
  std::thread thread;
  {
    absl::MutexLock lock(&mutex_);
    for (const auto& [id, listener] : listeners_) Close(listener);
    listeners_.clear();
    thread = std::move(thread_);
  }
  if (thread.joinable()) {
    ::eventfd_write(wake_, 1);
    thread.join();
  }
  absl::MutexLock lock(&mutex_);
  for (const auto& [id, connection] : connections_) ::close(connection.watched);
  connections_.clear();
  connection_at_.clear();
}

std::optional<std::string> BotSockets::BotAt(int descriptor) const {
  absl::MutexLock lock(&mutex_);
  const auto found = connection_at_.find(descriptor);
  if (found == connection_at_.end()) return std::nullopt;
  return connections_.at(found->second).bot;
}

void BotSockets::Run() {
  epoll_event events[kEventsAtOnce];
  for (;;) {
    const int count = ::epoll_wait(poll_, events, kEventsAtOnce, -1);
    for (int i = 0; i < count; ++i) {
      if (events[i].data.u64 == kWakeId) return;
      OnEvent(events[i].data.u64);
    }
  }
}

void BotSockets::OnEvent(std::uint64_t id) {
  absl::MutexLock lock(&mutex_);
  if (const auto listener = listeners_.find(id); listener != listeners_.end()) return Accept(listener->second);
  const auto found = connections_.find(id);
  if (found == connections_.end()) return;
  // Nothing but an end is reported of a connection.
  const Connection& connection = found->second;
  ::close(connection.watched);
  const auto at = connection_at_.find(connection.descriptor);
  if (at != connection_at_.end() && at->second == id) connection_at_.erase(at);
  connections_.erase(found);
}

void BotSockets::Accept(Listener& listener) {
  int descriptor = ::accept4(listener.descriptor, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (descriptor < 0) {
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) ::usleep(kShortageMicros);
    return;
  }
  if (ConnectionsOf(listener.bot) >= limits::kConnectionsPerBot || !listener.connections.Spend(now_())) {
    ::close(descriptor);
    return;
  }
  if (listener.is_guarded && (descriptor = guard_.Guard(descriptor)) < 0) return;
  const int watched = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  const std::uint64_t id = ++last_id_;
  // Of no events: the end is reported unasked.
  if (watched < 0 || !Watch(watched, 0, id)) {
    if (watched >= 0) ::close(watched);
    ::close(descriptor);
    return;
  }
  connections_[id] = {.bot = listener.bot, .descriptor = descriptor, .watched = watched};
  connection_at_[descriptor] = id;
  adopt_(descriptor);
}

int BotSockets::ConnectionsOf(const std::string& bot) const {
  return static_cast<int>(std::count_if(connections_.begin(), connections_.end(),
                                        [&](const auto& entry) { return entry.second.bot == bot; }));
}

}  // namespace flagfall
