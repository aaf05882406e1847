#include "arena/store/qualifications.h"

#include "absl/strings/str_cat.h"
#include "arena/store/host_bots.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {

absl::Status AddQualifications(Database& database, std::int64_t tournament, const QualifyingMatch& match,
                               const std::vector<Qualification>& qualifications,
                               std::optional<std::int64_t> qualifier) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_RETURN_IF_ERROR(FindEntry(database, match.opponent).status());
  std::int64_t position = 0;
  for (const Qualification& one : qualifications) {
    FLAGFALL_RETURN_IF_ERROR(FindEntry(database, one.bot).status());
    Statement insert = database.Prepare(
        "INSERT INTO qualifications (tournament_id, position, bot_id, opponent_id, games, ruleset, qualifier_id, "
        "half_points) VALUES (?1, ?2, (SELECT bot_id FROM bots WHERE name = ?3), "
        "(SELECT bot_id FROM bots WHERE name = ?4), ?5, ?6, ?7, ?8)");
    insert.Bind(tournament).Bind(position++).Bind(one.bot).Bind(match.opponent).Bind(match.games).Bind(match.ruleset);
    FLAGFALL_RETURN_IF_ERROR(insert.Bind(one.qualifier).Bind(one.half_points).Run());
  }
  Statement update = database.Prepare("UPDATE tournaments SET qualifier_id = ?2 WHERE tournament_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(update.Bind(tournament).Bind(qualifier).Run());
  return transaction.Commit();
}

absl::StatusOr<std::vector<Qualification>> QualificationsOf(Database& database, std::int64_t tournament) {
  Statement select = database.Prepare(
      "SELECT bots.name, qualifier_id, half_points FROM qualifications JOIN bots USING (bot_id) "
      "WHERE tournament_id = ?1 ORDER BY position");
  return select.Bind(tournament).Collect<Qualification>([](const Statement& row) {
    Qualification one{.bot = row.Text(0), .qualifier = {}, .half_points = {}};
    if (!row.IsNull(1)) one.qualifier = row.Int(1);
    if (!row.IsNull(2)) one.half_points = row.Int(2);
    return one;
  });
}

absl::Status StoreQualifyingPoints(Database& database, std::int64_t qualifier, absl::string_view bot,
                                   std::int64_t half_points) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  Statement update = database.Prepare(
      "UPDATE qualifications SET half_points = ?3 WHERE qualifier_id = ?1 AND half_points IS NULL AND "
      "bot_id = (SELECT bot_id FROM bots WHERE name = ?2) RETURNING bot_id");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, update.Bind(qualifier).Bind(bot).Bind(half_points).Next());
  if (!found) {
    return absl::NotFoundError(absl::StrCat(bot, " plays for no entry in tournament ", qualifier));
  }
  FLAGFALL_RETURN_IF_ERROR(update.Run());
  return transaction.Commit();
}

absl::StatusOr<std::optional<Qualification>> FindPassed(Database& database, absl::string_view bot,
                                                        const QualifyingMatch& match, std::int64_t half_points_min) {
  Statement select = database.Prepare(
      "SELECT qualifier_id, half_points FROM bots AS wanted JOIN bots AS played ON played.bot_id = wanted.bot_id OR "
      "played.content_sha256 = wanted.content_sha256 "
      "JOIN qualifications ON qualifications.bot_id = played.bot_id "
      "WHERE wanted.name = ?1 AND wanted.folder <> '' AND half_points >= ?2 AND games = ?3 AND ruleset = ?4 AND "
      "opponent_id = (SELECT bot_id FROM bots WHERE name = ?5) ORDER BY qualifier_id DESC LIMIT 1");
  select.Bind(bot).Bind(half_points_min).Bind(match.games).Bind(match.ruleset).Bind(match.opponent);
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return std::nullopt;
  return Qualification{.bot = std::string(bot), .qualifier = select.Int(0), .half_points = select.Int(1)};
}

}  // namespace flagfall::arena::store
