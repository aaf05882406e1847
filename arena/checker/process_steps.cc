// Steps about the bot's process: what it uses while it waits, its options, and how it ends.

#include <cstdint>
#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/bots/manifest.h"
#include "arena/checker/play_games.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr Micros kIdle = std::chrono::seconds(1);
constexpr double kIdleShareMax = 0.1;
constexpr Micros kEndsWithin = std::chrono::seconds(3);
// How the process ends that did not end in time when it was asked to.
constexpr char kKilled[] = "killed by SIGKILL";

StepResult RestsWhileItWaits(CheckContext& context) {
  CheckSession& session = context.session;
  if (session.hello().wants_events_at_once())
    return Skipped("it may think on the opponent's time: its hello wants events at once");
  FLAGFALL_RETURN_IF_ERROR(PlayUntilOpponentToAct(session, {.ruleset = context.ruleset()}, 3).status());
  const Usage before = session.bot().MeasureUsage();
  if (before.processes == 0) return Skipped("its processes cannot be looked at here");
  const Micros begin = SteadyNow();
  session.RunFor(kIdle);
  const Micros used = session.bot().MeasureUsage().cpu - before.cpu;
  const double share = std::chrono::duration<double>(used) / std::chrono::duration<double>(SteadyNow() - begin);
  const std::string what = absl::StrFormat("%.0f %% of a processor while its opponent thought", 100 * share);
  return share > kIdleShareMax ? Failed(what) : Passed(what);
}

// Returns another value of the option's type, which a bot should accept, or the default where none can be derived.
std::string AnotherValue(const v1::BotOption& option) {
  std::int64_t whole = 0;
  double number = 0;
  if (option.type() == v1::BotOption::TYPE_BOOLEAN) return option.default_value() == "true" ? "false" : "true";
  if (option.type() == v1::BotOption::TYPE_INTEGER && absl::SimpleAtoi(option.default_value(), &whole)) {
    return absl::StrCat(whole == std::numeric_limits<std::int64_t>::max() ? whole - 1 : whole + 1);
  }
  if (option.type() == v1::BotOption::TYPE_NUMBER && absl::SimpleAtod(option.default_value(), &number)) {
    return absl::StrCat(number + 0.5);
  }
  return option.default_value();
}

StepResult TakesOptions(CheckContext& context) {
  v1::BotManifest changed = context.manifest;
  std::vector<std::string> settings;
  for (v1::BotOption& option : *changed.mutable_options()) {
    const std::string value = AnotherValue(option);
    if (value == option.default_value()) continue;
    option.set_default_value(value);
    settings.push_back(absl::StrCat(option.name(), "=", value));
  }
  if (settings.empty()) return Skipped("its bot.json declares none that could be changed");
  const std::string what = absl::StrJoin(settings, " ");
  const auto failed = [&](const absl::Status& why) { return Within(absl::StrCat("with ", what, ": "), why); };
  if (const absl::Status status = context.session.Start(bots::OptionsJson(changed)); !status.ok())
    return failed(status);
  if (const absl::Status status = context.session.AwaitHello(); !status.ok()) return failed(status);
  const auto game = StartAndPlay(context.session, {.ruleset = context.ruleset()}, 3);
  return game.ok() ? Passed(what) : failed(game.status());
}

StepResult JudgeExit(CheckSession& session, Micros asked_at, const absl::Status& status) {
  if (!status.ok()) return Late("its process was still there after 3 s");
  const std::string what =
      absl::StrCat(session.exit_detail(), " after ", (SteadyNow() - asked_at) / std::chrono::milliseconds(1), " ms");
  if (session.exit_detail() == "exited with code 0") return Passed(what);
  if (session.exit_detail() != kKilled) return Failed(what);
  session.NoteLate(asked_at);
  return Late(what);
}

StepResult EndsWithItsStream(CheckContext& context) {
  CheckSession& session = context.session;
  const Micros begin = SteadyNow();
  session.EndStream(absl::OkStatus());
  return JudgeExit(session, begin, session.RunUntil([&] { return session.HasExited(); }, kEndsWithin));
}

StepResult EndsWhenAsked(CheckContext& context) {
  CheckSession& session = context.session;
  const Micros begin = SteadyNow();
  session.bot().RequestStop();
  return JudgeExit(session, begin, session.RunUntil([&] { return session.HasExited(); }, kEndsWithin));
}

}  // namespace

StepGroup IdleSteps() {
  return {
      .steps = {
          {.title = "rests while its opponent thinks",
           .is_required = false,
           .mend = "wait for the next message in a blocking read, not in a loop; hosts count what a bot uses off turn",
           .run = RestsWhileItWaits},
      }};
}

StepGroup OptionSteps() {
  return {
      .needs_bot = false,
      .steps = {
          {.title = "takes other values of its options",
           .is_required = false,
           .mend = "read FLAGFALL_BOT_OPTIONS, a JSON object, and take every value of the type that bot.json declares",
           .run = TakesOptions},
      }};
}

StepGroup ShutdownSteps() {
  return {.steps = {
              {.title = "ends by itself when its stream ends with OK",
               .is_required = false,
               .mend = "when the stream ends with OK there is nothing more to play: end with exit code 0",
               .run = EndsWithItsStream},
              {.title = "ends within 250 ms of SIGTERM",
               .is_required = false,
               .mend = "end with exit code 0 on SIGTERM; SIGKILL comes 250 ms later",
               .run = EndsWhenAsked},
          }};
}

}  // namespace flagfall::arena::checker
