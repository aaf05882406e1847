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
#include "referee/service/referee.h"

namespace flagfall::arena {

struct BotProcessesOptions {
  std::string supervisor_path;
  // Exists; each bot's output goes into NAME.log in it.
  std::string log_folder;
  // Where the referee is to listen for the `life`th process of a bot.
  std::function<std::string(int bot, std::uint64_t life)> socket_path;
  // Whether bots may think while no game waits for them. Without it they need control groups that can freeze.
  bool pondering = true;
  // By bot: values of its options.
  std::map<std::string, v1::BotSettings> settings = {};
};

// The processes of a run's bots: one for each, kept for many games, and a new one, with a new token, after it has died.
// Bots without a command are remote: they dial in by themselves, and are neither started nor ended here. To be used by
// one thread. Bots are named by their index.
class BotProcesses {
 public:
  // `on_exit` is called, from any thread, when the process of the bot's `life` has ended; lives count from 1.
  using OnExit = std::function<void(int bot, std::uint64_t life, const BotExit& exit)>;

  // `sandboxes`: that of each bot.
  BotProcesses(std::vector<Bot> bots, std::vector<Sandbox> sandboxes, Referee& referee, BotProcessesOptions options,
               OnExit on_exit);
  // As End.
  ~BotProcesses();

  BotProcesses(const BotProcesses&) = delete;
  BotProcesses& operator=(const BotProcesses&) = delete;

  const std::string& Name(int bot) const { return members_[bot].bot.manifest.name(); }
  const std::string& Version(int bot) const { return members_[bot].bot.manifest.version(); }

  // Starts the bot's process unless it has one. An error is the host's fault, not the bot's.
  absl::Status EnsureAlive(int bot);
  bool IsAlive(int bot) const { return IsRemote(bot) || members_[bot].process != nullptr; }
  // The number of the bot's present or last process; 0 before the first.
  std::uint64_t Life(int bot) const { return members_[bot].life; }

  // To be called for each game that the bot begins, and when it is over; `use` gets what the bot used for it.
  void BeginGame(int bot, std::uint32_t game);
  void EndGame(int bot, std::uint32_t game, v1::SeatUse& use);

  // The bot's process is ended and the games that it plays are lost. Does not wait for it.
  void Dismiss(int bot, absl::string_view detail);

  // Ends all processes and waits for them. Returns what each bot has used, those whose supervisor was killed left out.
  std::vector<BotUse> End();

  // To be called when `on_exit` was. Returns false when the process had been dismissed before.
  bool Bury(int bot, std::uint64_t life, absl::string_view detail);

 private:
  bool IsRemote(int bot) const { return members_[bot].bot.IsRemote(); }

  struct Member {
    Bot bot;
    Sandbox sandbox;
    std::unique_ptr<BotProcess> process;
    std::uint64_t life = 0;
    BotUse use = {};
    UseShares shares = {};
  };
  struct Leaver {
    int bot;
    std::unique_ptr<BotProcess> process;
  };

  // Books what a process that is gone has used.
  void Book(const Leaver& leaver);

  Referee& referee_;
  const BotProcessesOptions options_;
  const OnExit on_exit_;
  std::vector<Member> members_;
  // On their way out.
  std::vector<Leaver> leaving_;
};

}  // namespace flagfall::arena

#endif  // ARENA_RUNNER_BOT_PROCESSES_H_
