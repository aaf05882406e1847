#ifndef ARENA_WEB_LIVE_STATE_H_
#define ARENA_WEB_LIVE_STATE_H_

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/readers.h"
#include "arena/web/web_host.h"
#include "arena/web_pages/host_status.h"
#include "arena/web_pages/tournament_follower.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::web {

// The host, its tournaments and its games as they are now, for pages and for streams of events. May be used by many
// threads.
class LiveState {
 public:
  // `watchers`: how many streams of events are open; `watchers_max`: how many may be. All referred to outlive this.
  LiveState(const WebHost& host, store::Readers& readers, std::function<std::size_t()> watchers,
            std::size_t watchers_max);

  absl::StatusOr<v1::HostStatus> Status() ABSL_LOCKS_EXCLUDED(mutex_);

  // NOT_FOUND when there is no such tournament, or round.
  absl::StatusOr<v1::TournamentPage> Tournament(std::uint32_t id);
  absl::StatusOr<v1::TournamentProgress> Progress(std::uint32_t id);
  absl::StatusOr<v1::TournamentRound> Round(std::uint32_t id, std::uint32_t number);

  // The public part of a running game, behind step `from`; see LiveGames::ReplayFrom.
  absl::StatusOr<v1::Replay> RunningGame(const std::string& game_id, std::uint32_t from) const;
  bool IsRunning(const std::string& game_id) const;
  // Whether the ledger may be asked about a game. NOT_FOUND while it is shown as it runs, or is not shown yet.
  absl::Status CheckIsOver(const std::string& game_id) const;
  // A game that is over. NOT_FOUND when the ledger does not have it, and as CheckIsOver.
  absl::StatusOr<v1::GameSummary> FinishedGame(const std::string& game_id);

  Notices NoticesOf(std::uint32_t tournament) const { return host_.notices(tournament); }

  // Notes how many plies and games there are. To be called about once a second, so that Status knows rates.
  void UpdateRates() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // A tournament and its follower, which the first thread that locks it makes.
  struct Followed {
    explicit Followed(std::uint32_t tournament) : id(tournament) {}

    const std::uint32_t id;
    Mutex mutex;
    std::unique_ptr<web_pages::TournamentFollower> follower ABSL_GUARDED_BY(mutex);
  };
  // Returns what `use` makes of the tournament's follower, after bringing that up to date.
  template <typename Message, typename Use>
  absl::StatusOr<Message> WithFollower(std::uint32_t id, const Use& use);
  bool IsFollowed(std::uint32_t id) ABSL_LOCKS_EXCLUDED(mutex_);
  std::shared_ptr<Followed> FollowedOf(std::uint32_t id) ABSL_LOCKS_EXCLUDED(mutex_);
  web_pages::TournamentNow NowOf(std::uint32_t id) const;

  const WebHost& host_;
  store::Readers& readers_;
  const std::function<std::size_t()> watchers_;
  const std::size_t watchers_max_;
  const Micros start_time_;

  Mutex mutex_;
  // The one that was used last comes first.
  std::list<std::shared_ptr<Followed>> followed_ ABSL_GUARDED_BY(mutex_);
  web_pages::RateMeter plies_ ABSL_GUARDED_BY(mutex_);
  web_pages::RateMeter games_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_LIVE_STATE_H_
