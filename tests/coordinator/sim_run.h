#ifndef TESTS_COORDINATOR_SIM_RUN_H_
#define TESTS_COORDINATOR_SIM_RUN_H_

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "arena/coordinator/coordinator.h"
#include "tests/coordinator/run_checker.h"
#include "tests/coordinator/scenario.h"
#include "tests/coordinator/sim_ledger.h"
#include "tests/coordinator/sim_workers.h"

namespace flagfall::arena::coordinator::simulation {

// One run of a coordinator against simulated bots, a simulated referee and a simulated ledger. Things happen in an
// order drawn at random; the coordinator hears of them in the order in which they happened, but later: meanwhile more
// may have happened. After each event a RunChecker looks at what the coordinator wants done.
class SimRun {
 public:
  enum class End { kFinished, kStopped, kPaused, kKilled, kFailed };

  // All referred to must outlive the run.
  SimRun(const Scenario& scenario, const FaultRates& rates, SimLedger& ledger, std::mt19937_64& random, Tally& tally);

  // Plays until the run ends; what it leaves to be written is then written, or lost when it was killed. Empty when all
  // went as it must; otherwise what did not.
  std::string Play();
  End end() const { return end_; }

 private:
  // A process of a bot, or a remote bot.
  struct Process {
    int bot = 0;
    std::uint64_t life = 0;
    // The referee lets it in: it was not ended.
    bool is_admitted = true;
    bool is_gone = false;
    bool said_hello = false;
    bool is_there = false;
  };
  struct SimGame {
    PlayGame play;
    bool has_begun = false;
  };
  // Something that can happen next.
  struct Action {
    enum class Kind { kHello, kDie, kLoseSupervisor, kLeave, kExit, kEndGame, kNoShow, kLose, kWrite, kGrant, kWorker };
    Kind kind;
    std::size_t process = 0;
    std::uint32_t game = 0;
    // Of kLose: the player.
    int bot = 0;
    // Of kWorker.
    SimWorkers::Action worker = {};
  };

  bool Chance(int per_mille) { return static_cast<int>(random_() % 1000) < per_mille; }
  bool Drawn(int per_mille, const char* fault);
  const SimBot& BotOf(const Process& process) const { return scenario_.bots[process.bot]; }
  Process& Newest(int bot) { return processes_[newest_[bot]]; }
  // It is there and plays the ruleset.
  bool CanPlay(int bot);
  // It has a process that would say hello in the end.
  bool WillCome(int bot);

  void AddProcess(int bot, std::uint64_t life);
  std::string Step();
  std::string Deliver();
  // Tells the checker and carries the commands out.
  std::string Obey(const std::vector<Command>& commands);

  std::vector<Action> Actions();
  void AddActionsOf(std::size_t process, std::vector<Action>& actions);
  void AddActionsOf(const SimGame& game, std::vector<Action>& actions);
  void Do(const Action& action);
  void SayHello(Process& process);
  void Leave(Process& process);
  void EndByItself(SimGame& game);
  void Over(std::uint32_t number, v1::Result result, v1::Reason reason);
  // The bot loses its game.
  void Lose(std::uint32_t number, int bot);
  void Write();

  void Obey(const AskForSlot&) { ++slots_asked_; }
  // Of what needs nothing done.
  template <typename Other>
  void Obey(const Other&) {}
  void Obey(const StartBot& command);
  void Obey(const EndBot& command);
  void Obey(const PlayGame& command);
  void Obey(const GrantLease& command) { workers_.Take(command, seeds_); }
  void Obey(const EndGame& command);
  void Obey(const StoreResult& command);
  void Obey(const StoreForfeit& command);
  void Obey(const StoreFault& command);
  void Obey(const Finish& command);
  std::string CheckEnd() const;

  const Scenario& scenario_;
  const FaultRates& rates_;
  SimLedger& ledger_;
  std::mt19937_64& random_;
  Tally& tally_;
  std::optional<Coordinator> coordinator_;
  RunChecker checker_;

  std::vector<Process> processes_;
  // By bot: the index of its newest process.
  std::vector<std::size_t> newest_;
  std::map<std::uint32_t, SimGame> games_;
  // The seed with which each game was started last.
  std::map<std::uint32_t, std::string> seeds_;
  // What the coordinator has not heard of yet.
  std::deque<Event> queue_;
  // Commands that could not be carried out.
  std::deque<Event> failures_;
  std::uint32_t records_ = 0;
  // How many slots were asked for and not granted yet.
  int slots_asked_ = 0;
  SimWorkers workers_;
  // What ends the run before its end.
  struct {
    bool is_stopped = false;
    bool is_paused = false;
    bool is_killed = false;
    bool is_ledger_dead = false;
    bool has_host_failed = false;
  } cut_short_;
  std::optional<absl::StatusOr<RunEnd>> finish_;
  End end_ = End::kFailed;
};

}  // namespace flagfall::arena::coordinator::simulation

#endif  // TESTS_COORDINATOR_SIM_RUN_H_
