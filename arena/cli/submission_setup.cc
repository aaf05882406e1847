#include "arena/cli/submission_setup.h"

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/base/private_files.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/sandbox_probe.h"
#include "arena/checker/checker.h"
#include "arena/cli/check_report.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kLogWidth = 120;

absl::Status CheckIn(const bots::Sandbox& sandbox, const std::stop_token& stop, const v1::BotManifest& manifest,
                     const std::string& folder, const std::string& log_path) {
  // Where it cannot be made, nothing can be written either; the check counts all the same.
  (void)MakePrivateFile(log_path);
  std::ofstream log(log_path, std::ios::binary | std::ios::trunc);
  const Console page{.out = log, .err = log, .width = kLogWidth};
  const std::string output_path = log_path + ".output";
  checker::CheckOptions options;
  options.supervisor_path = bots::SupervisorPath();
  options.log_path = output_path;
  options.stop = stop;
  options.sandbox = sandbox;
  options.on_step = [&page](const v1::CheckedStep& step) {
    PrintCheckedStep(page, step, /*is_asked_for=*/false, /*is_verbose=*/false);
  };
  FLAGFALL_ASSIGN_OR_RETURN(const v1::CheckReport report, checker::CheckBot(manifest, folder, options));
  PrintCheckSummary(page, report);
  log << "What it printed:\n" << std::ifstream(output_path, std::ios::binary).rdbuf();
  std::error_code ignored;
  fs::remove(output_path, ignored);
  if (report.passed()) return absl::OkStatus();
  if (report.inconclusive()) {
    return absl::UnavailableError(
        "the host was too busy to judge the bot, which has not failed: submit it again later, or ask the host to have "
        "less run beside; `bot log` shows what could not be judged");
  }
  std::vector<std::string> failed;
  for (const v1::CheckedStep& step : report.steps()) {
    if (step.verdict() != v1::CheckedStep::VERDICT_FAILED || !step.required()) continue;
    failed.push_back(absl::StrCat(step.number(), " ", step.title(), ": ", step.detail()));
  }
  return absl::FailedPreconditionError(
      absl::StrCat("it did not pass the check; required steps that failed: ", absl::StrJoin(failed, "; "),
                   ". `flagfall bot check DIR` does the same with you, and `bot log` shows how to mend them"));
}

}  // namespace

std::vector<std::string> RulesetIds() {
  std::vector<std::string> ids;
  for (const auto& definition : Catalogue()) ids.push_back(definition->info().id);
  return ids;
}

accounts::SubmissionOptions SubmissionOptionsOf(const Invocation& invocation) {
  accounts::SubmissionOptions options;
  options.folders.home = fs::absolute(invocation.home_folder).lexically_normal().string();
  options.rulesets_known = RulesetIds();
  options.now = WallNow;
  return options;
}

absl::StatusOr<accounts::SubmissionOptions> SubmissionSetup(const Invocation& invocation, const HostFlags& flags,
                                                            const std::stop_token& stop) {
  FLAGFALL_ASSIGN_OR_RETURN(const bots::ArchiveLimits sent, SentLimits(flags));
  FLAGFALL_ASSIGN_OR_RETURN(const bots::Sandbox sandbox,
                            SandboxFor(flags.mode.value_or(bots::SandboxMode::kStrict), flags));
  accounts::SubmissionOptions options = SubmissionOptionsOf(invocation);
  options.limits = sent;
  options.owner_bytes_max = flags.owner_bots_max;
  options.build = {.supervisor_path = bots::SupervisorPath(),
                   .log_path = "",
                   .sandbox = sandbox,
                   .limits = bots::BuiltLimitsOf(sent),
                   .stop = stop};
  options.check = [sandbox, stop](const v1::BotManifest& manifest, const std::string& folder,
                                  const std::string& log_path) {
    return CheckIn(sandbox, stop, manifest, folder, log_path);
  };
  return options;
}

}  // namespace flagfall::arena::cli
