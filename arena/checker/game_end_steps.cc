// Steps about the ways in which a game can end: the bot has to play on after each.

#include "absl/strings/str_cat.h"
#include "arena/checker/play_games.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr int kPliesBeforeEnd = 4;
constexpr int kOffers = 10;
// A number that is no Reason in this version of the protocol.
constexpr int kUnknownReason = 900;

// Has `end` end a game in its middle, and passes if the bot then plays another.
StepResult PlaysAnotherGameAfter(CheckContext& context, const std::function<void(CheckGame&)>& end) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game,
                            PlayUntilOpponentToAct(context.session, {.ruleset = context.ruleset()}, kPliesBeforeEnd));
  end(*game);
  return PlaysAnotherGame(context, "");
}

StepResult AcceptsDecision(CheckContext& context, bool wins) {
  return PlaysAnotherGameAfter(context, [wins](CheckGame& game) {
    const bool red_wins = (game.side() == v1::SIDE_RED) == wins;
    game.EndAs(red_wins ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS, v1::REASON_FLAG_CAPTURED, SteadyNow());
  });
}

StepResult AcceptsVictory(CheckContext& context) { return AcceptsDecision(context, /*wins=*/true); }
StepResult AcceptsDefeat(CheckContext& context) { return AcceptsDecision(context, /*wins=*/false); }

StepResult AcceptsAdjudication(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(
      const auto game,
      context.session.StartGame({.ruleset = context.ruleset(), .max_plies = kPliesBeforeEnd, .is_peaceful = true}));
  FLAGFALL_RETURN_IF_ERROR(PlayToEnd(context.session, *game, kStepTimeout));
  return PlaysAnotherGame(context, game->Summary());
}

StepResult TakesDrawOffers(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game,
                            StartAndPlay(context.session, {.ruleset = context.ruleset(), .is_peaceful = true}, 2));
  game->AcceptDraws();
  for (int offer = 0; offer < kOffers && !game->is_over(); ++offer) {
    game->OpponentOffersDraw(SteadyNow());
    FLAGFALL_RETURN_IF_ERROR(PlayFor(context.session, *game, 1));
  }
  const bool was_agreed = game->is_over() && game->outcome().reason() == v1::REASON_DRAW_AGREED;
  return PlaysAnotherGame(context, was_agreed ? "agreed" : absl::StrCat("declined, ", game->Summary()));
}

// The decision and the end of its game are sent together, so that the answer comes too late.
StepResult IsInterrupted(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game,
                            PlayUntilOpponentToAct(context.session, {.ruleset = context.ruleset()}, kPliesBeforeEnd));
  game->HoldOpponent(false, SteadyNow());
  game->Abort(SteadyNow());
  return PlaysAnotherGame(context, "");
}

StepResult IsAbortedAtOnce(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, context.session.StartGame({.ruleset = context.ruleset()}));
  game->Abort(SteadyNow());
  return PlaysAnotherGame(context, "");
}

StepResult IsAbortedWhileItWaits(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game,
                            PlayUntilOpponentToAct(context.session, {.ruleset = context.ruleset()}, kPliesBeforeEnd));
  game->Abort(SteadyNow());
  return PlaysAnotherGame(context, "");
}

StepResult TakesUnknownReason(CheckContext& context) {
  return PlaysAnotherGameAfter(context, [](CheckGame& game) {
    game.EndAs(v1::RESULT_DRAW, static_cast<v1::Reason>(kUnknownReason), SteadyNow());
  });
}

}  // namespace

StepGroup GameEndSteps() {
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
           .blocks = Blocks::kGroup,
           .mend = "game_over can come while a decision is open: drop the thought; an act that is too late is answered "
                   "by a game_error (CODE_UNKNOWN_GAME), to be passed over",
           .run = IsInterrupted},
          {.title = "plays on after a game that was ended at its set-up", .mend = kPlayOn, .run = IsAbortedAtOnce},
      }};
}

}  // namespace flagfall::arena::checker
