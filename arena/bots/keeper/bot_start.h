#ifndef ARENA_BOTS_KEEPER_BOT_START_H_
#define ARENA_BOTS_KEEPER_BOT_START_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace flagfall::arena::keeper {

// What the keeper was asked to start.
struct BotCommand {
  std::string log_path;
  std::string folder;
  // 0 for none.
  std::uint64_t memory_bytes_max = 0;
  std::uint64_t cpu_seconds_max = 0;
  std::uint64_t processes_max = 0;
  // Ended by a null pointer, as execvp wants it.
  char** arguments = nullptr;
};

struct StartedBot {
  // -1 when the bot could not be started; `error` then says why.
  pid_t pid = -1;
  std::string error;
};

// Starts the bot in a session of its own, with its standard output and error in `output` and no other descriptor but an
// empty standard input. It dies with the calling thread.
StartedBot StartBot(const BotCommand& command, int output);

}  // namespace flagfall::arena::keeper

#endif  // ARENA_BOTS_KEEPER_BOT_START_H_
