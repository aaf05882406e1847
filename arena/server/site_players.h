#ifndef ARENA_SERVER_SITE_PLAYERS_H_
#define ARENA_SERVER_SITE_PLAYERS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "arena/web/event_stream.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/service/referee.h"

namespace flagfall::arena::server {

// People who play on the site. Each is one of the home's remote bots, which says hello here in place of dialling in:
// the referee, its clocks and its records know no difference. What the referee says to the bot goes to the browser as
// server-sent events, numbered from 1; a page that is loaded again has those of the newest game. What the person does
// comes back by Act. A bot leaves when no page has watched it for `stays_for`. May be used by many threads.
class SitePlayers {
 public:
  // So many play at once.
  static constexpr std::size_t kMax = 64;
  // So many pages may watch one bot's games.
  static constexpr std::size_t kWatchersMax = 4;
  // What one bot may have been told, in messages as JSON; with more it has to come again.
  static constexpr std::size_t kBytesMax = 32 << 20;
  static constexpr Micros kPermitsEvery = std::chrono::seconds(2);
  static constexpr Micros kStaysFor = std::chrono::seconds(60);

  // `referee` outlives this.
  explicit SitePlayers(Referee& referee, Micros stays_for = kStaysFor);
  ~SitePlayers();
  SitePlayers(const SitePlayers&) = delete;
  SitePlayers& operator=(const SitePlayers&) = delete;

  // Nothing is sent to any page from when this returns, so that their connections may be ended.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // Has the bot, which must be admitted to the referee, play here, unless it does already, and sends `stream` what it
  // was told behind the first `seen` messages. When too many play or watch, the stream ends, and says why. Every few
  // seconds `permit` is asked, on a thread of this, whether the page may still watch: the stream ends, too, when that
  // is UNAUTHENTICATED, PERMISSION_DENIED or NOT_FOUND.
  void Watch(
      const v1::BotManifest& bot, std::uint64_t seen, std::shared_ptr<web::EventStream> stream,
      std::function<absl::Status()> permit = [] { return absl::OkStatus(); }) ABSL_LOCKS_EXCLUDED(mutex_);
  // Hands the bot's message to the referee. FAILED_PRECONDITION when the bot does not play here.
  absl::Status Act(const std::string& bot, v1::PlayRequest request) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  class Inbox;
  struct Watcher {
    std::shared_ptr<web::EventStream> stream;
    // How many messages were sent to it.
    std::uint64_t sent = 0;
    std::function<absl::Status()> permit = {};
  };
  struct Player {
    // What the referee has said to it and nobody has looked at yet.
    std::shared_ptr<Inbox> inbox;
    std::shared_ptr<LocalBot> bot;
    // What it was told since its newest game began, each as an event, and what of before some page has still to be
    // sent, as the end of the last game; how many messages came before these, and before the newest game.
    std::vector<std::string> events = {};
    std::uint64_t dropped = 0;
    std::uint64_t before_newest_game = 0;
    std::size_t bytes = 0;
    std::vector<Watcher> watchers = {};
    // Since when nobody has watched.
    Micros left{};
    bool is_over = false;
  };

  Player Join(const v1::BotManifest& bot);
  void Run();
  // Returns whether the thread goes on.
  bool Rest(Micros until) ABSL_LOCKS_EXCLUDED(mutex_);
  // When there will be something to do, where nothing comes in.
  Micros Look(Micros now) ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends the streams of pages that may not watch any more.
  void EndForbidden() ABSL_LOCKS_EXCLUDED(mutex_);
  static void TakeInbox(Player& player);
  // How many messages a page is not sent that has seen so many.
  static std::uint64_t FirstFor(const Player& player, std::uint64_t seen);
  // Whether something could not be sent yet.
  static bool SendNews(Player& player, bool is_beat);
  static void DropSent(Player& player);

  Referee& referee_;
  const Micros stays_for_;

  Mutex mutex_;
  // What the thread waits for. Inboxes share it, which may live longer than this.
  struct News;
  const std::shared_ptr<News> news_;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;
  // By their names.
  std::map<std::string, Player> players_ ABSL_GUARDED_BY(mutex_);
  // When something is to be sent next for a proxy to see that the stream lives.
  Micros next_beat_;
  // When pages are next asked whether they may still watch.
  Micros next_permit_{};

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_SITE_PLAYERS_H_
