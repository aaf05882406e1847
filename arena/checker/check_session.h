#ifndef ARENA_CHECKER_CHECK_SESSION_H_
#define ARENA_CHECKER_CHECK_SESSION_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/checker/check_event_queue.h"
#include "arena/checker/check_game.h"
#include "arena/checker/check_server.h"
#include "arena/checker/checked_bot.h"
#include "arena/checker/faults.h"
#include "arena/checker/game_deadlines.h"
#include "arena/checker/run_delay.h"
#include "referee/net/budget.h"
#include "referee/rules/random.h"

namespace flagfall::arena::checker {

// What a bot did from its start to its hello.
struct Startup {
  Micros started_at{};
  // When the bot opened its first stream; absent before that.
  std::optional<Micros> stream_opened_at = {};
  // When its first message came; absent before that.
  std::optional<Micros> first_message_at = {};
  bool has_right_token = false;
  v1::PlayRequest first_request = {};
  bool is_decodable = true;
  // OK when its hello can be welcomed, otherwise the reason why not.
  absl::Status hello_status = {};
};

// For how long the host kept a bot from running in a time that was not enough for it.
struct HostDelay {
  // As RunDelayMeter::HeldSince.
  Micros held{};
  // The time that the bot had.
  Micros of{};
};

// A bot that was started has to say hello within this time. It is the time that a tournament's game waits for a bot
// before the bot forfeits it.
inline constexpr Micros kStartupTimeout = std::chrono::seconds(10);

// One bot that is being checked: its process, its stream, its games, and the loop in which everything happens. A step
// arranges something, runs the loop until a condition holds or the time is up, and looks at the result.
//
// The thread that runs the check owns the session and makes all calls. gRPC's threads and the thread that watches the
// bot's process reach it through the queue of events only. The destructor ends the bot's process and waits for it.
class CheckSession {
 public:
  // No call waits past `end`, and each wait ends early with CANCELLED once `stop` was requested.
  CheckSession(CheckedBotSpec spec, std::uint64_t seed, Micros end, std::stop_token stop);
  ~CheckSession();

  // ---- The bot.

  // Ends the bot's process if there is one, forgets all games, and starts another process. Errors as CheckServer::Open
  // and CheckedBot::Start.
  absl::Status Start(const std::string& options_json);
  // Runs until the bot has said a hello that can be welcomed. FAILED_PRECONDITION when it showed a wrong token or said
  // something else, otherwise errors as RunUntil; startup() has the details.
  absl::Status AwaitHello();
  void StopBot();
  // Whether the bot has an open stream and has been welcomed on it.
  bool IsWelcome() const { return is_welcome_; }
  bool HasExited() const { return seen_.exit_detail.has_value(); }
  // "its process exited with code 1; it had printed: ..."
  std::string DescribeExit() const;
  // "exited with code 1".
  std::string exit_detail() const { return seen_.exit_detail.value_or(""); }

  // ---- Running.

  // Runs until `condition` holds. DEADLINE_EXCEEDED when it did not hold in time, with what was being waited for;
  // UNAVAILABLE when the bot's process ended before it held, with how it ended; CANCELLED when a stop was requested.
  absl::Status RunUntil(const std::function<bool()>& condition, Micros limit);
  // Notes that the bot had not done in time what it had to do since `since`. RunUntil does so when the time is up.
  void NoteLate(Micros since) { seen_.late_since = since; }
  // What the host can have to do with the lateness that was noted last.
  HostDelay HostDelayWhenLate();
  // Runs for that long. Returns early when the bot's process ends or a stop is requested.
  void RunFor(Micros time);

  // ---- Games.

  // Starts a game with the bot, which has to be welcome. The session owns the game until ForgetGames, StopBot or Start.
  absl::StatusOr<CheckGame*> StartGame(const CheckGameSpec& spec);
  // Lets the bot answer what is open for it, and then has the opponents resign, so that no answer comes too late.
  void FinishGames();
  // As FinishGames, and then forgets the games. To be called between steps.
  void ForgetGames();
  // Sends the bot what its games have for it, as RunUntil does. To be called after a call of a game's own whose
  // messages must not wait.
  void SendMessages();

  // ---- The stream.

  // Sends a message that belongs to no game; does nothing while the bot is not welcome.
  void Send(const v1::PlayResponse& response);
  // Breaks the stream without a status.
  void BreakStream();
  // Ends the stream with `status` once all that was sent has been written.
  void EndStream(const absl::Status& status);
  // Ends each new stream with `status`. OK admits streams again.
  void RefuseStreams(const absl::Status& status) { refusal_ = status; }
  CheckServer& server() { return server_; }

  // ---- What was seen.

  CheckedBot& bot() { return bot_; }
  const Startup& startup() const { return startup_; }
  const v1::Hello& hello() const { return hello_; }
  Faults& faults() { return faults_; }
  // The number of streams that were opened since the bot was started.
  int streams_opened() const { return seen_.streams_opened; }
  // The nonce of the last pong.
  std::uint64_t last_pong() const { return seen_.last_pong; }
  // The number of games that were started in the whole check.
  std::uint64_t games_started() const { return games_started_; }
  // The largest memory use that NoteMemory has seen, in bytes.
  std::uint64_t peak_memory() const { return seen_.peak_memory; }
  void NoteMemory();
  // Forgets what was measured of the host. To be called before each step.
  void BeginStep() { run_delay_.Restart(SteadyNow()); }

 private:
  void Handle(const CheckEvent& event);
  void OnStreamOpened(const CheckEvent& event);
  void OnMessage(const CheckEvent& event);
  void OnFirstMessage(const CheckEvent& event);
  void OnRequest(const v1::PlayRequest& request, Micros at);
  void OnGameRequest(const std::string& game_id, const v1::PlayRequest& request, Micros at);
  // Forgets the stream and tells the games that the bot is disconnected.
  void OnStreamLost(Micros at);
  CheckGame* Find(const std::string& game_id) const;
  void SendUnknownGameError(const std::string& game_id, std::uint32_t decision);
  // What is being waited for, in words for the report.
  std::string DescribeWait(Micros limit) const;

  CheckEventQueue events_;
  CheckServer server_;
  CheckedBot bot_;
  const Micros end_;
  const std::stop_token stop_;
  Random random_;
  Faults faults_;
  RunDelayMeter run_delay_;

  // The bot's open stream; null while there is none.
  std::shared_ptr<CheckStream> stream_;
  // Whether the bot was welcomed on `stream_`; false while that is null.
  bool is_welcome_ = false;
  absl::Status refusal_;
  Startup startup_;
  v1::Hello hello_;
  // How many messages the bot may still send on this stream.
  std::optional<Budget> budget_;
  // Whether the bot has sent too many messages on this stream.
  bool is_flooding_ = false;

  // What the functions of these names tell.
  struct Seen {
    // Absent while the process is there.
    std::optional<std::string> exit_detail = {};
    int streams_opened = 0;
    std::uint64_t last_pong = 0;
    std::uint64_t peak_memory = 0;
    // As NoteLate was told last.
    Micros late_since{};
  };
  Seen seen_;

  std::vector<std::unique_ptr<CheckGame>> games_;
  GameDeadlines deadlines_;
  std::uint64_t games_started_ = 0;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_CHECK_SESSION_H_
