// How a result enters the ledger, exactly once.
//
// A game is identified by its id, and a result by the SHA-256 of its record, which holds everything: players, actions,
// times and outcome. So the same result again is the same id with the same hash. The same id with another hash is a
// contradicting result, and the first one stays. The tables enforce both: ids are unique, and stored rows can neither
// be changed nor deleted.
#include "arena/store/results.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/base/names.h"
#include "arena/base/timestamps.h"
#include "arena/base/unplayed.h"
#include "arena/store/rating_order.h"
#include "arena/store/ratings.h"
#include "arena/store/seat_times.h"
#include "arena/store/set_ups.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// What the ledger knows of a result's tournament and bots.
struct Context {
  std::string ruleset;
  // Absent when the tournament is not rated.
  std::optional<RatingRule> rule;
  bool is_running = false;
  SeatKeys seats;
  // Absent when no worker has played.
  std::optional<std::int64_t> worker;
};

struct StoredGame {
  std::int64_t sequence = 0;
  std::uint32_t attempt = 0;
  std::string sha256;
};

// Checks the result by itself.
absl::Status Validate(const GameResult& result) {
  const v1::GameRecord& record = result.record;
  const auto wrong = [&](absl::string_view what) {
    return absl::InvalidArgumentError(absl::StrCat("the result of game '", record.game_id(), "' is refused: ", what));
  };
  if (result.tournament_id < 1 || result.number < 1) return wrong("tournaments and games are numbered from 1");
  const std::string id = GameIdOf(result.tournament_id, result.number);
  if (record.game_id() != id) return wrong(absl::StrCat("the id must be ", id));
  if (result.round < 1) return wrong("rounds are numbered from 1");
  const v1::Outcome& outcome = record.outcome();
  if (outcome.result() == v1::RESULT_UNSPECIFIED || !v1::Result_IsValid(outcome.result())) {
    return wrong("the record has no result");
  }
  if (outcome.reason() == v1::REASON_UNSPECIFIED || !v1::Reason_IsValid(outcome.reason())) {
    return wrong("the record has no reason");
  }
  if (record.red().name() == record.blue().name()) return wrong("both players have one name");
  if (DurationOf(record) < Micros(0)) return wrong("the record ends before it begins");
  return absl::OkStatus();
}

absl::StatusOr<std::int64_t> BotKey(Database& database, const std::string& name) {
  Statement select = database.Prepare("SELECT bot_id FROM bots WHERE name = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(name).Next());
  return found ? select.Int(0) : 0;
}

absl::Status FindTournamentOf(Database& database, std::int64_t tournament_id, Context& context) {
  Statement select = database.Prepare(
      "SELECT ruleset, pool, state = 'running', rates_forfeits FROM tournaments WHERE tournament_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(tournament_id).Next());
  if (!found) return absl::OkStatus();
  context.ruleset = select.Text(0);
  if (!select.IsNull(1)) context.rule = {.pool = select.Text(1), .rates_forfeits = select.Int(3) != 0};
  context.is_running = select.Int(2) != 0;
  return absl::OkStatus();
}

// Checks the result against what the ledger knows.
absl::Status Verdict(const GameResult& result, const Context& context) {
  const v1::GameRecord& record = result.record;
  if (context.ruleset.empty()) {
    return absl::NotFoundError(
        absl::StrCat("game ", record.game_id(), ": there is no tournament ", result.tournament_id));
  }
  const std::string* unknown = context.seats.red == 0    ? &record.red().name()
                               : context.seats.blue == 0 ? &record.blue().name()
                                                         : nullptr;
  if (unknown != nullptr) {
    return absl::NotFoundError(absl::StrCat("game ", record.game_id(), ": the home knows no bot '", *unknown, "'"));
  }
  const std::string ruleset = RulesetText(record.ruleset());
  if (ruleset == context.ruleset) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("the result of game '", record.game_id(), "' is refused: it played ",
                                                 ruleset, ", but its tournament plays ", context.ruleset));
}

absl::StatusOr<std::optional<StoredGame>> FindStored(Database& database, const std::string& game_id) {
  Statement select = database.Prepare("SELECT sequence, attempt, record_sha256 FROM games WHERE game_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(game_id).Next());
  if (!found) return std::nullopt;
  return StoredGame{
      .sequence = select.Int(0), .attempt = static_cast<std::uint32_t>(select.Int(1)), .sha256 = select.Blob(2)};
}

// What the ledger holds of void attempts at a game.
struct VoidAttempts {
  // The attempt under which this same void game was stored; 0 when it was not.
  std::uint32_t same = 0;
  std::uint32_t next = 1;
};

absl::StatusOr<VoidAttempts> FindVoids(Database& database, const GameResult& result, const std::string& sha256) {
  Statement select = database.Prepare(
      "SELECT coalesce(max(iif(record_sha256 = ?3, attempt, 0)), 0), count(*) + 1 FROM void_games "
      "WHERE tournament_id = ?1 AND number = ?2");
  select.Bind(result.tournament_id).Bind(result.number).BindBlob(sha256);
  FLAGFALL_RETURN_IF_ERROR(select.Next().status());
  return VoidAttempts{.same = static_cast<std::uint32_t>(select.Int(0)),
                      .next = static_cast<std::uint32_t>(select.Int(1))};
}

absl::Status InsertVoid(Database& database, const GameResult& result, const Context& context,
                        const EncodedRecord& encoded, std::uint32_t attempt) {
  const v1::GameRecord& record = result.record;
  Statement insert = database.Prepare(
      "INSERT INTO void_games (tournament_id, number, attempt, reason, detail, plies, start_time_us, duration_us, "
      "record_sha256, record, red_bot_id, blue_bot_id, worker_id) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");
  insert.Bind(result.tournament_id).Bind(result.number).Bind(attempt);
  insert.Bind(EnumWord(record.outcome().reason())).Bind(record.outcome().detail()).Bind(record.plies());
  insert.Bind(MicrosOf(record.start_time()).count()).Bind(DurationOf(record).count());
  insert.BindBlob(encoded.sha256).BindBlob(encoded.compressed).Bind(context.seats.red).Bind(context.seats.blue);
  return insert.Bind(context.worker).Run();
}

void BindTimes(Statement& insert, const SeatTimes& times) {
  insert.Bind(times.unsent.count()).Bind(times.away.count()).Bind(times.host_delay.count());
}

// Inserts the game and returns its sequence.
absl::StatusOr<std::int64_t> InsertGame(Database& database, const GameResult& result, const Context& context,
                                        const EncodedRecord& encoded, std::uint32_t attempt) {
  const v1::GameRecord& record = result.record;
  Statement insert = database.Prepare(
      "INSERT INTO games (game_id, tournament_id, number, round, red_bot_id, blue_bot_id, result, reason, detail, "
      "plies, attempt, start_time_us, duration_us, record_sha256, first_of_pair, "
      "red_unsent_us, red_away_us, red_host_delay_us, blue_unsent_us, blue_away_us, blue_host_delay_us, worker_id) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, nullif(?15, 0), "
      "?16, ?17, ?18, ?19, ?20, ?21, ?22) RETURNING sequence");
  insert.Bind(record.game_id()).Bind(result.tournament_id).Bind(result.number).Bind(result.round);
  insert.Bind(context.seats.red).Bind(context.seats.blue).Bind(EnumWord(record.outcome().result()));
  insert.Bind(EnumWord(record.outcome().reason())).Bind(record.outcome().detail()).Bind(record.plies()).Bind(attempt);
  insert.Bind(MicrosOf(record.start_time()).count())
      .Bind(DurationOf(record).count())
      .BindBlob(encoded.sha256)
      .Bind(result.first_of_pair);
  BindTimes(insert, SeatTimesOf(record, v1::SIDE_RED));
  BindTimes(insert, SeatTimesOf(record, v1::SIDE_BLUE));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t sequence, insert.Bind(context.worker).Number());
  Statement insert_record = database.Prepare("INSERT INTO game_records (sequence, record) VALUES (?1, ?2)");
  FLAGFALL_RETURN_IF_ERROR(insert_record.Bind(sequence).BindBlob(encoded.compressed).Run());
  FLAGFALL_RETURN_IF_ERROR(StoreSetUps(database, sequence, record));
  return sequence;
}

Receipt ReceiptOfStored(const GameResult& result, const StoredGame& stored, const std::string& sha256) {
  if (stored.sha256 != sha256) {
    return Receipt{.status = absl::AlreadyExistsError(absl::StrCat(
                       "game ", result.record.game_id(), " is decided already by another record, which stays"))};
  }
  return Receipt{.was_stored = true, .attempt = stored.attempt};
}

// A result that the ledger holds.
struct StoredResult {
  Receipt receipt;
  // Of a game that is rated, or will be when its turn has come; 0 of all others.
  std::int64_t rated_sequence = 0;
};

StoredResult Refused(absl::Status why) { return {.receipt = {.status = std::move(why)}}; }

// Stores one result and rates what can be rated now. Errors are the database's; what is wrong with the result itself is
// in the receipt.
absl::StatusOr<StoredResult> StoreOne(Database& database, const GameResult& result, const EncodedRecord& encoded) {
  Context context;
  FLAGFALL_RETURN_IF_ERROR(FindTournamentOf(database, result.tournament_id, context));
  FLAGFALL_ASSIGN_OR_RETURN(context.seats.red, BotKey(database, result.record.red().name()));
  FLAGFALL_ASSIGN_OR_RETURN(context.seats.blue, BotKey(database, result.record.blue().name()));
  if (absl::Status verdict = Verdict(result, context); !verdict.ok()) return Refused(std::move(verdict));

  FLAGFALL_ASSIGN_OR_RETURN(const VoidAttempts voids, FindVoids(database, result, encoded.sha256));
  if (voids.same != 0) return StoredResult{.receipt = {.was_stored = true, .attempt = voids.same}};
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<StoredGame> stored, FindStored(database, result.record.game_id()));
  if (stored.has_value()) {
    return StoredResult{.receipt = ReceiptOfStored(result, *stored, encoded.sha256),
                        .rated_sequence = context.rule.has_value() ? stored->sequence : 0};
  }

  if (result.worker.has_value()) {
    const Micros end = MicrosOf(result.record.start_time()) + DurationOf(result.record);
    absl::StatusOr<std::int64_t> worker = WorkerKey(database, *result.worker, end);
    if (absl::IsNotFound(worker.status())) return Refused(worker.status());
    FLAGFALL_ASSIGN_OR_RETURN(context.worker, std::move(worker));
  }
  StoredResult done{.receipt = {.attempt = voids.next}};
  Receipt& receipt = done.receipt;
  const v1::Result outcome = result.record.outcome().result();
  if (outcome == v1::RESULT_VOID) {
    FLAGFALL_RETURN_IF_ERROR(InsertVoid(database, result, context, encoded, receipt.attempt));
    return done;
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t sequence,
                            InsertGame(database, result, context, encoded, receipt.attempt));
  if (!context.rule.has_value()) return done;
  done.rated_sequence = sequence;
  if (!context.is_running) {
    FLAGFALL_RETURN_IF_ERROR(RateWaiting(database, result.tournament_id));
    return done;
  }
  const NewGame game{.tournament_id = result.tournament_id,
                     .number = result.number,
                     .sequence = sequence,
                     .seats = context.seats,
                     .result = outcome,
                     .is_unplayed = IsUnplayed(result.record.outcome().reason(), result.record.plies())};
  FLAGFALL_ASSIGN_OR_RETURN(receipt.rating, RateInTurn(database, game, *context.rule));
  return done;
}

// The receipts, also with how games are rated that were stored before, or waited for others of the same group.
absl::StatusOr<std::vector<Receipt>> ReceiptsOf(Database& database, std::vector<StoredResult> results) {
  std::vector<Receipt> receipts;
  receipts.reserve(results.size());
  for (StoredResult& result : results) {
    Receipt& receipt = receipts.emplace_back(std::move(result.receipt));
    if (!receipt.status.ok() || receipt.rating.has_value() || result.rated_sequence == 0) continue;
    FLAGFALL_ASSIGN_OR_RETURN(receipt.rating, FindRatedGame(database, result.rated_sequence));
  }
  return receipts;
}

absl::StatusOr<EncodedRecord> ValidateAndEncode(const GameResult& result) {
  FLAGFALL_RETURN_IF_ERROR(Validate(result));
  return EncodeRecord(result.record);
}

}  // namespace

std::string GameIdOf(std::int64_t tournament_id, std::uint32_t number) {
  return absl::StrCat(tournament_id, "-", number);
}

GameIdParts PartsOfGameId(absl::string_view game_id) {
  const std::pair<absl::string_view, absl::string_view> texts = absl::StrSplit(game_id, absl::MaxSplits('-', 1));
  GameIdParts parts;
  const bool are_numbers =
      absl::SimpleAtoi(texts.first, &parts.tournament_id) && absl::SimpleAtoi(texts.second, &parts.number);
  const bool are_ids = are_numbers && parts.tournament_id > 0 && parts.number > 0;
  // Rejects other spellings of the same numbers, as 07-42.
  return are_ids && GameIdOf(parts.tournament_id, parts.number) == game_id ? parts : GameIdParts();
}

std::vector<absl::StatusOr<EncodedRecord>> EncodeResults(absl::Span<const GameResult> results) {
  std::vector<absl::StatusOr<EncodedRecord>> encoded;
  for (const GameResult& result : results) encoded.push_back(ValidateAndEncode(result));
  return encoded;
}

absl::StatusOr<std::vector<Receipt>> StoreResults(Database& database, absl::Span<const GameResult> results) {
  return StoreResults(database, results, EncodeResults(results));
}

absl::StatusOr<std::vector<Receipt>> StoreResults(Database& database, absl::Span<const GameResult> results,
                                                  absl::Span<const absl::StatusOr<EncodedRecord>> encoded) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  std::vector<StoredResult> stored;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!encoded[i].ok()) {
      stored.push_back(Refused(encoded[i].status()));
      continue;
    }
    FLAGFALL_ASSIGN_OR_RETURN(StoredResult result, StoreOne(database, results[i], *encoded[i]));
    stored.push_back(std::move(result));
  }
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Receipt> receipts, ReceiptsOf(database, std::move(stored)));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return receipts;
}

}  // namespace flagfall::arena::store
