#ifndef ARENA_BOTS_SANDBOX_LAUNCH_FOLDER_H_
#define ARENA_BOTS_SANDBOX_LAUNCH_FOLDER_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace flagfall::arena {

// A folder for one process of a bot, which its socket and what its sandbox is made of lie in. Mode 0700; it becomes
// the bot's own user's where the bot gets one. Removed at the end.
class LaunchFolder {
 public:
  // `parent` is absolute, and can be entered by every user where bots get user ids of their own.
  static absl::StatusOr<std::unique_ptr<LaunchFolder>> Make(const std::string& parent);
  ~LaunchFolder();

  LaunchFolder(const LaunchFolder&) = delete;
  LaunchFolder& operator=(const LaunchFolder&) = delete;

  const std::string& path() const { return path_; }
  // Where the referee listens for this bot.
  std::string SocketPath() const { return path_ + "/s"; }

 private:
  explicit LaunchFolder(std::string path) : path_(std::move(path)) {}

  const std::string path_;
};

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_SANDBOX_LAUNCH_FOLDER_H_
