#ifndef ARENA_WEB_LIVE_GAMES_H_
#define ARENA_WEB_LIVE_GAMES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/replay/running_replay.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/mutex.h"
#include "referee/spectator/spectator_games.h"

namespace flagfall::arena {

// The games that run, for those who look on: made of what is public of them and nothing else. May be used by many
// threads.
class LiveGames {
 public:
  // `games` outlives this.
  explicit LiveGames(SpectatorGames& games) : games_(games) {}

  // Those that are there to be seen, by id.
  std::vector<v1::LiveGame> List() ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether the game can be seen: from its start until its public view is at its end and the ledger has it.
  bool Has(const std::string& game_id) const { return games_.Read(game_id, 0).has_value(); }
  // The same from its start on, whether it can be seen yet or not.
  bool Holds(const std::string& game_id) const { return games_.Holds(game_id); }

  // What comes behind step `from`; all there is where `from` is 0 or no step of the game. NOT_FOUND when there is no
  // such game to be seen; FAILED_PRECONDITION when its ruleset has no replays.
  absl::StatusOr<v1::Replay> After(const std::string& game_id, std::uint32_t from) ABSL_LOCKS_EXCLUDED(mutex_);

  // The ledger has the game, or never will: it is shown from there once its public view is at its end.
  void Forget(const std::string& game_id, std::uint32_t plies) ABSL_LOCKS_EXCLUDED(mutex_);
  // The same of all games of a tournament that are over.
  void ForgetAllOf(std::uint32_t tournament);

  // Plies that were seen, of all games so far: as of the last List, and of games that were forgotten.
  std::uint64_t PliesSeen() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // A replay that grows with its game.
  struct Course {
    Mutex mutex;
    std::uint64_t run ABSL_GUARDED_BY(mutex) = 0;
    std::size_t read ABSL_GUARDED_BY(mutex) = 0;
    std::unique_ptr<RunningReplay> replay ABSL_GUARDED_BY(mutex);
  };

  static absl::Status Follow(Course& course, const SpectatorGames::Reading& reading)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(course.mutex);
  void Count(const std::string& game_id, std::uint32_t plies) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  SpectatorGames& games_;

  Mutex mutex_;
  // Of games that somebody has looked at.
  std::map<std::string, std::shared_ptr<Course>> courses_ ABSL_GUARDED_BY(mutex_);
  // Plies of each game that plies_ holds.
  std::map<std::string, std::uint32_t> counted_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t plies_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_LIVE_GAMES_H_
