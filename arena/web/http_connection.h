#ifndef ARENA_WEB_HTTP_CONNECTION_H_
#define ARENA_WEB_HTTP_CONNECTION_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/web/http_loop.h"
#include "referee/gate/outflow.h"

namespace flagfall::arena {

// One that the loop has accepted.
struct HttpLoop::Connection {
  Connection(TimerQueue& timers, std::function<void(Micros)> on_time) : timer(timers, std::move(on_time)) {}

  std::uint64_t id = 0;
  Descriptor socket;
  // Whom the connection counts for, if for anybody, and whom the request that is served.
  std::optional<std::string> visitor;
  std::optional<std::string> asker;
  Phase phase = Phase::kReading;
  std::string in;
  // No head ends in it before this.
  std::size_t searched = 0;
  Outflow out;
  bool goes_on = true;
  // What epoll has been asked for.
  std::uint32_t asked = 0;
  Timer timer;
  // Of a stream of events.
  std::shared_ptr<Outlet> outlet;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_HTTP_CONNECTION_H_
