#ifndef TESTS_WHOLE_HOST_RUN_H_
#define TESTS_WHOLE_HOST_RUN_H_

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/coordinator/coordinator.h"
#include "arena/runner/home_ledger.h"
#include "arena/runner/ledger_writer.h"
#include "arena/runner/match_specs.h"
#include "arena/runner/run_start.h"
#include "tests/whole_host/agenda.h"
#include "tests/whole_host/world.h"

namespace flagfall::whole_host {

// One run of a tournament in a server: the real coordinator, its start and its end from the ledger, the real matches'
// specs, and the writer's transactions. What TournamentRun, BotProcesses and LedgerWriter do on threads is done here by
// the virtual clock; each of their queues keeps its order, and what lies in it is handled later.
class Run : public Mortal {
 public:
  // `ledger`, `referee`, `slots` and `desk` are the server's.
  struct Place {
    World& world;
    arena::store::Database& ledger;
    RefereeHost& referee;
    arena::runner::GameSlots& slots;
    arena::runner::LeaseDesk* desk = nullptr;
  };
  // `on_over` is called once, when the run has noted in the ledger how it ended; it may destroy the run.
  using OnOver = std::function<void(const absl::StatusOr<arena::coordinator::RunEnd>&)>;

  Run(Place place, arena::store::Tournament tournament, OnOver on_over);
  ~Run();

  // An error is the ledger's, and nothing has begun.
  absl::Status Begin();
  void Stop() { Push(arena::coordinator::StopRequested{}); }
  void Pause();
  // Faults of its bots' processes, by the bot's name.
  void EndProcessOf(const std::string& bot, bool has_lost_supervisor);
  BotProgram* ProgramOf(const std::string& bot);
  std::size_t entries_waiting() const { return writer_.entries.size(); }
  // A worker asks for games, and waits for the answer.
  void Answer(const arena::coordinator::LeaseAsked& ask);

 private:
  struct Process {
    std::unique_ptr<BotProgram> program;
    std::uint64_t life = 0;
    bool is_started = false;
  };
  struct Happened {
    arena::coordinator::Event event;
    bool is_elsewhere = false;
  };

  void Push(arena::coordinator::Event event, bool is_elsewhere = false);
  void HandleNext();
  void CarryOut(std::vector<arena::coordinator::Command> commands);
  absl::Status CarryOut(const arena::coordinator::AskForSlot& command);
  absl::Status CarryOut(const arena::coordinator::ReturnSlot& command);
  absl::Status CarryOut(const arena::coordinator::StartBot& command);
  absl::Status CarryOut(const arena::coordinator::EndBot& command);
  absl::Status CarryOut(const arena::coordinator::PlayGame& command);
  absl::Status CarryOut(const arena::coordinator::GrantLease& command);
  absl::Status CarryOut(const arena::coordinator::EndGame& command);
  absl::Status CarryOut(arena::coordinator::StoreResult& command);
  absl::Status CarryOut(const arena::coordinator::StoreForfeit& command);
  absl::Status CarryOut(const arena::coordinator::StoreFault& command);
  absl::Status CarryOut(const arena::coordinator::Announce& command);
  absl::Status CarryOut(const arena::coordinator::Finish& command);

  RefereeObserver ObserverOfReferee();
  std::string IdOf(int bot) const;
  MatchSpec SpecOf(const arena::tournament::ScheduledGame& game, const std::string& seed) const;
  void Store(const arena::tournament::ScheduledGame& game, v1::GameRecord record,
             const arena::coordinator::Machine& machine = {});
  void Put(arena::runner::LedgerEntry entry);
  // One transaction of the writer's, with all that waits.
  void Write();
  void WriteLater(Micros after);
  void Stored(const std::vector<arena::store::GameResult>& results, const std::vector<arena::store::Receipt>& receipts);
  void Close();

  const Place place_;
  const arena::store::Tournament tournament_;
  const OnOver on_over_;
  arena::runner::RunOptions options_;
  std::vector<arena::store::Bot> bots_;
  std::map<std::string, int> index_of_;
  std::optional<arena::coordinator::Coordinator> coordinator_;
  std::optional<arena::runner::MatchSpecs> match_specs_;
  std::optional<arena::runner::HomeLedger> home_ledger_;
  std::deque<Happened> events_;
  struct {
    std::vector<arena::runner::LedgerEntry> entries = {};
    bool is_writing = false;
    bool has_failed = false;
  } writer_;
  struct {
    bool is_pausing = false;
    // Of the last question for a lease.
    bool has_granted = false;
  } state_;
  std::optional<absl::StatusOr<arena::coordinator::RunEnd>> end_;
  std::map<int, Process> processes_;
  int follower_ = 0;
  std::unique_ptr<arena::runner::GameSlots::Share> slots_;
  std::unique_ptr<arena::runner::LeaseDesk::Share> leases_;
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_RUN_H_
