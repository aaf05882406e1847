#include "arena/checker/play_games.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr int kGamesTried = 5;
constexpr int kPlaysOnAnswers = 4;

absl::Status CheckNotLostByAbsence(CheckSession& session, const CheckGame& game) {
  if (!game.is_over() || game.HasWon()) return absl::OkStatus();
  const v1::Reason reason = game.outcome().reason();
  if (reason != v1::REASON_OUT_OF_TIME && reason != v1::REASON_DISCONNECTED && reason != v1::REASON_SLOW_READER) {
    return absl::OkStatus();
  }
  const std::string what = absl::StrCat(game.Describe(), ": lost by ", EnumWord(reason), ": ", game.outcome().detail());
  if (reason == v1::REASON_SLOW_READER) return absl::FailedPreconditionError(what);
  session.NoteLate(game.clock_began());
  return absl::DeadlineExceededError(what);
}

}  // namespace

absl::Status PlayFor(CheckSession& session, const CheckGame& game, int answers, Micros limit) {
  const int wanted = game.answered() + answers;
  FLAGFALL_RETURN_IF_ERROR(session.RunUntil([&] { return game.is_over() || game.answered() >= wanted; }, limit));
  return CheckNotLostByAbsence(session, game);
}

absl::Status PlayToEnd(CheckSession& session, const CheckGame& game, Micros limit) {
  FLAGFALL_RETURN_IF_ERROR(session.RunUntil([&] { return game.is_over(); }, limit));
  return CheckNotLostByAbsence(session, game);
}

absl::StatusOr<CheckGame*> StartAndPlay(CheckSession& session, const CheckGameSpec& spec, int answers) {
  std::string last;
  for (int i = 0; i < kGamesTried; ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(CheckGame * game, session.StartGame(spec));
    FLAGFALL_RETURN_IF_ERROR(PlayFor(session, *game, answers));
    if (!game->is_over()) return game;
    last = game->Summary();
  }
  return absl::FailedPreconditionError(absl::StrCat(kGamesTried, " games of ", spec.ruleset,
                                                    " were over before it had given ", answers,
                                                    " answers, the last after ", last, session.bot().DescribeOutput()));
}

absl::StatusOr<CheckGame*> PlayUntilOpponentToAct(CheckSession& session, const CheckGameSpec& spec, int answers) {
  for (int i = 0; i < kGamesTried; ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(CheckGame * game, StartAndPlay(session, spec, answers));
    game->HoldOpponent(true, SteadyNow());
    FLAGFALL_RETURN_IF_ERROR(session.RunUntil(
        [&] { return game->is_over() || (!game->open().has_value() && game->IsOpponentToAct()); }, kStepTimeout));
    if (!game->is_over()) return game;
  }
  return absl::FailedPreconditionError(absl::StrCat("its games of ", spec.ruleset, " end too soon to be looked at"));
}

absl::Status Within(absl::string_view before, const absl::Status& error) {
  return {error.code(), absl::StrCat(before, error.message())};
}

StepResult PlaysAnotherGame(CheckContext& context, std::string detail) {
  context.session.FinishGames();
  const auto next =
      StartAndPlay(context.session, {.ruleset = context.ruleset(), .side = v1::SIDE_BLUE}, kPlaysOnAnswers);
  if (!next.ok()) return Within("in the next game: ", next.status());
  return Passed(std::move(detail));
}

}  // namespace flagfall::arena::checker
