#ifndef ARENA_BOTS_BOT_PROCESS_H_
#define ARENA_BOTS_BOT_PROCESS_H_

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/bots/bot_meter.h"
#include "arena/bots/sandbox/bot_launch.h"
#include "referee/base/mutex.h"

namespace flagfall::arena {

// How a bot's process ended.
struct BotExit {
  // Whether it ended by itself with exit code 0.
  bool succeeded = false;
  // For people: "exited with code 3", "cannot run ./bot: No such file or directory".
  std::string detail;
};

// What a bot's process has used, with all that it has started; or several of its processes, one after the other.
struct BotUse {
  std::chrono::microseconds cpu{};
  // At once, at most. Without control groups, of its largest process.
  std::uint64_t memory_bytes = 0;
  // At once, at most, as seen twice a second.
  std::uint64_t processes = 0;

  void Add(const BotUse& other);
};

// Where a file or folder lies that belongs to the program that is running: beside the program itself, in a build as
// where it is installed. A link to the program leads to the program.
std::string BesideProgram(absl::string_view name);

// The supervisor's program.
std::string SupervisorPath();

// What the programs of bots inherit of this process's own environment: PATH, HOME and LANG.
std::vector<std::string> InheritedEnvironment();

// The environment of a bot: its address, token and options (JSON), and what is inherited.
std::vector<std::string> BotEnvironment(absl::string_view address, absl::string_view token,
                                        absl::string_view options_json);

// One process of a bot, with its supervisor. Made by posix_spawn with everything but the supervisor's socket closed, so
// that it shares nothing with the databases and streams of this process.
class BotProcess {
 public:
  // Starts the supervisor and returns at once. `on_exit` is called exactly once, from a thread of this object, when the
  // bot's own process has ended or could not be started; it must not destroy this object. INTERNAL when there is no
  // supervisor to start; RESOURCE_EXHAUSTED when this process has too many files open; as PlanLaunch.
  static absl::StatusOr<std::unique_ptr<BotProcess>> Start(const std::string& supervisor_path, const BotLaunch& launch,
                                                           std::function<void(const BotExit&)> on_exit);
  // As Stop.
  ~BotProcess();

  BotProcess(const BotProcess&) = delete;
  BotProcess& operator=(const BotProcess&) = delete;

  // Lets another 64 KiB of output into the log. To be called for each game that the bot begins. Never blocks.
  void GrantOutput();

  // Asks the bot to end. Never blocks.
  void RequestStop();

  // Whether the bot, all that it has started and its supervisor are gone, so that Stop has nothing to wait for.
  bool IsGone();

  // What it uses now, and the brake on it; null without control groups. Outlives this object if need be.
  const std::shared_ptr<BotMeter>& meter() const { return meter_; }

  // What it used; absent until it is gone, and when its supervisor was killed.
  std::optional<BotUse> Use();

  // Ends the bot and everything it has started, whatever they do about it, and waits for it: at most some 2 s, a
  // process excepted that the kernel cannot kill.
  void Stop();

 private:
  BotProcess(int socket, pid_t supervisor, const BotLaunch& launch, std::function<void(const BotExit&)> on_exit);

  void Watch();
  void OnLine(absl::string_view line);
  void OnUse(absl::string_view numbers);
  void EndBot(const BotExit& exit);
  void Send(char command);

  const int socket_;
  const pid_t supervisor_;
  // The entry of the environment by which the bot's processes are found should the supervisor have been killed.
  const std::string token_entry_;
  // And where the control groups are that it would have removed.
  const supervisor::CgroupPlaces cgroups_;
  const std::shared_ptr<BotMeter> meter_;
  const std::function<void(const BotExit&)> on_exit_;

  // Touched by the watching thread alone.
  bool has_ended_ = false;
  bool is_gone_ = false;

  std::atomic<bool> is_stop_requested_ = false;
  Mutex mutex_;
  CondVar supervisor_reaped_;
  bool is_supervisor_reaped_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<BotUse> use_ ABSL_GUARDED_BY(mutex_);

  // Last: it uses all of the above.
  std::thread watcher_;
};

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_BOT_PROCESS_H_
