#ifndef ARENA_CHECKER_LAUNCHED_BOT_H_
#define ARENA_CHECKER_LAUNCHED_BOT_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "arena/bots/bot_process.h"
#include "arena/checker/inbox.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::checker {

// How the bot is started.
struct LaunchPlan {
  v1::BotManifest manifest;
  std::string folder;
  std::string supervisor_path;
  std::string log_path;
  // Where it is to dial in.
  std::string socket_path;
  Sandbox sandbox;
};

// What the bot's processes use.
struct Usage {
  // Of all that live now.
  Micros cpu{};
  // The most memory that they have had resident, added up; bytes.
  std::uint64_t memory_bytes = 0;
  int processes = 0;
};

// The bot's process, started again and again; one at a time, with a new token each time.
class LaunchedBot {
 public:
  // `inbox` hears of each process that has ended; it must outlive this object.
  LaunchedBot(LaunchPlan plan, Inbox& inbox) : plan_(std::move(plan)), inbox_(inbox) {}

  // `options_json`: FLAGFALL_BOT_OPTIONS. Errors as BotProcess::Start.
  absl::Status Start(const std::string& options_json);
  // Ends the process and all that it has started, and waits for it.
  void Stop() { process_.reset(); }
  // Asks it to end: SIGTERM, and SIGKILL 250 ms later.
  void RequestStop() { process_->RequestStop(); }
  void GrantOutput() { process_->GrantOutput(); }

  // Counts the processes that were started.
  std::uint64_t life() const { return life_; }
  const std::string& token() const { return token_; }
  const LaunchPlan& plan() const { return plan_; }

  // Of the bot's processes, found by the token in their environment; no processes where that cannot be seen.
  Usage MeasureUsage() const;
  // The last lines of its output, one line, cut; empty when it has printed nothing since it was started.
  std::string LastWords() const;

 private:
  const LaunchPlan plan_;
  Inbox& inbox_;
  std::uint64_t life_ = 0;
  std::string token_;
  std::uintmax_t log_begin_ = 0;
  std::unique_ptr<BotProcess> process_;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_LAUNCHED_BOT_H_
