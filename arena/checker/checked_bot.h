#ifndef ARENA_CHECKER_CHECKED_BOT_H_
#define ARENA_CHECKER_CHECKED_BOT_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/bots/bot_process.h"
#include "arena/checker/check_event_queue.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::checker {

// The bot to be checked, and how it is started.
struct CheckedBotSpec {
  v1::BotManifest manifest;
  std::string folder;
  std::string supervisor_path;
  std::string log_path;
  // Where the bot is to dial in.
  std::string socket_path;
  bots::Sandbox sandbox;
};

// What the bot's processes use, as /proc shows it.
struct Usage {
  // Processor time of all processes that live now.
  Micros cpu{};
  // The sum of the most memory that each of them has had resident; bytes.
  std::uint64_t memory_bytes = 0;
  int processes = 0;
};

// The process of the bot that is being checked. It can be started again and again; there is one process at a time, and
// each gets a new token. The session owns this object and calls it on the thread of the check; the destructor ends the
// process and waits for it.
class CheckedBot {
 public:
  // Each process that ends is reported to `events`, which must outlive this object.
  CheckedBot(CheckedBotSpec spec, CheckEventQueue& events) : spec_(std::move(spec)), events_(events) {}

  // Ends the process that runs, if any, and starts another with `options_json` as its FLAGFALL_BOT_OPTIONS. Errors as
  // BotProcess::Start.
  absl::Status Start(const std::string& options_json);
  // Ends the process and all processes that it has started, and waits for them.
  void Stop() { process_.reset(); }
  // Sends SIGTERM, and SIGKILL 250 ms later.
  void RequestStop() { process_->RequestStop(); }
  // Lets the bot print as much more as a game allows.
  void GrantOutput() { process_->output().Grant(); }

  // The number of the process that was started last, from 1.
  std::uint64_t process_number() const { return process_number_; }
  const std::string& token() const { return token_; }
  const CheckedBotSpec& spec() const { return spec_; }

  // Returns the bot's living processes, which are found by the token in their environment, without its supervisor.
  // Finds none where their environment cannot be read.
  std::vector<pid_t> Processes() const;
  // Measures these processes.
  Usage MeasureUsage() const;
  // "; it had printed: " and the last lines of the process's output, joined into one and cut to some length, without
  // those that only point at a place in the line above, as Python's do; or "; it had printed nothing".
  std::string DescribeOutput() const;

 private:
  const CheckedBotSpec spec_;
  CheckEventQueue& events_;
  std::uint64_t process_number_ = 0;
  std::string token_;
  // Where the output of the current process begins in the log.
  std::uintmax_t log_begin_ = 0;
  std::unique_ptr<bots::BotProcess> process_;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_CHECKED_BOT_H_
