#ifndef ARENA_WEB_WEB_LIMITS_H_
#define ARENA_WEB_WEB_LIMITS_H_

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "referee/base/descriptor.h"
#include "referee/base/micros.h"
#include "referee/net/peer_quotas.h"

namespace flagfall::arena::web {

// What may follow the head of a request.
struct BodyLimits {
  std::size_t bytes;
  // From the head to the last byte.
  Micros within;
};

// Bodies with a bot's files, from somebody who is signed in. Each is kept in memory until it has come.
struct UploadLimits {
  std::size_t bytes = std::size_t{17} << 20;
  // From the head to the last byte.
  Micros within = std::chrono::seconds(120);
  // Of all clients.
  std::size_t at_once = 4;
  // How often it is asked whether who sends one may still: an upload under a token that was revoked ends by then.
  Micros checked_every = std::chrono::seconds(2);
};

// Downloads of many games.
struct DownloadLimits {
  std::size_t at_once = 16;
  Quota of_one = {.at_once = 2, .burst = 20, .per_second = 0.2};
};

// Everything that a client of the site could have too much of. tests/web goes one over each limit that counts
// connections, requests or bytes. "One address" is one of IPv4, or a network of 64 bits of IPv6. Connections from this
// machine are not counted for an address, but their requests are where a proxy says for whom it asks (X-Forwarded-For).
struct WebLimits {
  // Connections in all, but no more than a quarter of the process's descriptors: half are for bots that dial in, the
  // rest for bots' processes and the ledger.
  std::size_t connections = 1024;
  std::size_t ConnectionsMax() const { return std::min(connections, DescriptorsMax() / 4); }
  // Connections of one address, and how often it may make them.
  Quota connections_of_one = {.at_once = 64, .burst = 128, .per_second = 16};
  // Requests of one address that are being answered, and how often it may ask.
  Quota requests_of_one = {.at_once = 16, .burst = 200, .per_second = 20};
  // Requests that wait for a worker.
  std::size_t requests_waiting = 256;
  // Streams of events in all.
  std::size_t watchers = 512;
  // Streams of events of one address, and how often it may open them.
  Quota watchers_of_one = {.at_once = 32, .burst = 64, .per_second = 2};

  // Downloads of many games, in all and of one address. Each holds one piece in memory, and a thread only while that is
  // made.
  DownloadLimits downloads = {};

  // The head of a request: its line and its headers. Also what a client may send in all while it watches a stream.
  std::size_t head_bytes = 16 * 1024;
  // From the first byte of a head to its last.
  Micros head_within = std::chrono::seconds(10);
  // The body of a POST.
  BodyLimits body = {.bytes = 64 * 1024, .within = std::chrono::seconds(10)};
  UploadLimits upload = {};
  // For how long a connection may lie without a request.
  Micros idle = std::chrono::seconds(30);
  // A client must take an answer, or an event, within this time and one more second for each `taken_bytes_per_second`.
  Micros taken_within = std::chrono::seconds(20);
  std::size_t taken_bytes_per_second = 16 * 1024;
  // Bytes of answers and events that clients have not taken yet, of all connections.
  std::size_t bytes_waiting = 256 << 20;

  // Threads that make answers, and on how many of them requests of one address may be at once.
  std::size_t workers = 3;
  std::size_t workers_of_one = 2;
  // Bytes of answers that are kept for the next request.
  std::size_t cache_bytes = 64 << 20;
  // For how long an ending connection, or an ending server, may still send what it has begun to send.
  Micros linger = std::chrono::seconds(1);
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_WEB_LIMITS_H_
