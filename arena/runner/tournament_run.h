#ifndef ARENA_RUNNER_TOURNAMENT_RUN_H_
#define ARENA_RUNNER_TOURNAMENT_RUN_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/coordinator/coordinator.h"
#include "arena/runner/bot_processes.h"
#include "arena/runner/event_queue.h"
#include "arena/runner/games_on_cores.h"
#include "arena/runner/match_specs.h"
#include "arena/runner/run_folder.h"
#include "arena/runner/run_ledger.h"
#include "arena/runner/tournament_runner.h"

namespace flagfall::arena::runner {

// One run of a tournament on this machine: hands what happens to a Coordinator, and carries its commands out on bots'
// processes, a referee and the ledger. It decides nothing itself. All of that is done on the thread that calls Play;
// the referee, the supervisors' watchers and the ledger's writer tell it what happened through one queue of events.
class TournamentRun {
 public:
  // `bots` in the order of the spec. All referred to must outlive the run.
  TournamentRun(const store::Tournament& tournament, std::vector<store::Bot> bots, coordinator::RunStart start,
                v1::TimeControl time_control, const RunOptions& options, const RunObserver& observer);

  // To be called once. Returns how the run ended, or why it failed; all bots' processes and the writer to `ledger` have
  // ended by then.
  absl::StatusOr<coordinator::RunEnd> Play(RunLedger& ledger, const std::stop_token& stop);

 private:
  // Something that happened, here or on a machine to which games were given.
  struct Happened {
    coordinator::Event event;
    bool is_elsewhere = false;
    // Cores were granted to the game of this number; there is no event then.
    std::uint32_t game_with_cores = 0;
    // There is something for people to read, and no event then.
    std::string notice = {};
  };

  absl::Status Open(RunLedger& ledger);
  // To be called when there are processes_.
  RefereeObserver ObserverOfReferee();
  LedgerObserver ObserverOfLedger();
  // One for each bot; says what is in force.
  absl::StatusOr<std::vector<bots::Sandbox>> FindSandboxes() const;
  absl::StatusOr<std::string> MakeLogFolder() const;
  std::unique_ptr<BotProcesses> MakeProcesses(std::vector<bots::Sandbox> sandboxes, const std::string& log_folder);
  // Takes a share of the desk where there is one.
  void ShareLeases(const std::vector<bots::Sandbox>& sandboxes);
  void Close();

  void Push(coordinator::Event event) { events_.Push({.event = std::move(event)}); }
  // Waits for the next thing that happens and does what is to be done about it.
  void HandleNext();
  void CarryOut(std::vector<coordinator::Command> commands);
  absl::Status CarryOut(const coordinator::AskForSlot& command);
  absl::Status CarryOut(const coordinator::ReturnSlot& command);
  absl::Status CarryOut(const coordinator::StartBot& command);
  absl::Status CarryOut(const coordinator::EndBot& command);
  absl::Status CarryOut(const coordinator::PlayGame& command);
  absl::Status CarryOut(const coordinator::GrantLease& command);
  absl::Status CarryOut(const coordinator::EndGame& command);
  absl::Status CarryOut(coordinator::StoreResult& command);
  absl::Status CarryOut(const coordinator::StoreForfeit& command);
  absl::Status CarryOut(const coordinator::StoreFault& command);
  absl::Status CarryOut(const coordinator::Announce& command);
  absl::Status CarryOut(const coordinator::Finish& command);

  absl::Status BeginGame(const coordinator::PlayGame& command);
  // A game that had to wait, or none.
  void BeginLate(const std::optional<coordinator::PlayGame>& command);

  void Store(const tournament::ScheduledGame& game, v1::GameRecord record, const coordinator::Machine& machine = {});
  // What each bot has used.
  void AnnounceUses(const std::vector<bots::BotUse>& uses) const;
  void Notice(const std::string& text) const;

  const store::Tournament& tournament_;
  const RunOptions& options_;
  const RunObserver& observer_;
  const std::vector<store::Bot> bots_;
  // The index of each bot by its name.
  std::map<std::string, int, std::less<>> index_of_;
  coordinator::Coordinator coordinator_;
  // Absent until the coordinator says that the run is over.
  std::optional<absl::StatusOr<coordinator::RunEnd>> end_;

  MatchSpecs match_specs_;

  // While Play runs.
  RunLedger* ledger_ = nullptr;
  EventQueue<Happened> events_;
  // These tell events from threads of their own; Close ends them.
  // Absent when the run shares no slots.
  std::unique_ptr<GameSlots::Share> slots_;
  // Absent when all games are played here.
  std::unique_ptr<LeaseDesk::Share> leases_;
  std::unique_ptr<ResultWriter> writer_;
  std::unique_ptr<RunFolder> folder_;
  // Absent when the referee is shared.
  std::unique_ptr<SharedReferee> own_referee_;
  SharedReferee* referee_ = nullptr;
  SharedReferee::Follower follower_ = 0;
  std::unique_ptr<BotProcesses> processes_;
  // Absent when games share the cores that there are.
  std::unique_ptr<GamesOnCores> on_cores_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_TOURNAMENT_RUN_H_
