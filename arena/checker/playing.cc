// The first games, and the clocks.

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/checker/play.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr int kFirstAnswers = 8;
constexpr int kClockAnswers = 24;
constexpr int kIncrementAnswers = 60;
constexpr int kShortAnswers = 10;
constexpr Micros kClockLimit = std::chrono::seconds(30);
constexpr Micros kFiveSeconds = std::chrono::seconds(5);

double Seconds(Micros time) { return std::chrono::duration<double>(time).count(); }

Finding SetsUpAndPlays(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, course.hall.Seat({.ruleset = course.ruleset(), .time_control = "60+1"}));
  FLAGFALL_RETURN_IF_ERROR(PlayFor(course.hall, *table, kFirstAnswers));
  return Passed(absl::StrCat(Counted(table->answered(), "answer"), " in ", table->ruleset()));
}

Finding PlaysTheNextGame(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayIntoWait(course.hall, {.ruleset = course.ruleset()}, 2));
  table->OpponentResigns(SteadyNow());
  return PlaysOn(course, "the opponent had resigned");
}

// So many answers by these clocks; fails when a flag falls.
absl::StatusOr<Table*> PlayByClock(Course& course, const std::string& time_control, int answers,
                                   v1::Side side = v1::SIDE_RED) {
  auto table = course.hall.Seat({.ruleset = course.ruleset(), .side = side, .time_control = time_control});
  if (!table.ok()) return table;
  const absl::Status status = PlayFor(course.hall, **table, answers, kClockLimit);
  if (!status.ok()) return status;
  return table;
}

std::string Slowest(const Table& table) {
  return absl::StrFormat("its slowest of %s took %.3f s", Counted(table.answered(), "answer"),
                         Seconds(table.slowest_answer()));
}

Finding AnswersInItsSecond(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayByClock(course, "st=1", kClockAnswers));
  return Passed(Slowest(*table));
}

Finding GetsThroughOnFiveSeconds(Course& course) {
  // An opponent that attacked could end the game before a slow bot has used up its time.
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, course.hall.Seat({.ruleset = course.ruleset(),
                                                                .side = v1::SIDE_BLUE,
                                                                .time_control = "5+0",
                                                                .max_plies = 300,
                                                                .is_peaceful = true}));
  FLAGFALL_RETURN_IF_ERROR(PlayToEnd(course.hall, *table, kClockLimit));
  const Micros least = table->least_clock().value_or(kFiveSeconds);
  return Passed(absl::StrFormat("%s; %.1f s left%s", table->Summary(), Seconds(least),
                                least < kFiveSeconds / 10 ? ", which is close to its flag" : ""));
}

Finding LivesOnIncrements(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayByClock(course, "0.5+0.1 margin=250", kIncrementAnswers));
  return Passed(Slowest(*table));
}

Finding SetsUpInTwoSeconds(Course& course) {
  for (const std::string& ruleset : course.rulesets) {
    FLAGFALL_ASSIGN_OR_RETURN(const auto table, course.hall.Seat({.ruleset = ruleset, .time_control = "60+1 setup=2"}));
    FLAGFALL_RETURN_IF_ERROR(PlayFor(course.hall, *table, 1));
    course.hall.FinishGames();
  }
  return Passed();
}

Finding IsQuickWhenShort(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayByClock(course, "0.3+0", kShortAnswers, v1::SIDE_BLUE));
  return Passed(Slowest(*table));
}

}  // namespace

Group PlayingSteps() {
  return {
      .steps = {
          {.title = "sets up and plays",
           .gate = Gate::kAll,
           .mend = "answer each decision_required with an act of the same game_id and decision; the example in "
                   "proto/README.md shows a game's beginning",
           .run = SetsUpAndPlays},
          {.title = "plays the next game after a game over",
           .gate = Gate::kAll,
           .mend = "after game_over forget the game and go on reading: the next game_started comes on the same stream",
           .run = PlaysTheNextGame},
          {.title = "answers each ply within its second (st=1)",
           .gate = Gate::kAll,
           .mend = "look at red_clock_micros or blue_clock_micros of each decision, and answer well before it is used "
                   "up; time_control.per_ply_micros is all there is for a ply",
           .run = AnswersInItsSecond},
          {.title = "gets through a game on five seconds (5+0)",
           .gate = Gate::kAll,
           .mend = "think for a share of the time that is left, as a 40th, not for a fixed time",
           .run = GetsThroughOnFiveSeconds},
          {.title = "lives on its increments (0.5+0.1)",
           .mend = "when the clock is short, use no more than time_control.increment_micros for a ply",
           .run = LivesOnIncrements},
          {.title = "sets up within two seconds (setup=2)",
           .mend = "during the set-up the clocks show the set-up's own time; hosts may give less than 10 s",
           .run = SetsUpInTwoSeconds},
          {.title = "is quick when its clock is short (0.3+0)",
           .is_required = false,
           .mend = "answer without thinking when there are only tenths of a second left",
           .run = IsQuickWhenShort},
      }};
}

}  // namespace flagfall::arena::checker
