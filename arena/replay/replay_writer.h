#ifndef ARENA_REPLAY_REPLAY_WRITER_H_
#define ARENA_REPLAY_REPLAY_WRITER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/replay/kind_writer.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::replay {

// An action that counted.
struct ReplayAct {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  // Since the match began.
  Micros at{};
  // The time that it took off the player's clock, and what the clock shows then.
  Micros used{};
  Micros clock{};
  // The bot's words with it; empty where it said nothing.
  std::string comment{};
  // Whether its times and the clock are known: not those of a game that was played elsewhere.
  bool has_times = true;
};

// Writes the Replay of a game step by step. It writes exactly what it is given, for whatever observer that is: a caller
// that gives it public events only gets a public replay. Owns the replay. Not thread-safe.
class ReplayWriter {
 public:
  // `header` holds what is known of the game before it begins; its ruleset is complete. UNIMPLEMENTED for a ruleset
  // that no kind of replay fits.
  static absl::StatusOr<ReplayWriter> Create(v1::Replay header);

  // Adds an action to the step that it leads to. To be called before Begin or AddStep for that step; an action whose
  // step never comes is left out.
  void AddAct(ReplayAct act) { waiting_.push_back(std::move(act)); }

  bool has_begun() const { return has_begun_; }
  // Writes position 0, which `view` shows; to be called once. INVALID_ARGUMENT for a view that no game could have.
  absl::Status Begin(const v1::View& view);
  // Writes a step with its events, after which `plies` plies have been made. To be called after Begin. INVALID_ARGUMENT
  // for events that cannot follow those before them; what is written after that has no meaning.
  absl::Status AddStep(absl::Span<const v1::Event> events, std::uint32_t plies);

  // Adds a note to the last step.
  void AddNote(v1::ReplayNote note);

  const v1::Replay& replay() const { return replay_; }
  v1::Replay TakeReplay() { return std::move(replay_); }

 private:
  ReplayWriter(v1::Replay header, std::unique_ptr<KindWriter> kind);

  void WriteWaitingActs();

  v1::Replay replay_;
  std::unique_ptr<KindWriter> kind_;
  bool has_begun_ = false;
  // The actions whose step has not been written yet.
  std::vector<ReplayAct> waiting_;
};

// A time as it stands in a Replay: in whole milliseconds or microseconds, never below 0 or above what 32 bits hold.
std::uint32_t ReplayMillis(Micros time);
std::uint32_t ReplayMicros(Micros time);

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_REPLAY_WRITER_H_
