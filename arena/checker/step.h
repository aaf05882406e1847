#ifndef ARENA_CHECKER_STEP_H_
#define ARENA_CHECKER_STEP_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "arena/checker/check_session.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/check.pb.h"

namespace flagfall::arena::checker {

// The verdict of a step, and in words what it saw. An error converts to a failed step with the error's message as the
// reason, so that a step can use the status macros; DEADLINE_EXCEEDED to one that failed for want of time.
struct StepResult {
  StepResult(v1::CheckedStep::Verdict seen, std::string what) : verdict(seen), detail(std::move(what)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): see above.
  StepResult(const absl::Status& why) : StepResult(v1::CheckedStep::VERDICT_FAILED, std::string(why.message())) {
    is_late = absl::IsDeadlineExceeded(why);
  }

  v1::CheckedStep::Verdict verdict;
  std::string detail;
  // Whether the step failed because the bot was not done in time, since when CheckSession::NoteLate has noted. Then the
  // host may have kept it from being so.
  bool is_late = false;
};

inline StepResult Passed(std::string detail = "") { return {v1::CheckedStep::VERDICT_PASSED, std::move(detail)}; }
inline StepResult Failed(std::string detail) { return {v1::CheckedStep::VERDICT_FAILED, std::move(detail)}; }
// Failed for want of time.
inline StepResult Late(const std::string& detail) { return absl::DeadlineExceededError(detail); }
inline StepResult Inconclusive(std::string detail) {
  return {v1::CheckedStep::VERDICT_INCONCLUSIVE, std::move(detail)};
}
inline StepResult NotTried(std::string why) { return {v1::CheckedStep::VERDICT_NOT_TRIED, std::move(why)}; }
inline StepResult Skipped(std::string why) { return {v1::CheckedStep::VERDICT_SKIPPED, std::move(why)}; }

// All that a step works with.
struct CheckContext {
  CheckSession& session;
  const v1::BotManifest& manifest;
  // The rulesets to be played; at least one.
  std::vector<std::string> rulesets;
  // Whether the bot has failed the step that plays many games at once.
  bool has_failed_at_many_games = false;

  const std::string& ruleset() const { return rulesets.front(); }
};

// The later steps that cannot be judged once a step has failed: none, the rest of its group, or all of them.
enum class Blocks { kNothing, kGroup, kEverything };

// One numbered step of the check.
struct Step {
  std::string title;
  bool is_required = true;
  Blocks blocks = Blocks::kNothing;
  // Whether the step shows that the bot can play many games at once.
  bool tests_many_games = false;
  // What the bot's author can do about a failure.
  std::string mend;
  std::function<StepResult(CheckContext&)> run;
};

// Steps that follow one another and are prepared and judged alike.
struct StepGroup {
  // Whether the bot has to be connected, and welcomed, before each step.
  bool needs_bot = true;
  // Whether a step fails by faults in the bot's games if the bot had shown no such fault before the step.
  bool counts_new_faults = false;
  // Whether the steps look back at the whole check. Such steps run even where an earlier step blocks everything.
  bool is_summary = false;
  std::vector<Step> steps;
};

// ---- All groups, in the order in which they run.

StepGroup StartupSteps();
StepGroup PlaySteps();
StepGroup GameEndSteps();
StepGroup MessageSteps();
StepGroup ManyGamesSteps();
StepGroup RulesetSteps();
StepGroup IdleSteps();
StepGroup ConnectionSteps();
StepGroup OptionSteps();
StepGroup ShutdownSteps();
StepGroup SummarySteps();

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_STEP_H_
