#ifndef ARENA_EXAM_EXAM_DESK_H_
#define ARENA_EXAM_EXAM_DESK_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/analysis/exam_scores.h"
#include "arena/exam/exam.h"
#include "arena/exam/recorded_game.h"
#include "arena/runner/bot_processes.h"
#include "arena/runner/event_queue.h"
#include "arena/runner/run_folder.h"
#include "referee/rules/side.h"
#include "referee/service/referee.h"

namespace flagfall::arena::exam {

// The games that one process of the bot is asked in, one after the other, always on the same side: nobody may see the
// end of a game, where everything is shown, and then be asked for a ply of it.
struct Sitting {
  // From 0; each has a seed of its own.
  std::uint32_t repeat = 0;
  Side side = Side::kRed;
  std::vector<const RecordedGame*> games = {};
};

// Where one process of the bot at a time is asked. Its opponent is a seat within this process, which plays the other
// side's recorded plies; what the bot answers is noted, and the recorded ply is played in its place. To be used by one
// thread, but for Stop.
class ExamDesk {
 public:
  // Called when a process of the bot has failed; an error is that of Sit.
  using OnFault = std::function<absl::Status(const std::string& detail)>;

  // `number`, from 0, tells the desks of an exam apart. All that is referred to must outlive this.
  ExamDesk(const ExamOptions& options, Referee& referee, const runner::RunFolder& folder, OnFault on_fault, int number);
  ~ExamDesk();

  // Asks the bot in the next game of the sitting. Called for each game in order, with the answers of the bot to its own
  // decisions from the first, as far as it was asked.
  using OnAsked = std::function<void(const RecordedGame& game, std::vector<analysis::ExamAnswer> answers)>;

  // Takes a process of the bot through the games. A process that is lost is started again for the next game, as long as
  // OnFault allows it. CANCELLED after Stop; the error of OnFault; UNAVAILABLE when the host was too slow again and
  // again; INTERNAL when a game was not the recorded one, or a process cannot be started.
  absl::Status Sit(const Sitting& sitting, const OnAsked& on_asked);

  // From any thread: what is being asked ends, and no more is asked.
  void Stop() { events_.Push({.kind = Event::Kind::kStop}); }

 private:
  struct Event {
    enum class Kind { kOpponentAsked, kOver, kExited, kStop };
    Kind kind = Kind::kStop;
    // Of kOpponentAsked: the opponent's decision, from 1.
    std::string game_id = {};
    std::uint32_t decision = 0;
    v1::GameRecord record = {};
    // Of kExited: the process, and how it ended.
    std::uint64_t life = 0;
    std::string detail = {};
  };
  // The game that is being asked.
  struct Asking {
    const RecordedGame& game;
    Side side;
    std::string id;
    // Noted by the referee's thread before it tells that the game is over, and read after that.
    std::shared_ptr<std::vector<analysis::ExamAnswer>> noted;
  };
  struct Asked {
    std::vector<analysis::ExamAnswer> answers;
    // Nothing was asked, or all is to be asked again.
    bool is_void = false;
    // It is the host's fault.
    bool is_late = false;
  };

  absl::Status StartProcess();
  void LoseProcess(const std::string& detail);
  absl::StatusOr<std::vector<analysis::ExamAnswer>> AskUntilHeard(const Sitting& sitting, const RecordedGame& game);
  absl::StatusOr<Asked> Ask(const Sitting& sitting, const RecordedGame& game);
  MatchSpec SpecOf(const Asking& asking) const;
  absl::Status Begin(const Asking& asking);
  // Plays the game to its end, and returns its record.
  absl::StatusOr<v1::GameRecord> Play(const Asking& asking);
  void AnswerForOpponent(const Asking& asking, std::uint32_t decision);
  absl::StatusOr<Asked> Judge(const Asking& asking, const v1::GameRecord& record);

  const ExamOptions& options_;
  Referee& referee_;
  const runner::RunFolder& folder_;
  const OnFault on_fault_;
  const int number_;
  const std::string opponent_id_;
  runner::EventQueue<Event> events_;
  std::shared_ptr<LocalBot> opponent_;
  // Of all processes of this desk, from 1.
  std::uint64_t life_ = 0;
  // Of all games of this desk.
  std::uint32_t games_ = 0;
  // How the process ended that should be there; empty while nothing is known of its end.
  std::string lost_because_;
  // The last of what `events_` hears of. Absent between sittings.
  std::unique_ptr<runner::BotProcesses> processes_;
};

}  // namespace flagfall::arena::exam

#endif  // ARENA_EXAM_EXAM_DESK_H_
