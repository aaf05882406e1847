#ifndef ARENA_WEB_PAGES_HOST_STATUS_H_
#define ARENA_WEB_PAGES_HOST_STATUS_H_

#include <cstdint>
#include <deque>
#include <optional>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena {

// What the ledger says of a host: the queue, the oldest first, submissions under way, and bots in trouble. `playing` is
// the tournament that is played, if one is.
absl::StatusOr<v1::HostStatus> LedgerStatus(Database& database, std::optional<std::int64_t> playing);

// How fast a count that only grows has grown of late.
class RateMeter {
 public:
  explicit RateMeter(Micros window) : window_(window) {}

  // The count is this much by now. Times must not fall.
  void Note(std::uint64_t count, Micros now);
  // A second, over about the window; 0 before two counts were noted.
  double PerSecond() const;

 private:
  struct Sample {
    Micros at;
    std::uint64_t count;
  };

  const Micros window_;
  // The oldest is the last that is older than the window, if any is.
  std::deque<Sample> samples_;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_PAGES_HOST_STATUS_H_
