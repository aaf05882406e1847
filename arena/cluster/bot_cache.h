#ifndef ARENA_CLUSTER_BOT_CACHE_H_
#define ARENA_CLUSTER_BOT_CACHE_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/api/worker_api.h"
#include "flagfall/v1/worker_service.pb.h"

namespace flagfall::arena::cluster {

// The bots that a worker has fetched, each in a folder that is named by the SHA-256 of its files, so that the same
// files are fetched once. To be used by one thread; another worker may use the same folder.
class BotCache {
 public:
  // `folder` is absolute and is made when it is needed.
  explicit BotCache(std::string folder) : folder_(std::move(folder)) {}

  // The folder of the bot, which is fetched when it is not there. DATA_LOSS when what came has another hash;
  // RESOURCE_EXHAUSTED when it is larger than any bot; INTERNAL when it cannot be written, as on a full disk; else
  // errors of the call.
  absl::StatusOr<std::string> FolderOf(const v1::LeasedBot& bot, std::uint64_t lease, api::WorkerApi& server);

 private:
  absl::Status Fetch(const v1::LeasedBot& bot, std::uint64_t lease, api::WorkerApi& server, const std::string& folder);

  const std::string folder_;
  std::uint64_t fetched_ = 0;
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_BOT_CACHE_H_
