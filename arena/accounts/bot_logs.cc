#include "arena/accounts/bot_logs.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/bots.h"
#include "arena/store/submissions.h"
#include "arena/store/tournaments.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::accounts {
namespace {

constexpr int kSubmissionsLookedAt = 1000;

// The last kLogTailBytes of the file, or all of it; absent when it cannot be read.
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

absl::StatusOr<std::string> BotLog(store::Database& database, const SubmissionFolders& folders,
                                   const std::string& name) {
  FLAGFALL_ASSIGN_OR_RETURN(
      const std::vector<v1::Submission> submissions,
      store::ListSubmissions(database, {.bot_name = store::BaseNameOf(name)}, std::nullopt, kSubmissionsLookedAt));
  for (const v1::Submission& submission : submissions) {
    // Somebody else tried this name before it had an owner.
    if (submission.owner() != submissions.front().owner()) break;
    const bool is_meant = name == submission.bot_name() ||
                          (name == submission.entry() && submission.state() != v1::Submission::STATE_FAILED);
    if (!is_meant) continue;
    const auto id = static_cast<std::int64_t>(submission.id());
    const std::string what = absl::StrCat("submission ", submission.id(), ", ");
    const std::string log =
        absl::StrCat(Section(what + "build", folders.BuildLog(id)), Section(what + "check", folders.CheckLog(id)));
    // A submission that was answered with an entry that existed has no log; the one that made that entry has.
    if (!log.empty() || submission.state() == v1::Submission::STATE_FAILED) return log;
  }
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindBot(database, name));
  return Section("build", absl::StrCat(folders.home, "/logs/build/", bot.name(), ".log"));
}

absl::StatusOr<std::string> TournamentLog(store::Database& database, const SubmissionFolders& folders,
                                          const std::string& name, std::uint32_t tournament_id) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindBot(database, name));
  std::optional<std::string> log =
      TailOfFile(absl::StrCat(folders.home, "/logs/", tournament_id, "/", bot.name(), ".log"));
  if (log.has_value()) return *std::move(log);
  FLAGFALL_RETURN_IF_ERROR(store::FindTournament(database, tournament_id).status());
  return absl::NotFoundError(absl::StrCat("bot ", bot.name(), " has no log in tournament ", tournament_id,
                                          "; it has one where it was started by the host"));
}

}  // namespace flagfall::arena::accounts
