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

// The public side of the games that a referee plays, for whoever looks on (R9.3): for each game its header and its
// entries (spectator_recorder.h), written on the referee's thread as they come, and read on other threads.
//
// Entries never change once they are written. They lie in chunks that writer and readers share; a reader takes the
// chunks that it wants under a lock of the game's: as long as it takes to copy a few pointers. As a game begins or ends
// the referee's thread also takes the lock of all, under which others copy a pointer to each game, and those that are
// over are looked through.
//
// A game is there from when its bots have sat down until the referee has dropped it (when the referee itself ends), or
// until it is over, its public view has come to its end, and Forget has been called. That is for who was handed the
// record to say, once the ledger has the game, or never will have it: so there is no moment in which a game is neither
// here nor there. A game that begins under the id of one that is over (a void one that is played again) takes its
// place. What nobody forgets is dropped when kOverMax others are over, the oldest first.
class SpectatorGames {
 public:
  class Log;
  class Reading;

  // What is kept of a game: a ply makes two entries. And games that are over and that nobody has said to forget.
  static constexpr std::size_t kEntriesMax = 1 << 18;
  static constexpr std::size_t kOverMax = 1024;

  // A game that is here.
  struct Listed {
    std::shared_ptr<const SpectatorHeader> header;
    // As the public view has it.
    std::uint32_t plies = 0;
    bool is_over = false;
  };

  // What happens becomes visible `delay` later. `now`: microseconds of a steady clock.
  explicit SpectatorGames(Micros delay = Micros(0), std::function<Micros()> now = SteadyNow);
  ~SpectatorGames();
  SpectatorGames(const SpectatorGames&) = delete;
  SpectatorGames& operator=(const SpectatorGames&) = delete;

  // ---- From any thread.

  // All games that are visible, ordered by id.
  std::vector<Listed> List() ABSL_LOCKS_EXCLUDED(mutex_);
  // What is visible of a game from the entry numbered `from` on, from 0; absent when there is no such game.
  std::optional<Reading> Read(absl::string_view game_id, std::size_t from) ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether the game is here, visible or not.
  bool Holds(absl::string_view game_id) ABSL_LOCKS_EXCLUDED(mutex_);
  // The game, when it is over, need not be kept any longer. Without effect on one that is on, or not there.
  void Forget(absl::string_view game_id) ABSL_LOCKS_EXCLUDED(mutex_);
  // The same of each game whose id is one of those, seen already or not.
  void ForgetIf(const std::function<bool(const std::string& game_id)>& is_one) ABSL_LOCKS_EXCLUDED(mutex_);

  // ---- For the referee.

  // A place to write a game in, whose match began at `began_at` by the clock `now`. Nobody sees it before Log::Open. It
  // must not outlive this.
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
  // Is forgotten, and has come to its end.
  bool IsDone(const WatchedGame& game, Micros now) const;
  // Takes out what is done. What is returned should end without the lock: it may be large.
  WatchedGames TakeDone(Micros now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Micros delay_;
  const std::function<Micros()> now_;
  Mutex mutex_;
  // By game id.
  std::map<std::string, std::shared_ptr<WatchedGame>, std::less<>> games_ ABSL_GUARDED_BY(mutex_);
  // Those of them that are over, the oldest first.
  WatchedGames over_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t last_run_ ABSL_GUARDED_BY(mutex_) = 0;
};

// What was read of a game. It does not change, and keeps what it holds alive.
class SpectatorGames::Reading {
 public:
  const std::shared_ptr<const SpectatorHeader>& header() const { return header_; }
  // Differs whenever a game begins, so that a game played again under its id is told from the one before.
  std::uint64_t run() const { return run_; }
  // The entries numbered begin() to end() - 1 are here; begin() is the `from` of Read, or the number of all when that
  // is less.
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return end_; }
  const SpectatorEntry& operator[](std::size_t number) const { return At(number).entry; }
  // The moment that this shows, since the match began: the delay ago.
  Micros at() const { return at_; }
  // There will be no more.
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

  // Play begins: the game can be seen.
  void Open();
  // Moves the entries in. Of what comes behind kEntriesMax of a game, only its end is told.
  void Append(std::vector<SpectatorEntry>& entries);

 private:
  SpectatorGames& games_;
  const std::shared_ptr<WatchedGame> game_;
  bool is_open_ = false;
  bool is_over_ = false;
};

}  // namespace flagfall

#endif  // REFEREE_SPECTATOR_SPECTATOR_GAMES_H_
