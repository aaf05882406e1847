#ifndef ARENA_BOTS_SUPERVISOR_USER_NAMESPACE_H_
#define ARENA_BOTS_SUPERVISOR_USER_NAMESPACE_H_

#include <sys/types.h>

namespace flagfall::arena::bots::supervisor {

// User ids that the system has set aside for the host's user, who is not root (subuid(5)), and as many group ids.
struct SubordinateIds {
  uid_t first_user = 0;
  gid_t first_group = 0;
  // Of each; 0 where there are none.
  unsigned count = 0;
};

// In a namespace that MapIds has filled, the host's user is root, and the bot is this user.
inline constexpr uid_t kBotInNamespace = 1;

// Where the programs are that may fill a namespace with ids other than one's own.
inline constexpr char kNewUidMap[] = "/usr/bin/newuidmap";
inline constexpr char kNewGidMap[] = "/usr/bin/newgidmap";

// Gives the user namespace of a process that this process's user has made two users, and two groups: this process's own
// as root, and as kBotInNamespace the one of `ids` that goes with this process's id, which no other supervisor has at
// the time unless there are more process ids than users. Returns whether it could.
bool MapIds(pid_t process, const SubordinateIds& ids);

}  // namespace flagfall::arena::bots::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_USER_NAMESPACE_H_
