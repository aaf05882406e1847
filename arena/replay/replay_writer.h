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

namespace flagfall::arena {

// Something that a player did and that counted.
struct ReplayAct {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  // Since the match began.
  Micros at{};
  // What it took off the player's clock, and what that shows then.
  Micros used{};
  Micros clock{};
  // What the bot said with it; empty for nothing.
  std::string comment{};
};

// Writes the Replay of a game step by step, whoever looks on: what it is told, it writes.
class ReplayWriter {
 public:
  // `header`: what is known of the game before it begins, its ruleset complete. UNIMPLEMENTED for a ruleset that no
  // kind of replay fits.
  static absl::StatusOr<ReplayWriter> Create(v1::Replay header);

  // To be called before what the act led to, if that is known: Begin or Step. An act whose step never comes is left
  // out.
  void Act(ReplayAct act) { waiting_.push_back(std::move(act)); }

  bool has_begun() const { return has_begun_; }
  // The game stands at position 0, as `view` has it. INVALID_ARGUMENT for a view that no game could have.
  absl::Status Begin(const v1::View& view);
  // A step was made, which told these events; `plies`: made after it. After Begin.
  // INVALID_ARGUMENT for events that cannot follow those before them.
  absl::Status Step(absl::Span<const v1::Event> events, std::uint32_t plies);

  // After the last step.
  void Note(v1::ReplayNote note);

  const v1::Replay& replay() const { return replay_; }
  v1::Replay TakeReplay() { return std::move(replay_); }

 private:
  ReplayWriter(v1::Replay header, std::unique_ptr<KindWriter> kind);

  void WriteActs();

  v1::Replay replay_;
  std::unique_ptr<KindWriter> kind_;
  bool has_begun_ = false;
  // Of the step that is being made.
  std::vector<ReplayAct> waiting_;
};

// Times as they stand in a Replay: whole milliseconds or microseconds, no more than 32 bits hold.
std::uint32_t ReplayMillis(Micros time);
std::uint32_t ReplayMicros(Micros time);

}  // namespace flagfall::arena

#endif  // ARENA_REPLAY_REPLAY_WRITER_H_
