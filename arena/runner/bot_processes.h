#ifndef ARENA_RUNNER_BOT_PROCESSES_H_
#define ARENA_RUNNER_BOT_PROCESSES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/bots/bot_process.h"
#include "arena/runner/use_shares.h"
#include "arena/store/bots.h"
#include "arena/tournament/scheduled_game.h"
#include "referee/service/referee.h"

namespace flagfall::arena::runner {

struct BotProcessesOptions {
  std::string supervisor_path;
  // Says which run's bots these are, so that another run on the same referee may launch a bot of the same name.
  std::int64_t tournament_id = 0;
  // Exists; each bot's output goes into the logs of bots::BotLogPaths in it.
  std::string log_folder;
  // What the logs of one bot may take there.
  std::uint64_t log_bytes_max = bots::kLogBytesMaxDefault;
  // Where the referee is to listen for the `life`th process of a bot.
  std::function<std::string(int bot, std::uint64_t life)> socket_path;
  // Whether bots may think while no game waits for them. Without it they need control groups that can freeze.
  bool pondering = true;
  // By bot: values of its options.
  std::map<std::string, v1::BotSettings> settings = {};
};

// The processes of a run's bots, at most one for each at a time, with a token and a socket of its own that the referee
// knows. Decides nothing: it starts and ends what the run's coordinator says. Owns the processes, and has ended them
// all when it is destroyed. Bots are named by their index. To be used by one thread.
class BotProcesses {
 public:
  // `on_exit` is called, from any thread, when the bot's process of that life has ended, by itself or not.
  using OnExit = std::function<void(int bot, std::uint64_t life, const bots::BotExit& exit)>;

  // `sandboxes`: that of each bot.
  BotProcesses(std::vector<store::Bot> bots, std::vector<bots::Sandbox> sandboxes, Referee& referee,
               BotProcessesOptions options, OnExit on_exit);
  // As EndAll.
  ~BotProcesses();

  BotProcesses(const BotProcesses&) = delete;
  BotProcesses& operator=(const BotProcesses&) = delete;

  // As whom the referee knows the bot: "RUN/NAME", or the name alone of a remote bot, which is one for all runs.
  const std::string& Id(int bot) const { return entries_[bot].id; }

  // Starts a process of the bot, which has none and is not remote, with these values of its options in place of those
  // in BotProcessesOptions. An error is the host's fault, not the bot's.
  absl::Status Start(int bot, std::uint64_t life, const tournament::OptionValues& values);
  // Whether a process was started and not ended by End. True of a remote bot, which dials in by itself.
  bool IsStarted(int bot) const { return entries_[bot].bot.IsRemote() || entries_[bot].process != nullptr; }

  // Has the bot, where it has a process here, run on these processors alone.
  void Bind(int bot, const std::vector<int>& processors);

  // To be called for each game that the bot begins, and when it is over; `use` gets what the bot used for it.
  void BeginGame(int bot, std::uint32_t game);
  void EndGame(int bot, std::uint32_t game, v1::SeatUse& use);

  // Ends the bot's process, if there is one; the games that it plays are lost. Also to be called when the process is
  // gone by itself. Does not wait for it.
  void End(int bot, absl::string_view detail);

  // Ends all processes and waits for them. Returns what each bot has used, those whose supervisor was killed left out.
  std::vector<bots::BotUse> EndAll();

 private:
  struct Entry {
    store::Bot bot;
    std::string id;
    bots::Sandbox sandbox;
    std::unique_ptr<bots::BotProcess> process;
    bots::BotUse use = {};
    UseShares shares = {};
  };
  // A process that was told to end, and may not be gone yet.
  struct EndingProcess {
    int bot;
    std::unique_ptr<bots::BotProcess> process;
  };

  // The game's id.
  std::string IdOfGame(std::uint32_t game) const;
  // Adds what a process that is gone has used to its bot's use.
  void AddUse(const EndingProcess& gone);
  void RemoveGoneProcesses();

  Referee& referee_;
  const BotProcessesOptions options_;
  const OnExit on_exit_;
  std::vector<Entry> entries_;
  std::vector<EndingProcess> ending_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_BOT_PROCESSES_H_
