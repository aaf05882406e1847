#include "arena/bots/owner_logs.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "absl/strings/numbers.h"
#include "arena/base/second_player.h"
#include "arena/bots/folder_bytes.h"
#include "arena/bots/game_logs.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

// The players that have logs in the folder of a tournament, by the bots that they are.
std::multimap<std::string, std::string> PlayersIn(const std::string& folder) {
  std::set<std::string> players;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".log") players.insert(entry->path().stem().string());
  }
  const std::string games = BotLogPaths{.folder = folder, .bot = ""}.Games();
  for (fs::directory_iterator entry(games, error), end; !error && entry != end; entry.increment(error)) {
    players.insert(entry->path().filename().string());
  }
  std::multimap<std::string, std::string> players_of;
  for (const std::string& player : players) players_of.emplace(EntryOfPlayer(player), player);
  return players_of;
}

std::uint64_t BytesOf(const BotLogPaths& paths) {
  std::uint64_t bytes = FileBytesOnDisk(paths.Process());
  std::error_code error;
  for (fs::directory_iterator entry(paths.Games(), error), end; !error && entry != end; entry.increment(error)) {
    bytes += FileBytesOnDisk(entry->path());
  }
  return bytes;
}

void Remove(const BotLogPaths& paths) {
  std::error_code ignored;
  fs::remove(paths.Process(), ignored);
  fs::remove_all(paths.Games(), ignored);
  // The folders of the tournament, once they hold nothing any more; `remove` leaves others alone.
  fs::remove(fs::path(paths.Games()).parent_path(), ignored);
  fs::remove(paths.folder, ignored);
}

// The folders of tournaments, from the oldest.
std::map<std::int64_t, std::string> TournamentFolders(const std::string& logs_folder) {
  std::map<std::int64_t, std::string> folders;
  std::error_code error;
  for (fs::directory_iterator entry(logs_folder, error), end; !error && entry != end; entry.increment(error)) {
    std::int64_t tournament = 0;
    if (absl::SimpleAtoi(entry->path().filename().string(), &tournament)) folders[tournament] = entry->path().string();
  }
  return folders;
}

}  // namespace

std::uint64_t PruneOwnerLogs(const std::string& logs_folder, const std::vector<std::string>& bots,
                             std::uint64_t bytes_max, const std::function<bool(std::int64_t)>& may_remove) {
  struct Found {
    std::int64_t tournament;
    BotLogPaths paths;
    std::uint64_t bytes;
  };
  std::vector<Found> logs;
  std::uint64_t bytes = 0;
  for (const auto& [tournament, folder] : TournamentFolders(logs_folder)) {
    const std::multimap<std::string, std::string> players_of = PlayersIn(folder);
    for (const std::string& bot : bots) {
      for (auto [player, end] = players_of.equal_range(bot); player != end; ++player) {
        const BotLogPaths paths{.folder = folder, .bot = player->second};
        logs.push_back({tournament, paths, BytesOf(paths)});
        bytes += logs.back().bytes;
      }
    }
  }
  std::optional<std::int64_t> asked;
  bool is_removable = false;
  for (const Found& log : logs) {
    if (bytes <= bytes_max) break;
    if (log.bytes == 0) continue;
    if (asked != log.tournament) is_removable = may_remove(log.tournament);
    asked = log.tournament;
    if (!is_removable) continue;
    Remove(log.paths);
    bytes -= log.bytes;
  }
  return bytes;
}

std::uint64_t PruneHomeLogs(const std::string& logs_folder, std::uint64_t bytes_max,
                            const std::function<bool(std::int64_t)>& may_remove) {
  const std::map<std::int64_t, std::string> folders = TournamentFolders(logs_folder);
  std::map<std::int64_t, std::uint64_t> bytes_of;
  std::uint64_t bytes = 0;
  for (const auto& [tournament, folder] : folders) bytes += bytes_of[tournament] = FolderBytesOnDisk(folder);
  for (const auto& [tournament, folder] : folders) {
    if (bytes <= bytes_max) break;
    if (bytes_of[tournament] == 0 || !may_remove(tournament)) continue;
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    bytes -= bytes_of[tournament];
  }
  return bytes;
}

}  // namespace flagfall::arena::bots
