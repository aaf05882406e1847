#ifndef ARENA_BOTS_BOT_OUTPUT_H_
#define ARENA_BOTS_BOT_OUTPUT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "arena/bots/capped_log.h"
#include "arena/bots/game_logs.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::bots {

// How much output is granted at a time: what a bot may print at its start, and in each game.
inline constexpr std::size_t kGrantBytes = std::size_t{64} * 1024;

// Takes what one process of a bot prints from a pipe to its logs.
//
//   BeginGame 1-3      EndGame 1-3                BeginGame 1-4    BeginGame 1-5         EndGame 1-4, EndGame 1-5
//   ───────┬────────────────┬────────────────────────┬────────────────┬──────────────────────────┬──────────────►
//   BOT.log│ 1-3.log        │1-3.log, under a line   │ 1-4.log        │ BOT.log, under a line    │ BOT.log, likewise
//          │                │that says so            │                │ that names both games    │
//
// Nobody but the bot knows to which of several games a line belongs, so that output in games that it plays at the same
// time stays together. What it prints after a game's end, as about its result, is with that game until the next one
// begins. The limits are exact, however late the reader is: whoever begins or ends a game reads first what the pipe
// holds. The bot's thread that writes must have been told of a game after its BeginGame has returned.
//
// Of `bytes_max` the games' logs have one half, of which the oldest are removed, and the log of the process the other.
// When the latter has filled its half of that half, it becomes before.log, in the place of the one that was there.
//
// Any thread may call it. No call blocks but for the disk.
class BotOutput {
 public:
  // Reads from `pipe`, a non-blocking descriptor that it owns. Without `play` all goes into the one log, which nothing
  // bounds but the grants.
  BotOutput(int pipe, const std::string& log_path, const std::optional<PlayLogs>& play)
      : pipe_(pipe), play_(play), process_log_(log_path) {}
  ~BotOutput();

  BotOutput(const BotOutput&) = delete;
  BotOutput& operator=(const BotOutput&) = delete;

  int pipe() const { return pipe_; }

  // Reads once. Returns false at the end of file: nobody has the writing end any more.
  bool Read() ABSL_LOCKS_EXCLUDED(mutex_);
  // Reads all that the pipe holds.
  void ReadRest() ABSL_LOCKS_EXCLUDED(mutex_);
  // Reads the rest of a process that is gone, and says what was dropped of it.
  void Finish() ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether what comes next is dropped.
  bool IsSpent() ABSL_LOCKS_EXCLUDED(mutex_);
  // The first 4 KiB that were printed.
  std::string Beginning() ABSL_LOCKS_EXCLUDED(mutex_);

  // Lets another kGrantBytes in, into the log of the process.
  void Grant() ABSL_LOCKS_EXCLUDED(mutex_);
  // To be called before the bot is told of a game, and when the game is over. Each game has kGrantBytes.
  void BeginGame(const std::string& game_id) ABSL_LOCKS_EXCLUDED(mutex_);
  void EndGame(const std::string& game_id) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  enum class Got { kOutput, kNothing, kEnd };
  Got ReadOnce() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void ReadAll() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Write(absl::string_view output) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The log of the game that is played alone, which is made when the first line comes; null when there is no such game
  // or the log cannot be made.
  CappedLog* OpenGameLog() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void CloseGameLog() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Begins the process's log anew when it has grown large.
  void TurnOver() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const int pipe_;
  const std::optional<PlayLogs> play_;

  Mutex mutex_;
  CappedLog process_log_ ABSL_GUARDED_BY(mutex_);
  // The game that is, or was last, played alone, and its log once something was printed there.
  std::string game_ ABSL_GUARDED_BY(mutex_);
  std::optional<CappedLog> game_log_ ABSL_GUARDED_BY(mutex_);
  // The games that are being played.
  std::set<std::string> games_ ABSL_GUARDED_BY(mutex_);
  // Stands before what is printed next, if anything is.
  std::string heading_ ABSL_GUARDED_BY(mutex_);
  std::string beginning_ ABSL_GUARDED_BY(mutex_);
  // What all games' logs take on the disk, at least; absent until it was looked at.
  std::optional<std::uint64_t> games_bytes_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_BOT_OUTPUT_H_
