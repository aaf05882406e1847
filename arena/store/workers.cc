#include "arena/store/workers.h"

#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

struct KeyedWorker {
  std::int64_t key = 0;
  v1::WorkerStatus status;
};

KeyedWorker ReadWorker(const Statement& row) {
  KeyedWorker read{.key = row.Int(0), .status = {}};
  v1::WorkerStatus& status = read.status;
  status.set_user(row.Text(1));
  status.set_name(row.Text(2));
  *status.mutable_seen_time() = TimestampOf(Micros(row.Int(3)));
  status.set_measured_plies_per_second(static_cast<double>(row.Int(4)));
  status.set_returned_games(static_cast<std::uint64_t>(row.Int(5)));
  status.set_bot_faults(static_cast<std::uint64_t>(row.Int(6)));
  status.set_suspected_reason(row.Text(7));
  if (!row.IsNull(8)) *status.mutable_trust_time() = TimestampOf(Micros(row.Int(8)));
  return read;
}

// What the worker's stored games come to.
absl::Status AddGames(Database& database, std::int64_t key, v1::WorkerStatus& status) {
  Statement games = database.Prepare(
      "SELECT count(*), coalesce(sum(reason = 'out_of_time' AND result = 'blue_wins'), 0), "
      "coalesce(sum(reason = 'out_of_time' AND result = 'red_wins'), 0), coalesce(sum(plies), 0), "
      "coalesce(sum(duration_us), 0) FROM games WHERE worker_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(games.Bind(key).Next().status());
  status.set_games(static_cast<std::uint64_t>(games.Int(0)));
  status.set_red_time_losses(static_cast<std::uint64_t>(games.Int(1)));
  status.set_blue_time_losses(static_cast<std::uint64_t>(games.Int(2)));
  const double seconds = static_cast<double>(games.Int(4)) / 1e6;
  if (seconds > 0) status.set_plies_per_second(static_cast<double>(games.Int(3)) / seconds);
  Statement voids = database.Prepare("SELECT count(*) FROM void_games WHERE worker_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(voids.Bind(key).Next().status());
  status.set_void_games(static_cast<std::uint64_t>(voids.Int(0)));
  Statement compared = database.Prepare(
      "SELECT count(*), coalesce(sum(is_same), 0) FROM second_games JOIN games USING (sequence) "
      "WHERE second_games.worker_id = ?1 OR games.worker_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(compared.Bind(key).Next().status());
  status.set_compared_games(static_cast<std::uint64_t>(compared.Int(0)));
  status.set_compared_games_alike(static_cast<std::uint64_t>(compared.Int(1)));
  return absl::OkStatus();
}

absl::Status AddBots(Database& database, std::int64_t key, v1::WorkerStatus& status) {
  Statement select = database.Prepare(
      "WITH seats AS (SELECT red_bot_id AS bot_id, result, 'red_wins' AS won FROM games WHERE worker_id = ?1 "
      "UNION ALL SELECT blue_bot_id, result, 'blue_wins' FROM games WHERE worker_id = ?1) "
      "SELECT bots.name, sum(result = won), sum(result = 'draw'), sum(result NOT IN (won, 'draw')) FROM seats "
      "JOIN bots USING (bot_id) GROUP BY bot_id ORDER BY bots.name");
  return select.Bind(key).ForEachRow([&status](const Statement& row) {
    v1::WorkerBotResults& results = *status.add_results();
    results.set_bot(row.Text(0));
    results.set_wins(static_cast<std::uint64_t>(row.Int(1)));
    results.set_draws(static_cast<std::uint64_t>(row.Int(2)));
    results.set_losses(static_cast<std::uint64_t>(row.Int(3)));
  });
}

// Those of the user and name that are given, or all.
absl::StatusOr<std::vector<v1::WorkerStatus>> ReadWorkers(Database& database, const WorkerName* only) {
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginReading(database));
  Statement select = database.Prepare(
      "SELECT worker_id, users.name, workers.name, seen_time_us, measured_plies_per_second, returned_games, "
      "bot_faults, suspected_reason, trusted_time_us FROM workers JOIN users USING (user_id) "
      "WHERE ?1 IS NULL OR (users.name = ?1 AND workers.name = ?2) ORDER BY users.name, workers.name");
  if (only == nullptr) {
    select.BindNull().BindNull();
  } else {
    select.Bind(only->user).Bind(only->name);
  }
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<KeyedWorker> workers, select.Collect<KeyedWorker>(ReadWorker));
  std::vector<v1::WorkerStatus> found;
  for (KeyedWorker& worker : workers) {
    FLAGFALL_RETURN_IF_ERROR(AddGames(database, worker.key, worker.status));
    FLAGFALL_RETURN_IF_ERROR(AddBots(database, worker.key, worker.status));
    found.push_back(std::move(worker.status));
  }
  return found;
}

}  // namespace

absl::StatusOr<std::int64_t> WorkerKey(Database& database, const WorkerName& worker, Micros seen) {
  Statement select = database.Prepare(
      "SELECT worker_id FROM workers JOIN users USING (user_id) WHERE users.name = ?1 AND workers.name = ?2");
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_known, select.Bind(worker.user).Bind(worker.name).Next());
  if (is_known) return select.Int(0);
  Statement insert = database.Prepare(
      "INSERT INTO workers (user_id, name, seen_time_us) SELECT user_id, ?2, ?3 FROM users WHERE name = ?1 "
      "RETURNING worker_id");
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_added, insert.Bind(worker.user).Bind(worker.name).Bind(seen.count()).Next());
  if (!is_added) {
    return absl::NotFoundError(
        absl::StrCat("worker ", worker.name, ": the home knows no user '", worker.user, "' whose it could be"));
  }
  const std::int64_t key = insert.Int(0);
  FLAGFALL_RETURN_IF_ERROR(insert.Run());
  return key;
}

absl::Status NoteWorkers(Database& database, absl::Span<const WorkerNote> notes) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  for (const WorkerNote& note : notes) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t key, WorkerKey(database, note.worker, note.seen));
    Statement update = database.Prepare(
        "UPDATE workers SET seen_time_us = max(seen_time_us, ?2), "
        "measured_plies_per_second = coalesce(?3, measured_plies_per_second), returned_games = returned_games + ?4, "
        "bot_faults = bot_faults + ?5, suspected_reason = coalesce(suspected_reason, ?6) WHERE worker_id = ?1");
    update.Bind(key).Bind(note.seen.count()).Bind(note.plies_per_second);
    update.Bind(note.returned_games).Bind(note.bot_faults);
    if (note.suspected_reason.empty()) {
      update.BindNull();
    } else {
      update.Bind(note.suspected_reason);
    }
    FLAGFALL_RETURN_IF_ERROR(update.Run());
  }
  return transaction.Commit();
}

absl::StatusOr<std::vector<v1::WorkerStatus>> ListWorkers(Database& database) { return ReadWorkers(database, nullptr); }

absl::StatusOr<v1::WorkerStatus> FindWorker(Database& database, const WorkerName& worker) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::WorkerStatus> found, ReadWorkers(database, &worker));
  if (!found.empty()) return found.front();
  return absl::NotFoundError(absl::StrCat(worker.user, " has no worker ", worker.name,
                                          "; `flagfall cluster workers list` lists those that there are"));
}

absl::StatusOr<std::vector<std::string>> UsersOfWorker(Database& database, const std::string& name) {
  Statement select = database.Prepare(
      "SELECT users.name FROM workers JOIN users USING (user_id) WHERE workers.name = ?1 ORDER BY users.name");
  return select.Bind(name).Collect<std::string>([](const Statement& row) { return row.Text(0); });
}

}  // namespace flagfall::arena::store
