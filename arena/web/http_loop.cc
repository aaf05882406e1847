#include "arena/web/http_loop.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <utility>

#include "arena/web/http_message.h"
#include "arena/web/quota_place.h"
#include "referee/net/net_limits.h"

namespace flagfall::arena::web {
namespace {

constexpr std::uint64_t kWakeId = 0;
constexpr int kEventsAtOnce = 64;
// Connections that are accepted before those that are open have their turn.
constexpr int kAcceptedAtOnce = 16;

// Says why, as far as it can be said without waiting.
void TurnAway(const Descriptor& socket) {
  const std::string why = ErrorBytes(absl::UnavailableError("too many connections; try again in a moment"));
  ::send(socket.get(), why.data(), why.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

}  // namespace

HttpLoop::HttpLoop(Listener listener, const WebLimits& limits, std::atomic<std::size_t>& watchers,
                   Workers::Respond respond,
                   std::function<std::optional<std::string>(const sockaddr_storage&)> client_of, UploadRule upload_rule,
                   OnRefusal on_refusal)
    : limits_(limits),
      connections_max_(limits.ConnectionsMax()),
      address_(listener.address()),
      poll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      client_of_(std::move(client_of)),
      context_(limits_, poll_.get(), watchers, workers_),
      workers_(limits.workers, limits.workers_of_one, limits.requests_waiting, std::move(respond)),
      listener_(std::move(listener)),
      // Lower ids are those of the listening sockets.
      accept_again_(context_.timers,
                    [this](Micros /*now*/) {
                      if (listener_.has_value()) WatchListener(true);
                    }),
      last_id_(listener_->sockets().size()) {
  context_.upload_rule = std::move(upload_rule);
  context_.on_refusal = std::move(on_refusal);
  context_.post = [this](std::uint64_t id, std::function<void(HttpConnection&)> job) { Post({id, std::move(job)}); };
  epoll_event wake{.events = EPOLLIN, .data = {.u64 = kWakeId}};
  ::epoll_ctl(poll_.get(), EPOLL_CTL_ADD, wake_.get(), &wake);
  WatchListener(true);
  thread_ = std::thread([this] { Run(); });
}

HttpLoop::~HttpLoop() {
  {
    MutexLock lock(mutex_);
    is_stopping_ = true;
  }
  ::eventfd_write(wake_.get(), 1);
  thread_.join();
}

void HttpLoop::Post(Job job) {
  MutexLock lock(mutex_);
  jobs_.push_back(std::move(job));
  ::eventfd_write(wake_.get(), 1);
}

void HttpLoop::Run() {
  LowerOwnPriority();
  epoll_event events[kEventsAtOnce];
  while (CheckStop()) {
    const int wait = context_.timers.MillisToNextLook(SteadyNow(), stop_at_);
    const int count = ::epoll_wait(poll_.get(), events, kEventsAtOnce, wait);
    for (int i = 0; i < count; ++i) OnEvent(events[i].data.u64, events[i].events);
    RunJobs();
    const Micros now = SteadyNow();
    context_.timers.FireDue(now, now);
    RemoveClosed();
  }
}

bool HttpLoop::CheckStop() {
  {
    MutexLock lock(mutex_);
    if (!is_stopping_) return true;
  }
  if (!stop_at_.has_value()) {
    stop_at_ = SteadyNow() + limits_.linger;
    context_.is_stopping = true;
    listener_.reset();
    for (auto& [id, connection] : connections_) connection.Stop();
    RemoveClosed();
  }
  return !connections_.empty() && SteadyNow() < *stop_at_;
}

void HttpLoop::OnEvent(std::uint64_t id, std::uint32_t events) {
  if (id == kWakeId) {
    eventfd_t ignored = 0;
    ::eventfd_read(wake_.get(), &ignored);
  } else if (listener_.has_value() && id <= listener_->sockets().size()) {
    AcceptAt(listener_->sockets()[id - 1].get());
  } else if (const auto found = connections_.find(id); found != connections_.end()) {
    found->second.OnSocketEvents(events);
  }
}

void HttpLoop::RunJobs() {
  std::vector<Job> jobs;
  {
    MutexLock lock(mutex_);
    jobs.swap(jobs_);
  }
  for (const Job& job : jobs) {
    const auto found = connections_.find(job.connection);
    if (found != connections_.end() && !found->second.is_closed()) job.run(found->second);
  }
}

void HttpLoop::RemoveClosed() {
  for (const std::uint64_t id : context_.closed) connections_.erase(id);
  context_.closed.clear();
}

void HttpLoop::WatchListener(bool is_watched) {
  for (std::size_t i = 0; i < listener_->sockets().size(); ++i) {
    epoll_event event{.events = EPOLLIN, .data = {.u64 = i + 1}};
    ::epoll_ctl(poll_.get(), is_watched ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, listener_->sockets()[i].get(), &event);
  }
}

void HttpLoop::AcceptAt(int socket) {
  for (int i = 0; i < kAcceptedAtOnce; ++i) {
    sockaddr_storage name{};
    Descriptor accepted = acceptor_.AcceptAt(socket, name);
    if (acceptor_.IsExhausted()) {
      WatchListener(false);
      return accept_again_.Set(SteadyNow() + ::flagfall::limits::kAcceptAgainAfter);
    }
    if (!accepted.is_valid()) return;
    std::optional<std::string> client = client_of_(name);
    std::optional<QuotaPlace> place;
    const bool has_room = connections_.size() < connections_max_;
    if (has_room) place = QuotaPlace::Take(context_.connections_of, client);
    if (!place.has_value()) {
      context_.on_refusal({.is_connection = true,
                           .reason = has_room ? refusals::kTooManyOfPeer : refusals::kTooMany,
                           .peer = client.value_or("")});
      TurnAway(accepted);
      continue;
    }
    const std::uint64_t id = ++last_id_;
    connections_.try_emplace(id, id, std::move(accepted), std::move(client), *std::move(place), context_);
  }
}

}  // namespace flagfall::arena::web
