// Streams that break, and coming back.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "arena/checker/play.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr int kMiddle = 3;
constexpr int kAfter = 3;
// The grace that hosts give, and a little for the machine.
constexpr Micros kBackWithin = std::chrono::seconds(11);
constexpr Micros kRefereeGone = std::chrono::milliseconds(500);
constexpr Micros kWatched = std::chrono::seconds(2);
constexpr int kDialsMax = 20;
constexpr std::uint32_t kGames = 4;
constexpr char kUnavailable[] = "the referee is shutting down";

TableSpec SpecOf(Course& course, v1::Side side = v1::SIDE_RED) {
  return {.ruleset = course.ruleset(), .side = side, .time_control = "30+1"};
}

absl::Status AwaitBack(Hall& hall) {
  return hall.RunUntil([&] { return hall.IsWelcome(); }, kBackWithin);
}

// After the break the game goes on, and the opponent need not be held any longer.
Finding ComesBackTo(Course& course, Table& table) {
  const Micros begin = SteadyNow();
  FLAGFALL_RETURN_IF_ERROR(AwaitBack(course.hall));
  const Micros away = SteadyNow() - begin;
  table.HoldOpponent(false, SteadyNow());
  FLAGFALL_RETURN_IF_ERROR(PlayFor(course.hall, table, kAfter));
  return Passed(absl::StrCat("back after ", away / std::chrono::milliseconds(1), " ms"));
}

Finding ComesBackAtItsTurn(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayIntoWait(course.hall, SpecOf(course), kMiddle));
  // The decision and the break come together.
  table->HoldOpponent(false, SteadyNow());
  course.hall.Settle();
  course.hall.CutLine();
  return ComesBackTo(course, *table);
}

Finding ComesBackWhileItWaits(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayIntoWait(course.hall, SpecOf(course, v1::SIDE_BLUE), kMiddle));
  course.hall.CutLine();
  return ComesBackTo(course, *table);
}

Finding AnswersAgain(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayInto(course.hall, SpecOf(course), kMiddle));
  table->LoseNextAction();
  FLAGFALL_RETURN_IF_ERROR(
      course.hall.RunUntil([&] { return table->has_lost_action() || table->is_over(); }, kPatience));
  course.hall.CutLine();
  return ComesBackTo(course, *table);
}

Finding ComesBackTwice(Course& course) {
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayInto(course.hall, SpecOf(course), kMiddle));
  course.hall.CutLine();
  FLAGFALL_RETURN_IF_ERROR(AwaitBack(course.hall));
  course.hall.CutLine();
  return ComesBackTo(course, *table);
}

Finding ComesBackToAll(Course& course) {
  Hall& hall = course.hall;
  const std::uint32_t count = std::min(kGames, hall.hello().concurrent_games_max());
  if (count < 2) return Skipped("its hello takes one game at a time");
  if (course.has_failed_at_many_games) return NotTried("it does not play many games at once");
  std::vector<Table*> tables;
  for (std::uint32_t game = 0; game < count; ++game) {
    FLAGFALL_ASSIGN_OR_RETURN(const auto table,
                              PlayInto(hall, SpecOf(course, game % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE), kMiddle));
    table->HoldOpponent(true, SteadyNow());
    tables.push_back(table);
  }
  hall.CutLine();
  FLAGFALL_RETURN_IF_ERROR(AwaitBack(hall));
  for (Table* table : tables) {
    table->HoldOpponent(false, SteadyNow());
    FLAGFALL_RETURN_IF_ERROR(PlayFor(hall, *table, kAfter));
  }
  return Passed(Counted(count, "game"));
}

Finding OutlastsRestart(Course& course) {
  if (course.hall.bot().plan().sandbox.mode == SandboxMode::kStrict) {
    return Skipped("a strict sandbox holds the socket that it was made with, and no other");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const auto table, PlayInto(course.hall, SpecOf(course), kMiddle));
  course.hall.door().Close();
  course.hall.RunFor(kRefereeGone);
  FLAGFALL_RETURN_IF_ERROR(course.hall.door().Open());
  return ComesBackTo(course, *table);
}

// How the bot takes it that it is sent away with this status, again and again.
Finding IsSentAway(Course& course, const absl::Status& status) {
  Hall& hall = course.hall;
  const int dials_before = hall.dials();
  hall.Refuse(status);
  hall.EndLine(status);
  const Micros begin = SteadyNow();
  hall.RunUntil([&] { return hall.HasExited(); }, kWatched).IgnoreError();
  hall.Refuse(absl::OkStatus());
  const int dials = hall.dials() - dials_before;
  const Micros watched = SteadyNow() - begin;
  // So that the next step need not start it anew.
  if (absl::IsUnavailable(status)) hall.RunUntil([&] { return hall.IsWelcome(); }, kWatched).IgnoreError();
  const std::string what =
      absl::StrCat("dialled in ", Counted(dials, "time"), " in ", watched / std::chrono::milliseconds(1), " ms");
  if (dials > kDialsMax) return Failed(what);
  return Passed(hall.HasExited() ? absl::StrCat(what, ", and ended by itself") : what);
}

Finding TakesShutdown(Course& course) { return IsSentAway(course, absl::UnavailableError(kUnavailable)); }
Finding TakesRefusal(Course& course) {
  return IsSentAway(course, absl::UnauthenticatedError("the host has dismissed the bot"));
}

}  // namespace

Group ConnectionSteps() {
  constexpr char kResume[] =
      "after each break dial in again with the same token, say hello, and take game_resumed: build the game anew from "
      "its events (or its view) and answer its decision_required if it holds one";
  constexpr char kPause[] =
      "wait before dialling in again, longer each time (50 ms, 100 ms, ... 1 s), and end when that does not help";
  return {
      .is_strain = true,
      .steps = {
          {.title = "comes back when its stream breaks at its turn",
           .gate = Gate::kGroup,
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
          {.title = "takes UNAUTHENTICATED with patience", .mend = kPause, .run = TakesRefusal},
      }};
}

}  // namespace flagfall::arena::checker
