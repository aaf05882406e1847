#include "arena/checker/checker.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/bots/manifest.h"
#include "arena/checker/check_session.h"
#include "arena/checker/step.h"
#include "arena/runner/run_folder.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

using Steps = std::vector<StepGroup>;

Steps AllSteps() {
  return {StartupSteps(), PlaySteps(),       GameEndSteps(), MessageSteps(),  ManyGamesSteps(), RulesetSteps(),
          IdleSteps(),    ConnectionSteps(), OptionSteps(),  ShutdownSteps(), SummarySteps()};
}

// A lateness is the host's when others held the bot from running for at least one part in so many of its time.
constexpr int kHeldPartMax = 10;
// How often a step is run in all that the host is too busy for.
constexpr int kRunsMax = 3;
constexpr char kAfterBusy[] = "judged when the host was less busy";
constexpr char kMendHost[] = "nothing about the bot: end what else keeps this machine busy, and check the bot again";

v1::CheckedStep MessageOf(const Step& step, std::uint32_t number) {
  v1::CheckedStep message;
  message.set_number(number);
  message.set_title(step.title);
  message.set_required(step.is_required);
  return message;
}

// Returns `detail` in printable ASCII: it may quote what the bot has said or printed, which need not be UTF-8.
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

// Sets the report's verdict, from its steps.
void Judge(v1::CheckReport& report) {
  bool has_failed = false;
  bool is_inconclusive = false;
  for (const v1::CheckedStep& step : report.steps()) {
    if (!step.required()) continue;
    is_inconclusive |= step.verdict() == v1::CheckedStep::VERDICT_INCONCLUSIVE;
    has_failed |= step.verdict() == v1::CheckedStep::VERDICT_FAILED;
  }
  const bool is_complete = std::none_of(report.steps().begin(), report.steps().end(), [](const v1::CheckedStep& step) {
    return step.required() && step.verdict() == v1::CheckedStep::VERDICT_NOT_TRIED;
  });
  report.set_passed(!has_failed && !is_inconclusive && is_complete);
  report.set_inconclusive(!has_failed && is_inconclusive);
}

// Takes one bot through the steps of a check, and writes the report.
class Check {
 public:
  Check(CheckContext context, const CheckOptions& options, Micros end)
      : context_(std::move(context)), session_(context_.session), options_(options), end_(end) {}

  // Adds the steps and the verdict to `report`. CANCELLED when a stop was requested.
  absl::Status Run(v1::CheckReport& report) {
    std::uint32_t number = 0;
    for (const StepGroup& group : AllSteps()) {
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
    Judge(report);
    return absl::OkStatus();
  }

 private:
  void Try(const StepGroup& group, const Step& step, v1::CheckedStep& done) {
    const Micros begin = SteadyNow();
    const StepResult result = RunUntilJudged(group, step);
    done.set_verdict(result.verdict);
    done.set_detail(Readable(result.detail));
    done.set_duration_micros((SteadyNow() - begin).count());
    if (result.verdict == v1::CheckedStep::VERDICT_INCONCLUSIVE) {
      done.set_mend(kMendHost);
      // A bot that was only too slow can be taken further; one that did not get as far as its hello cannot.
      if (!group.needs_bot && step.blocks == Blocks::kEverything) {
        blocked_ = absl::StrCat("step ", done.number(), " was inconclusive");
      }
    }
    if (result.verdict != v1::CheckedStep::VERDICT_FAILED) return;
    done.set_mend(step.mend);
    const std::string why = absl::StrCat("step ", done.number(), " failed");
    if (step.blocks == Blocks::kEverything && blocked_.empty()) blocked_ = why;
    if (step.blocks == Blocks::kGroup) blocked_in_group_ = why;
    if (step.tests_many_games) context_.has_failed_at_many_games = true;
  }

  // Runs the step; again, with another process of the bot, as long as the host was too busy to judge it.
  StepResult RunUntilJudged(const StepGroup& group, const Step& step) {
    for (int run = 1;; ++run) {
      StepResult result = RunStep(group, step);
      if (result.verdict != v1::CheckedStep::VERDICT_INCONCLUSIVE) {
        if (run > 1) absl::StrAppend(&result.detail, result.detail.empty() ? "" : "; ", kAfterBusy);
        return result;
      }
      if (run == kRunsMax || SteadyNow() >= end_ || options_.stop.stop_requested()) return result;
      is_restart_due_ = true;
    }
  }

  StepResult RunStep(const StepGroup& group, const Step& step) {
    const std::string blocked = !blocked_.empty() ? blocked_ : blocked_in_group_;
    if (group.is_summary) return step.run(context_);
    if (!blocked.empty()) return NotTried(blocked);
    if (SteadyNow() >= end_) return NotTried("the time for the check was up");
    const std::size_t faults_before = session_.faults().Count();
    session_.BeginStep();
    const absl::Status prepared = Prepare(group);
    StepResult result = prepared.ok() ? step.run(context_) : StepResult(prepared);
    result = JudgedWithHost(std::move(result));
    if (!prepared.ok()) return result;
    if (group.counts_new_faults) result = WithNewFaults(std::move(result), faults_before);
    if (session_.IsWelcome()) session_.NoteMemory();
    if (result.verdict == v1::CheckedStep::VERDICT_FAILED || result.verdict == v1::CheckedStep::VERDICT_INCONCLUSIVE) {
      // The faults in the bot's games have made this step fail, and should make no other fail. The bot is stopped
      // because its state is unknown after a failure.
      session_.faults().ForgetPlayFaults(faults_before);
      session_.StopBot();
    }
    session_.ForgetGames();
    return result;
  }

  // Starts the bot if the group needs it and it is not there, and for the first step of all.
  absl::Status Prepare(const StepGroup& group) {
    const bool is_started = session_.startup().started_at.count() > 0;
    const bool is_there = group.needs_bot ? session_.IsWelcome() && !session_.HasExited() : is_started;
    if (is_there && !std::exchange(is_restart_due_, false)) return absl::OkStatus();
    is_restart_due_ = false;
    FLAGFALL_RETURN_IF_ERROR(session_.Start(bots::OptionsJson(context_.manifest)));
    const absl::Status started = session_.AwaitHello();
    // The steps that need no bot judge its startup themselves, so that an error here is not theirs.
    return group.needs_bot ? started : absl::OkStatus();
  }

  // A step that failed for want of time is inconclusive if the host took a good part of that time.
  StepResult JudgedWithHost(StepResult result) {
    if (!result.is_late) return result;
    const HostDelay delay = session_.HostDelayWhenLate();
    if (delay.held * kHeldPartMax < delay.of) return result;
    return Inconclusive(absl::StrCat("the host was busy: the bot waited ", delay.held / std::chrono::milliseconds(1),
                                     " ms of ", delay.of / std::chrono::milliseconds(1),
                                     " ms for a processor, so that this says nothing of the bot: ", result.detail));
  }

  // Fails the step if the bot, which had played without faults before, showed its first fault in it.
  StepResult WithNewFaults(StepResult result, std::size_t faults_before) {
    const auto new_faults = session_.faults().Of(kPlayFaults, faults_before);
    if (new_faults.empty() || session_.faults().Of(kPlayFaults).size() > new_faults.size()) return result;
    return Failed(absl::StrCat("in this step for the first time: ", new_faults.front()));
  }

  CheckContext context_;
  CheckSession& session_;
  const CheckOptions& options_;
  const Micros end_;
  // Why no later step can be judged; empty while steps can.
  std::string blocked_;
  // The same for the rest of the group that is running.
  std::string blocked_in_group_;
  // Whether the next step begins with another process of the bot, whatever became of the last one.
  bool is_restart_due_ = false;
};

}  // namespace

std::vector<v1::CheckedStep> ListCheckSteps() {
  std::vector<v1::CheckedStep> listed;
  for (const StepGroup& group : AllSteps()) {
    for (const Step& step : group.steps)
      listed.push_back(MessageOf(step, static_cast<std::uint32_t>(listed.size() + 1)));
  }
  return listed;
}

absl::Status CheckWhatIsAsked(const v1::BotManifest& manifest, const CheckOptions& options) {
  FLAGFALL_RETURN_IF_ERROR(RulesetsOf(manifest, options).status());
  return CheckNumbers(options.only);
}

absl::StatusOr<v1::CheckReport> CheckBot(const v1::BotManifest& manifest, const std::string& folder,
                                         const CheckOptions& options) {
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<std::string> rulesets, RulesetsOf(manifest, options));
  FLAGFALL_RETURN_IF_ERROR(CheckNumbers(options.only));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<runner::RunFolder> run_folder, runner::RunFolder::Make());
  std::error_code ignored;
  std::filesystem::remove(options.log_path, ignored);
  const Micros begin = SteadyNow();
  const Micros end = begin + options.time_max;
  CheckSession session({.manifest = manifest,
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
      Check({.session = session, .manifest = manifest, .rulesets = std::move(rulesets)}, options, end).Run(report));
  report.set_duration_micros((SteadyNow() - begin).count());
  return report;
}

}  // namespace flagfall::arena::checker
