#ifndef ARENA_CHECKER_HALL_H_
#define ARENA_CHECKER_HALL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/checker/faults.h"
#include "arena/checker/front_door.h"
#include "arena/checker/inbox.h"
#include "arena/checker/launched_bot.h"
#include "arena/checker/table.h"
#include "referee/gate/budget.h"
#include "referee/rules/random.h"

namespace flagfall::arena::checker {

// How the bot has come: what it did from its start to its hello.
struct Arrival {
  Micros started_at{};
  // Absent as long as it has not opened a stream, or not said anything.
  std::optional<Micros> opened_at = {};
  std::optional<Micros> said_at = {};
  bool has_right_token = false;
  v1::PlayRequest first_request = {};
  bool is_decodable = true;
  // Whether its hello can be welcomed.
  absl::Status hello = {};
};

// Within this a bot that was started has said hello, or forfeits: as long as a host's game waits for it.
inline constexpr Micros kComesWithin = std::chrono::seconds(10);

// Where the bot is checked: its process, its stream, its games, and the one loop in which everything happens. A step
// says what is to be, runs the hall until it is or the time is up, and looks at what has become of it.
class Hall {
 public:
  // Nothing is waited for past `end`.
  Hall(LaunchPlan plan, std::uint64_t seed, Micros end, std::stop_token stop);
  ~Hall();

  // ---- The bot.

  // Ends the bot's process if there is one and starts another, with all games forgotten.
  absl::Status Start(const std::string& options_json);
  // Runs until it has said a hello that can be welcomed, or has failed to; arrival() says how.
  absl::Status AwaitHello();
  void StopBot();
  // Whether it is there, and has been welcomed.
  bool IsWelcome() const { return line_ != nullptr && is_welcome_; }
  bool HasExited() const { return has_exited_; }
  // "its process exited with code 1; it had printed: ..."
  std::string HowItEnded() const;
  // "exited with code 1".
  const std::string& exit_detail() const { return exit_detail_; }

  // ---- Running.

  // Runs until `condition` holds. DEADLINE_EXCEEDED when it never did, UNAVAILABLE when the bot's process ended before
  // it (and it has not to), both with what was being waited for.
  absl::Status RunUntil(const std::function<bool()>& condition, Micros limit);
  // Runs for that long, whatever happens.
  void RunFor(Micros time);

  // ---- Games.

  // Begins a game; the bot must be there.
  absl::StatusOr<Table*> Seat(const TableSpec& spec);
  // The bot answers what is open for it, and then the opponents resign, so that no answer comes too late.
  void FinishGames();
  // As FinishGames, and forgets them. To be called between steps.
  void ClearTables();
  // What may have become of the messages is sent on, as after a call of a table's own.
  void Settle();

  // ---- The stream.

  void Say(const v1::PlayResponse& response);
  // Breaks the stream without a word.
  void CutLine();
  void EndLine(const absl::Status& status);
  // New streams are ended with this status, as long as it is not OK.
  void Refuse(const absl::Status& status) { refusal_ = status; }
  FrontDoor& door() { return door_; }

  // ---- What was seen.

  LaunchedBot& bot() { return bot_; }
  const Arrival& arrival() const { return arrival_; }
  const v1::Hello& hello() const { return hello_; }
  Faults& faults() { return faults_; }
  // Streams opened since the bot was started.
  int dials() const { return dials_; }
  // Of the last ping that was answered.
  std::uint64_t last_pong() const { return last_pong_; }
  // Games begun.
  std::uint64_t games() const { return games_; }
  // The most memory that was seen; bytes.
  std::uint64_t peak_memory() const { return peak_memory_; }
  void NoteMemory();

 private:
  void Handle(const Happening& happening);
  void OnOpened(const Happening& happening);
  void OnSaid(const Happening& happening);
  void OnFirst(const Happening& happening);
  void OnRequest(const v1::PlayRequest& request, Micros at);
  void OnGameRequest(const std::string& game_id, const v1::PlayRequest& request, Micros at);
  void LeaveTables(Micros at);
  Table* Find(const std::string& game_id) const;
  Micros NextDeadline(Micros limit) const;
  void TellUnknownGame(const std::string& game_id, std::uint32_t decision);
  // What is being waited for, for people.
  std::string Waiting() const;

  Inbox inbox_;
  FrontDoor door_;
  LaunchedBot bot_;
  const Micros end_;
  const std::stop_token stop_;
  Random random_;
  Faults faults_;

  std::shared_ptr<BotLine> line_;
  bool is_welcome_ = false;
  absl::Status refusal_;
  Arrival arrival_;
  v1::Hello hello_;
  bool has_exited_ = false;
  std::string exit_detail_;
  int dials_ = 0;
  // Of messages on this stream.
  std::optional<Budget> budget_;
  // Whether it has sent too much on this stream.
  bool is_flooding_ = false;
  std::uint64_t last_pong_ = 0;
  std::uint64_t peak_memory_ = 0;

  std::vector<std::unique_ptr<Table>> tables_;
  std::uint64_t games_ = 0;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_HALL_H_
