#ifndef ARENA_WEB_EVENT_BROADCASTER_H_
#define ARENA_WEB_EVENT_BROADCASTER_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/web/event_outbox.h"
#include "arena/web/event_stream.h"
#include "arena/web/live_state.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::web {

// The subject of a stream of events.
struct Topic {
  enum class Kind { kStatus, kTournament, kGame };

  Kind kind = Kind::kStatus;
  std::uint32_t tournament = 0;
  std::string game_id = {};
};

// A topic that a stream is sent the events of.
struct Subscription {
  Topic topic = {};
  // Steps of a game that the client has.
  std::uint32_t from = 0;
  // Whether there is such a thing. Where there is none, a stream of several topics is told so.
  bool exists = true;
};

// Sends the events of web-report/API.md to all who watch. One thread of its own looks at every topic that is watched,
// ten times a second at games and once a second at the rest, and makes each event once for all watchers that are to
// have the same. A watcher that has not taken its last event gets no other before it has: then one event holds all that
// happened meanwhile. May be used from any thread.
class EventBroadcaster {
 public:
  // `live_state` outlives this.
  explicit EventBroadcaster(LiveState& live_state);
  // As Stop.
  ~EventBroadcaster();
  EventBroadcaster(const EventBroadcaster&) = delete;
  EventBroadcaster& operator=(const EventBroadcaster&) = delete;

  // From now on `stream` is sent the events of the topics, and is ended when all of these are. `numbers_topics`:
  // whether each event's name tells of which topic it is, and the end of each topic is an event of its own.
  void Watch(std::vector<Subscription> subscriptions, bool numbers_topics, std::shared_ptr<EventStream> stream)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Nothing is sent any more once this returns.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  using Time = std::chrono::steady_clock::time_point;

  // What is known of one topic of a stream.
  struct Feed {
    Subscription subscription;
    // Its position among the topics of its stream.
    std::size_t number = 0;
    bool is_new = true;
    bool has_ended = false;
    // The event that was sent last, without the parts that change with the clock alone.
    std::string sent = {};
    std::uint64_t notices_sent = 0;
    // Since when its game neither runs nor is in the ledger.
    std::optional<Time> missing_since = {};
  };
  struct Watcher {
    std::vector<Feed> feeds;
    bool numbers_topics = false;
    std::shared_ptr<EventStream> stream;
    bool is_new = true;
    Time sent_at = {};
  };
  // The events that were made in one round, for all watchers of the same.
  struct Round;

  void Run();
  // Waits until the time, for new watchers, or for Stop; takes the new watchers in. False when it is to stop.
  bool WaitUntil(Time until) ABSL_LOCKS_EXCLUDED(mutex_);
  void Update(Watcher& watcher, Round& round, Time now);
  // These add the topic's news to `out`, and note when it has ended.
  void AddNews(Feed& feed, Round& round, Time now, EventOutbox& out);
  void AddStatus(Feed& feed, Round& round, EventOutbox& out);
  void AddTournament(Feed& feed, Round& round, EventOutbox& out);
  void AddGame(Feed& feed, Round& round, Time now, EventOutbox& out);
  void AddGameOver(Feed& feed, Time now, EventOutbox& out);
  std::string NewNotices(Feed& feed, const v1::TournamentProgress& progress) const;

  LiveState& live_state_;

  // Touched on the thread only.
  std::list<Watcher> watchers_;

  Mutex mutex_;
  CondVar changed_;
  std::list<Watcher> new_watchers_ ABSL_GUARDED_BY(mutex_);
  bool is_stopping_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_EVENT_BROADCASTER_H_
