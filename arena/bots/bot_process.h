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
#include "arena/bots/bot_output.h"
#include "arena/bots/sandbox/bot_launch.h"
#include "arena/bots/spawn_supervisor.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::bots {

// With this BotExit.detail begins where the bot did not start because its sandbox could not be made.
inline constexpr absl::string_view kNoSandbox = "cannot make its sandbox";

// How a bot's process ended.
struct BotExit {
  // Whether it ended by itself with exit code 0.
  bool succeeded = false;
  // In words: "exited with code 3", "cannot run ./bot: No such file or directory".
  std::string detail;
  // Whether its supervisor died before it could say how the bot ended, and the bot with it, or got SIGTERM as the bot
  // ended. Nothing is known against the bot then: somebody has killed the supervisor, or the kernel has for want of
  // memory, or a scheduler has ended all processes of its job.
  bool has_lost_supervisor = false;
};

// What a bot's process and all that it has started have used; or several such processes, one after the other.
struct BotUse {
  std::chrono::microseconds cpu{};
  // The most memory at once. Without control groups, the most of its largest process.
  std::uint64_t memory_bytes = 0;
  // The most processes at once, as counted twice a second. 0 where they were not: without a limit, or in so short a
  // time.
  std::uint64_t processes = 0;

  void Add(const BotUse& other);
};

// Returns the path of a file or folder that belongs to the running program. It lies beside the program, in a build as
// where it is installed; a link to the program is followed.
std::string BesideProgram(absl::string_view name);

// The path of the program flagfall-bot-supervisor.
std::string SupervisorPath();

// The entries of this process's environment that bots inherit: PATH, HOME and LANG.
std::vector<std::string> InheritedEnvironment();

// The environment of a bot: the referee's address, the bot's token and options (JSON), and what it inherits.
std::vector<std::string> BotEnvironment(absl::string_view address, absl::string_view token,
                                        absl::string_view options_json);

// One process of a bot, with its supervisor. While the object lives, the bot may run; after its destruction no process
// that the bot has started is left. The supervisor is started by posix_spawn and inherits no descriptor but its socket,
// so it shares nothing with the databases and streams of this process. The owner may call it from any thread; a thread
// of its own reads what the supervisor reports.
class BotProcess {
 public:
  // Starts the supervisor and returns at once. `on_exit` is called exactly once, on a thread of this object, when the
  // bot's own process has ended or could not be started; it must not destroy this object. With `play`, what it prints
  // in a game that it plays alone goes to that game's log, and the rest to the launch's. INTERNAL when the supervisor
  // cannot be started or the log not be written; RESOURCE_EXHAUSTED when this process has too many files open;
  // otherwise errors as PlanLaunch.
  static absl::StatusOr<std::unique_ptr<BotProcess>> Start(const std::string& supervisor_path, const BotLaunch& launch,
                                                           std::function<void(const BotExit&)> on_exit,
                                                           const std::optional<PlayLogs>& play = std::nullopt);
  // As Stop.
  ~BotProcess();

  BotProcess(const BotProcess&) = delete;
  BotProcess& operator=(const BotProcess&) = delete;

  // Where its output goes: to be told of each game that it begins and ends.
  BotOutput& output() { return *output_; }

  // Has the bot and all that it starts run on these processors alone, from a moment later on. Where the kernel does not
  // allow that, they run on where they did. What a bot does in a strict sandbox cannot change it.
  void Bind(const std::vector<int>& processors);

  // The living processes of the bot, with those that make its sandbox. None once its supervisor is gone.
  std::vector<pid_t> Processes();

  // Asks the bot to end: SIGTERM, and SIGKILL 250 ms later. Never blocks.
  void RequestStop();

  // Whether the bot, all that it has started and its supervisor are gone, so that Stop returns at once.
  bool IsGone();

  // Measures and freezes the bot while it runs; null without control groups. May outlive this object.
  const std::shared_ptr<BotMeter>& meter() const { return meter_; }

  // What the bot used; absent until it is gone, and when its supervisor was killed.
  std::optional<BotUse> Use();

  // Ends the bot and everything that it has started, whatever they do about it, and waits until they are gone. Takes at
  // most some 2 s, unless the kernel cannot kill a process.
  void Stop();

 private:
  BotProcess(const SpawnedSupervisor& spawned, const BotLaunch& launch, std::unique_ptr<BotOutput> output,
             std::function<void(const BotExit&)> on_exit);

  // The watcher's thread: handles the supervisor's reports and the bot's output until the supervisor's end, and cleans
  // up after a killed one.
  void Watch();
  // Waits for more of either. Returns false at the end of the supervisor's reports.
  bool WatchOnce(bool& has_output);
  void OnLine(absl::string_view line);
  void OnUse(absl::string_view numbers);
  void EndBot(const BotExit& exit);
  void Send(char command);

  const int socket_;
  const pid_t supervisor_;
  // The entry of the environment by which the bot's processes are found when the supervisor was killed.
  const std::string token_entry_;
  // Where the control groups lie that a killed supervisor has not removed.
  const supervisor::CgroupFolders cgroups_;
  const std::shared_ptr<BotMeter> meter_;
  const std::unique_ptr<BotOutput> output_;
  const std::function<void(const BotExit&)> on_exit_;

  // Used by the watcher's thread only.
  bool has_ended_ = false;
  bool is_gone_ = false;
  // Of the supervisor's reports: the beginning of a line that has not come whole.
  std::string unread_;

  std::atomic<bool> is_stop_requested_ = false;
  Mutex mutex_;
  CondVar supervisor_reaped_;
  bool is_supervisor_reaped_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<BotUse> use_ ABSL_GUARDED_BY(mutex_);

  // The last member, because its thread uses all others.
  std::thread watcher_;
};

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_BOT_PROCESS_H_
