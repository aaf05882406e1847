#ifndef ARENA_CHECKER_STEP_H_
#define ARENA_CHECKER_STEP_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "arena/checker/hall.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/check.pb.h"

namespace flagfall::arena::checker {

// What a step saw. An error is why it failed, so that the status macros return it.
struct Finding {
  Finding(v1::CheckedStep::Verdict seen, std::string what) : verdict(seen), detail(std::move(what)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): see above.
  Finding(const absl::Status& why) : Finding(v1::CheckedStep::VERDICT_FAILED, std::string(why.message())) {}

  v1::CheckedStep::Verdict verdict;
  std::string detail;
};

inline Finding Passed(std::string detail = "") { return {v1::CheckedStep::VERDICT_PASSED, std::move(detail)}; }
inline Finding Failed(std::string detail) { return {v1::CheckedStep::VERDICT_FAILED, std::move(detail)}; }
inline Finding NotTried(std::string why) { return {v1::CheckedStep::VERDICT_NOT_TRIED, std::move(why)}; }
inline Finding Skipped(std::string why) { return {v1::CheckedStep::VERDICT_SKIPPED, std::move(why)}; }

// What the steps have to do with.
struct Course {
  Hall& hall;
  const v1::BotManifest& manifest;
  // To be played; at least one.
  std::vector<std::string> rulesets;
  // Whether it failed to play many games at once.
  bool has_failed_at_many_games = false;

  const std::string& ruleset() const { return rulesets.front(); }
};

// What cannot be judged when a step has failed.
enum class Gate { kNone, kGroup, kAll };

struct Step {
  std::string title;
  bool is_required = true;
  Gate gate = Gate::kNone;
  // Whether it shows that the bot can play many games at once.
  bool is_of_many_games = false;
  // For the bot's author.
  std::string mend;
  std::function<Finding(Course&)> run;
};

struct Group {
  // Whether the bot has to be there, welcomed, before each step.
  bool needs_bot = true;
  // Whether what a bot does wrong in its games counts against the step, if it had done nothing of the kind before.
  bool is_strain = false;
  // Whether its steps look back at what was seen, whatever has failed.
  bool looks_back = false;
  std::vector<Step> steps;
};

// ---- All steps, in their order.

Group ComingSteps();
Group PlayingSteps();
Group EndingSteps();
Group MessageSteps();
Group ManyGamesSteps();
Group RulesetSteps();
Group RestSteps();
Group ConnectionSteps();
Group SettingSteps();
Group LeavingSteps();
Group OverAllSteps();

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_STEP_H_
