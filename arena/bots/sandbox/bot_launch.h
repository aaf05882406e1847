#ifndef ARENA_BOTS_SANDBOX_BOT_LAUNCH_H_
#define ARENA_BOTS_SANDBOX_BOT_LAUNCH_H_

#include <string>
#include <vector>

#include "arena/bots/sandbox/sandbox.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena {

// A program that is to run under a supervisor. Paths are the host's, also for a bot that sees others.
struct BotLaunch {
  // Absolute; the program is started in it.
  std::string folder;
  // The program with its arguments. Without a `/` it is looked for on the PATH of the environment.
  std::vector<std::string> command;
  // `NAME=value` each; the program has no others.
  std::vector<std::string> environment;
  // Its standard output and error are added to this file.
  std::string log_path;
  v1::BotLimits limits;

  // What it may see and do.
  Sandbox sandbox = {};
  // Whether its meter keeps it from running off its turns (bot_meter.h).
  bool is_frozen_off_turn = false;
  // The bot's folder, which a strict sandbox shows as /bot; holds `folder`. Beside it, what a strict sandbox lets be
  // reached is the socket that FLAGFALL_ADDRESS names in the environment, if it names one. A bot that gets a user id of
  // its own becomes the owner of this socket.
  std::string bot_folder = {};
  // When given, the program is a build: in a strict sandbox it may write to /bot, which is a copy in memory of
  // `bot_folder`, and what /bot holds in the end is put into this file, which must exist, as a tar archive.
  std::string build_archive_path = {};
};

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_SANDBOX_BOT_LAUNCH_H_
