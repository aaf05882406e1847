#ifndef ARENA_SERVER_TOURNAMENT_FEED_H_
#define ARENA_SERVER_TOURNAMENT_FEED_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/web/web_host.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/mutex.h"

namespace flagfall::arena {

// What happens in tournaments, carried to all who watch.
class TournamentFeed {
  struct Seat {
    std::uint32_t tournament = 0;
    std::deque<v1::TournamentEvent> waiting;
    // Its events were more than it took.
    bool has_missed = false;
  };

 public:
  // Watchers at once; each holds a thread of the server.
  static constexpr std::size_t kWatchersMax = 64;
  // Events that wait for a watcher who does not take them; one more, and its watch ends.
  static constexpr std::size_t kWaitingMax = 1024;
  // Notices that are kept of a tournament, and tournaments of which they are: the newest.
  static constexpr std::size_t kNoticesMax = 50;
  static constexpr std::size_t kTournamentsNoticed = 64;

  // One who watches a tournament. Must not outlive the feed.
  class Watcher {
   public:
    Watcher(TournamentFeed& feed, std::list<Seat>::iterator seat) : feed_(&feed), seat_(seat) {}
    Watcher(Watcher&& other) noexcept : feed_(std::exchange(other.feed_, nullptr)), seat_(other.seat_) {}
    Watcher& operator=(Watcher&&) = delete;
    ~Watcher();

    // The next event; absent when there is none until `deadline`. RESOURCE_EXHAUSTED when this one was too slow,
    // UNAVAILABLE when the feed has been closed.
    absl::StatusOr<std::optional<v1::TournamentEvent>> Next(std::chrono::steady_clock::time_point deadline);

   private:
    TournamentFeed* feed_;
    std::list<Seat>::iterator seat_;
  };

  // Watches from now on. RESOURCE_EXHAUSTED when too many do.
  absl::StatusOr<Watcher> Watch(std::uint32_t tournament);

  // Tells all who watch the tournament. Never blocks.
  void Publish(std::uint32_t tournament, const v1::TournamentEvent& event);

  // What people should know of a tournament, as it was published.
  Notices NoticesOf(std::uint32_t tournament);

  // Ends all watches, and those to come.
  void Close();

 private:
  Mutex mutex_;
  CondVar changed_;
  std::list<Seat> seats_ ABSL_GUARDED_BY(mutex_);
  // By tournament; their ids rise.
  std::map<std::uint32_t, Notices> notices_ ABSL_GUARDED_BY(mutex_);
  bool is_closed_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_TOURNAMENT_FEED_H_
