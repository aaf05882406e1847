#ifndef ARENA_WEB_PAGES_HOST_STATUS_H_
#define ARENA_WEB_PAGES_HOST_STATUS_H_

#include <cstdint>
#include <deque>
#include <set>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::web_pages {

// The host's status as far as the ledger knows it: the queue of tournaments, the oldest first; submissions under way;
// bots with faults. `playing`: the ids of the tournaments that are being played.
absl::StatusOr<v1::HostStatus> LedgerStatus(store::Database& database, const std::set<std::int64_t>& playing);

// Measures how fast a count has grown lately. The count never falls.
class RateMeter {
 public:
  explicit RateMeter(Micros window) : window_(window) {}

  // Notes the count at the time `now`, which must not be before that of the last call.
  void Note(std::uint64_t count, Micros now);
  // By how much the count grew in a second, on average over about the window; 0 until two counts are noted.
  double PerSecond() const;

 private:
  struct Sample {
    Micros at;
    std::uint64_t count;
  };

  const Micros window_;
  // The samples within the window, and the last one before it, if there is one.
  std::deque<Sample> samples_;
};

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_HOST_STATUS_H_
