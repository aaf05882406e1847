// The ways in which a game can end, and that the bot plays on after each.

#include "absl/strings/str_cat.h"
#include "arena/checker/play.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr int kMiddle = 4;
constexpr int kOffers = 10;
// No reason of this protocol version.
constexpr int kReasonToCome = 900;

// Ends a game in its middle and sees that the bot plays on.
Finding PlaysOnAfter(Course& course, const std::function<void(Table&)>& end) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayIntoWait(course.hall, {.ruleset = course.ruleset()}, kMiddle));
  end(*table);
  return PlaysOn(course, "");
}

Finding AcceptsDecision(Course& course, bool wins) {
  return PlaysOnAfter(course, [wins](Table& table) {
    const bool red_wins = (table.side() == v1::SIDE_RED) == wins;
    table.EndAs(red_wins ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS, v1::REASON_FLAG_CAPTURED, SteadyNow());
  });
}

Finding AcceptsVictory(Course& course) { return AcceptsDecision(course, /*wins=*/true); }
Finding AcceptsDefeat(Course& course) { return AcceptsDecision(course, /*wins=*/false); }

Finding AcceptsAdjudication(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table,
                            course.hall.Seat({.ruleset = course.ruleset(), .max_plies = kMiddle, .is_peaceful = true}));
  FLAGFALL_RETURN_IF_ERROR(PlayToEnd(course.hall, *table, kPatience));
  return PlaysOn(course, table->Summary());
}

Finding TakesDrawOffers(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table,
                            PlayInto(course.hall, {.ruleset = course.ruleset(), .is_peaceful = true}, 2));
  table->TakeDraws();
  for (int offer = 0; offer < kOffers && !table->is_over(); ++offer) {
    table->OpponentOffersDraw(SteadyNow());
    FLAGFALL_RETURN_IF_ERROR(PlayFor(course.hall, *table, 1));
  }
  const bool was_agreed = table->is_over() && table->outcome().reason() == v1::REASON_DRAW_AGREED;
  return PlaysOn(course, was_agreed ? "agreed" : absl::StrCat("declined, ", table->Summary()));
}

// The decision and the end of its game are sent together, so that the answer comes too late.
Finding IsInterrupted(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayIntoWait(course.hall, {.ruleset = course.ruleset()}, kMiddle));
  table->HoldOpponent(false, SteadyNow());
  table->Abort(SteadyNow());
  return PlaysOn(course, "");
}

Finding IsAbortedAtOnce(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, course.hall.Seat({.ruleset = course.ruleset()}));
  table->Abort(SteadyNow());
  return PlaysOn(course, "");
}

Finding IsAbortedWhileItWaits(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayIntoWait(course.hall, {.ruleset = course.ruleset()}, kMiddle));
  table->Abort(SteadyNow());
  return PlaysOn(course, "");
}

Finding TakesUnknownReason(Course& course) {
  return PlaysOnAfter(
      course, [](Table& table) { table.EndAs(v1::RESULT_DRAW, static_cast<v1::Reason>(kReasonToCome), SteadyNow()); });
}

}  // namespace

Group EndingSteps() {
  constexpr char kPlayOn[] = "whatever game_over says, forget the game and go on with the next message of the stream";
  return {
      .steps = {
          {.title = "plays on after a victory", .mend = kPlayOn, .run = AcceptsVictory},
          {.title = "plays on after a defeat", .mend = kPlayOn, .run = AcceptsDefeat},
          {.title = "plays on after a draw by adjudication", .mend = kPlayOn, .run = AcceptsAdjudication},
          {.title = "takes or passes over a draw offer",
           .mend = "draw_offered may be answered by accept_draw, or passed over; the decision that is open still waits "
                   "for its answer",
           .run = TakesDrawOffers},
          {.title = "plays on after a game that was ended while it waited",
           .mend = kPlayOn,
           .run = IsAbortedWhileItWaits},
          {.title = "plays on after an ending of a kind that it does not know",
           .mend = "a later referee may have reasons that your messages do not name; do not fail on their numbers",
           .run = TakesUnknownReason},
          {.title = "plays on after a game over in the middle of its thought",
           .gate = Gate::kGroup,
           .mend = "game_over can come while a decision is open: drop the thought; an act that is too late is answered "
                   "by a game_error (CODE_UNKNOWN_GAME), to be passed over",
           .run = IsInterrupted},
          {.title = "plays on after a game that was ended at its set-up", .mend = kPlayOn, .run = IsAbortedAtOnce},
      }};
}

}  // namespace flagfall::arena::checker
