#include "arena/bots/game_logs.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

struct FoundLog {
  fs::file_time_type written;
  GameLog log;
};

std::vector<FoundLog> FindGameLogs(const BotLogPaths& paths) {
  std::vector<FoundLog> found;
  std::error_code error;
  for (fs::directory_iterator entry(paths.Games(), error), end; !error && entry != end; entry.increment(error)) {
    const std::string game = entry->path().stem().string();
    if (entry->path().extension() != ".log" || game == BotLogPaths::kBefore) continue;
    std::error_code ignored;
    const std::uintmax_t size = entry->file_size(ignored);
    // A log that another process of the bot has removed meanwhile.
    if (ignored) continue;
    const std::uint64_t bytes = (size + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
    found.push_back({entry->last_write_time(ignored), {game, entry->path().string(), bytes}});
  }
  std::sort(found.begin(), found.end(), [](const FoundLog& a, const FoundLog& b) {
    return std::tuple(a.written, a.log.game_id.size(), a.log.game_id) <
           std::tuple(b.written, b.log.game_id.size(), b.log.game_id);
  });
  return found;
}

}  // namespace

std::vector<GameLog> ListGameLogs(const BotLogPaths& paths) {
  std::vector<GameLog> logs;
  for (FoundLog& found : FindGameLogs(paths)) logs.push_back(std::move(found.log));
  return logs;
}

std::uint64_t PruneGameLogs(const BotLogPaths& paths, std::uint64_t bytes_max) {
  const std::vector<GameLog> logs = ListGameLogs(paths);
  std::uint64_t bytes = 0;
  for (const GameLog& log : logs) bytes += log.bytes;
  for (const GameLog& log : logs) {
    if (bytes <= bytes_max) break;
    std::error_code ignored;
    fs::remove(log.path, ignored);
    bytes -= log.bytes;
  }
  return bytes;
}

}  // namespace flagfall::arena::bots
