// Steps about the first games and the clocks.

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/checker/play_games.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr int kFirstAnswers = 2;
constexpr int kMoreAnswers = 6;
constexpr int kClockAnswers = 24;
constexpr int kIncrementAnswers = 60;
constexpr int kShortAnswers = 10;
constexpr Micros kClockLimit = std::chrono::seconds(30);
constexpr Micros kFiveSeconds = std::chrono::seconds(5);

double Seconds(Micros time) { return std::chrono::duration<double>(time).count(); }

StepResult SetsUpAndPlays(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(
      const auto game,
      StartAndPlay(context.session, {.ruleset = context.ruleset(), .time_control = "60+1"}, kFirstAnswers));
  FLAGFALL_RETURN_IF_ERROR(PlayFor(context.session, *game, kMoreAnswers));
  return Passed(absl::StrCat(Counted(game->answered(), "answer"), " in ", game->ruleset()));
}

StepResult PlaysTheNextGame(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game,
                            PlayUntilOpponentToAct(context.session, {.ruleset = context.ruleset()}, 2));
  game->OpponentResigns(SteadyNow());
  return PlaysAnotherGame(context, "the opponent had resigned");
}

// Starts a game with these clocks and plays it until the bot has given `answers` answers. Fails when a flag falls.
absl::StatusOr<CheckGame*> PlayByClock(CheckContext& context, const std::string& time_control, int answers,
                                       v1::Side side = v1::SIDE_RED) {
  auto game = context.session.StartGame({.ruleset = context.ruleset(), .side = side, .time_control = time_control});
  if (!game.ok()) return game;
  const absl::Status status = PlayFor(context.session, **game, answers, kClockLimit);
  if (!status.ok()) return status;
  return game;
}

std::string Slowest(const CheckGame& game) {
  return absl::StrFormat("its slowest of %s took %.3f s", Counted(game.answered(), "answer"),
                         Seconds(game.slowest_answer()));
}

StepResult AnswersInItsSecond(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, PlayByClock(context, "st=1", kClockAnswers));
  return Passed(Slowest(*game));
}

StepResult GetsThroughOnFiveSeconds(CheckContext& context) {
  // An opponent that attacked could end the game before a slow bot has used up its time.
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, context.session.StartGame({.ruleset = context.ruleset(),
                                                                        .side = v1::SIDE_BLUE,
                                                                        .time_control = "5+0",
                                                                        .max_plies = 300,
                                                                        .is_peaceful = true}));
  FLAGFALL_RETURN_IF_ERROR(PlayToEnd(context.session, *game, kClockLimit));
  const Micros least = game->least_clock().value_or(kFiveSeconds);
  return Passed(absl::StrFormat("%s; %.1f s left%s", game->Summary(), Seconds(least),
                                least < kFiveSeconds / 10 ? ", which is close to its flag" : ""));
}

StepResult LivesOnIncrements(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, PlayByClock(context, "0.5+0.1 margin=250", kIncrementAnswers));
  return Passed(Slowest(*game));
}

StepResult SetsUpInTwoSeconds(CheckContext& context) {
  for (const std::string& ruleset : context.rulesets) {
    FLAGFALL_ASSIGN_OR_RETURN(const auto game,
                              context.session.StartGame({.ruleset = ruleset, .time_control = "60+1 setup=2"}));
    FLAGFALL_RETURN_IF_ERROR(PlayFor(context.session, *game, 1));
    context.session.FinishGames();
  }
  return Passed();
}

StepResult IsQuickWhenShort(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, PlayByClock(context, "0.3+0", kShortAnswers, v1::SIDE_BLUE));
  return Passed(Slowest(*game));
}

}  // namespace

StepGroup PlaySteps() {
  return {
      .steps = {
          {.title = "sets up and plays",
           .blocks = Blocks::kEverything,
           .mend = "answer each decision_required with an act of the same game_id and decision, as the example in "
                   "proto/README.md does; the SDKs resign a game whose player has crashed, and print why",
           .run = SetsUpAndPlays},
          {.title = "plays the next game after a game over",
           .blocks = Blocks::kEverything,
           .mend = "after game_over forget the game and go on reading: the next game_started comes on the same stream",
           .run = PlaysTheNextGame},
          {.title = "answers each ply within its second (st=1)",
           .blocks = Blocks::kEverything,
           .mend = "look at red_clock_micros or blue_clock_micros of each decision, and answer well before it is used "
                   "up; time_control.per_ply_micros is all there is for a ply",
           .run = AnswersInItsSecond},
          {.title = "gets through a game on five seconds (5+0)",
           .blocks = Blocks::kEverything,
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
