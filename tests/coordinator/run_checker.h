#ifndef TESTS_COORDINATOR_RUN_CHECKER_H_
#define TESTS_COORDINATOR_RUN_CHECKER_H_

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/coordinator/command.h"
#include "arena/coordinator/event.h"
#include "tests/coordinator/scenario.h"
#include "tests/coordinator/sim_ledger.h"

namespace flagfall::arena::coordinator::simulation {

// Watches one run of a coordinator: told each event and the commands that it led to, it keeps accounts of its own and
// says what the coordinator must not have done. It knows the rules, but neither the schedule nor the coordinator.
class RunChecker {
 public:
  // `ledger` as it is when the run begins; it must outlive the checker.
  RunChecker(const Scenario& scenario, SimLedger& ledger);

  // The event is about to be handled.
  void Expect(const Event& event);
  // Holds the commands that it led to, or those of Begin, against the rules. Empty when all is well, or what is wrong.
  std::string Check(const std::vector<Command>& commands);

  int suspensions() const { return suspensions_; }

 private:
  struct BotAccount {
    bool is_alive = false;
    std::uint64_t life = 0;
    std::uint32_t games_max = 1;
    std::uint32_t games = 0;
    std::uint32_t faults = 0;
    bool is_suspended = false;
    bool has_played = false;
    // Of its process.
    tournament::OptionValues settings;
    // The last life that said hello and plays the ruleset.
    std::uint64_t ready_life = 0;
    // A fault of it was not counted: it must have no further games.
    bool is_done = false;
  };
  struct Running {
    // Of a leased game, with no lives.
    PlayGame play;
    std::uint64_t lease = 0;
    bool is_ending = false;
  };
  struct EndedGame {
    tournament::ScheduledGame game;
    v1::GameRecord record;
    Machine machine;
    // It was ended because its result is of no use any more, and is void.
    bool may_be_dropped = false;
    // It never began, since the process that it waited for had gone after its hello: it is to be played later.
    bool was_cut_off = false;
  };

  // What the event lets the coordinator do.
  void Note(const SlotGranted&);
  void Note(const BotReady& ready);
  void Note(const BotDisconnected& disconnected);
  void Note(const BotExited& exited);
  void Note(const GameOver& over);
  void Note(const GameNotStarted& not_started);
  void Note(const GameReturned& returned);
  void Note(const BotFailedElsewhere& failed);
  void Note(const ResultsStored& stored);
  // What is noted in Expect.
  template <typename Other>
  void Note(const Other&) {}

  void Check(const AskForSlot&);
  void Check(const ReturnSlot&);
  void Check(const StartBot& command);
  void Check(const EndBot& command);
  void Check(const PlayGame& command);
  void Check(const GrantLease& command);
  void Check(const EndGame& command);
  void Check(const StoreResult& command);
  void Check(const StoreForfeit& command);
  void Check(const StoreFault& command);
  void Check(const Announce& command);
  void Check(const Finish& command);

  void CheckPlayers(const PlayGame& command);
  void CheckSeed(const tournament::ScheduledGame& game, const std::string& seed);
  // That no result of the game counts or is about to.
  void CheckIsOpen(const tournament::ScheduledGame& game);
  // That no more games are played at once than the spec allows.
  void CheckConcurrency();
  // When all commands of the event have been checked.
  void CheckRest();
  void Fail(std::string what);

  const Scenario& scenario_;
  SimLedger& ledger_;
  std::vector<BotAccount> bots_;
  std::map<std::uint32_t, Running> running_;
  std::map<std::uint32_t, std::uint32_t> starts_;
  std::map<std::uint32_t, std::string> last_seeds_;
  // Games with a result that counts and was handed to the ledger, or is on its disk.
  std::set<std::uint32_t> decided_;
  // Games with a result on the disk that counts.
  std::uint32_t stored_ = 0;
  std::uint32_t unstored_ = 0;
  struct {
    std::uint32_t held = 0;
    std::uint32_t asked = 0;
  } slots_;
  std::set<std::uint32_t> unstored_forfeits_;
  // How the run was asked to end before the tournament does.
  struct {
    bool is_closing = false;
    bool is_pausing = false;
    bool is_finished = false;
  } ending_;
  // How many games each lease plays at once; and the lease that is to be granted, 0 when there is none.
  struct {
    std::map<std::uint64_t, std::uint32_t> at_once;
    LeaseAsked asked;
  } leases_;
  int suspensions_ = 0;

  // Of the event that is being checked.
  // Bots that have given reason to count a fault.
  std::set<int> at_fault_;
  std::set<int> counted_;
  // Bots whose supervisor has died, with the life that was lost.
  std::map<int, std::uint64_t> bereft_;
  // The game that has ended, until its result is stored.
  std::optional<EndedGame> ended_;
  // The numbers of games that are to be announced, in this order.
  std::deque<std::uint32_t> to_announce_;
  std::string failure_;
};

}  // namespace flagfall::arena::coordinator::simulation

#endif  // TESTS_COORDINATOR_RUN_CHECKER_H_
