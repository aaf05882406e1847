#ifndef ARENA_BOTS_GAME_LOGS_H_
#define ARENA_BOTS_GAME_LOGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace flagfall::arena::bots {

// Where a bot's output in a tournament lies, in the folder of that tournament's logs:
//
//   BOT.log               what its processes printed outside of games, and in games that they played at the same time
//   games/BOT/GAME.log    what it printed in a game that it played alone
//   games/BOT/before.log  what was in BOT.log before, once that has grown large
//
// The games' logs are apart, because a bot may be called `x.log`.
struct BotLogPaths {
  // The tournament's folder, and the bot's name.
  std::string folder;
  std::string bot;

  std::string Process() const { return folder + "/" + bot + ".log"; }
  std::string Games() const { return folder + "/games/" + bot; }
  std::string Before() const { return Games() + "/" + kBefore + ".log"; }
  std::string Game(absl::string_view game_id) const { return Games() + "/" + std::string(game_id) + ".log"; }

  static constexpr char kBefore[] = "before";
};

// What a bot's logs of one tournament may take on the disk, in bytes; see BotOutput. A host chooses from the least on.
inline constexpr std::uint64_t kLogBytesMaxDefault = std::uint64_t{32} << 20;
inline constexpr char kLogFlag[] = "--bot-log-max";
inline constexpr std::uint64_t kLogBytesMaxLeast = std::uint64_t{1} << 20;

// Where a bot's output goes that plays in a tournament.
struct PlayLogs {
  BotLogPaths paths;
  std::uint64_t bytes_max = kLogBytesMaxDefault;
};

// A file takes whole blocks of the disk, so that many small ones take more than they hold.
inline constexpr std::uint64_t kBlockBytes = 4096;

struct GameLog {
  std::string game_id;
  std::string path;
  // What it takes on the disk, in whole blocks.
  std::uint64_t bytes = 0;
};

// The logs of single games, the oldest first: in the order in which they were last written to. Empty when there are
// none.
std::vector<GameLog> ListGameLogs(const BotLogPaths& paths);

// Removes the oldest games' logs until the others take no more than `bytes_max`. Returns what they take then.
std::uint64_t PruneGameLogs(const BotLogPaths& paths, std::uint64_t bytes_max);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_GAME_LOGS_H_
