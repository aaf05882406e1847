#include "arena/hosting/bot_states.h"

#include <fstream>
#include <sstream>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/submissions.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

constexpr std::size_t kStateReasonBytesMax = 1000;
constexpr int kSubmissionsLookedAt = 1000;

absl::Status CheckReason(absl::string_view reason) {
  if (!reason.empty() && reason.size() <= kStateReasonBytesMax) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the reason has ", reason.size(), " bytes; give 1 to ", kStateReasonBytesMax));
}

absl::StatusOr<Bot> FindPresent(Database& database, absl::string_view name) {
  FLAGFALL_ASSIGN_OR_RETURN(Bot bot, FindBot(database, name));
  if (bot.State() != BotState::kRetired) return bot;
  return absl::FailedPreconditionError(absl::StrCat("bot ", bot.name(), " is retired: ", bot.retired_reason));
}

// The file under a heading; nothing when it is not there.
std::string Section(absl::string_view heading, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return "";
  std::stringstream text;
  text << file.rdbuf();
  std::string content = text.str();
  if (!content.empty() && content.back() != '\n') content += '\n';
  return absl::StrCat("== ", heading, "\n", content);
}

}  // namespace

absl::StatusOr<Bot> Suspend(Database& database, absl::string_view name, absl::string_view reason) {
  FLAGFALL_RETURN_IF_ERROR(CheckReason(reason));
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindPresent(database, name));
  FLAGFALL_RETURN_IF_ERROR(SuspendBot(database, bot.name(), reason));
  return FindBot(database, bot.name());
}

absl::StatusOr<Bot> Resume(Database& database, absl::string_view name) {
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindPresent(database, name));
  if (bot.State() != BotState::kSuspended) {
    return absl::FailedPreconditionError(absl::StrCat("bot ", bot.name(), " is not suspended"));
  }
  FLAGFALL_RETURN_IF_ERROR(ReadmitBot(database, bot.name()));
  return FindBot(database, bot.name());
}

absl::StatusOr<Bot> Retire(Database& database, absl::string_view name, absl::string_view reason) {
  FLAGFALL_RETURN_IF_ERROR(CheckReason(reason));
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindPresent(database, name));
  FLAGFALL_RETURN_IF_ERROR(RetireBot(database, bot.name(), reason));
  return FindBot(database, bot.name());
}

absl::StatusOr<std::string> BotLog(Database& database, const SubmissionFolders& folders, const std::string& name) {
  FLAGFALL_ASSIGN_OR_RETURN(
      const std::vector<Submission> submissions,
      ListSubmissions(database, {.bot_name = BaseNameOf(name)}, std::nullopt, kSubmissionsLookedAt));
  for (const Submission& submission : submissions) {
    // Of somebody who tried the name before it found its owner.
    if (submission.owner != submissions.front().owner) break;
    const bool is_meant =
        name == submission.bot_name || (name == submission.entry && submission.state != SubmissionState::kFailed);
    if (!is_meant) continue;
    const std::string what = absl::StrCat("submission ", submission.id, ", ");
    const std::string log = absl::StrCat(Section(what + "build", folders.BuildLog(submission.id)),
                                         Section(what + "check", folders.CheckLog(submission.id)));
    // One that was answered with an entry that was there has none; an older one has.
    if (!log.empty() || submission.state == SubmissionState::kFailed) return log;
  }
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(database, name));
  return Section("build", absl::StrCat(folders.home, "/logs/build/", bot.name(), ".log"));
}

}  // namespace flagfall::arena
