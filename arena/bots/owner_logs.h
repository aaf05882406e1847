#ifndef ARENA_BOTS_OWNER_LOGS_H_
#define ARENA_BOTS_OWNER_LOGS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/bots/game_logs.h"

namespace flagfall::arena::bots {

// What the logs of one owner's bots may take on the disk in all tournaments together, in bytes. A host chooses from the
// least on, which is what one bot has in one tournament by default.
inline constexpr std::uint64_t kOwnerLogBytesMaxDefault = std::uint64_t{1} << 30;
inline constexpr char kOwnerLogFlag[] = "--owner-logs-max";
inline constexpr std::uint64_t kOwnerLogBytesMaxLeast = std::uint64_t{32} << 20;

// Removes what the bots of one owner printed in whole tournaments, from the oldest tournament on, until the rest takes
// no more than `bytes_max` in whole blocks of the disk. `logs_folder` holds a folder for each tournament, called by its
// number, with the logs of BotLogPaths, also of the further players that a bot was there. Tournaments of which
// `may_remove` is false keep their logs, which count all the same. Returns what is left.
std::uint64_t PruneOwnerLogs(const std::string& logs_folder, const std::vector<std::string>& bots,
                             std::uint64_t bytes_max, const std::function<bool(std::int64_t)>& may_remove);

// What the logs of all bots may take in all tournaments of a home together.
inline constexpr std::uint64_t kHomeLogBytesMaxDefault = std::uint64_t{16} << 30;
inline constexpr char kHomeLogFlag[] = "--logs-max";

// Removes the logs of whole tournaments in the same way, whoever owns the bots.
std::uint64_t PruneHomeLogs(const std::string& logs_folder, std::uint64_t bytes_max,
                            const std::function<bool(std::int64_t)>& may_remove);

// How much bots may print that play here, in bytes on the disk: each in one tournament, those of one owner in all, and
// all of a home.
struct LogLimits {
  std::uint64_t bot = kLogBytesMaxDefault;
  std::uint64_t owner = kOwnerLogBytesMaxDefault;
  std::uint64_t home = kHomeLogBytesMaxDefault;
};

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_OWNER_LOGS_H_
