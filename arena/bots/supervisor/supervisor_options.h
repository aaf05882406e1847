#ifndef ARENA_BOTS_SUPERVISOR_SUPERVISOR_OPTIONS_H_
#define ARENA_BOTS_SUPERVISOR_SUPERVISOR_OPTIONS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/supervisor/cgroup.h"
#include "arena/bots/supervisor/user_namespace.h"

namespace flagfall::arena::bots::supervisor {

// What the command line tells the supervisor, or the starter inside a sandbox, to do; see supervisor_protocol.h.
struct SupervisorOptions {
  // Limits; 0 stands for no limit. `address_space_max`, `cpu_seconds_max` and `file_bytes_max` hold for each
  // process, `tasks_max` (processes and threads), `memory_bytes_max` and `processes_max` for the bot as a whole.
  std::uint64_t address_space_max = 0;
  std::uint64_t cpu_seconds_max = 0;
  std::uint64_t file_bytes_max = 0;
  std::uint64_t memory_bytes_max = 0;
  std::uint64_t processes_max = 0;
  std::uint64_t tasks_max = 0;
  // The working folder that the program is started in.
  std::string folder;
  // Whether the command makes a sandbox; it then ends with the starter's command line.
  bool sandboxed = false;
  // Whether programs with a set-user-id bit give the bot no rights.
  bool no_new_privileges = false;
  // Whether the bot is to get a user id of its own: one that belongs to nobody, which only root can give, or one of
  // `subordinate`, where there are any.
  bool own_user = false;
  SubordinateIds subordinate;
  // Folders and files whose owner becomes the bot's own user.
  std::vector<std::string> given_paths;
  // Folders and files that the bot's user may not be able to reach, each with the name in kStagePath under which the
  // bot finds it. Other processes do not see these names.
  std::vector<std::pair<std::string, std::string>> staged_paths;
  CgroupFolders cgroups;
  // For the starter: the descriptor to report to. -1 for the supervisor itself.
  int report_descriptor = -1;
  // The program with its arguments, ended by a null pointer as for execvp. Null when the command line is not valid.
  char** command = nullptr;
};

// Parses `NAME=VALUE ... -- COMMAND [ARGUMENT...]`. The result's `command` points into `arguments`.
SupervisorOptions ParseSupervisorOptions(char** arguments);

}  // namespace flagfall::arena::bots::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_SUPERVISOR_OPTIONS_H_
