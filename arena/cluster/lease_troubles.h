#ifndef ARENA_CLUSTER_LEASE_TROUBLES_H_
#define ARENA_CLUSTER_LEASE_TROUBLES_H_

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "arena/cluster/present_workers.h"
#include "referee/base/micros.h"

namespace flagfall::arena::cluster {

// Why a worker gets no games of a run, or none of some of its bots, in words for people. Bots are named by their index.
struct Refusal {
  // Empty when it gets games.
  std::string all;
  // Of each bot that it cannot play: what is said of it, as in "needs a strict sandbox, …".
  std::map<int, std::string> bots;

  bool IsEmpty() const { return all.empty() && bots.empty(); }
};

// What has kept games of a run from being played under leases though nothing was known against it before: a worker that
// gives games back since it cannot play them, a bot whose files the server cannot read. Such games are leased again
// after a pause, which doubles each time, so that they do not go round. Not thread-safe.
class LeaseTroubles {
 public:
  // Of a worker that has given games back, and of a bot that cannot be read.
  static constexpr Micros kGivenBackPause = std::chrono::minutes(1);
  static constexpr Micros kUnreadablePause = std::chrono::seconds(10);
  // No pause is longer.
  static constexpr Micros kPauseMax = std::chrono::minutes(16);

  // The worker has given back games that it could not play, because of this bot or, where it is absent, of any. One
  // that is started anew is tried at once.
  void NoteGivenBack(const WorkerProcess& worker, std::optional<int> bot, absl::string_view why, Micros now);
  // The server cannot read the bot. Returns whether that is another reason than the last one.
  bool NoteUnreadable(int bot, absl::string_view why, Micros now);
  // The worker has played a game of these bots.
  void NotePlayed(const WorkerProcess& worker, int red, int blue);

  // Adds what is known against the worker. Where `now` is given, what is to be tried again by now is left out.
  void AddTo(const WorkerProcess& worker, std::optional<Micros> now, Refusal& refusal) const;

 private:
  struct Trouble {
    std::string why;
    Micros pause{};
    Micros until{};

    void Renew(absl::string_view reason, Micros first_pause, Micros now);
  };
  // Of all bots.
  static constexpr int kAllBots = -1;

  // Beyond so many all are forgotten, and then tried again.
  static constexpr std::size_t kMax = 4096;

  std::map<std::pair<WorkerProcess, int>, Trouble> given_back_;
  std::map<int, Trouble> unreadable_;
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_LEASE_TROUBLES_H_
