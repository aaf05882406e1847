#include "arena/store/second_games.h"

#include "arena/base/names.h"
#include "arena/store/games.h"
#include "arena/store/record_codec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// What the players did, in their order, and how it ended.
std::vector<std::string> Course(const v1::GameRecord& record) {
  std::vector<std::string> course;
  for (const v1::RecordEntry& entry : record.entries()) {
    v1::RecordEntry bare;
    bare.set_side(entry.side());
    switch (entry.kind_case()) {
      case v1::RecordEntry::kActed:
        *bare.mutable_acted()->mutable_action() = entry.acted().action();
        break;
      case v1::RecordEntry::kResigned:
        bare.mutable_resigned();
        break;
      case v1::RecordEntry::kAcceptedDraw:
        bare.mutable_accepted_draw();
        break;
      default:
        continue;
    }
    course.push_back(bare.SerializeAsString());
  }
  course.push_back(EnumWord(record.outcome().result()));
  course.push_back(EnumWord(record.outcome().reason()));
  return course;
}

}  // namespace

bool ArePlayedAlike(const v1::GameRecord& one, const v1::GameRecord& other) { return Course(one) == Course(other); }

absl::Status StoreSecondGame(Database& database, const SecondGame& game) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  Statement select = database.Prepare("SELECT sequence FROM games WHERE game_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool counts, select.Bind(game.record.game_id()).Next());
  if (!counts) return absl::OkStatus();
  const std::int64_t sequence = select.Int(0);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord first, FindRecord(database, game.record.game_id()));
  FLAGFALL_ASSIGN_OR_RETURN(const EncodedRecord encoded, EncodeRecord(game.record));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t worker, WorkerKey(database, game.worker, game.end));
  Statement insert = database.Prepare(
      "INSERT INTO second_games (sequence, worker_id, result, reason, plies, end_time_us, is_same, record_sha256, "
      "record) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING");
  insert.Bind(sequence).Bind(worker).Bind(EnumWord(game.record.outcome().result()));
  insert.Bind(EnumWord(game.record.outcome().reason())).Bind(game.record.plies()).Bind(game.end.count());
  insert.Bind(std::int64_t{ArePlayedAlike(first, game.record)}).BindBlob(encoded.sha256);
  FLAGFALL_RETURN_IF_ERROR(insert.BindBlob(encoded.compressed).Run());
  return transaction.Commit();
}

absl::StatusOr<std::vector<ComparedGames>> GamesCompared(Database& database, absl::Span<const std::int64_t> workers) {
  Statement select = database.Prepare(
      "WITH judged AS (SELECT value AS worker_id FROM json_each(?1)), "
      "theirs AS (SELECT tournament_id FROM judged CROSS JOIN games USING (worker_id) UNION "
      "  SELECT tournament_id FROM judged CROSS JOIN second_games USING (worker_id) JOIN games USING (sequence)) "
      "SELECT tournament_id, red.name, blue.name, games.worker_id, second_games.worker_id, is_same, count(*) "
      "FROM second_games JOIN games USING (sequence) JOIN bots AS red ON red.bot_id = red_bot_id "
      "JOIN bots AS blue ON blue.bot_id = blue_bot_id JOIN workers AS one ON one.worker_id = games.worker_id "
      "JOIN workers AS other ON other.worker_id = second_games.worker_id "
      "WHERE tournament_id IN (SELECT tournament_id FROM theirs) AND one.suspected_reason IS NULL "
      "AND other.suspected_reason IS NULL AND start_time_us + duration_us > coalesce(one.trusted_time_us, 0) "
      "AND end_time_us > coalesce(other.trusted_time_us, 0) GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6");
  return select.BindList(workers).Collect<ComparedGames>([](const Statement& row) {
    return ComparedGames{.tournament_id = row.Int(0),
                         .red = row.Text(1),
                         .blue = row.Text(2),
                         .first = row.Int(3),
                         .second = row.Int(4),
                         .is_same = row.Int(5) != 0,
                         .games = row.Int(6)};
  });
}

}  // namespace flagfall::arena::store
