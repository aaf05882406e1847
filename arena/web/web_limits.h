#ifndef ARENA_WEB_WEB_LIMITS_H_
#define ARENA_WEB_WEB_LIMITS_H_

#include <chrono>
#include <cstddef>

#include "referee/base/micros.h"
#include "referee/gate/peer_quotas.h"

namespace flagfall::arena {

// Everything that a visitor of the site could have too much of. tests/web goes one over each that counts connections,
// requests or bytes. "One address" is one of IPv4, or a network of 64 bits of IPv6; this machine's own are not counted,
// but for what a proxy here says it stands for (`X-Forwarded-For`).
struct WebLimits {
  // Connections, but no more than a quarter of the descriptors that the process may have, since bots need theirs; and
  // how often one address may make them.
  std::size_t connections = 1024;
  Quota connections_of_one = {.at_once = 64, .burst = 128, .per_second = 16};
  // Requests of one address that are answered at once, and how often it may ask.
  Quota requests_of_one = {.at_once = 16, .burst = 200, .per_second = 20};
  // Requests that wait for a worker.
  std::size_t requests_waiting = 256;
  // Streams of events, and of one address.
  std::size_t watchers = 512;
  Quota watchers_of_one = {.at_once = 32, .burst = 64, .per_second = 2};

  // A request's head: its line and its headers. A request with a body is answered, and its connection is closed.
  // Who watches may say no more than that.
  std::size_t head_bytes = 16 * 1024;
  // From its first byte to its last.
  Micros head_within = std::chrono::seconds(10);
  // A connection on which nothing is asked.
  Micros idle = std::chrono::seconds(30);
  // An answer, or an event, must be taken within this and a second for so many bytes.
  Micros taken_within = std::chrono::seconds(20);
  std::size_t taken_bytes_per_second = 16 * 1024;
  // Answers and events of all connections that were not taken yet.
  std::size_t bytes_waiting = 256 << 20;

  // Answers are made on so many threads, of which those for one address have not all at once.
  std::size_t workers = 3;
  std::size_t workers_of_one = 2;
  // Answers that are kept, in bytes.
  std::size_t cache_bytes = 64 << 20;
  // What ends gets to say its last words.
  Micros linger = std::chrono::seconds(1);
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_WEB_LIMITS_H_
