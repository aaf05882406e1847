#ifndef ARENA_COORDINATOR_EVENT_H_
#define ARENA_COORDINATOR_EVENT_H_

#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "arena/coordinator/command.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/record.pb.h"

// What happens to a run of a tournament, told as plain values wherever it happened. Bots are named by their index in
// the spec.
namespace flagfall::arena::coordinator {

// The slot that AskForSlot asked for: one more game may be played.
struct SlotGranted {};

// The bot has said hello and waits for games.
struct BotReady {
  int bot = 0;
  // How many games it plays at once.
  std::uint32_t games_max = 0;
  // Whether its hello lists the tournament's ruleset.
  bool plays_ruleset = true;
};

// The bot's stream has ended, or its hello was refused. Its process may live on.
struct BotDisconnected {
  int bot = 0;
  // For people.
  std::string detail;
  // It had said hello on that stream.
  bool was_there = false;
};

// The bot's process has ended, by itself or because of EndBot.
struct BotExited {
  int bot = 0;
  std::uint64_t life = 0;
  // How it ended, for people: "exited with code 1".
  std::string detail;
  // Its supervisor died, and the process with it: the host's fault, and none of the bot's.
  bool has_lost_supervisor = false;
  // Nothing keeps the bot from killing its supervisor, as without a sandbox.
  bool may_have_killed_it = false;
};

// A game that PlayGame asked for, or one of a lease, has ended; its outcome may be void. The second game of a duplicate
// pair is told when the result of the first is on the disk; otherwise it counts as returned.
struct GameOver {
  GameStart game;
  v1::GameRecord record;
  // Where it was played.
  Machine machine = {};
};

// A game that PlayGame asked for cannot be played, which is the host's fault. The run ends with this error.
struct GameNotStarted {
  GameStart game;
  absl::Status status;
};

// Another machine can play games of this run. To be answered by one GrantLease.
struct LeaseAsked {
  // Not 0, and not used before.
  std::uint64_t lease = 0;
  // How many pairs it takes, where a game whose other half is elsewhere counts as one, and how many games it plays at
  // once.
  std::uint32_t pairs_max = 0;
  std::uint32_t games_at_once = 0;
  // When not empty, it takes these games alone, by number: it plays them already, for a run that has ended since.
  std::set<std::uint32_t> only = {};
  // Bots that it cannot play; it gets no games of theirs.
  std::set<int> without = {};
};

// Which bots the other machines that ask for games of this run cannot play.
struct MachinesSeen {
  // Of each kind of machine; empty where there is no machine.
  std::set<std::set<int>> cannot_play;
  // Why, for people, of the bots that none can play.
  std::string why;

  friend bool operator==(const MachinesSeen&, const MachinesSeen&) = default;
};

// A game of a lease has no result: the lease has ended, or its machine could not play the game.
struct GameReturned {
  GameStart game;
  // Nothing was heard of the machine any more, so that the game itself may have brought it down. Otherwise the machine
  // is well and has given the game back, or was not allowed to keep it.
  bool is_lost = false;
};

// A bot's process has failed on another machine, both told in words: "its process exited with code 1", "node3".
struct BotFailedElsewhere {
  int bot = 0;
  std::string what;
  std::string machine;
};

// What became of a result that was to be stored.
struct StoredResult {
  std::uint32_t number = 0;
  // OK: it is on the disk. INVALID_ARGUMENT: the ledger refuses it. Any other error ends the run.
  absl::Status status;
  // The game as it is announced; at least its outcome where the result was not stored.
  v1::GameSummary summary;
};

// Results were stored together, in this order. Each StoreResult and StoreForfeit comes back in one of these, unless
// the run ends first.
struct ResultsStored {
  std::vector<StoredResult> results;
};

// A command could not be carried out, or the ledger takes no more. The run ends with this error.
struct HostFailed {
  absl::Status status;
};

// The run is to end soon. Games that are being played are dropped without a result.
struct StopRequested {};

// No new game is to begin. The run ends when those that are being played are over and stored.
struct PauseRequested {};

using Event =
    std::variant<SlotGranted, BotReady, BotDisconnected, BotExited, GameOver, GameNotStarted, LeaseAsked, MachinesSeen,
                 GameReturned, BotFailedElsewhere, ResultsStored, HostFailed, StopRequested, PauseRequested>;

}  // namespace flagfall::arena::coordinator

#endif  // ARENA_COORDINATOR_EVENT_H_
