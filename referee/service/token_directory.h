#ifndef REFEREE_SERVICE_TOKEN_DIRECTORY_H_
#define REFEREE_SERVICE_TOKEN_DIRECTORY_H_

#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "referee/base/mutex.h"
#include "referee/base/sha256.h"

namespace flagfall {

// Which tokens bots may come with, for threads that do not have the lobby: so that a stranger is told from a bot before
// it reaches the games' thread. A token is looked up by its digest, so that the time this takes tells nothing about the
// tokens that are right. From any thread.
class TokenDirectory {
 public:
  // The bot comes with the token of that SHA-256 from now on, and with no other.
  void Set(const std::string& bot, const std::string& token_sha256) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    Erase(bot);
    digests_[bot] = token_sha256;
    bots_[token_sha256] = bot;
  }
  // The bot comes with none.
  void Remove(const std::string& bot) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    Erase(bot);
  }

  // The bot that comes with that token.
  std::optional<std::string> BotOf(absl::string_view token) const ABSL_LOCKS_EXCLUDED(mutex_) {
    const std::string digest = Sha256Of(token);
    MutexLock lock(mutex_);
    const auto found = bots_.find(digest);
    if (found == bots_.end()) return std::nullopt;
    return found->second;
  }

 private:
  void Erase(const std::string& bot) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const auto found = digests_.find(bot);
    if (found == digests_.end()) return;
    bots_.erase(found->second);
    digests_.erase(found);
  }

  mutable Mutex mutex_;
  absl::flat_hash_map<std::string, std::string> bots_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, std::string> digests_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_TOKEN_DIRECTORY_H_
