#include "arena/checker/checker.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/bots/manifest.h"
#include "arena/checker/hall.h"
#include "arena/checker/step.h"
#include "arena/runner/run_folder.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

using checker::Finding;
using checker::Group;
using checker::Hall;
using checker::Step;
using Steps = std::vector<Group>;

Steps AllSteps() {
  return {checker::ComingSteps(),    checker::PlayingSteps(), checker::EndingSteps(), checker::MessageSteps(),
          checker::ManyGamesSteps(), checker::RulesetSteps(), checker::RestSteps(),   checker::ConnectionSteps(),
          checker::SettingSteps(),   checker::LeavingSteps(), checker::OverAllSteps()};
}

v1::CheckedStep MessageOf(const Step& step, std::uint32_t number) {
  v1::CheckedStep message;
  message.set_number(number);
  message.set_title(step.title);
  message.set_required(step.is_required);
  return message;
}

// What a bot has said or printed may be in it, and may be no UTF-8.
std::string Readable(absl::string_view detail) {
  std::string readable;
  for (const char byte : detail) {
    if (absl::ascii_isprint(static_cast<unsigned char>(byte))) {
      readable.push_back(byte);
    } else {
      absl::StrAppend(&readable, "\\x", absl::Hex(static_cast<unsigned char>(byte), absl::kZeroPad2));
    }
  }
  return readable;
}

absl::StatusOr<std::vector<std::string>> RulesetsOf(const v1::BotManifest& manifest, const CheckOptions& options) {
  const std::vector<std::string> listed(manifest.rulesets().begin(), manifest.rulesets().end());
  for (const std::string& wanted : options.rulesets) {
    if (std::find(listed.begin(), listed.end(), wanted) != listed.end()) continue;
    return absl::InvalidArgumentError(absl::StrCat("bot.json of ", manifest.name(), " does not list the ruleset '",
                                                   wanted, "'; it lists ", absl::StrJoin(listed, ", ")));
  }
  return options.rulesets.empty() ? listed : options.rulesets;
}

absl::Status CheckNumbers(const std::set<std::uint32_t>& only) {
  const std::size_t count = ListCheckSteps().size();
  if (only.empty() || (*only.begin() >= 1 && *only.rbegin() <= count)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("there are steps 1 to ", count, ", and no step ",
                                                 *only.begin() == 0 ? *only.begin() : *only.rbegin()));
}

// One bot on its way through the steps.
class Check {
 public:
  Check(checker::Course course, const CheckOptions& options, Micros end)
      : course_(std::move(course)), hall_(course_.hall), options_(options), end_(end) {}

  // CANCELLED when a stop was requested.
  absl::Status Run(v1::CheckReport& report) {
    std::uint32_t number = 0;
    for (const Group& group : AllSteps()) {
      blocked_in_group_.clear();
      for (const Step& step : group.steps) {
        ++number;
        if (!options_.only.empty() && !options_.only.contains(number)) continue;
        v1::CheckedStep& done = *report.add_steps();
        done = MessageOf(step, number);
        Try(group, step, done);
        if (options_.stop.stop_requested()) return absl::CancelledError("the check was stopped");
        if (options_.on_step) options_.on_step(done);
      }
    }
    report.set_passed(std::none_of(report.steps().begin(), report.steps().end(), [](const v1::CheckedStep& step) {
      return step.required() && step.verdict() != v1::CheckedStep::VERDICT_PASSED &&
             step.verdict() != v1::CheckedStep::VERDICT_SKIPPED;
    }));
    return absl::OkStatus();
  }

 private:
  void Try(const Group& group, const Step& step, v1::CheckedStep& done) {
    const Micros begin = SteadyNow();
    const Finding finding = FindingOf(group, step);
    done.set_verdict(finding.verdict);
    done.set_detail(Readable(finding.detail));
    done.set_duration_micros((SteadyNow() - begin).count());
    if (finding.verdict != v1::CheckedStep::VERDICT_FAILED) return;
    done.set_mend(step.mend);
    const std::string why = absl::StrCat("step ", done.number(), " failed");
    if (step.gate == checker::Gate::kAll && blocked_.empty()) blocked_ = why;
    if (step.gate == checker::Gate::kGroup) blocked_in_group_ = why;
    if (step.is_of_many_games) course_.has_failed_at_many_games = true;
  }

  Finding FindingOf(const Group& group, const Step& step) {
    const std::string blocked = !blocked_.empty() ? blocked_ : blocked_in_group_;
    if (group.looks_back) return step.run(course_);
    if (!blocked.empty()) return checker::NotTried(blocked);
    if (SteadyNow() >= end_) return checker::NotTried("the time for the check was up");
    const std::size_t faults_before = hall_.faults().Count();
    if (const absl::Status status = Prepare(group); !status.ok()) return status;
    Finding finding = step.run(course_);
    if (group.is_strain) finding = UnderStrain(std::move(finding), faults_before);
    if (hall_.IsWelcome()) hall_.NoteMemory();
    if (finding.verdict == v1::CheckedStep::VERDICT_FAILED) {
      // What it did wrong in its games has made one step fail; and who knows in what state it is.
      hall_.faults().Forgive(faults_before);
      hall_.StopBot();
    }
    hall_.ClearTables();
    return finding;
  }

  // Has the bot there where the group needs it.
  absl::Status Prepare(const Group& group) {
    const bool is_started = hall_.arrival().started_at.count() > 0;
    if (group.needs_bot ? hall_.IsWelcome() && !hall_.HasExited() : is_started) return absl::OkStatus();
    FLAGFALL_RETURN_IF_ERROR(hall_.Start(OptionsJson(course_.manifest)));
    const absl::Status arrived = hall_.AwaitHello();
    // How it came is for the first steps to judge.
    return group.needs_bot ? arrived : absl::OkStatus();
  }

  // A bot that plays well until something special happens has not stood it.
  Finding UnderStrain(Finding finding, std::size_t faults_before) {
    const auto new_faults = hall_.faults().Of(checker::kPlayFaults, faults_before);
    if (new_faults.empty() || hall_.faults().Of(checker::kPlayFaults).size() > new_faults.size()) return finding;
    return checker::Failed(absl::StrCat("in this step for the first time: ", new_faults.front()));
  }

  checker::Course course_;
  Hall& hall_;
  const CheckOptions& options_;
  const Micros end_;
  // Why nothing can be judged any more; empty when it can.
  std::string blocked_;
  std::string blocked_in_group_;
};

}  // namespace

std::vector<v1::CheckedStep> ListCheckSteps() {
  std::vector<v1::CheckedStep> listed;
  for (const Group& group : AllSteps()) {
    for (const Step& step : group.steps)
      listed.push_back(MessageOf(step, static_cast<std::uint32_t>(listed.size() + 1)));
  }
  return listed;
}

absl::StatusOr<v1::CheckReport> CheckBot(const v1::BotManifest& manifest, const std::string& folder,
                                         const CheckOptions& options) {
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<std::string> rulesets, RulesetsOf(manifest, options));
  FLAGFALL_RETURN_IF_ERROR(CheckNumbers(options.only));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<RunFolder> run_folder, RunFolder::Make());
  std::error_code ignored;
  std::filesystem::remove(options.log_path, ignored);
  const Micros begin = SteadyNow();
  const Micros end = begin + options.time_max;
  Hall hall({.manifest = manifest,
             .folder = folder,
             .supervisor_path = options.supervisor_path,
             .log_path = options.log_path,
             .socket_path = run_folder->SocketPath(/*bot=*/0, /*life=*/1),
             .sandbox = options.sandbox},
            options.seed, end, options.stop);
  v1::CheckReport report;
  report.set_bot(manifest.name());
  report.set_version(manifest.version());
  FLAGFALL_RETURN_IF_ERROR(
      Check({.hall = hall, .manifest = manifest, .rulesets = std::move(rulesets)}, options, end).Run(report));
  report.set_duration_micros((SteadyNow() - begin).count());
  return report;
}

}  // namespace flagfall::arena
