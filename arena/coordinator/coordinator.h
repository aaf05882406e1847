#ifndef ARENA_COORDINATOR_COORDINATOR_H_
#define ARENA_COORDINATOR_COORDINATOR_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/coordinator/attempts.h"
#include "arena/coordinator/bot_state.h"
#include "arena/coordinator/command.h"
#include "arena/coordinator/event.h"
#include "arena/coordinator/games_under_way.h"
#include "arena/tournament/game_source.h"

namespace flagfall::arena::coordinator {

// What a run starts from.
struct RunStart {
  std::int64_t tournament_id = 0;
  // Complete.
  v1::TournamentSpec spec = {};
  // In the order of the spec.
  std::vector<EnteredBot> bots = {};
  // A schedule has been told all games that the ledger holds.
  std::unique_ptr<tournament::GameSource> games = nullptr;
  // How many those are.
  std::uint32_t games_stored = 0;
  // The void attempts that the ledger holds.
  tournament::VoidAttempts void_attempts = {};
  // A game that was void so often in this run is left to a later one, and so are the remaining games of a bot whose
  // supervisor died so often.
  int void_attempts_max = 5;
  // Other runs play on the same machine: each game takes a slot (AskForSlot).
  bool shares_slots = false;
  // The games are a lease of another host's, which decides what faults cost: a game that cannot be played here goes
  // back to it, and none is forfeited.
  bool is_lease = false;
  // Of a lease, the seed of each game by its number.
  std::map<std::uint32_t, std::string> seeds = {};
  // Games whose bots are all launched by the host wait for other machines (LeaseAsked); none of them is played here.
  bool leaves_launched_to_others = false;
  // Of this machine. Once another one has asked for games, no more of these games begin here at once: this machine
  // alone could begin as many as may be played at once, and the other would never get any. 0: no such limit.
  std::uint32_t cores = 0;
};

// Decides what one run of a tournament does: which game begins when, which process of a bot plays it, what a fault
// costs, when a bot is suspended, what becomes of a void game, and when the run is over. A state machine without I/O:
// events go in, commands come out, and nothing here waits, so the same events lead to the same commands wherever games
// are played. It holds names and numbers only, never a process, a referee or a ledger.
//
// What it guarantees, as long as each PlayGame is answered by one GameOver or GameNotStarted, each game of a lease by
// one GameOver or GameReturned, each StoreResult or StoreForfeit by one ResultsStored, and no event comes before what
// caused it:
// - Each game of the schedule gets one result that counts; a result is stored for a game that was played, or that a
//   suspended bot forfeits.
// - At most `spec.concurrency` games are played at once, and of one bot no more than it takes and the spec allows.
// - A run that shares slots plays no more games than it was granted slots, and returns each of them.
// - A lease has whole pairs, as far as there are any, of bots that are started here and may play; its games count among
//   those that are played at once as many as its machine plays at once.
// - In duplicate tournaments, the second game of a pair begins when the first is on the disk, with new processes.
// - A run that leaves launched bots to others waits for these as long as there are games that they may play.
// - Finish is commanded once, as the last command, and no game is being played by then.
//
// To be used by one thread.
class Coordinator {
 public:
  // Results that may wait to be stored, with the games that are being played, before no further game is begun.
  static constexpr std::size_t kUnstoredMax = 512;

  explicit Coordinator(RunStart start);

  // The first commands. To be called once, before Handle.
  std::vector<Command> Begin();
  // What is to be done about the event, in this order; often nothing. Events after Finish do nothing, and neither do
  // those that name a life of a bot or a start of a game that is over.
  std::vector<Command> Handle(Event event);

  // Finish has been commanded.
  bool IsOver() const { return state_ == State::kOver; }
  // An event that says how far the tournament has come, and nothing else.
  v1::TournamentEvent Progress() const;

 private:
  enum class State {
    kRunning,
    // The run has been stopped or has failed, and waits for the games that are being played to end.
    kClosing,
    kOver,
  };

  // How the run comes to its end before the tournament does.
  struct Ending {
    // No game begins any more; those that are being played are played to their end.
    bool is_pausing = false;
    // Used while the run closes.
    absl::StatusOr<RunEnd> why = RunEnd::kStopped;
  };

  // The right to play games, where other runs play on the same machine.
  struct Slots {
    bool are_shared = false;
    // Of the event that is being handled: slots that were granted for a game, and those of games that are over.
    std::uint32_t free = 0;
    std::uint32_t to_return = 0;
    // How many were asked for and have not come.
    std::size_t asked = 0;

    bool HasOne() const { return !are_shared || free > 0; }
  };

  // Who plays the games.
  struct Machines {
    bool is_lease = false;
    bool leaves_launched_to_others = false;
    std::uint32_t cores = 0;
    // Another machine has asked for games of this run.
    bool have_asked = false;
    // As the event that is being handled has left it: there are games that wait for another machine.
    bool is_awaited = false;
    // The games that were told to wait since no other machine can play them; empty when there are none.
    v1::WaitingGames waiting = {};

    // Whether a game of these two is one that this machine plays.
    bool ArePlayedHere(const BotState& red, const BotState& blue) const;
    // Whether this machine, which plays so many games, begins no more that others could play.
    bool IsFull(std::size_t games_here) const { return have_asked && cores != 0 && games_here >= cores; }
  };

  // What became of results.
  struct Results {
    // To be stored, and not acknowledged yet.
    std::uint32_t unstored = 0;
    // Games that count and are on the disk, of all runs.
    std::uint32_t stored = 0;
    // The first that the ledger has refused.
    absl::Status refused;
  };

  void On(const SlotGranted&);
  void On(const BotReady& ready);
  void On(const BotDisconnected& disconnected);
  void On(const BotExited& exited);
  void On(GameOver& over);
  void On(const GameNotStarted& not_started);
  void On(const LeaseAsked& asked);
  void On(const MachinesSeen& seen);
  void On(const GameReturned& returned);
  void On(const BotFailedElsewhere& failed);
  void On(ResultsStored& stored);
  void On(const HostFailed& failed);
  void On(const StopRequested&);
  void On(const PauseRequested&);

  // Starts, forfeits and asks for what can be; gives back what is not needed.
  void StartGames();
  // Whether the game may begin as far as its pair and its bots go, which have so many games more than are running.
  bool MayStart(const tournament::ScheduledGame& game, std::uint32_t more_of_red, std::uint32_t more_of_blue) const;
  // How many more games may be under way.
  std::size_t Room() const;
  // Whether the game may go to another machine as far as its bots and its past go.
  bool MayLease(const tournament::ScheduledGame& game) const;
  void Start(const tournament::ScheduledGame& game);
  void Forfeit(const tournament::ScheduledGame& game);
  // Ends the bot's process if it has one here.
  void EndProcess(int bot, absl::string_view detail);
  // Ends the processes of bots that have no further games.
  void EndIdleBots();
  void EndRunningGames();
  // The process of the bot is gone by the host's fault: its games are void, and it is started again for the next one.
  void TakeSupervisorDeath(int bot, const std::string& detail);
  void CountNoShows(const RunningGame& running, const v1::Outcome& outcome);
  // Whether the game was lost without having begun, by a bot whose process had been there when it was given the game.
  bool WasCutOff(const RunningGame& running, const v1::Outcome& outcome) const;
  // A fault of a bot that is still needed; suspends it once it has too many. `machine` is empty when it is this one.
  void CountFault(int bot, absl::string_view what, absl::string_view machine = "");
  void TakeStored(StoredResult& result);
  // The run ends so once no game is being played.
  void Close(absl::StatusOr<RunEnd> end);
  void FinishIfDone();
  // How a run ends that has nothing left to do.
  absl::StatusOr<RunEnd> ResultOfRun() const;
  void Notice(absl::string_view text);

  const std::int64_t tournament_id_;
  const v1::TournamentSpec spec_;
  const int void_attempts_max_;
  const std::unique_ptr<tournament::GameSource> games_;
  std::vector<BotState> bots_;
  State state_ = State::kRunning;
  Ending ending_;
  Machines machines_;
  GamesUnderWay running_;
  Slots slots_;
  Attempts attempts_;
  Results results_;
  // Of the event that is being handled.
  std::vector<Command> commands_;
};

}  // namespace flagfall::arena::coordinator

#endif  // ARENA_COORDINATOR_COORDINATOR_H_
