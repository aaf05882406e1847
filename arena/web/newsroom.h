#ifndef ARENA_WEB_NEWSROOM_H_
#define ARENA_WEB_NEWSROOM_H_

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

namespace flagfall::arena {

// What moves: the host, tournaments and games as they are now, for whoever asks and for streams of events. May be used
// by many threads.
class Newsroom {
 public:
  // `watchers`: how many streams of events are open, and may be. All referred to outlive this.
  Newsroom(const WebHost& host, Readers& readers, std::function<std::size_t()> watchers, std::size_t watchers_max);

  absl::StatusOr<v1::HostStatus> Status() ABSL_LOCKS_EXCLUDED(mutex_);

  // NOT_FOUND when there is no such tournament, or round.
  absl::StatusOr<v1::TournamentPage> Tournament(std::uint32_t id);
  absl::StatusOr<v1::TournamentProgress> Progress(std::uint32_t id);
  absl::StatusOr<v1::TournamentRound> Round(std::uint32_t id, std::uint32_t number);

  // A game as far as it is public and not over, behind a step; see LiveGames::After.
  absl::StatusOr<v1::Replay> Running(const std::string& game_id, std::uint32_t from) const;
  bool IsRunning(const std::string& game_id) const;
  // Whether the ledger may be asked about a game. NOT_FOUND while it is on, as far as visitors know, or they do not
  // know of it yet.
  absl::Status CheckIsOver(const std::string& game_id) const;
  // A game that is over. NOT_FOUND when the ledger does not have it, or it is still shown as it runs.
  absl::StatusOr<v1::GameSummary> Over(const std::string& game_id);

  Notices NoticesOf(std::uint32_t tournament) const { return host_.notices(tournament); }

  // To be called about every second, so that rates are known.
  void Beat() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // A tournament and its follower, once somebody has made it.
  struct Followed {
    explicit Followed(std::uint32_t tournament) : id(tournament) {}

    const std::uint32_t id;
    Mutex mutex;
    std::unique_ptr<TournamentFollower> follower ABSL_GUARDED_BY(mutex);
  };
  // What `use` makes of the follower of the tournament, brought up to date.
  template <typename Message, typename Use>
  absl::StatusOr<Message> With(std::uint32_t id, const Use& use);
  bool IsFollowed(std::uint32_t id) ABSL_LOCKS_EXCLUDED(mutex_);
  std::shared_ptr<Followed> FollowedOf(std::uint32_t id) ABSL_LOCKS_EXCLUDED(mutex_);
  TournamentNow NowOf(std::uint32_t id) const;

  const WebHost& host_;
  Readers& readers_;
  const std::function<std::size_t()> watchers_;
  const std::size_t watchers_max_;
  const Micros start_time_;

  Mutex mutex_;
  // The one used last first.
  std::list<std::shared_ptr<Followed>> followed_ ABSL_GUARDED_BY(mutex_);
  RateMeter plies_ ABSL_GUARDED_BY(mutex_);
  RateMeter games_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_NEWSROOM_H_
