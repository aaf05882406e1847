#ifndef ARENA_SERVER_LIMITS_H_
#define ARENA_SERVER_LIMITS_H_

#include <chrono>

#include "arena/server/places.h"
#include "arena/server/tournament_feed.h"

namespace flagfall::arena {

// What callers could have too much of; what one bot's archive may hold stands in arena/bots/archive_limits.h, and what
// one owner may have in arena/store. tests/server goes one over each of these. A caller is a user who shows a token, or
// else an address (of IPv6, a network of 64 bits). Each place holds a thread.
struct ServerLimits {
  Places::Limits uploads = {.all = 8, .of_one = 1};
  // Within which one must be complete.
  std::chrono::milliseconds upload_within = std::chrono::seconds(120);
  // Calls of others than hosts, but for uploads and watches.
  Places::Limits questions = {.all = 8, .of_one = 4};
  // Watches of tournaments and submissions: users may have all seats of the feed, strangers half of them.
  Places::Limits watches_of_users = {.all = TournamentFeed::kWatchersMax, .of_one = 16};
  Places::Limits watches_of_strangers = {.all = TournamentFeed::kWatchersMax / 2, .of_one = 8};
  // Answers that are kept, in bytes.
  std::size_t cache_bytes = 32 << 20;
};

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_LIMITS_H_
