#ifndef REFEREE_SPECTATOR_SPECTATOR_GAMES_H_
#define REFEREE_SPECTATOR_SPECTATOR_GAMES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/spectator/spectator_recorder.h"

namespace flagfall {

// The public part of the games that a referee plays, for spectators (R9.3): each game's header and entries
// (spectator_recorder.h). The referee's thread writes them as they come; any thread may read them.
//
// Entries never change once they are written. They lie in chunks that the writer and the readers share. A reader copies
// pointers to the chunks that it wants under the game's own lock. When a game begins or ends, the referee's thread also
// takes the lock of all games, under which readers copy a pointer to each game and games that are over are looked
// through. No lock is held for longer than that.
//
// A game is here from the moment in which play begins. It leaves when the referee drops it (because the referee itself
// ends), or when the game is over, its delayed public view has come to its end, and Forget has been called. Forget is
// for the one that was handed the record to call, once the ledger has the game or never will, so that at each moment a
// game is here or in the ledger. A game that begins under the id of one that is over (a void game that is played again)
// takes its place. Of games that are over and that nobody forgets, the oldest is dropped when there are more than
// kOverMax.
class SpectatorGames {
 public:
  class Log;
  class Reading;

  // The most entries that are kept of a game (a ply makes two), and the most games that are over and not forgotten.
  static constexpr std::size_t kEntriesMax = 1 << 18;
  static constexpr std::size_t kOverMax = 1024;

  // A game that is here.
  struct Listed {
    std::shared_ptr<const SpectatorHeader> header;
    // As in the public view.
    std::uint32_t plies = 0;
    bool is_over = false;
  };

  // Entries become visible `delay` after they were written. `now` returns microseconds of a steady clock.
  explicit SpectatorGames(Micros delay = Micros(0), std::function<Micros()> now = SteadyNow);
  ~SpectatorGames();
  SpectatorGames(const SpectatorGames&) = delete;
  SpectatorGames& operator=(const SpectatorGames&) = delete;

  // ---- From any thread.

  // All games that are visible, ordered by id.
  std::vector<Listed> List() ABSL_LOCKS_EXCLUDED(mutex_);
  // The visible entries of a game from number `from` on, counted from 0; absent when there is no such game.
  std::optional<Reading> Read(absl::string_view game_id, std::size_t from) ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether the game is here, visible or not.
  bool Holds(absl::string_view game_id) ABSL_LOCKS_EXCLUDED(mutex_);
  // If the game is over, it need not be kept any longer. Has no effect on a game that is on or not here.
  void Forget(absl::string_view game_id) ABSL_LOCKS_EXCLUDED(mutex_);
  // Forgets each game for whose id the function returns true, whether its end is visible already or not.
  void ForgetIf(const std::function<bool(const std::string& game_id)>& is_one) ABSL_LOCKS_EXCLUDED(mutex_);

  // ---- For the referee.

  // Where the referee writes a game whose match began at `began_at` by the clock `now`. The game cannot be read before
  // Log::Open. The log must not outlive this.
  std::unique_ptr<Log> NewLog(SpectatorHeader header, Micros began_at);

 private:
  // An entry, and when it was written.
  struct Written {
    SpectatorEntry entry;
    Micros at{};
  };
  static constexpr std::size_t kChunk = 64;
  using Chunk = std::array<Written, kChunk>;
  using Chunks = std::vector<std::shared_ptr<Chunk>>;
  class WatchedGame;
  using WatchedGames = std::vector<std::shared_ptr<WatchedGame>>;

  bool IsVisible(Micros written_at, Micros now) const { return written_at + delay_ <= now; }
  void Open(const std::shared_ptr<WatchedGame>& game) ABSL_LOCKS_EXCLUDED(mutex_);
  void Over(const std::shared_ptr<WatchedGame>& game) ABSL_LOCKS_EXCLUDED(mutex_);
  void Drop(const std::shared_ptr<WatchedGame>& game) ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether the game is forgotten and its visible part has come to its end.
  bool IsDone(const WatchedGame& game, Micros now) const;
  // Takes out the games that are done. The caller should let go of them after it has released the lock, since freeing
  // them may take long.
  WatchedGames TakeDone(Micros now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Micros delay_;
  const std::function<Micros()> now_;
  Mutex mutex_;
  // By game id.
  std::map<std::string, std::shared_ptr<WatchedGame>, std::less<>> games_ ABSL_GUARDED_BY(mutex_);
  // The games among them that are over, the oldest first.
  WatchedGames over_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t last_run_ ABSL_GUARDED_BY(mutex_) = 0;
};

// The entries that were read of a game. A reading does not change, and keeps alive what it refers to.
class SpectatorGames::Reading {
 public:
  const std::shared_ptr<const SpectatorHeader>& header() const { return header_; }
  // A number that is new for each game that begins, so that a game played again under its id is told from the one
  // before.
  std::uint64_t run() const { return run_; }
  // The entries numbered begin() to end() - 1 are here; begin() is the `from` of Read, or the number of all when that
  // is less.
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return end_; }
  const SpectatorEntry& operator[](std::size_t number) const { return At(number).entry; }
  // The moment that this shows (now, less the delay), as time since the match began.
  Micros at() const { return at_; }
  // There will be no more entries.
  bool is_over() const { return is_over_; }

 private:
  friend class SpectatorGames::WatchedGame;

  const Written& At(std::size_t number) const { return (*chunks_[number / kChunk - first_chunk_])[number % kChunk]; }

  std::shared_ptr<const SpectatorHeader> header_;
  std::uint64_t run_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  Micros at_{};
  bool is_over_ = false;
  std::size_t first_chunk_ = 0;
  Chunks chunks_;
};

// Where the referee writes a game. On the referee's thread only, save for the making.
class SpectatorGames::Log {
 public:
  Log(SpectatorGames& games, std::shared_ptr<WatchedGame> game);
  // Drops a game that is not over.
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // Play begins: from now on the game can be read.
  void Open();
  // Moves the entries in. Beyond kEntriesMax entries of a game only its end is kept.
  void Append(std::vector<SpectatorEntry>& entries);

 private:
  SpectatorGames& games_;
  const std::shared_ptr<WatchedGame> game_;
  bool is_open_ = false;
  bool is_over_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_SPECTATOR_SPECTATOR_GAMES_H_
