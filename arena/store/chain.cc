// How results are chained. Triggers add a link for each game, void attempt and rating in the order in which they are
// stored, whoever stores them; the commit of the transaction then computes the heads and signs the newest.
#include "arena/store/chain.h"

#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/store/ledger_size.h"
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

absl::Status StoreSigned(Database& database, const SignedHead& head, bool is_first) {
  Statement store = database.Prepare(
      is_first
          ? "INSERT INTO signed_head (only, link, head, root, public_key, signature) VALUES (1, ?1, ?2, ?3, ?4, ?5)"
          : "UPDATE signed_head SET link = ?1, head = ?2, root = ?3, public_key = ?4, signature = ?5");
  store.Bind(head.link).BindBlob(head.head).BindBlob(head.root);
  return store.BindBlob(head.public_key).BindBlob(head.signature).Run();
}

// Adds the head of a link to the tree, and stores what of it is kept.
absl::Status AddToTree(Database& database, absl::string_view head, ChainTree& tree) {
  absl::Status status;
  tree.Add(head, [&](int level, std::int64_t number, const std::string& hash) {
    if (level % kChainNodeLevels != 0 || !status.ok()) return;
    Statement insert = database.Prepare("INSERT INTO chain_nodes (level, number, hash) VALUES (?1, ?2, ?3)");
    status = insert.Bind(std::int64_t{level}).Bind(number).BindBlob(hash).Run();
  });
  return status;
}

// Where the chain ends for which the newest signed head stands.
absl::StatusOr<ChainEnd> ReadEnd(Database& database, const absl::StatusOr<SignedHead>& newest) {
  ChainEnd end{.head = FirstHead()};
  FLAGFALL_ASSIGN_OR_RETURN(end.data_version, ChangesSeen(database));
  if (absl::IsNotFound(newest.status())) return end;
  FLAGFALL_RETURN_IF_ERROR(newest.status());
  end.head = newest->head;
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<std::string> peaks, PeaksOf(newest->link, [&](int level, std::int64_t number) {
                              return ReadChainNode(database, level, number);
                            }));
  end.tree = ChainTree(newest->link, std::move(peaks));
  return end;
}

// Whether the chain ends where `end` says, but for links that have been added since and are not sealed, which are put
// into `added`.
absl::StatusOr<bool> IsEnd(Database& database, const ChainEnd& end, std::vector<ChainRow>& added) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t data_version, ChangesSeen(database));
  if (data_version != end.data_version) return false;
  FLAGFALL_ASSIGN_OR_RETURN(added, ChainRowsAfter(database, end.tree.size()));
  return added.empty() || added.front().head.empty();
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

absl::StatusOr<std::string> ReadChainNode(Database& database, int level, std::int64_t number) {
  if (level % kChainNodeLevels != 0) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::string left, ReadChainNode(database, level - 1, 2 * number));
    FLAGFALL_ASSIGN_OR_RETURN(const std::string right, ReadChainNode(database, level - 1, 2 * number + 1));
    return NodeOf(left, right);
  }
  Statement select = database.Prepare(level == 0 ? "SELECT head FROM chain WHERE link = ?2 + 1 AND ?1 = 0"
                                                 : "SELECT hash FROM chain_nodes WHERE level = ?1 AND number = ?2");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(std::int64_t{level}).Bind(number).Next());
  if (!found || select.IsNull(0)) return absl::DataLossError("a node of the tree over the chain has been removed");
  return level == 0 ? LeafOf(select.Blob(0)) : select.Blob(0);
}

absl::StatusOr<SignedHead> NewestHead(Database& database) {
  Statement select = database.Prepare("SELECT link, head, root, public_key, signature FROM signed_head");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return absl::NotFoundError("no head of the ledger's chain has been signed yet");
  return SignedHead{.link = select.Int(0),
                    .head = select.Blob(1),
                    .root = select.Blob(2),
                    .public_key = select.Blob(3),
                    .signature = select.Blob(4)};
}

absl::Status NoteTournamentEnd(Database& database, std::int64_t tournament_id) {
  Statement note = database.Prepare(
      "INSERT INTO tournament_ends (tournament_id, link, root, public_key, signature) "
      "SELECT ?1, link, root, public_key, signature FROM signed_head WHERE true "
      "ON CONFLICT DO UPDATE SET link = excluded.link, root = excluded.root, public_key = excluded.public_key, "
      "signature = excluded.signature");
  return note.Bind(tournament_id).Run();
}

absl::StatusOr<std::optional<SignedHead>> HeadOfTournament(Database& database, std::int64_t tournament_id) {
  Statement select = database.Prepare(
      "SELECT link, head, root, tournament_ends.public_key, signature FROM tournament_ends JOIN chain USING (link) "
      "WHERE tournament_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(tournament_id).Next());
  if (!found) return std::nullopt;
  return SignedHead{.link = select.Int(0),
                    .head = select.Blob(1),
                    .root = select.Blob(2),
                    .public_key = select.Blob(3),
                    .signature = select.Blob(4)};
}

absl::Status SealChain(Database& database, const SigningKey& key, std::optional<ChainEnd>& end) {
  std::vector<ChainRow> rows;
  bool is_known = false;
  if (end.has_value()) {
    FLAGFALL_ASSIGN_OR_RETURN(is_known, IsEnd(database, *end, rows));
  }
  if (!is_known) {
    FLAGFALL_ASSIGN_OR_RETURN(end, ReadEnd(database, NewestHead(database)));
    FLAGFALL_ASSIGN_OR_RETURN(rows, ChainRowsAfter(database, end->tree.size()));
  }
  if (rows.empty()) return absl::OkStatus();
  const bool is_first = end->tree.size() == 0;
  while (!rows.empty()) {
    for (ChainRow& row : rows) {
      // What a transaction has just stored is there.
      FLAGFALL_ASSIGN_OR_RETURN(const bool found, ReadContent(database, row.link));
      if (!found) return absl::DataLossError("the ledger does not hold what a link of its chain tells of");
      end->head = HeadOf(end->head, row.link);
      FLAGFALL_RETURN_IF_ERROR(StoreHead(database, row.link.link, end->head));
      FLAGFALL_RETURN_IF_ERROR(AddToTree(database, end->head, end->tree));
    }
    // Most often they were all that there are.
    const bool may_be_more = rows.size() == static_cast<std::size_t>(kLinksMax);
    rows.clear();
    if (may_be_more) {
      FLAGFALL_ASSIGN_OR_RETURN(rows, ChainRowsAfter(database, end->tree.size()));
    }
  }
  SignedHead head{.link = end->tree.size(), .head = end->head, .root = end->tree.Root(), .public_key = key.PublicKey()};
  head.signature = key.Sign(SignedText(head));
  return StoreSigned(database, head, is_first);
}

absl::Status SealChain(Database& database, const SigningKey& key) {
  std::optional<ChainEnd> unknown;
  return SealChain(database, key, unknown);
}

absl::StatusOr<std::optional<KeyChange>> BeginChain(Database& database, const SigningKey& key) {
  const absl::StatusOr<SignedHead> newest = NewestHead(database);
  if (!newest.ok() && !absl::IsNotFound(newest.status())) return newest.status();
  const bool is_new_key = !newest.ok() || newest->public_key != key.PublicKey();
  if (!is_new_key) {
    // Most often nothing is to be done, and a writer opens the ledger also while another program has it locked.
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<ChainRow> unsealed, ChainRowsAfter(database, newest->link));
    if (unsealed.empty()) return std::nullopt;
  }
  std::optional<KeyChange> change;
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  if (is_new_key) {
    Statement insert = database.Prepare(
        "INSERT INTO chain (kind, game_id, attempt, public_key) VALUES ('key', '', 0, ?1) RETURNING link");
    FLAGFALL_RETURN_IF_ERROR(insert.BindBlob(key.PublicKey()).Next().status());
    if (newest.ok()) change = {.link = insert.Int(0), .before = newest->public_key, .now = key.PublicKey()};
    FLAGFALL_RETURN_IF_ERROR(insert.Run());
  }
  FLAGFALL_RETURN_IF_ERROR(SealChain(database, key));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return change;
}

std::string TextOf(const KeyChange& change) {
  return absl::StrCat(
      "the key ", kChainKeyFileName, " is another one than before: from link ", change.link,
      " on the ledger's chain is signed with ", absl::BytesToHexString(change.now), ", and no longer with ",
      absl::BytesToHexString(change.before),
      ". Tell everybody who keeps the old key that this one is new; if it is not meant to be, put the old "
      "file back");
}

}  // namespace flagfall::arena::store
