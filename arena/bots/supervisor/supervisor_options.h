#ifndef ARENA_BOTS_SUPERVISOR_ORDER_H_
#define ARENA_BOTS_SUPERVISOR_ORDER_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/supervisor/cgroup.h"

namespace flagfall::arena::supervisor {

// What the supervisor, or the starter inside of a sandbox, is told to do on its command line; see protocol.h.
struct Order {
  // Numbers are limits; 0 stands for none. `address_space_max`, `cpu_seconds_max` and `file_bytes_max` hold for each
  // process, `tasks_max` (processes and threads), `memory_bytes_max` and `processes_max` for the bot as a whole.
  std::uint64_t address_space_max = 0;
  std::uint64_t cpu_seconds_max = 0;
  std::uint64_t file_bytes_max = 0;
  std::uint64_t memory_bytes_max = 0;
  std::uint64_t processes_max = 0;
  std::uint64_t tasks_max = 0;
  std::string log_path;
  // In which the program is started.
  std::string folder;
  // Whether the command is that of a sandbox, which ends with the starter's own.
  bool sandboxed = false;
  // Whether programs with a set-user-id bit give the bot nothing.
  bool no_new_privileges = false;
  // Whether the bot is to get a user id of its own. Only root can give one.
  bool own_user = false;
  // Folders and files that become the bot's own user's.
  std::vector<std::string> given;
  // Folders and files that the bot's user may not be able to reach, with the names in kStage under which it finds them.
  // Nobody else does.
  std::vector<std::pair<std::string, std::string>> staged;
  CgroupPlaces cgroups;
  // Of the starter: where to tell how it goes.
  int report = -1;
  // The program with its arguments, ended by a null pointer as execvp wants it; none when the order is not one.
  char** command = nullptr;
};

// Reads `NAME=VALUE ... -- COMMAND [ARGUMENT...]`.
Order ReadOrder(char** arguments);

}  // namespace flagfall::arena::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_ORDER_H_
