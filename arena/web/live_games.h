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

namespace flagfall::arena::web {

// The running games as spectators may see them: made of what is public of them and of nothing else. May be used by many
// threads.
class LiveGames {
 public:
  // `games` outlives this.
  explicit LiveGames(SpectatorGames& games) : games_(games) {}

  // The games that can be seen, by id.
  std::vector<v1::LiveGame> List() ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether the game can be seen: from its start until its public view has reached its end and the ledger has it.
  bool Has(const std::string& game_id) const { return games_.Read(game_id, 0).has_value(); }
  // The same, but also while the game is held back and cannot be seen yet.
  bool Holds(const std::string& game_id) const { return games_.Holds(game_id); }

  // The game's replay behind step `from`, or all of it where `from` is 0 or no step of the game. NOT_FOUND when no such
  // game can be seen; FAILED_PRECONDITION when its ruleset has no replays.
  absl::StatusOr<v1::Replay> ReplayFrom(const std::string& game_id, std::uint32_t from) ABSL_LOCKS_EXCLUDED(mutex_);

  // Says that the ledger has the game, or never will: once its public view has reached its end, it is no longer shown
  // as running.
  void Forget(const std::string& game_id, std::uint32_t plies) ABSL_LOCKS_EXCLUDED(mutex_);
  // The same of all games of a tournament that are over.
  void ForgetAllOf(std::uint32_t tournament);

  // Plies of all games so far, as of the last List and of games that were forgotten.
  std::uint64_t PliesSeen() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // A replay that grows with its game.
  struct GrowingReplay {
    Mutex mutex;
    // Which run of the game it is of: a void game is played again.
    std::uint64_t run ABSL_GUARDED_BY(mutex) = 0;
    // Entries of the game that it has.
    std::size_t read ABSL_GUARDED_BY(mutex) = 0;
    std::unique_ptr<replay::RunningReplay> replay ABSL_GUARDED_BY(mutex);
  };

  static absl::Status Update(GrowingReplay& growing, const SpectatorGames::Reading& reading)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(growing.mutex);
  // Adds the game's plies that are not in plies_ yet.
  void Count(const std::string& game_id, std::uint32_t plies) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  SpectatorGames& games_;

  Mutex mutex_;
  // Replays of the games that somebody has looked at.
  std::map<std::string, std::shared_ptr<GrowingReplay>> replays_ ABSL_GUARDED_BY(mutex_);
  // For each game, its plies that are in plies_.
  std::map<std::string, std::uint32_t> counted_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t plies_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_LIVE_GAMES_H_
