#include "arena/accounts/bot_states.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>
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
  if (bot.State() != v1::Bot::STATE_RETIRED) return bot;
  return absl::FailedPreconditionError(absl::StrCat("bot ", bot.name(), " is retired: ", bot.retired_reason));
}

absl::Status HoldWhere(Database& database, const Bot& bot, absl::string_view reason, By by) {
  if (by == By::kOwner || bot.owner.empty()) return absl::OkStatus();
  return HoldName(database, BaseNameOf(bot.name()), reason);
}

// At most the last kLogTailBytes.
std::optional<std::string> TailOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return std::nullopt;
  const std::streamoff size = file.tellg();
  std::string tail(static_cast<std::size_t>(std::clamp<std::streamoff>(size, 0, kLogTailBytes)), '\0');
  file.seekg(size - static_cast<std::streamoff>(tail.size()));
  file.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  tail.resize(static_cast<std::size_t>(file.gcount()));
  return tail;
}

// The file under a heading; nothing when it is not there.
std::string Section(absl::string_view heading, const std::string& path) {
  std::optional<std::string> content = TailOfFile(path);
  if (!content.has_value()) return "";
  if (!content->empty() && content->back() != '\n') *content += '\n';
  return absl::StrCat("== ", heading, "\n", *content);
}

}  // namespace

absl::StatusOr<Bot> Suspend(Database& database, absl::string_view name, absl::string_view reason, By by) {
  FLAGFALL_RETURN_IF_ERROR(CheckReason(reason));
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindPresent(database, name));
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_RETURN_IF_ERROR(HoldWhere(database, bot, reason, by));
  FLAGFALL_RETURN_IF_ERROR(SuspendBot(database, bot.name(), reason));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return FindBot(database, bot.name());
}

absl::StatusOr<Bot> Resume(Database& database, absl::string_view name, By by) {
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(database, name));
  const std::string base_name = BaseNameOf(bot.name());
  const absl::Status held = CheckNameIsNotHeld(database, base_name);
  if (by == By::kOwner || !absl::IsFailedPrecondition(held)) {
    FLAGFALL_RETURN_IF_ERROR(held);
    FLAGFALL_RETURN_IF_ERROR(FindPresent(database, name).status());
    if (bot.State() == v1::Bot::STATE_READY) {
      return absl::FailedPreconditionError(absl::StrCat("bot ", bot.name(), " is not suspended"));
    }
  }
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_RETURN_IF_ERROR(ReleaseName(database, base_name));
  FLAGFALL_RETURN_IF_ERROR(ReadmitBot(database, bot.name()));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return FindBot(database, bot.name());
}

absl::StatusOr<Bot> Retire(Database& database, absl::string_view name, absl::string_view reason, By by) {
  FLAGFALL_RETURN_IF_ERROR(CheckReason(reason));
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindPresent(database, name));
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_RETURN_IF_ERROR(HoldWhere(database, bot, reason, by));
  FLAGFALL_RETURN_IF_ERROR(RetireBot(database, bot.name(), reason));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
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
        name == submission.bot_name || (name == submission.entry && submission.state != v1::Submission::STATE_FAILED);
    if (!is_meant) continue;
    const std::string what = absl::StrCat("submission ", submission.id, ", ");
    const std::string log = absl::StrCat(Section(what + "build", folders.BuildLog(submission.id)),
                                         Section(what + "check", folders.CheckLog(submission.id)));
    // One that was answered with an entry that was there has none; an older one has.
    if (!log.empty() || submission.state == v1::Submission::STATE_FAILED) return log;
  }
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(database, name));
  return Section("build", absl::StrCat(folders.home, "/logs/build/", bot.name(), ".log"));
}

absl::StatusOr<std::string> TournamentLog(Database& database, const SubmissionFolders& folders, const std::string& name,
                                          std::uint32_t tournament_id) {
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(database, name));
  std::optional<std::string> log =
      TailOfFile(absl::StrCat(folders.home, "/logs/", tournament_id, "/", bot.name(), ".log"));
  if (log.has_value()) return *std::move(log);
  return absl::NotFoundError(absl::StrCat("bot ", bot.name(), " has no log in tournament ", tournament_id,
                                          "; it has one where it was started by the host"));
}

}  // namespace flagfall::arena
