#include "referee/gate/gate.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/gate/address.h"
#include "referee/gate/gate_limits.h"

namespace flagfall {
namespace {

constexpr std::uint64_t kWakeId = 0;
constexpr int kEventsAtOnce = 64;
// Then those who are in have their turn.
constexpr int kAcceptedAtOnce = 8;

}  // namespace

// A connection that was let in.
struct Gate::Guest {
  Guest(TimerQueue& timers, std::function<void(Micros)> on_time) : timer(timers, std::move(on_time)) {}

  std::uint64_t id = 0;
  ConnectionSource origin;
  Timer timer;
  // Absent when it is not guarded...
  std::optional<Passage> passage;
  // ...and by this, which is our own, we learn that it has ended.
  Descriptor watched;
  // The one that the server was given, and the number of the visit; 0 before.
  int handed_over = -1;
  std::uint64_t visit = 0;
  // How late the gate was with the last message of each side, and both together, for the referee.
  Micros late[2] = {};
  const std::shared_ptr<std::atomic<Micros>> delay = std::make_shared<std::atomic<Micros>>();
  // What epoll has been asked for, of the client's side and the referee's.
  std::uint32_t asked[2] = {0, 0};

  void TellDelay() const { delay->store(late[0] + late[1]); }
};

Gate::Gate(const Limits& limits, Visitors& visitors, std::function<void(int)> hand_over, std::function<Micros()> now)
    : limits_(limits),
      visitors_(visitors),
      hand_over_(std::move(hand_over)),
      now_(std::move(now)),
      poll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      peers_(limits.peer),
      arrivals_(limits.all.burst, limits.all.per_second, now_()),
      calls_(limits.call_burst, limits.calls_per_second, now_()) {
  epoll_event event{.events = EPOLLIN, .data = {.u64 = kWakeId}};
  ::epoll_ctl(poll_.get(), EPOLL_CTL_ADD, wake_.get(), &event);
}

Gate::~Gate() { Stop(); }

// ---- From other threads.

void Gate::Open(Listener listener, Entrance entrance) {
  MutexLock lock(mutex_);
  const std::uint64_t id = NewId();
  for (const Descriptor& socket : listener.sockets()) {
    epoll_event event{.events = EPOLLIN, .data = {.u64 = id}};
    ::epoll_ctl(poll_.get(), EPOLL_CTL_ADD, socket.get(), &event);
  }
  doors_.emplace(id, Door{std::move(listener), std::move(entrance)});
  if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
}

void Gate::CloseFor(absl::string_view bot) {
  MutexLock lock(mutex_);
  std::erase_if(doors_, [&](const auto& entry) { return entry.second.entrance.bot == bot; });
}

void Gate::Close() {
  MutexLock lock(mutex_);
  is_closed_ = true;
  doors_.clear();
}

void Gate::Stop() {
  Close();
  std::thread thread;
  {
    MutexLock lock(mutex_);
    is_stopping_ = true;
    thread = std::move(thread_);
  }
  if (!thread.joinable()) return;
  ::eventfd_write(wake_.get(), 1);
  thread.join();
  while (!guests_.empty()) Remove(guests_.begin()->first);
}

// ---- On the gate's thread.

void Gate::Run() {
  run_delay_.emplace();
  waited_until_ = now_();
  epoll_event events[kEventsAtOnce];
  while (GoesOn()) {
    const int count = Wait(events);
    for (int i = 0; i < count; ++i) OnEvent(events[i].data.u64, events[i].events);
    const Micros now = now_();
    timers_.FireDue(now, now);
  }
}

// As pickup_clock.h, in rounds instead of laps: what is there at once may have come since the round before began; what
// ends a sleep has come when that ended, but for the time in the run queue.
int Gate::Wait(epoll_event* events) {
  const int count = ::epoll_wait(poll_.get(), events, kEventsAtOnce, 0);
  there_since_ = std::exchange(waited_until_, now_());
  if (count != 0) return count;
  run_delay_->Sleeps();
  const int later = ::epoll_wait(poll_.get(), events, kEventsAtOnce, timers_.MillisToNextLook(now_(), stop_at_));
  const Micros slept_from = std::exchange(waited_until_, now_());
  there_since_ = waited_until_ - run_delay_->OfSleep(waited_until_ - slept_from);
  return later;
}

bool Gate::GoesOn() {
  {
    MutexLock lock(mutex_);
    if (!is_stopping_) return true;
  }
  if (!stop_at_) stop_at_ = now_() + limits::kLinger;
  const bool has_passages = std::any_of(guests_.begin(), guests_.end(), [](const auto& entry) {
    return entry.second->passage && entry.second->visit != 0;
  });
  return has_passages && now_() < *stop_at_;
}

void Gate::OnEvent(std::uint64_t id, std::uint32_t events) {
  if (id == kWakeId) {
    eventfd_t ignored = 0;
    ::eventfd_read(wake_.get(), &ignored);
    return;
  }
  const std::uint64_t side = id % kIdsEach;
  const auto found = guests_.find(id - side);
  if (found == guests_.end()) return Accept(id);
  Guest& guest = *found->second;
  // Of one that is not guarded nothing but its end is reported.
  if (!guest.passage) return Remove(guest.id);
  const Micros now = now_();
  const Micros before = std::exchange(guest.late[side], now - there_since_);
  // First, since the referee may have what comes at once.
  if (side == 0) guest.TellDelay();
  const bool is_message =
      guest.passage->OnEvents(side == 0 ? Passage::Side::kClient : Passage::Side::kReferee, events, now);
  // Of an acknowledgement, or room to write, nobody waits for an answer.
  if (!is_message) guest.late[side] = before;
  if (!is_message && side == 0) guest.TellDelay();
  Follow(guest);
}

void Gate::Accept(std::uint64_t door_id) {
  struct Arrival {
    Descriptor connection;
    std::string peer;
  };
  std::vector<Arrival> arrivals;
  Entrance entrance;
  bool is_tcp = false;
  {
    MutexLock lock(mutex_);
    const auto door = doors_.find(door_id);
    if (door == doors_.end()) return;
    const Listener& listener = door->second.listener;
    entrance = door->second.entrance;
    is_tcp = !listener.is_unix();
    for (const Descriptor& socket : listener.sockets()) {
      for (int i = 0; i < kAcceptedAtOnce; ++i) {
        sockaddr_storage name{};
        Descriptor connection = acceptor_.AcceptAt(socket.get(), name);
        if (!connection.is_valid()) break;
        // Each guest of a Unix socket for all is a peer of its own: they have no address, and the host has let them in.
        std::string peer = is_tcp                 ? PeerOf(name)
                           : entrance.bot.empty() ? absl::StrCat("unix:", NewId())
                                                  : listener.address();
        arrivals.push_back({std::move(connection), std::move(peer)});
      }
    }
  }
  for (Arrival& arrival : arrivals) Admit(std::move(arrival.connection), entrance, arrival.peer, is_tcp);
}

void Gate::Admit(Descriptor connection, const Entrance& entrance, const std::string& peer, bool is_tcp) {
  const Micros now = now_();
  if (guests_.size() >= limits_.all.at_once || !peers_.Enter(peer, now)) return;
  if (!arrivals_.Spend(now)) return peers_.Leave(peer);
  const std::uint64_t id = NewId();
  auto guest = std::make_unique<Guest>(timers_, [this, id](Micros due) {
    Guest& timed = *guests_.at(id);
    timed.passage->OnTime(due);
    Follow(timed);
  });
  guest->id = id;
  guest->origin = {.bot = entrance.bot, .address = peer, .is_tcp = is_tcp, .gate_delay = guest->delay};
  Guest& admitted = *(guests_[id] = std::move(guest));
  if (!entrance.is_guarded) {
    if (!HandOverUnguarded(admitted, std::move(connection))) Remove(id);
    return;
  }
  const int on = 1;
  if (is_tcp) ::setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  admitted.passage.emplace(
      std::move(connection), entrance.tls, peers_.SharedOf(peer), calls_,
      [this, &admitted](Descriptor servers_end) { return HandOver(admitted, std::move(servers_end)); }, now);
  Follow(admitted);
}

bool Gate::HandOver(Guest& guest, Descriptor connection) {
  MutexLock lock(mutex_);
  if (is_closed_) return false;
  guest.handed_over = connection.Release();
  guest.visit = visitors_.Enter(guest.handed_over, guest.origin);
  hand_over_(guest.handed_over);
  return true;
}

bool Gate::HandOverUnguarded(Guest& guest, Descriptor connection) {
  guest.watched = Descriptor(::fcntl(connection.get(), F_DUPFD_CLOEXEC, 0));
  // Of no events: the end is reported unasked.
  epoll_event event{.events = 0, .data = {.u64 = guest.id}};
  return ::epoll_ctl(poll_.get(), EPOLL_CTL_ADD, guest.watched.get(), &event) == 0 &&
         HandOver(guest, std::move(connection));
}

void Gate::Follow(Guest& guest) {
  if (guest.passage->has_ended()) return Remove(guest.id);
  const Micros now = now_();
  for (const Passage::Side side : {Passage::Side::kClient, Passage::Side::kReferee}) {
    const std::uint64_t place = side == Passage::Side::kClient ? 0 : 1;
    const std::uint32_t wanted = guest.passage->Wanted(side, now);
    const std::uint32_t asked = std::exchange(guest.asked[place], wanted);
    if (wanted == asked) continue;
    // An end would be reported again and again of a socket of which nothing is wanted.
    const int change = wanted == 0 ? EPOLL_CTL_DEL : asked == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    epoll_event event{.events = wanted, .data = {.u64 = guest.id + place}};
    ::epoll_ctl(poll_.get(), change, guest.passage->SocketOf(side), &event);
  }
  if (const std::optional<Micros> look = guest.passage->NextLook(now)) {
    guest.timer.Set(*look);
  } else {
    guest.timer.Clear();
  }
}

void Gate::Remove(std::uint64_t id) {
  const Guest& guest = *guests_.at(id);
  if (guest.visit != 0) visitors_.Leave(guest.handed_over, guest.visit);
  peers_.Leave(guest.origin.address);
  guests_.erase(id);
}

}  // namespace flagfall
