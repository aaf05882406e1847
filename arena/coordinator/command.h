#ifndef ARENA_COORDINATOR_COMMAND_H_
#define ARENA_COORDINATOR_COMMAND_H_

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/tournament/scheduled_game.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/record.pb.h"

// What a run of a tournament wants done. Commands hold plain values only, so that they can be carried out in this
// process, on another machine, or by a test. Bots are named by their index in the spec.
namespace flagfall::arena::coordinator {

// One start of a game in a run. A void game is started again, and then has the same number and the next start.
struct GameStart {
  // The game's number in the schedule, from 1.
  std::uint32_t number = 0;
  // From 1; counted anew by each run.
  std::uint32_t start = 0;

  friend auto operator<=>(const GameStart&, const GameStart&) = default;
};

// The machine of a worker: whose it is, and the name that it gives itself. Both are empty for the one where the run is.
struct Machine {
  std::string user;
  std::string name;

  friend bool operator==(const Machine&, const Machine&) = default;
};

// Ask for a place among the games that are played at once by all runs that share a machine. To be answered by one
// SlotGranted, sooner or later. Only runs that share slots ask.
struct AskForSlot {
  friend bool operator==(const AskForSlot&, const AskForSlot&) = default;
};

// Give back a slot that was granted: the game that had it is over, or there is none to be begun.
struct ReturnSlot {
  friend bool operator==(const ReturnSlot&, const ReturnSlot&) = default;
};

// Start a process of this bot. Its lives are counted from 1; the one before has ended, or EndBot was commanded for it.
// It has the options of the spec, but for these values.
struct StartBot {
  int bot = 0;
  std::uint64_t life = 0;
  tournament::OptionValues settings = {};

  friend bool operator==(const StartBot&, const StartBot&) = default;
};

// End the bot's process of this life, if it is not gone by itself; the games that it plays are lost. `detail` is for
// people.
struct EndBot {
  int bot = 0;
  std::uint64_t life = 0;
  std::string detail;

  friend bool operator==(const EndBot&, const EndBot&) = default;
};

// Play this game. To be answered by one GameOver or one GameNotStarted.
struct PlayGame {
  tournament::ScheduledGame game;
  std::uint32_t start = 0;
  // The life of Red's and of Blue's process that is to play it; 0 for a remote bot.
  std::array<std::uint64_t, 2> lives{};
  // 32 bytes; see SeedNow.
  std::string seed;

  GameStart Key() const { return {game.number, start}; }
  friend bool operator==(const PlayGame&, const PlayGame&) = default;
};

// A game that another machine is to play.
struct LeasedGame {
  tournament::ScheduledGame game;
  std::uint32_t start = 0;
  // 32 bytes; see SeedNow.
  std::string seed;

  GameStart Key() const { return {game.number, start}; }
  friend bool operator==(const LeasedGame&, const LeasedGame&) = default;
};

// The answer to LeaseAsked: these games are the worker's, so many at once. Each is to be answered by one GameOver or
// one GameReturned. Empty when there is none to be had now.
struct GrantLease {
  std::uint64_t lease = 0;
  std::uint32_t games_at_once = 0;
  std::vector<LeasedGame> games = {};

  friend bool operator==(const GrantLease&, const GrantLease&) = default;
};

// End this game soon, as void for this reason unless it is over; its GameOver is still awaited, or of a game of this
// lease (not 0) its GameReturned. `detail` is for people.
struct EndGame {
  GameStart game;
  v1::Reason reason = v1::REASON_ABORTED_BY_HOST;
  std::string detail = {};
  std::uint64_t lease = 0;

  friend bool operator==(const EndGame&, const EndGame&) = default;
};

// Store the record that the game's GameOver brought, and the machine that it named.
struct StoreResult {
  tournament::ScheduledGame game;
  v1::GameRecord record;
  Machine machine = {};
};

// Store this game as lost by the players so marked, who are suspended: it is not played. `detail` is for people.
struct StoreForfeit {
  tournament::ScheduledGame game;
  std::string seed;
  bool is_red_absent = false;
  bool is_blue_absent = false;
  std::string detail;

  friend bool operator==(const StoreForfeit&, const StoreForfeit&) = default;
};

// Count a fault of the bot in the ledger, for a reason that is for people.
struct StoreFault {
  int bot = 0;
  std::string reason;

  friend bool operator==(const StoreFault&, const StoreFault&) = default;
};

// Tell whoever watches the tournament.
struct Announce {
  v1::TournamentEvent event;
};

enum class RunEnd { kFinished, kStopped, kPaused };

// The run is over: no game is being played, it holds no slot, and no further command comes; a slot that it has asked
// for and not been granted is not needed any more. The processes of bots that have not been ended, and results that are
// not stored yet, are left to whoever carries this out.
struct Finish {
  absl::StatusOr<RunEnd> end;
};

using Command = std::variant<AskForSlot, ReturnSlot, StartBot, EndBot, PlayGame, GrantLease, EndGame, StoreResult,
                             StoreForfeit, StoreFault, Announce, Finish>;

}  // namespace flagfall::arena::coordinator

#endif  // ARENA_COORDINATOR_COMMAND_H_
