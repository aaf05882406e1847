// How results are chained. Triggers add a link for each game, void attempt and rating in the order in which they are
// stored, whoever stores them; the commit of the transaction then computes the heads and signs the newest.
#include "arena/store/chain.h"

#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// How many links are in memory at once.
constexpr std::int64_t kLinksMax = 10'000;

// How the content of a kind of link is read: for ?1, a game's id, and ?2, an attempt.
struct ContentQuery {
  const char* sql;
  int columns;
};

#define FLAGFALL_WITH_PLAYERS(table)                               \
  " FROM " table " LEFT JOIN bots AS reds ON reds.bot_id = " table \
  ".red_bot_id LEFT JOIN bots AS blues ON blues.bot_id = " table   \
  ".blue_bot_id LEFT JOIN tournaments ON tournaments.tournament_id = " table ".tournament_id "

constexpr ContentQuery kGame = {
    "SELECT lower(hex(record_sha256)), coalesce(lower(hex(spec_sha256)), ''), coalesce(reds.name, ''), "
    "coalesce(blues.name, ''), result, reason, detail, plies, games.start_time_us, duration_us, sequence, round, "
    "coalesce(first_of_pair, 0)" FLAGFALL_WITH_PLAYERS("games") "WHERE game_id = ?1 AND attempt = ?2",
    13};

// A game's id becomes the number of its tournament when it is cast, since that is what it begins with.
constexpr ContentQuery kVoid = {
    "SELECT lower(hex(record_sha256)), coalesce(lower(hex(spec_sha256)), ''), coalesce(reds.name, ''), "
    "coalesce(blues.name, ''), reason, detail, plies, void_games.start_time_us, duration_us" FLAGFALL_WITH_PLAYERS(
        "void_games") "WHERE void_games.tournament_id = CAST(?1 AS INTEGER) AND number = CAST(substr(?1, instr(?1, "
                      "'-') + 1) AS INTEGER) AND attempt = ?2",
    9};

constexpr ContentQuery kRating = {
    "SELECT pool, step, coalesce(reds.name, ''), coalesce(blues.name, ''), red_before, blue_before, k, change "
    "FROM games JOIN rating_changes USING (sequence) LEFT JOIN bots AS reds ON reds.bot_id = rating_changes.red_bot_id "
    "LEFT JOIN bots AS blues ON blues.bot_id = rating_changes.blue_bot_id WHERE game_id = ?1 AND attempt = ?2",
    8};

constexpr ContentQuery kUnrated = {
    "SELECT sequence FROM games JOIN unrated_games USING (sequence) WHERE game_id = ?1 AND attempt = ?2", 1};

const ContentQuery* QueryOf(absl::string_view kind) {
  if (kind == "game") return &kGame;
  if (kind == "void") return &kVoid;
  if (kind == "rating") return &kRating;
  return kind == "unrated" ? &kUnrated : nullptr;
}

absl::Status StoreHead(Database& database, std::int64_t link, absl::string_view head) {
  return database.Prepare("UPDATE chain SET head = ?2 WHERE link = ?1").Bind(link).BindBlob(head).Run();
}

absl::Status StoreSigned(Database& database, const SignedHead& head) {
  Statement upsert = database.Prepare(
      "INSERT INTO signed_head (only, link, head, public_key, signature) VALUES (1, ?1, ?2, ?3, ?4) ON CONFLICT DO "
      "UPDATE SET link = excluded.link, head = excluded.head, public_key = excluded.public_key, "
      "signature = excluded.signature");
  return upsert.Bind(head.link).BindBlob(head.head).BindBlob(head.public_key).BindBlob(head.signature).Run();
}

}  // namespace

absl::StatusOr<std::vector<ChainRow>> ChainRowsAfter(Database& database, std::int64_t link) {
  Statement select = database.Prepare(
      "SELECT link, kind, game_id, attempt, coalesce(lower(hex(public_key)), ''), head FROM chain WHERE link > ?1 "
      "ORDER BY link LIMIT ?2");
  return select.Bind(link).Bind(kLinksMax).Collect<ChainRow>([](const Statement& row) {
    ChainRow found{.link = {.link = row.Int(0), .kind = row.Text(1), .game_id = row.Text(2), .attempt = row.Int(3)}};
    if (found.link.kind == "key") found.link.content = {row.Text(4)};
    if (!row.IsNull(5)) found.head = row.Blob(5);
    return found;
  });
}

absl::StatusOr<bool> ReadContent(Database& database, ChainLink& link) {
  const ContentQuery* query = QueryOf(link.kind);
  if (query == nullptr) return true;
  Statement select = database.Prepare(query->sql);
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(link.game_id).Bind(link.attempt).Next());
  for (int column = 0; found && column < query->columns; ++column) link.content.push_back(select.Text(column));
  return found;
}

absl::StatusOr<SignedHead> NewestHead(Database& database) {
  Statement select = database.Prepare("SELECT link, head, public_key, signature FROM signed_head");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return absl::NotFoundError("no head of the ledger's chain has been signed yet");
  return SignedHead{
      .link = select.Int(0), .head = select.Blob(1), .public_key = select.Blob(2), .signature = select.Blob(3)};
}

absl::StatusOr<std::optional<SignedHead>> HeadOfTournament(Database& database, std::int64_t tournament_id) {
  Statement select = database.Prepare(
      "SELECT link, head FROM chain WHERE CAST(game_id AS INTEGER) = ?1 AND game_id <> '' ORDER BY link DESC LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(tournament_id).Next());
  if (!found) return std::nullopt;
  return SignedHead{.link = select.Int(0), .head = select.Blob(1)};
}

absl::Status SealChain(Database& database, const SigningKey& key) {
  const absl::StatusOr<SignedHead> newest = NewestHead(database);
  if (!newest.ok() && !absl::IsNotFound(newest.status())) return newest.status();
  SignedHead head = newest.ok() ? *newest : SignedHead{.link = 0, .head = FirstHead()};
  const std::int64_t sealed_before = head.link;
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(std::vector<ChainRow> rows, ChainRowsAfter(database, head.link));
    if (rows.empty()) break;
    for (ChainRow& row : rows) {
      // What a transaction has just stored is there.
      FLAGFALL_ASSIGN_OR_RETURN(const bool found, ReadContent(database, row.link));
      if (!found) return absl::DataLossError("the ledger does not hold what a link of its chain tells of");
      head.head = HeadOf(head.head, row.link);
      head.link = row.link.link;
      FLAGFALL_RETURN_IF_ERROR(StoreHead(database, head.link, head.head));
    }
  }
  if (head.link == sealed_before) return absl::OkStatus();
  head.public_key = key.PublicKey();
  head.signature = key.Sign(SignedText(head));
  return StoreSigned(database, head);
}

absl::Status BeginChain(Database& database, const SigningKey& key) {
  const absl::StatusOr<SignedHead> newest = NewestHead(database);
  if (!newest.ok() && !absl::IsNotFound(newest.status())) return newest.status();
  const bool is_new_key = !newest.ok() || newest->public_key != key.PublicKey();
  if (!is_new_key) {
    // Most often nothing is to be done, and a writer opens the ledger also while another program has it locked.
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<ChainRow> unsealed, ChainRowsAfter(database, newest->link));
    if (unsealed.empty()) return absl::OkStatus();
  }
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  if (is_new_key) {
    Statement insert =
        database.Prepare("INSERT INTO chain (kind, game_id, attempt, public_key) VALUES ('key', '', 0, ?1)");
    FLAGFALL_RETURN_IF_ERROR(insert.BindBlob(key.PublicKey()).Run());
  }
  FLAGFALL_RETURN_IF_ERROR(SealChain(database, key));
  return transaction.Commit();
}

}  // namespace flagfall::arena::store
