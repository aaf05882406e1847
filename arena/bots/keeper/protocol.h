#ifndef ARENA_BOTS_KEEPER_PROTOCOL_H_
#define ARENA_BOTS_KEEPER_PROTOCOL_H_

#include <cstddef>

namespace flagfall::arena::keeper {

// How the arena and `flagfall-keeper` speak with each other.
//
// The keeper is started as
//
//   flagfall-keeper LOG FOLDER MEMORY_BYTES CPU_SECONDS PROCESSES COMMAND [ARGUMENT...]
//
// with exactly the environment that the bot shall have; 0 as a limit stands for none. Descriptor kSocket is one end of
// a stream socket pair. On it the arena says single bytes:
inline constexpr char kGrant = 'g';  // Another kGrantBytes of output may go into the log.
inline constexpr char kStop = 's';   // Kill the bot and all that it has started. End of file means the same.
// and the keeper lines:
//   started PID        once, or
//   failed TEXT        once: the bot's program could not be started;
//   exited CODE | killed SIGNAL | overran PROCESSES
//                      once after `started`: why the bot is no more;
//   gone               last: nothing that the bot has started is left.
inline constexpr int kSocket = 3;

// Output granted at a time: what a bot may write during one game.
inline constexpr std::size_t kGrantBytes = std::size_t{64} * 1024;

// Between the polite SIGTERM to a bot that is to stop and the SIGKILL to it and all its descendants.
inline constexpr int kGraceMs = 250;

}  // namespace flagfall::arena::keeper

#endif  // ARENA_BOTS_KEEPER_PROTOCOL_H_
