#ifndef ARENA_WEB_EVENTS_H_
#define ARENA_WEB_EVENTS_H_

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "arena/web/newsroom.h"
#include "arena/web/outlet.h"
#include "referee/base/mutex.h"

namespace flagfall::arena {

// What somebody watches.
struct Topic {
  enum class Kind { kStatus, kTournament, kGame };

  Kind kind = Kind::kStatus;
  std::uint32_t tournament = 0;
  std::string game_id = {};
};

// Streams of events, as web-report/API.md has them. One thread looks at what is watched, ten times a second at games
// and once a second at the rest, and writes each event once for all who are to have the same. Who has not taken the
// last event yet gets no other before: then it gets all that happened meanwhile in one.
class Events {
 public:
  explicit Events(Newsroom& newsroom);
  // As Stop.
  ~Events();
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  // From now on `outlet` is told of the topic, of a game what comes behind step `from`.
  void Watch(Topic topic, std::uint32_t from, std::shared_ptr<Outlet> outlet) ABSL_LOCKS_EXCLUDED(mutex_);

  // Nobody is told anything any more.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  using Time = std::chrono::steady_clock::time_point;

  struct Watcher {
    Topic topic;
    // Steps that it has.
    std::uint32_t from = 0;
    std::shared_ptr<Outlet> outlet;
    bool is_new = true;
    // What it was told last, without what always changes.
    std::string told = {};
    std::uint64_t notices_told = 0;
    Time told_at = {};
    // Since when its game is neither on nor in the ledger.
    std::optional<Time> missing_since = {};
  };
  // What was made in one look, for all who watch the same.
  struct Look;

  void Run();
  // Waits for the time, or somebody new; takes in the new ones. False when it is to stop.
  bool Await(Time until) ABSL_LOCKS_EXCLUDED(mutex_);
  void LookAt(Watcher& watcher, Look& look, Time now);
  void TellStatus(Watcher& watcher, Look& look);
  void TellTournament(Watcher& watcher, Look& look);
  void TellGame(Watcher& watcher, Look& look, Time now);
  void TellOver(Watcher& watcher, Time now);
  std::string NewNotices(Watcher& watcher, const v1::TournamentProgress& progress) const;

  Newsroom& newsroom_;

  // Touched on the thread only.
  std::list<Watcher> watchers_;

  Mutex mutex_;
  CondVar changed_;
  std::list<Watcher> arrivals_ ABSL_GUARDED_BY(mutex_);
  bool is_stopping_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_EVENTS_H_
