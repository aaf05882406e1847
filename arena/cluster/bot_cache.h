#ifndef ARENA_CLUSTER_BOT_CACHE_H_
#define ARENA_CLUSTER_BOT_CACHE_H_

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/api/worker_api.h"
#include "flagfall/v1/worker_service.pb.h"
#include "referee/base/descriptor.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::cluster {

// The bots that a worker has fetched, each in a folder that is named by the SHA-256 of its files, so that the same
// files are fetched once. Where they take more than they may, those that were not used for longest are removed, but
// none that is in use. Any thread may call it, and one at a time fetches; other workers, also in other processes, may
// use the same folder.
class BotCache {
 public:
  // A bot's folder that stays as long as this lives: a shared lock (flock) on it, which ends with the process at the
  // latest.
  class Use {
   public:
    Use(std::string folder, Descriptor lock) : folder_(std::move(folder)), lock_(std::move(lock)) {}
    const std::string& folder() const { return folder_; }

   private:
    std::string folder_;
    Descriptor lock_;
  };

  // `folder` is absolute and is made when it is needed. Bots of `bytes_max` are kept, all files counted by their size.
  // `archive_reader` is the program that reads what comes (arena/bots/archive.h).
  BotCache(std::string folder, std::uint64_t bytes_max, std::string archive_reader)
      : folder_(std::move(folder)), bytes_max_(bytes_max), archive_reader_(std::move(archive_reader)) {}

  // The folder of the bot, which is fetched when it is not there, and then others are removed. DATA_LOSS when what came
  // has another hash; RESOURCE_EXHAUSTED when it is larger than any bot; INTERNAL when it cannot be written, as on a
  // full disk; CANCELLED after `stop`; else errors of the call.
  absl::StatusOr<Use> Take(const v1::LeasedBot& bot, std::uint64_t lease, api::WorkerApi& server,
                           const std::stop_token& stop) ABSL_LOCKS_EXCLUDED(mutex_);

  // Removes bots that are not in use, the one that was not used for longest first, until the others take no more than
  // they may. What cannot be removed stays.
  void Prune() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  absl::Status Fetch(const v1::LeasedBot& bot, std::uint64_t lease, api::WorkerApi& server, const std::string& folder,
                     const std::stop_token& stop) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void RemoveUnused() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // A name in the cache's folder that no other worker uses.
  std::string ScratchName() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Removes a folder unless it is in use. Returns whether it is gone.
  bool Remove(const std::string& folder) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::string folder_;
  const std::uint64_t bytes_max_;
  const std::string archive_reader_;
  Mutex mutex_;
  std::uint64_t scratch_names_ ABSL_GUARDED_BY(mutex_) = 0;
  // By folder, as it was seen first.
  std::map<std::string, std::uint64_t> sizes_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_BOT_CACHE_H_
