#include "arena/store/judged_workers.h"

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {

absl::StatusOr<std::vector<JudgedWorker>> WorkersToJudge(Database& database) {
  Statement select = database.Prepare(
      "SELECT worker_id, users.name, workers.name, judged_games FROM workers JOIN users USING (user_id) "
      "WHERE suspected_reason IS NULL AND judged_games > 0 AND judged_games >= next_look_games ORDER BY worker_id");
  return select.Collect<JudgedWorker>([](const Statement& row) {
    return JudgedWorker{.key = row.Int(0), .name = {.user = row.Text(1), .name = row.Text(2)}, .games = row.Int(3)};
  });
}

absl::StatusOr<std::int64_t> CountWorkers(Database& database) {
  return database.Prepare("SELECT count(*) FROM workers WHERE judged_games > 0").Number();
}

absl::StatusOr<std::vector<JudgedGames>> GamesToJudge(Database& database, absl::Span<const std::int64_t> workers) {
  // Both tables know the same of a game; only what counts can be lost on time.
  Statement select = database.Prepare(
      "WITH judged AS (SELECT value AS worker_id FROM json_each(?1)), "
      "theirs AS (SELECT tournament_id FROM judged CROSS JOIN games USING (worker_id) "
      "  UNION SELECT tournament_id FROM judged CROSS JOIN void_games USING (worker_id) "
      "  UNION SELECT tournament_id FROM judged CROSS JOIN second_games USING (worker_id) JOIN games USING "
      "(sequence)), attempts AS ("
      "  SELECT tournament_id, red_bot_id, blue_bot_id, worker_id, result, reason, start_time_us + duration_us AS "
      "end_us "
      "  FROM games WHERE tournament_id IN (SELECT tournament_id FROM theirs) "
      "  UNION ALL SELECT tournament_id, red_bot_id, blue_bot_id, worker_id, 'void', reason, start_time_us + "
      "duration_us "
      "  FROM void_games WHERE tournament_id IN (SELECT tournament_id FROM theirs) "
      "  UNION ALL SELECT tournament_id, red_bot_id, blue_bot_id, second_games.worker_id, second_games.result, "
      "  second_games.reason, end_time_us FROM second_games JOIN games USING (sequence) "
      "  WHERE tournament_id IN (SELECT tournament_id FROM theirs)) "
      "SELECT tournament_id, red.name, blue.name, coalesce(attempts.worker_id, 0), result, reason = 'out_of_time', "
      "count(*) FROM attempts LEFT JOIN workers USING (worker_id) JOIN bots AS red ON red.bot_id = red_bot_id "
      "JOIN bots AS blue ON blue.bot_id = blue_bot_id "
      "WHERE CASE WHEN attempts.worker_id IS NULL THEN reason <> 'forfeit_no_show' "
      "  ELSE suspected_reason IS NULL AND end_us > coalesce(trusted_time_us, 0) END "
      "GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6");
  return select.BindList(workers).Collect<JudgedGames>([](const Statement& row) -> absl::StatusOr<JudgedGames> {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Result result, EnumNamed<v1::Result>(row.Text(4)));
    return JudgedGames{.tournament_id = row.Int(0),
                       .red = row.Text(1),
                       .blue = row.Text(2),
                       .worker = row.Int(3),
                       .result = result,
                       .is_time_loss = row.Int(5) != 0,
                       .games = row.Int(6)};
  });
}

absl::Status NoteLook(Database& database, std::int64_t worker, std::int64_t next_look_games) {
  Statement update = database.Prepare("UPDATE workers SET next_look_games = ?2 WHERE worker_id = ?1");
  return update.Bind(worker).Bind(next_look_games).Run();
}

absl::Status SuspectWorker(Database& database, std::int64_t worker, absl::string_view reason) {
  Statement update = database.Prepare("UPDATE workers SET suspected_reason = ?2 WHERE worker_id = ?1");
  return update.Bind(worker).Bind(reason).Run();
}

absl::Status TrustWorker(Database& database, const WorkerName& worker, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::WorkerStatus known, FindWorker(database, worker));
  if (known.suspected_reason().empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("worker ", worker.name, " of ", worker.user, " is trusted already: games are leased to it"));
  }
  Statement update = database.Prepare(
      "UPDATE workers SET suspected_reason = NULL, trusted_time_us = ?3, judged_games = 0, next_look_games = 0 "
      "WHERE name = ?2 AND user_id = (SELECT user_id FROM users WHERE name = ?1)");
  FLAGFALL_RETURN_IF_ERROR(update.Bind(worker.user).Bind(worker.name).Bind(now.count()).Run());
  return transaction.Commit();
}

absl::StatusOr<std::map<WorkerName, std::string>> SuspectedWorkers(Database& database) {
  Statement select = database.Prepare(
      "SELECT users.name, workers.name, suspected_reason FROM workers JOIN users USING (user_id) "
      "WHERE suspected_reason IS NOT NULL");
  std::map<WorkerName, std::string> suspected;
  FLAGFALL_RETURN_IF_ERROR(select.ForEachRow(
      [&suspected](const Statement& row) { suspected[{.user = row.Text(0), .name = row.Text(1)}] = row.Text(2); }));
  return suspected;
}

absl::StatusOr<WorkerName> NameOfWorker(Database& database, std::int64_t worker) {
  Statement select =
      database.Prepare("SELECT users.name, workers.name FROM workers JOIN users USING (user_id) WHERE worker_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_known, select.Bind(worker).Next());
  if (!is_known) return absl::NotFoundError(absl::StrCat("there is no worker with the key ", worker));
  return WorkerName{.user = select.Text(0), .name = select.Text(1)};
}

}  // namespace flagfall::arena::store
