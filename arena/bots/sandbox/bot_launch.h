#ifndef ARENA_BOTS_SANDBOX_BOT_LAUNCH_H_
#define ARENA_BOTS_SANDBOX_BOT_LAUNCH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "arena/bots/sandbox/sandbox.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::bots {

// A program that is to run under a supervisor. All paths are the host's, also for a bot that sees other paths.
struct BotLaunch {
  // The working folder that the program is started in; absolute.
  std::string folder;
  // The program with its arguments. A name without a `/` is looked up on the PATH in `environment`.
  std::vector<std::string> command;
  // The whole environment, with entries `NAME=value`.
  std::vector<std::string> environment;
  // The program's standard output and error are appended to this file.
  std::string log_path;
  v1::BotLimits limits;

  // What the program may see and do.
  Sandbox sandbox = {};
  // Whether the bot is frozen off its turns (bot_meter.h).
  bool is_frozen_off_turn = false;
  // The bot's folder, which a strict sandbox shows as /bot; it contains `folder`. A strict sandbox also shows the Unix
  // socket that FLAGFALL_ADDRESS in the environment names, if it names one. A bot that gets a user id of its own
  // becomes the owner of this socket.
  std::string bot_folder = {};
  // When not empty, the program is a build. In a strict sandbox it may write to /bot, which is then a copy of
  // `bot_folder` in memory, and the content of /bot after the build is written to this file, which must exist, as a tar
  // archive.
  std::string build_archive_path = {};
  // The size of that copy, in bytes.
  std::uint64_t build_folder_bytes = 0;
};

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_SANDBOX_BOT_LAUNCH_H_
