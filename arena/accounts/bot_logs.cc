#include "arena/accounts/bot_logs.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/bots/game_logs.h"
#include "arena/bots/owner_logs.h"
#include "arena/store/bots.h"
#include "arena/store/games.h"
#include "arena/store/players.h"
#include "arena/store/results.h"
#include "arena/store/submissions.h"
#include "arena/store/tournaments.h"
#include "referee/base/counted.h"
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

bots::BotLogPaths PathsOf(const SubmissionFolders& folders, std::int64_t tournament_id, const std::string& bot) {
  return {.folder = absl::StrCat(folders.home, "/logs/", tournament_id), .bot = bot};
}

// The log of a bot's processes, followed by the logs of its games, the newest last.
std::string WithGames(std::string log, const bots::BotLogPaths& paths) {
  const std::vector<bots::GameLog> games = bots::ListGameLogs(paths);
  if (games.empty()) return log;
  const auto most = static_cast<std::size_t>(kLogTailBytes);
  if (log.size() > most / 2) log.erase(0, log.size() - most / 2);
  if (!log.empty() && log.back() != '\n') log += '\n';
  log.insert(0, "== outside of single games, and in games that were played at the same time\n");
  std::vector<std::string> sections;
  std::size_t bytes = log.size();
  std::size_t left_out = games.size();
  for (auto game = games.rbegin(); game != games.rend(); ++game) {
    std::string section = Section(absl::StrCat("game ", game->game_id), game->path);
    if (bytes + section.size() > most) break;
    bytes += section.size();
    sections.push_back(std::move(section));
    --left_out;
  }
  if (left_out > 0) {
    absl::StrAppend(&log, "== ", Counted(left_out, "older game"), " left out; see each by its id, --game\n");
  }
  for (auto section = sections.rbegin(); section != sections.rend(); ++section) log += *section;
  return log;
}

// NOT_FOUND when the bot is not in that tournament, or plays no part in that game.
absl::Status CheckHasPlayed(store::Database& database, const store::Bot& bot, const store::Tournament& tournament,
                            const std::string& game_id) {
  if (!absl::c_linear_search(tournament.spec.bots(), bot.name())) {
    return absl::NotFoundError(absl::StrCat("bot ", bot.name(), " is not in tournament ", tournament.id,
                                            "; its bots are ", absl::StrJoin(tournament.spec.bots(), ", ")));
  }
  const absl::StatusOr<store::GameSummary> game = store::FindGame(database, game_id);
  // It may be under way, unless all are over.
  const bool is_finished = tournament.state == v1::Tournament::STATE_FINISHED;
  if (absl::IsNotFound(game.status()) && !is_finished) return absl::OkStatus();
  FLAGFALL_RETURN_IF_ERROR(game.status());
  if (bot.name() == game->red || bot.name() == game->blue) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat("bot ", bot.name(), " did not play game ", game_id, ", which is between ",
                                          game->red, " and ", game->blue));
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
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindPlayer(database, name));
  const bots::BotLogPaths paths = PathsOf(folders, tournament_id, bot.name());
  std::optional<std::string> log = TailOfFile(paths.Process());
  if (log.has_value()) return WithGames(*std::move(log), paths);
  FLAGFALL_RETURN_IF_ERROR(store::FindTournament(database, tournament_id).status());
  return absl::NotFoundError(absl::StrCat("bot ", bot.name(), " has no log in tournament ", tournament_id,
                                          "; it has one where it was started by the host, until it is removed as one "
                                          "of the owner's oldest (",
                                          bots::kOwnerLogFlag, ")"));
}

absl::StatusOr<std::string> GameLog(store::Database& database, const SubmissionFolders& folders,
                                    const std::string& name, const std::string& game_id) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindPlayer(database, name));
  const std::int64_t tournament_id = store::PartsOfGameId(game_id).tournament_id;
  if (tournament_id == 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", game_id, "' is no game that was played here; its id would be like 1-3, tournament and number"));
  }
  std::optional<std::string> log = TailOfFile(PathsOf(folders, tournament_id, bot.name()).Game(game_id));
  if (log.has_value()) return *std::move(log);
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database, tournament_id));
  FLAGFALL_RETURN_IF_ERROR(CheckHasPlayed(database, bot, tournament, game_id));
  if (bot.IsRemote()) {
    return absl::NotFoundError(absl::StrCat("bot ", bot.name(), " runs with its owner, and its output stays there"));
  }
  return absl::NotFoundError(
      absl::StrCat("bot ", bot.name(), " has no log for game ", game_id,
                   " alone: it printed nothing there; or it played other games ",
                   "at the same time, whose output is with that of the tournament (`flagfall bot log ", bot.name(),
                   " --tournament ", tournament_id, "`); or the log was removed as one of the oldest (", bots::kLogFlag,
                   ", ", bots::kOwnerLogFlag, ")"));
}

}  // namespace flagfall::arena::accounts
