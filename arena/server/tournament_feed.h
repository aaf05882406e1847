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

namespace flagfall::arena::server {

// Carries the events of tournaments to all who watch them, and keeps the newest notices. May be used by many threads.
class TournamentFeed {
  struct Subscription {
    std::uint32_t tournament = 0;
    std::deque<v1::TournamentEvent> waiting;
    // More events came than it took.
    bool has_missed = false;
  };

 public:
  // So many may watch at once; each holds a thread of the server.
  static constexpr std::size_t kWatchersMax = 64;
  // So many events wait for a watcher that does not take them. With one more its watch ends.
  static constexpr std::size_t kWaitingMax = 1024;
  // So many of the newest notices are kept for a tournament, and for so many of the newest tournaments.
  static constexpr std::size_t kNoticesMax = 50;
  static constexpr std::size_t kTournamentsNoticed = 64;

  // A watch of a tournament, which ends when this dies. Must not outlive the feed.
  class Watcher {
   public:
    Watcher(TournamentFeed& feed, std::list<Subscription>::iterator subscription)
        : feed_(&feed), subscription_(subscription) {}
    Watcher(Watcher&& other) noexcept
        : feed_(std::exchange(other.feed_, nullptr)), subscription_(other.subscription_) {}
    Watcher& operator=(Watcher&&) = delete;
    ~Watcher();

    // Waits for the next event until `deadline`; absent when none has come. RESOURCE_EXHAUSTED when this watcher took
    // events too slowly, UNAVAILABLE when the feed has been closed.
    absl::StatusOr<std::optional<v1::TournamentEvent>> Next(std::chrono::steady_clock::time_point deadline);

   private:
    TournamentFeed* feed_;
    std::list<Subscription>::iterator subscription_;
  };

  // Begins to watch a tournament. RESOURCE_EXHAUSTED when too many watch.
  absl::StatusOr<Watcher> Watch(std::uint32_t tournament);

  // Tells the event to all who watch the tournament. Does not wait for them.
  void Publish(std::uint32_t tournament, const v1::TournamentEvent& event);

  // The notices of the tournament that were published, as anybody may read them.
  web::Notices NoticesOf(std::uint32_t tournament);

  // Ends all watches, and all that are begun later.
  void Close();

 private:
  Mutex mutex_;
  CondVar changed_;
  std::list<Subscription> subscriptions_ ABSL_GUARDED_BY(mutex_);
  // By tournament; their ids rise.
  std::map<std::uint32_t, web::Notices> notices_ ABSL_GUARDED_BY(mutex_);
  bool is_closed_ ABSL_GUARDED_BY(mutex_) = false;
};

// The event that ends a watch: `newest` says how far the tournament had come.
inline v1::TournamentEvent EndOf(v1::TournamentEvent newest, v1::Tournament::State state) {
  newest.set_ended(state);
  return newest;
}

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_TOURNAMENT_FEED_H_
