#include "arena/replay/notes.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/replay/replay_writer.h"
#include "referee/match/match_messages.h"
#include "referee/rules/clause_error.h"

namespace flagfall::arena::replay {
namespace {

constexpr std::size_t kActionBytesShown = 512;

v1::ReplayNote NoteOfKind(v1::ReplayNote::Kind kind, std::string text = "") {
  v1::ReplayNote note;
  note.set_kind(kind);
  note.set_text(std::move(text));
  return note;
}

std::string LeavingText(const v1::Disconnected& disconnected) {
  if (disconnected.slow_reader()) return "did not read its messages";
  return disconnected.for_good() ? "for good" : "";
}

std::optional<v1::ReplayNote> NoteOfEntry(const v1::RecordEntry& entry, bool is_again) {
  switch (entry.kind_case()) {
    case v1::RecordEntry::kResigned:
      return NoteOfKind(v1::ReplayNote::KIND_RESIGNED);
    case v1::RecordEntry::kOfferedDraw:
      return NoteOfKind(v1::ReplayNote::KIND_OFFERED_DRAW);
    case v1::RecordEntry::kAcceptedDraw:
      return NoteOfKind(v1::ReplayNote::KIND_ACCEPTED_DRAW);
    case v1::RecordEntry::kDisconnected:
      return NoteOfKind(v1::ReplayNote::KIND_DISCONNECTED, LeavingText(entry.disconnected()));
    case v1::RecordEntry::kConnected:
      if (!is_again) return std::nullopt;
      return NoteOfKind(v1::ReplayNote::KIND_CONNECTED_AGAIN);
    case v1::RecordEntry::kAborted:
      return NoteOfKind(v1::ReplayNote::KIND_ABORTED, entry.aborted().outcome().detail());
    case v1::RecordEntry::kActed:
    case v1::RecordEntry::kTimePassed:
    case v1::RecordEntry::kDecisionSent:
    case v1::RecordEntry::kHostStoodStill:
    case v1::RecordEntry::KIND_NOT_SET:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<v1::ReplayNote> NoteFinder::NoteOf(const PlayedEntry& played) {
  const v1::RecordEntry& entry = played.entry;
  std::optional<v1::ReplayNote> note;
  if (!played.refusal.ok()) {
    FillRefusal(played, note.emplace());
  } else {
    const bool is_players = entry.side() == v1::SIDE_RED || entry.side() == v1::SIDE_BLUE;
    const bool is_again =
        entry.has_connected() && is_players && std::exchange(has_connected_[entry.side() == v1::SIDE_BLUE], true);
    note = NoteOfEntry(entry, is_again);
  }
  if (!note.has_value()) return note;
  note->set_side(entry.side());
  note->set_at_ms(ReplayMillis(Micros(entry.at_micros())));
  return note;
}

void NoteFinder::FillRefusal(const PlayedEntry& played, v1::ReplayNote& note) const {
  const v1::Acted& acted = played.entry.acted();
  const bool is_late = absl::IsDeadlineExceeded(played.refusal);
  note.set_kind(is_late ? v1::ReplayNote::KIND_LATE_ACTION : v1::ReplayNote::KIND_ILLEGAL_ACTION);
  const bool is_action = acted.action().kind_case() != v1::Action::KIND_NOT_SET;
  if (is_action) {
    const std::string words = ruleset_.WriteAction(acted.action());
    note.set_text(std::string(CutToBytes(words, kActionBytesShown)));
  } else if (acted.oversized_action_bytes() > 0) {
    note.set_text(absl::StrCat("an action of ", acted.oversized_action_bytes(), " bytes"));
  } else {
    note.set_text("no action");
  }
  // A message without an action is refused by the match, not by the rules of the game.
  if (!is_late) note.set_clause(is_action ? ClauseOf(played.refusal) : "R10.3");
}

}  // namespace flagfall::arena::replay
