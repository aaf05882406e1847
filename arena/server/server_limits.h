#ifndef ARENA_SERVER_SERVER_LIMITS_H_
#define ARENA_SERVER_SERVER_LIMITS_H_

#include <chrono>

#include "arena/server/caller_quota.h"
#include "arena/server/tournament_feed.h"
#include "arena/tournament/challenge.h"

namespace flagfall::arena::server {

// The limits on what callers may have of a server at once. What one bot's archive may hold stands in
// arena/bots/archive_limits.h, and what one owner may have in arena/store; tests/server goes one over each of these. A
// caller is a user who shows a token, or else an address (of IPv6, a network of 64 bits). Each call holds a worker of
// the referee's. Callers other than hosts hold no more for long than these limits say together, and the referee has
// more.
struct ServerLimits {
  CallerQuota::Limits uploads = {.total = 8, .per_caller = 1};
  // An upload must be complete within this time.
  std::chrono::milliseconds upload_within = std::chrono::seconds(120);
  // Calls of others than hosts, but for uploads and watches.
  CallerQuota::Limits questions = {.total = 8, .per_caller = 4};
  // Exports of games, also of hosts: each reads as many records as there are.
  CallerQuota::Limits exports = {.total = 4, .per_caller = 1};
  // Watches of tournaments and submissions. Callers without a user's token may have half of the feed's watches.
  CallerQuota::Limits watches_of_users = {.total = TournamentFeed::kWatchersMax, .per_caller = 16};
  CallerQuota::Limits watches_of_strangers = {.total = TournamentFeed::kWatchersMax / 2, .per_caller = 8};
  // Matches that owners start by themselves; tests/e2e/challenges_test.py goes over these.
  tournament::ChallengeLimits challenges = {};
  // Leaderboards that are kept, in bytes.
  std::size_t cache_bytes = 32 << 20;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_SERVER_LIMITS_H_
