#ifndef TESTS_WHOLE_HOST_AGENDA_H_
#define TESTS_WHOLE_HOST_AGENDA_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

#include "referee/base/micros.h"

namespace flagfall::whole_host {

// The virtual clock, and all that is still to happen by it. What is to happen at the same time happens in the order in
// which it was put down.
class Agenda {
 public:
  Micros now() const { return now_; }
  void At(Micros when, std::function<void()> what) {
    steps_.push({.at = std::max(when, now_), .order = order_++, .what = std::move(what)});
  }
  void After(Micros delay, std::function<void()> what) { At(now_ + delay, std::move(what)); }

  bool IsEmpty() const { return steps_.empty(); }
  std::size_t size() const { return steps_.size(); }
  std::uint64_t steps_taken() const { return steps_taken_; }
  // Moves the clock to what happens next, and has it happen.
  void Step() {
    const std::function<void()> what = steps_.top().what;
    now_ = steps_.top().at;
    steps_.pop();
    ++steps_taken_;
    what();
  }

 private:
  struct Entry {
    Micros at{};
    std::uint64_t order = 0;
    std::function<void()> what;
    friend bool operator<(const Entry& a, const Entry& b) { return a.at != b.at ? a.at > b.at : a.order > b.order; }
  };

  // Not 0, so that no time is mistaken for none.
  Micros now_ = std::chrono::hours(1);
  std::uint64_t order_ = 0;
  std::uint64_t steps_taken_ = 0;
  std::priority_queue<Entry> steps_;
};

// A process, a connection or whatever else can end while things are still to happen to it.
class Mortal {
 public:
  // Does nothing once this is gone.
  std::function<void()> WhileAlive(std::function<void()> what) const {
    return [alive = std::weak_ptr<bool>(alive_), what = std::move(what)] {
      if (!alive.expired()) what();
    };
  }
  // Expired once this is gone.
  std::weak_ptr<bool> Alive() const { return alive_; }

 private:
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_AGENDA_H_
