#include "arena/replay/replay_writer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::replay {
namespace {

std::uint32_t Fitted(std::int64_t number) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(number, 0, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

std::uint32_t ReplayMillis(Micros time) { return Fitted(time.count() / 1000); }
std::uint32_t ReplayMicros(Micros time) { return Fitted(time.count()); }

ReplayWriter::ReplayWriter(v1::Replay header, std::unique_ptr<KindWriter> kind)
    : replay_(std::move(header)), kind_(std::move(kind)) {
  kind_->WriteHeader(replay_);
}

absl::StatusOr<ReplayWriter> ReplayWriter::Create(v1::Replay header) {
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<KindWriter> kind, NewKindWriter(header.ruleset()));
  return ReplayWriter(std::move(header), std::move(kind));
}

absl::Status ReplayWriter::Begin(const v1::View& view) {
  FLAGFALL_CHECK(!has_begun_);
  has_begun_ = true;
  WriteWaitingActs();
  return kind_->Begin(view, replay_);
}

absl::Status ReplayWriter::AddStep(absl::Span<const v1::Event> events, std::uint32_t plies) {
  FLAGFALL_CHECK(has_begun_);
  replay_.set_steps(replay_.steps() + 1);
  if (!kind_->StepsArePlies()) replay_.add_plies(plies);
  WriteWaitingActs();
  return kind_->Step(events, replay_);
}

void ReplayWriter::AddNote(v1::ReplayNote note) {
  note.set_step(replay_.steps());
  *replay_.add_notes() = std::move(note);
}

void ReplayWriter::WriteWaitingActs() {
  for (ReplayAct& act : waiting_) {
    if (act.has_times) {
      replay_.add_acts(replay_.steps());
      replay_.add_acts(static_cast<std::uint32_t>(act.side));
      replay_.add_acts(ReplayMillis(act.at));
      replay_.add_acts(ReplayMicros(act.used));
      replay_.add_acts(ReplayMillis(act.clock));
    }
    if (act.comment.empty()) continue;
    v1::ReplayComment& comment = *replay_.add_comments();
    comment.set_step(replay_.steps());
    comment.set_side(act.side);
    comment.set_text(std::move(act.comment));
  }
  waiting_.clear();
}

}  // namespace flagfall::arena::replay
