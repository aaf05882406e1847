#ifndef TESTS_NET_LOOP_SOURCE_H_
#define TESTS_NET_LOOP_SOURCE_H_

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <cstdint>
#include <functional>
#include <utility>

#include "referee/base/descriptor.h"
#include "referee/base/micros.h"
#include "referee/net/event_loop.h"

namespace flagfall {

// A descriptor that is ready when it was raised, and what is done then.
class Source final : public Watched {
 public:
  Source(EventLoop& loop, std::function<void()> on_event)
      : loop_(loop), event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), on_event_(std::move(on_event)) {
    id_ = loop_.Watch(event_.get(), EPOLLIN, *this);
  }
  ~Source() { Unwatch(); }

  void Raise() { ::eventfd_write(event_.get(), 1); }
  void Unwatch() {
    if (id_ != 0) loop_.Unwatch(std::exchange(id_, 0));
  }
  void Rewatch(std::uint32_t events) { loop_.Rewatch(id_, events); }

  void OnEvents(std::uint32_t /*events*/) override {
    eventfd_t ignored = 0;
    ::eventfd_read(event_.get(), &ignored);
    on_event_();
  }

 private:
  EventLoop& loop_;
  const Descriptor event_;
  const std::function<void()> on_event_;
  std::uint64_t id_ = 0;
};

// Keeps the loop's thread from doing anything else.
inline void KeepBusy(Micros time) {
  const Micros until = SteadyNow() + time;
  while (SteadyNow() < until) {
  }
}

}  // namespace flagfall

#endif  // TESTS_NET_LOOP_SOURCE_H_
