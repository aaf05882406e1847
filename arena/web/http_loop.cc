#include "arena/web/http_loop.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/web/http_connection.h"

namespace flagfall::arena {
namespace {

constexpr std::uint64_t kWakeId = 0;
// Half are the gate's of those who play, and the rest is for bots' processes and the ledger.
constexpr std::size_t kShareOfDescriptors = 4;
constexpr int kEventsAtOnce = 64;
// Then those who are in have their turn.
constexpr int kAcceptedAtOnce = 16;
constexpr std::size_t kReadAtOnce = 16 * 1024;
constexpr char kHeadEnd[] = "\r\n\r\n";
constexpr std::size_t kHeadEndBytes = 4;

// Says why, as far as it can be said without waiting.
void TurnAway(const Descriptor& socket) {
  const std::string why = ErrorBytes(absl::UnavailableError("too many connections; try again in a moment"));
  ::send(socket.get(), why.data(), why.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

}  // namespace

HttpLoop::HttpLoop(Listener listener, const WebLimits& limits, std::atomic<std::size_t>& watchers,
                   Exchange::Respond respond,
                   std::function<std::optional<std::string>(const sockaddr_storage&)> visitor_of)
    : limits_(limits),
      connections_max_(std::min(limits.connections, DescriptorsMax() / kShareOfDescriptors)),
      address_(listener.address()),
      poll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      watchers_(watchers),
      visitor_of_(std::move(visitor_of)),
      listener_(std::move(listener)),
      connections_of_(limits.connections_of_one),
      requests_of_(limits.requests_of_one),
      watchers_of_(limits.watchers_of_one),
      // Numbers up to this are the listening sockets'.
      last_id_(listener_->sockets().size()) {
  epoll_event wake{.events = EPOLLIN, .data = {.u64 = kWakeId}};
  ::epoll_ctl(poll_.get(), EPOLL_CTL_ADD, wake_.get(), &wake);
  for (std::size_t i = 0; i < listener_->sockets().size(); ++i) {
    epoll_event event{.events = EPOLLIN, .data = {.u64 = i + 1}};
    ::epoll_ctl(poll_.get(), EPOLL_CTL_ADD, listener_->sockets()[i].get(), &event);
  }
  workers_ =
      std::make_unique<Workers>(limits.workers, limits.workers_of_one, limits.requests_waiting, std::move(respond));
  thread_ = std::thread([this] { Run(); });
}

HttpLoop::~HttpLoop() {
  {
    MutexLock lock(mutex_);
    is_stopping_ = true;
  }
  ::eventfd_write(wake_.get(), 1);
  thread_.join();
  // They may still post, to nobody.
  workers_.reset();
  while (!connections_.empty()) Remove(connections_.begin()->first);
}

void HttpLoop::Post(std::function<void()> job) {
  MutexLock lock(mutex_);
  jobs_.push_back(std::move(job));
  ::eventfd_write(wake_.get(), 1);
}

// ---- On the loop's thread.

void HttpLoop::Run() {
  LowerOwnPriority();
  epoll_event events[kEventsAtOnce];
  while (GoesOn()) {
    const int count = ::epoll_wait(poll_.get(), events, kEventsAtOnce, timers_.MillisToNextLook(SteadyNow(), stop_at_));
    for (int i = 0; i < count; ++i) {
      const std::uint64_t id = events[i].data.u64;
      if (id == kWakeId) {
        eventfd_t ignored = 0;
        ::eventfd_read(wake_.get(), &ignored);
      } else if (listener_.has_value() && id <= listener_->sockets().size()) {
        Accept(listener_->sockets()[id - 1].get());
      } else if (const auto found = connections_.find(id); found != connections_.end()) {
        OnEvent(*found->second, events[i].events);
      }
    }
    RunJobs();
    const Micros now = SteadyNow();
    timers_.FireDue(now, now);
  }
}

bool HttpLoop::GoesOn() {
  {
    MutexLock lock(mutex_);
    if (!is_stopping_) return true;
  }
  if (!stop_at_) {
    stop_at_ = SteadyNow() + limits_.linger;
    listener_.reset();
    std::vector<std::uint64_t> idle;
    for (const auto& [id, connection] : connections_) {
      connection->goes_on = false;
      if (connection->phase != Phase::kServing && connection->phase != Phase::kWriting) idle.push_back(id);
    }
    for (const std::uint64_t id : idle) Remove(id);
  }
  return !connections_.empty() && SteadyNow() < *stop_at_;
}

void HttpLoop::RunJobs() {
  std::vector<std::function<void()>> jobs;
  {
    MutexLock lock(mutex_);
    jobs.swap(jobs_);
  }
  for (const std::function<void()>& job : jobs) job();
}

void HttpLoop::Accept(int socket) {
  for (int i = 0; i < kAcceptedAtOnce; ++i) {
    sockaddr_storage name{};
    Descriptor accepted = acceptor_.AcceptAt(socket, name);
    if (!accepted.is_valid()) return;
    std::optional<std::string> visitor = visitor_of_(name);
    if (connections_.size() >= connections_max_ ||
        (visitor.has_value() && !connections_of_.Enter(*visitor, SteadyNow()))) {
      TurnAway(accepted);
      continue;
    }
    const int on = 1;
    ::setsockopt(accepted.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const std::uint64_t id = ++last_id_;
    auto connection = std::make_unique<Connection>(timers_, [this, id](Micros) { Remove(id); });
    connection->id = id;
    connection->socket = std::move(accepted);
    connection->visitor = std::move(visitor);
    Connection& admitted = *(connections_[id] = std::move(connection));
    epoll_event event{.events = 0, .data = {.u64 = id}};
    ::epoll_ctl(poll_.get(), EPOLL_CTL_ADD, admitted.socket.get(), &event);
    WaitForRequest(admitted);
  }
}

void HttpLoop::OnEvent(Connection& connection, std::uint32_t events) {
  const std::uint64_t id = connection.id;
  // Of a connection that has ended both ways nothing can be had any more.
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) return Remove(id);
  if ((events & EPOLLIN) != 0 && !Read(connection)) return;
  if ((events & EPOLLOUT) != 0) Flush(connection);
}

bool HttpLoop::Read(Connection& connection) {
  char bytes[kReadAtOnce];
  const ssize_t count = ::recv(connection.socket.get(), bytes, sizeof bytes, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  if (count <= 0) {
    Remove(connection.id);
    return false;
  }
  // Who was told to go has nothing more to say.
  if (connection.phase == Phase::kLeaving) return true;
  const std::uint64_t id = connection.id;
  const bool is_first = connection.in.empty();
  connection.in.append(bytes, static_cast<std::size_t>(count));
  if (connection.phase == Phase::kWatching) {
    if (connection.in.size() > limits_.head_bytes) Remove(id);
    return connections_.contains(id);
  }
  if (is_first) connection.timer.Set(SteadyNow() + limits_.head_within);
  TryServe(connection);
  return connections_.contains(id);
}

void HttpLoop::TryServe(Connection& connection) {
  const std::size_t end = connection.in.find(kHeadEnd, connection.searched);
  connection.searched = connection.in.size() - std::min(connection.in.size(), kHeadEndBytes - 1);
  if (std::min(end, connection.in.size()) > limits_.head_bytes) {
    return Refuse(connection, absl::InvalidArgumentError(
                                  absl::StrCat("the head of a request may have ", limits_.head_bytes, " bytes")));
  }
  if (end == std::string::npos) return;
  std::string head = connection.in.substr(0, end + kHeadEndBytes);
  connection.in.erase(0, head.size());
  connection.searched = 0;
  std::optional<std::string> asker = connection.visitor.has_value() ? connection.visitor : ForwardedVisitor(head);
  if (asker.has_value() && !requests_of_.Enter(*asker, SteadyNow())) {
    return Refuse(connection, absl::ResourceExhaustedError("too many requests from your address; wait a moment"));
  }
  connection.asker = std::move(asker);
  connection.phase = Phase::kServing;
  connection.timer.Clear();
  Ask(connection, 0);
  const bool is_taken = workers_->Serve(std::move(head), connection.asker, [this, id = connection.id](Reply reply) {
    Post([this, id, reply = std::make_shared<Reply>(std::move(reply))] { OnReply(id, *reply); });
  });
  if (is_taken) return;
  EndRequest(connection);
  Refuse(connection, absl::UnavailableError("the server has too much to do; try again in a moment"));
}

void HttpLoop::OnReply(std::uint64_t id, const Reply& reply) {
  const auto found = connections_.find(id);
  if (found == connections_.end()) return;
  Connection& connection = *found->second;
  const std::optional<std::string> asker = connection.asker;
  EndRequest(connection);
  if (bytes_waiting_ + reply.bytes.size() > limits_.bytes_waiting) {
    return Refuse(connection, absl::UnavailableError("the server has too much to send; try again in a moment"));
  }
  if (reply.watch != nullptr) return Watch(connection, asker, reply);
  connection.goes_on = connection.goes_on && reply.goes_on;
  Write(connection, reply.bytes);
}

void HttpLoop::Watch(Connection& connection, const std::optional<std::string>& asker, const Reply& reply) {
  if (stop_at_.has_value()) return Refuse(connection, absl::UnavailableError("the server ends"));
  if (watchers_ >= limits_.watchers) {
    return Refuse(connection, absl::ResourceExhaustedError(absl::StrCat(
                                  limits_.watchers, " watch already; look again from time to time instead")));
  }
  if (asker.has_value() && !watchers_of_.Enter(*asker, SteadyNow())) {
    return Refuse(connection,
                  absl::ResourceExhaustedError(absl::StrCat("too many streams of events for your address; it may have ",
                                                            limits_.watchers_of_one.at_once)));
  }
  connection.asker = asker;
  connection.phase = Phase::kWatching;
  ++watchers_;
  connection.outlet = std::make_shared<Outlet>([this, id = connection.id](std::string bytes) {
    Post([this, id, bytes = std::move(bytes)] { OnSent(id, bytes); });
  });
  const std::shared_ptr<Outlet> outlet = connection.outlet;
  Write(connection, StreamHead());
  if (!outlet->IsGone()) reply.watch(outlet);
}

void HttpLoop::OnSent(std::uint64_t id, absl::string_view bytes) {
  const auto found = connections_.find(id);
  if (found == connections_.end()) return;
  // Who comes back is told all that happened meanwhile.
  if (bytes_waiting_ + bytes.size() > limits_.bytes_waiting) return Remove(id);
  if (!bytes.empty()) return Write(*found->second, bytes);
  found->second->phase = Phase::kWriting;
  found->second->goes_on = false;
  Flush(*found->second);
}

void HttpLoop::Refuse(Connection& connection, const absl::Status& status) {
  connection.goes_on = false;
  Write(connection, ErrorBytes(status));
}

void HttpLoop::Write(Connection& connection, absl::string_view bytes) {
  if (connection.phase != Phase::kWatching) connection.phase = Phase::kWriting;
  bytes_waiting_ += bytes.size();
  connection.out.Add(bytes);
  const auto seconds = static_cast<std::int64_t>(connection.out.size() / limits_.taken_bytes_per_second);
  connection.timer.Set(SteadyNow() + limits_.taken_within + std::chrono::seconds(seconds));
  Flush(connection);
}

void HttpLoop::Flush(Connection& connection) {
  const std::size_t before = connection.out.size();
  const bool is_open = connection.out.SendTo(connection.socket.get());
  bytes_waiting_ -= before - connection.out.size();
  if (!is_open) return Remove(connection.id);
  const bool is_watching = connection.phase == Phase::kWatching;
  if (!connection.out.is_empty()) return Ask(connection, is_watching ? EPOLLIN | EPOLLOUT : EPOLLOUT);
  if (is_watching) {
    connection.timer.Clear();
    connection.outlet->Taken();
    return Ask(connection, EPOLLIN);
  }
  if (!connection.goes_on) return Leave(connection);
  WaitForRequest(connection);
  if (!connection.in.empty()) TryServe(connection);
}

// A socket that is closed while something unread lies in it takes back what was written to it last.
void HttpLoop::Leave(Connection& connection) {
  connection.phase = Phase::kLeaving;
  ::shutdown(connection.socket.get(), SHUT_WR);
  connection.timer.Set(SteadyNow() + limits_.linger);
  Ask(connection, EPOLLIN);
}

void HttpLoop::EndRequest(Connection& connection) {
  if (connection.asker.has_value()) requests_of_.Leave(*connection.asker);
  connection.asker.reset();
}

void HttpLoop::WaitForRequest(Connection& connection) {
  connection.phase = Phase::kReading;
  connection.timer.Set(SteadyNow() + (connection.in.empty() ? limits_.idle : limits_.head_within));
  Ask(connection, EPOLLIN);
}

void HttpLoop::Ask(Connection& connection, std::uint32_t events) {
  if (std::exchange(connection.asked, events) == events) return;
  epoll_event event{.events = events, .data = {.u64 = connection.id}};
  ::epoll_ctl(poll_.get(), EPOLL_CTL_MOD, connection.socket.get(), &event);
}

void HttpLoop::Remove(std::uint64_t id) {
  const auto found = connections_.find(id);
  Connection& connection = *found->second;
  if (connection.visitor.has_value()) connections_of_.Leave(*connection.visitor);
  if (connection.outlet != nullptr) {
    connection.outlet->Gone();
    --watchers_;
    if (connection.asker.has_value()) watchers_of_.Leave(*connection.asker);
  } else {
    EndRequest(connection);
  }
  bytes_waiting_ -= connection.out.size();
  connections_.erase(found);
}

}  // namespace flagfall::arena
