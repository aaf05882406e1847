#include "arena/replay/finished_replay.h"

#include <memory>
#include <utility>

#include "absl/strings/escaping.h"
#include "arena/replay/all_events.h"
#include "arena/replay/notes.h"
#include "arena/replay/replay_writer.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/record.h"

namespace flagfall::arena::replay {
namespace {

absl::StatusOr<v1::Replay> HeaderOf(const v1::GameRecord& record, const v1::GameSummary& game) {
  v1::Replay header;
  *header.mutable_game() = game;
  header.set_is_over(true);
  FLAGFALL_ASSIGN_OR_RETURN(*header.mutable_ruleset(), CompleteRuleset(record.ruleset()));
  *header.mutable_red() = record.red();
  *header.mutable_blue() = record.blue();
  *header.mutable_time_control() = record.time_control();
  if (record.has_time_control_scale()) *header.mutable_time_control_scale() = record.time_control_scale();
  *header.mutable_policy() = record.policy();
  header.set_seed(absl::BytesToHexString(record.seed()));
  header.set_seed_sha256(absl::BytesToHexString(Sha256Of(record.seed())));
  if (record.has_red_use()) *header.mutable_red_use() = record.red_use();
  if (record.has_blue_use()) *header.mutable_blue_use() = record.blue_use();
  return header;
}

// Writes the steps and notes that the entries of a record led to.
class EntryWriter {
 public:
  // `has_times`: whether the record does; that of an imported game does not.
  EntryWriter(const RulesetDefinition& ruleset, bool has_times, ReplayWriter& writer)
      : has_times_(has_times), writer_(writer), notes_(ruleset) {}

  void Add(const PlayedEntry& played) {
    const Micros used = times_.UsedBy(played.entry);
    if (std::optional<v1::ReplayNote> note = notes_.NoteOf(played)) writer_.AddNote(*std::move(note));
    if (played.events == nullptr) return;
    if (!played.is_given) {
      const v1::Acted& acted = played.entry.acted();
      writer_.AddAct({.side = played.entry.side(),
                      .at = Micros(played.entry.at_micros()),
                      .used = used,
                      .clock = Micros(acted.clock_micros()),
                      .comment = acted.comment(),
                      .has_times = has_times_});
    }
    // The first of two actions at once: the step comes with the second.
    if (played.events->spectator.empty()) return;
    if (writer_.has_begun()) {
      status_.Update(writer_.AddStep(AllEvents(*played.events), played.game.Progress().plies));
    } else {
      Begin(played.game);
    }
  }

  void Begin(const Game& game) { status_.Update(writer_.Begin(game.ViewFor(v1::OBSERVER_ALL))); }

  const absl::Status& status() const { return status_; }

 private:
  const bool has_times_;
  ReplayWriter& writer_;
  NoteFinder notes_;
  DecisionTimes times_;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<v1::Replay> FinishedReplay(const v1::GameRecord& record, const v1::GameSummary& game) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::Replay header, HeaderOf(record, game));
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* const ruleset, FindRuleset(header.ruleset().id()));
  *header.mutable_pieces() = ruleset->Pieces(header.ruleset());
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Game> beginning, NewGame(record.ruleset(), record.seed()));
  FLAGFALL_ASSIGN_OR_RETURN(ReplayWriter writer, ReplayWriter::Create(std::move(header)));
  EntryWriter entries(*ruleset, record.imported_format().empty(), writer);
  if (!HasSetUp(*beginning)) entries.Begin(*beginning);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Game> end,
                            PlayAgain(record, [&entries](const PlayedEntry& played) { entries.Add(played); }));
  // A game that ended before both set-ups were in shows those that were.
  if (!writer.has_begun()) entries.Begin(*end);
  FLAGFALL_RETURN_IF_ERROR(entries.status());
  return writer.TakeReplay();
}

}  // namespace flagfall::arena::replay
