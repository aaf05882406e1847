#ifndef ARENA_RUNNER_TOURNAMENT_RUN_H_
#define ARENA_RUNNER_TOURNAMENT_RUN_H_

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/books/book.h"
#include "arena/runner/bot_processes.h"
#include "arena/runner/event_queue.h"
#include "arena/runner/ledger_writer.h"
#include "arena/runner/run_folder.h"
#include "arena/runner/tournament_runner.h"
#include "arena/tournament/game_seed.h"
#include "arena/tournament/schedule.h"

namespace flagfall::arena {

// One run of a tournament. Everything is decided on the thread that calls Play; the referee, the supervisors' watchers
// and the ledger's writer tell it what happened through one queue of events.
class TournamentRun {
 public:
  // `bots` in the order of the spec; `schedule` has been told the `stored` games that the ledger holds. All referred to
  // must outlive the run.
  TournamentRun(const Tournament& tournament, std::vector<Bot> bots, std::unique_ptr<Schedule> schedule,
                std::uint32_t stored, v1::TimeControl time_control, const RunOptions& options,
                const RunObserver& observer);

  // To be called once. The writer to `database` ends before this returns.
  absl::StatusOr<RunEnd> Play(Database& database, const std::stop_token& stop);

 private:
  // What happened, as other threads tell it.
  struct BotConnected {
    std::string bot;
    std::uint32_t games_max;
    bool plays_ruleset;
  };
  // Its stream has ended, or its hello was refused.
  struct BotInTrouble {
    std::string bot;
    std::string detail;
  };
  struct BotExited {
    int bot;
    std::uint64_t life;
    BotExit exit;
  };
  struct GameOver {
    std::uint32_t number;
    v1::GameRecord record;
  };
  struct ResultsStored {
    std::vector<GameResult> results;
    std::vector<Receipt> receipts;
  };
  struct LedgerFailed {
    absl::Status status;
  };
  struct StopRequested {};
  using Event =
      std::variant<BotConnected, BotInTrouble, BotExited, GameOver, ResultsStored, LedgerFailed, StopRequested>;

  // A bot in this tournament.
  struct Entrant {
    // How many games at once: 1 until it has said hello.
    std::uint32_t games_max = 1;
    std::uint32_t games_running = 0;
    // Its process has played a game, and may remember it.
    bool has_played = false;
    std::uint32_t faults = 0;
    std::string suspended_reason;
    // What the referee said when its stream ended last.
    std::string last_trouble;

    bool IsSuspended() const { return !suspended_reason.empty(); }
  };

  // A game that was started, with the process of each bot (red, blue) that it was started with.
  struct RunningGame {
    ScheduledGame game;
    std::array<std::uint64_t, 2> lives;
  };

  absl::Status Open(Database& database);
  RefereeObserver ObserverOfReferee();
  // One for each bot; says what is in force.
  absl::StatusOr<std::vector<Sandbox>> FindSandboxes() const;
  void Close();
  absl::Status StartGames();
  absl::Status Start(const ScheduledGame& game);
  bool MayStart(const ScheduledGame& game) const;
  // Nothing is under way, and nothing can be started, be it that games were void too often.
  bool IsDone() const { return running_.empty() && unstored_ == 0; }
  MatchSpec SpecOf(const ScheduledGame& game) const;
  // What the players do not choose themselves: set-ups of a book, or those of the first game of the pair.
  absl::StatusOr<v1::GivenSetUps> SetUpsFor(const ScheduledGame& game, absl::string_view seed);
  // Ends a process that has played, so that what it knows of the pair's first game goes with it.
  void Forget(int bot);

  absl::Status Handle(Event& event);
  absl::Status On(const BotConnected& connected);
  absl::Status On(const BotInTrouble& trouble);
  absl::Status On(const BotExited& exited);
  absl::Status On(GameOver& over);
  absl::Status On(const ResultsStored& stored);
  absl::Status On(const LedgerFailed& failed);
  absl::Status On(const StopRequested&);

  void Settle(const ScheduledGame& game, v1::GameRecord record);
  void Announce(const GameResult& result, const Receipt& receipt);
  // What each bot has used.
  void AnnounceUses(const std::vector<BotUse>& uses) const;
  void CountNoShows(const RunningGame& running, const v1::Outcome& outcome);
  void CountFault(int bot, absl::string_view what);
  void DismissTheDone();
  // The results decide the tournament: what runs is of no use any more.
  void AbortRunning();
  void Notice(absl::string_view text) const;
  // An event that says how far the tournament has come.
  v1::TournamentEvent NewEvent() const;

  const Tournament& tournament_;
  const RunOptions& options_;
  const RunObserver& observer_;
  const v1::TimeControl time_control_;
  std::vector<Bot> bots_;
  std::map<std::string, int, std::less<>> index_of_;
  const std::unique_ptr<Schedule> schedule_;
  // Of spec.book; absent when there is none.
  std::optional<Book> book_;
  std::vector<Entrant> entrants_;
  std::map<std::uint32_t, RunningGame> running_;
  // Attempts that were the host's fault, of this run.
  std::map<std::uint32_t, int> void_attempts_;
  // All that were handed to the ledger and not refused by it, of all runs.
  VoidAttempts voids_;
  // Games that were void too often.
  std::vector<std::uint32_t> left_over_;
  // The first result that the ledger has refused.
  absl::Status refused_;
  // Results handed to the writer and not yet acknowledged.
  std::uint32_t unstored_ = 0;
  // Games that count and are on the disk, of all runs.
  std::uint32_t stored_ = 0;
  bool is_stopping_ = false;

  // While Play runs.
  Database* database_ = nullptr;
  EventQueue<Event> events_;
  // These tell events from threads of their own; Close ends them.
  std::unique_ptr<LedgerWriter> writer_;
  std::unique_ptr<RunFolder> folder_;
  // Absent when the referee is shared.
  std::unique_ptr<SharedReferee> own_referee_;
  SharedReferee* referee_ = nullptr;
  std::unique_ptr<BotProcesses> processes_;
};

}  // namespace flagfall::arena

#endif  // ARENA_RUNNER_TOURNAMENT_RUN_H_
