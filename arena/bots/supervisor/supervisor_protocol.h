#ifndef ARENA_BOTS_SUPERVISOR_PROTOCOL_H_
#define ARENA_BOTS_SUPERVISOR_PROTOCOL_H_

#include <cstddef>

namespace flagfall::arena::supervisor {

// How the arena and `flagfall-bot-supervisor` speak with each other.
//
// The supervisor is started as
//
//   flagfall-bot-supervisor NAME=VALUE... -- COMMAND [ARGUMENT...]
//
// with exactly the environment that the bot shall have; order.h has the names. Descriptor kSocket is one end of a
// stream socket pair. On it the arena says single bytes:
inline constexpr char kGrant = 'g';  // Another kGrantBytes of output may go into the log.
inline constexpr char kStop = 's';   // Kill the bot and all that it has started. End of file means the same.
// and the supervisor lines:
//   failed TEXT | exited CODE | killed SIGNAL | overran PROCESSES | starved TASKS | exhausted BYTES
//                      once: why the bot is no more. Its program could not be started; or it had more processes than
//                      it may, asked for more processes and threads, or used more memory;
//   used CPU_MICROS MEMORY_BYTES PROCESSES
//                      once after that: what it used, and how much it had at once at most;
//   gone               last: nothing that the bot has started is left, a process excepted that could not be killed.
inline constexpr int kSocket = 3;

// For a sandboxed bot, the filter of system calls as BPF, in a file that is read from its beginning.
inline constexpr int kFilter = 4;

// Where a bot with a user of its own finds what is staged for it: a folder that every system has, and from which
// nothing is started.
inline constexpr char kStage[] = "/sys";

// In a sandbox the COMMAND is bubblewrap's, and its last part this program again, as the *starter*:
//
//   flagfall-bot-supervisor report=5 NAME=VALUE... -- COMMAND [ARGUMENT...]
//
// It sets the limits that must not hold for bubblewrap itself, and becomes the bot. What goes wrong is written to
// kReport as a StartReport, and first of all that the starter was reached: who never says so has no sandbox to be
// started in.
inline constexpr int kReport = 5;

struct StartReport {
  enum Step { kInside, kUser, kStaging, kCgroup, kFolder, kLimits, kProgram } step;
  int error;
};

// Output granted at a time: what a bot may write during one game.
inline constexpr std::size_t kGrantBytes = std::size_t{64} * 1024;

// Between the polite SIGTERM to a bot that is to stop and the SIGKILL to it and all its descendants.
inline constexpr int kGraceMs = 250;

}  // namespace flagfall::arena::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_PROTOCOL_H_
