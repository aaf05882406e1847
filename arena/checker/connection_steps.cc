// Steps in which the bot's stream breaks or is refused.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "arena/checker/play_games.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr int kPliesBeforeBreak = 3;
constexpr int kAfter = 3;
// The time that a referee waits for a bot to reconnect, and a second more for a busy machine.
constexpr Micros kReconnectTimeout = std::chrono::seconds(11);
constexpr Micros kRefereeGone = std::chrono::milliseconds(500);
constexpr Micros kWatched = std::chrono::seconds(2);
constexpr int kDialsMax = 20;
constexpr std::uint32_t kGames = 4;
// The words of the referee for each of these ends.
constexpr char kUnavailable[] = "the referee is shutting down";
constexpr char kVoidToken[] = "the bot has a new token, and this one is void";
constexpr char kDismissed[] = "the host has dismissed the bot: the check has sent it away";

CheckGameSpec SpecOf(CheckContext& context, v1::Side side = v1::SIDE_RED) {
  return {.ruleset = context.ruleset(), .side = side, .time_control = "30+1"};
}

absl::Status AwaitReconnect(CheckSession& session) {
  return session.RunUntil([&] { return session.IsWelcome(); }, kReconnectTimeout);
}

// Waits until the bot is back after a break, releases the opponent, and passes if the game then goes on.
StepResult ComesBackTo(CheckContext& context, CheckGame& game) {
  const Micros begin = SteadyNow();
  FLAGFALL_RETURN_IF_ERROR(AwaitReconnect(context.session));
  const Micros away = SteadyNow() - begin;
  game.HoldOpponent(false, SteadyNow());
  FLAGFALL_RETURN_IF_ERROR(PlayFor(context.session, game, kAfter));
  return Passed(absl::StrCat("back after ", away / std::chrono::milliseconds(1), " ms"));
}

StepResult ComesBackAtItsTurn(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game,
                            PlayUntilOpponentToAct(context.session, SpecOf(context), kPliesBeforeBreak));
  // The decision is sent, and the stream breaks right after it.
  game->HoldOpponent(false, SteadyNow());
  context.session.SendMessages();
  context.session.BreakStream();
  return ComesBackTo(context, *game);
}

StepResult ComesBackWhileItWaits(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game,
                            PlayUntilOpponentToAct(context.session, SpecOf(context, v1::SIDE_BLUE), kPliesBeforeBreak));
  context.session.BreakStream();
  return ComesBackTo(context, *game);
}

StepResult AnswersAgain(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, StartAndPlay(context.session, SpecOf(context), kPliesBeforeBreak));
  game->LoseNextAction();
  FLAGFALL_RETURN_IF_ERROR(
      context.session.RunUntil([&] { return game->has_lost_action() || game->is_over(); }, kStepTimeout));
  context.session.BreakStream();
  return ComesBackTo(context, *game);
}

StepResult ComesBackTwice(CheckContext& context) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, StartAndPlay(context.session, SpecOf(context), kPliesBeforeBreak));
  context.session.BreakStream();
  FLAGFALL_RETURN_IF_ERROR(AwaitReconnect(context.session));
  context.session.BreakStream();
  return ComesBackTo(context, *game);
}

StepResult ComesBackToAll(CheckContext& context) {
  CheckSession& session = context.session;
  const std::uint32_t count = std::min(kGames, session.hello().concurrent_games_max());
  if (count < 2) return Skipped("its hello takes one game at a time");
  if (context.has_failed_at_many_games) return NotTried("it does not play many games at once");
  std::vector<CheckGame*> games;
  for (std::uint32_t i = 0; i < count; ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(
        const auto game,
        StartAndPlay(session, SpecOf(context, i % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE), kPliesBeforeBreak));
    game->HoldOpponent(true, SteadyNow());
    games.push_back(game);
  }
  session.BreakStream();
  FLAGFALL_RETURN_IF_ERROR(AwaitReconnect(session));
  for (CheckGame* game : games) {
    game->HoldOpponent(false, SteadyNow());
    FLAGFALL_RETURN_IF_ERROR(PlayFor(session, *game, kAfter));
  }
  return Passed(Counted(count, "game"));
}

StepResult OutlastsRestart(CheckContext& context) {
  if (context.session.bot().spec().sandbox.mode == bots::SandboxMode::kStrict) {
    return Skipped("a strict sandbox holds the socket that it was made with, and no other");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const auto game, StartAndPlay(context.session, SpecOf(context), kPliesBeforeBreak));
  context.session.server().Close();
  context.session.RunFor(kRefereeGone);
  FLAGFALL_RETURN_IF_ERROR(context.session.server().Open());
  return ComesBackTo(context, *game);
}

// Ends the bot's stream, and each new one, with `status`. Passes if the bot does not dial in too often; it may end.
StepResult IsRefused(CheckContext& context, const absl::Status& status) {
  CheckSession& session = context.session;
  const int dials_before = session.streams_opened();
  session.RefuseStreams(status);
  session.EndStream(status);
  const Micros begin = SteadyNow();
  session.RunUntil([&] { return session.HasExited(); }, kWatched).IgnoreError();
  session.RefuseStreams(absl::OkStatus());
  const int streams_opened = session.streams_opened() - dials_before;
  const Micros watched = SteadyNow() - begin;
  // The bot may come back after UNAVAILABLE; then the next step need not start it again.
  if (absl::IsUnavailable(status)) session.RunUntil([&] { return session.IsWelcome(); }, kWatched).IgnoreError();
  const std::string what = absl::StrCat("dialled in ", Counted(streams_opened, "time"), " in ",
                                        watched / std::chrono::milliseconds(1), " ms");
  if (streams_opened > kDialsMax) return Failed(what);
  return Passed(session.HasExited() ? absl::StrCat(what, ", and ended by itself") : what);
}

StepResult TakesShutdown(CheckContext& context) { return IsRefused(context, absl::UnavailableError(kUnavailable)); }
StepResult TakesVoidToken(CheckContext& context) { return IsRefused(context, absl::UnauthenticatedError(kVoidToken)); }
StepResult TakesDismissal(CheckContext& context) { return IsRefused(context, absl::PermissionDeniedError(kDismissed)); }

}  // namespace

StepGroup ConnectionSteps() {
  constexpr char kResume[] =
      "after each break dial in again with the same token, say hello, and take game_resumed: build the game anew from "
      "its events (or its view) and answer its decision_required if it holds one";
  constexpr char kPause[] =
      "wait before dialling in again, longer each time (50 ms, 100 ms, ... 1 s), and end when that does not help";
  constexpr char kEnd[] = "end, or dial in no more: this status says that no dialling helps";
  return {
      .counts_new_faults = true,
      .steps = {
          {.title = "comes back when its stream breaks at its turn",
           .blocks = Blocks::kGroup,
           .mend = kResume,
           .run = ComesBackAtItsTurn},
          {.title = "comes back when its stream breaks while it waits", .mend = kResume, .run = ComesBackWhileItWaits},
          {.title = "answers again when its action was lost in the break",
           .mend = "answer what game_resumed.decision_required asks, also when you have answered that decision before",
           .run = AnswersAgain},
          {.title = "comes back a second time", .mend = kResume, .run = ComesBackTwice},
          {.title = "comes back to all its games", .mend = kResume, .run = ComesBackToAll},
          {.title = "comes back when the referee was gone for half a second",
           .mend = "go on dialling in for 10 s, also while nobody listens at the address",
           .run = OutlastsRestart},
          {.title = "takes UNAVAILABLE with patience", .mend = kPause, .run = TakesShutdown},
          {.title = "takes UNAUTHENTICATED with patience", .mend = kEnd, .run = TakesVoidToken},
          {.title = "takes PERMISSION_DENIED with patience", .mend = kEnd, .run = TakesDismissal},
      }};
}

}  // namespace flagfall::arena::checker
