#include "arena/checker/play.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr int kGamesTried = 5;
constexpr int kPlaysOnAnswers = 4;

absl::Status CheckNotLostByAbsence(const Table& table) {
  if (!table.is_over() || table.HasWon()) return absl::OkStatus();
  const v1::Reason reason = table.outcome().reason();
  if (reason != v1::REASON_OUT_OF_TIME && reason != v1::REASON_DISCONNECTED && reason != v1::REASON_SLOW_READER) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      absl::StrCat(table.Where(), ": lost by ", EnumWord(reason), ": ", table.outcome().detail()));
}

}  // namespace

absl::Status PlayFor(Hall& hall, const Table& table, int answers, Micros limit) {
  const int wanted = table.answered() + answers;
  FLAGFALL_RETURN_IF_ERROR(hall.RunUntil([&] { return table.is_over() || table.answered() >= wanted; }, limit));
  return CheckNotLostByAbsence(table);
}

absl::Status PlayToEnd(Hall& hall, const Table& table, Micros limit) {
  FLAGFALL_RETURN_IF_ERROR(hall.RunUntil([&] { return table.is_over(); }, limit));
  return CheckNotLostByAbsence(table);
}

absl::StatusOr<Table*> PlayInto(Hall& hall, const TableSpec& spec, int answers) {
  for (int game = 0; game < kGamesTried; ++game) {
    FLAGFALL_ASSIGN_OR_RETURN(Table * table, hall.Seat(spec));
    FLAGFALL_RETURN_IF_ERROR(PlayFor(hall, *table, answers));
    if (!table->is_over()) return table;
  }
  return absl::FailedPreconditionError(
      absl::StrCat(kGamesTried, " games of ", spec.ruleset, " were over before it had given ", answers, " answers"));
}

absl::StatusOr<Table*> PlayIntoWait(Hall& hall, const TableSpec& spec, int answers) {
  for (int game = 0; game < kGamesTried; ++game) {
    FLAGFALL_ASSIGN_OR_RETURN(Table * table, PlayInto(hall, spec, answers));
    table->HoldOpponent(true, SteadyNow());
    FLAGFALL_RETURN_IF_ERROR(hall.RunUntil(
        [&] { return table->is_over() || (!table->open().has_value() && table->IsOpponentToAct()); }, kPatience));
    if (!table->is_over()) return table;
  }
  return absl::FailedPreconditionError(absl::StrCat("its games of ", spec.ruleset, " end too soon to be looked at"));
}

Finding PlaysOn(Course& course, std::string detail) {
  course.hall.FinishGames();
  const auto next = PlayInto(course.hall, {.ruleset = course.ruleset(), .side = v1::SIDE_BLUE}, kPlaysOnAnswers);
  if (!next.ok()) return Failed(absl::StrCat("in the next game: ", next.status().message()));
  return Passed(std::move(detail));
}

}  // namespace flagfall::arena::checker
