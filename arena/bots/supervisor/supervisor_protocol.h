#ifndef ARENA_BOTS_SUPERVISOR_SUPERVISOR_PROTOCOL_H_
#define ARENA_BOTS_SUPERVISOR_SUPERVISOR_PROTOCOL_H_

namespace flagfall::arena::bots::supervisor {

// How the arena and the program `flagfall-bot-supervisor` talk to each other.
//
// The supervisor is started as
//
//   flagfall-bot-supervisor NAME=VALUE... -- COMMAND [ARGUMENT...]
//
// with exactly the environment that the bot gets; supervisor_options.cc has the names. Descriptor kSocket is one end of
// a stream socket pair. The arena sends a single byte on it:
inline constexpr char kStop = 's';  // Kill the bot and all that it has started. End of file means the same.
// The supervisor sends lines:
//   failed TEXT | unmade | terminated | exited CODE | killed SIGNAL | overran PROCESSES | starved TASKS |
//   exhausted BYTES
//                      once: how the bot ended. `failed`: its program could not be started. `unmade`: its sandbox could
//                      not be made, and the output says why. `terminated`: it ended, and the supervisor got SIGTERM, as
//                      when a scheduler ends all processes of a job. `overran`: it ran more processes than its limit.
//                      `starved`: it tried to run more processes and threads than its limit. `exhausted`: it used more
//                      memory than its limit.
//   used CPU_MICROS MEMORY_BYTES PROCESSES
//                      once after that: the CPU time that it used, and the most memory and processes that it had at
//                      once.
//   gone               last: no process that the bot has started is left, except those that cannot be killed.
inline constexpr int kSocket = 3;

// The writing end of the pipe that becomes the bot's standard output and error. The arena reads it, which alone knows
// what the bot plays at the time.
inline constexpr int kOutput = 4;

// For a sandboxed bot: a file with the filter of system calls as BPF, read from its beginning.
inline constexpr int kFilter = 5;

// Where a bot with a user of its own finds what is staged for it: a folder that every system has, and from which
// no program is started.
inline constexpr char kStagePath[] = "/sys";

// In a sandbox COMMAND is bubblewrap's command line, and its last part runs this program again, as the *starter*:
//
//   flagfall-bot-supervisor report=6 NAME=VALUE... -- COMMAND [ARGUMENT...]
//
// The starter sets the limits that must not apply to bubblewrap itself, and becomes the bot. It writes a StartReport to
// kReport when it runs, and another when something goes wrong. Without the first report, the sandbox could not be made.
inline constexpr int kReport = 6;

struct StartReport {
  enum Step { kInside, kUser, kStaging, kCgroup, kFolder, kLimits, kProgram } step;
  int error;
};

// The time between SIGTERM to a bot that is to stop and SIGKILL to it and all its descendants.
inline constexpr int kGraceMs = 250;

}  // namespace flagfall::arena::bots::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_SUPERVISOR_PROTOCOL_H_
