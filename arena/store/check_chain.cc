#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/store/chain.h"
#include "arena/store/record_codec.h"
#include "referee/base/ed25519.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

std::string NameOf(const ChainLink& link) {
  if (link.game_id.empty()) return absl::StrCat("link ", link.link, " of the chain (", link.kind, ")");
  const absl::string_view what = link.kind == "void" ? "void attempt" : link.kind == "game" ? "result" : "rating";
  return absl::StrCat("link ", link.link, " of the chain (the ", what, " of game ", link.game_id, ", attempt ",
                      link.attempt, ")");
}

absl::Status Wrong(const ChainLink& link, absl::string_view what) {
  return absl::DataLossError(absl::StrCat(NameOf(link), ": ", what));
}

// The link holds the hash of a record; this checks that the record has it.
absl::Status CheckRecordOf(Database& database, const ChainLink& link) {
  if (link.kind != "game" && link.kind != "void") return absl::OkStatus();
  Statement select = database.Prepare(
      link.kind == "game" ? "SELECT record FROM game_records JOIN games USING (sequence) WHERE game_id = ?1"
                          : "SELECT record FROM void_games WHERE tournament_id = CAST(?1 AS INTEGER) AND number = "
                            "CAST(substr(?1, instr(?1, '-') + 1) AS INTEGER) AND attempt = ?2");
  select.Bind(link.game_id);
  if (link.kind == "void") select.Bind(link.attempt);
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return Wrong(link, "its record has been removed");
  const absl::Status status = DecodeRecord(select.Blob(0), absl::HexStringToBytes(link.content[0])).status();
  return status.ok() ? status : Wrong(link, "its record has been changed");
}

// The walk along the chain.
struct Walk {
  SignedHead at = {.link = 0, .head = FirstHead()};
  std::string head_at_kept;
  CheckedChain checked;
};

absl::Status CheckLink(Database& database, ChainRow& row, const KeptOfChain& kept, Walk& walk) {
  ChainLink& link = row.link;
  if (link.link != walk.at.link + 1) {
    return absl::DataLossError(
        absl::StrCat("the chain has no link ", walk.at.link + 1, ", which has been removed; the next is ", link.link));
  }
  if (row.head.empty()) return Wrong(link, "has been put in behind the ledger's back, without a head");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, ReadContent(database, link));
  if (!found) return Wrong(link, "the ledger does not hold it any more: it has been removed");
  const std::string head = HeadOf(walk.at.head, link);
  if (head != row.head) return Wrong(link, "what the ledger holds of it, or its place, is not what was chained");
  FLAGFALL_RETURN_IF_ERROR(CheckRecordOf(database, link));
  walk.at = {.link = link.link, .head = head, .public_key = walk.at.public_key};
  if (link.kind == "key") {
    walk.at.public_key = absl::HexStringToBytes(link.content[0]);
    ++walk.checked.keys;
  }
  if (link.kind == "begin") walk.checked.made_afterwards = link.link - 1;
  if (kept.head.has_value() && kept.head->link == link.link) walk.head_at_kept = head;
  return absl::OkStatus();
}

absl::Status CheckNothingIsChainedTwice(Database& database) {
  Statement select = database.Prepare(
      "SELECT kind, game_id FROM chain WHERE game_id <> '' GROUP BY kind, game_id, attempt HAVING count(*) > 1 LIMIT "
      "1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat("the chain has several links of one kind (", select.Text(0), ") for game ", select.Text(1)));
}

// Whether all that is stored has a link. The walk has found that all links are of something stored.
absl::Status CheckNothingIsUnchained(Database& database) {
  Statement select = database.Prepare(
      "SELECT 'game ' || game_id FROM (SELECT game_id, attempt FROM games EXCEPT "
      "  SELECT game_id, attempt FROM chain WHERE kind = 'game') "
      "UNION ALL SELECT 'the rating of game ' || game_id FROM (SELECT game_id FROM rating_changes JOIN games USING "
      "  (sequence) EXCEPT SELECT game_id FROM chain WHERE kind = 'rating') "
      "UNION ALL SELECT 'the missing rating of game ' || game_id FROM (SELECT game_id FROM unrated_games JOIN games "
      "  USING (sequence) EXCEPT SELECT game_id FROM chain WHERE kind = 'unrated') "
      "UNION ALL SELECT 'the void attempt ' || attempt || ' of game ' || game_id FROM (SELECT tournament_id || '-' || "
      "  number AS game_id, attempt FROM void_games EXCEPT SELECT game_id, attempt FROM chain WHERE kind = 'void') "
      "LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(select.Text(0), " has been put in: the chain has no link for it"));
}

absl::Status CheckSignature(const SignedHead& newest, const SignedHead& end, const KeptOfChain& kept) {
  if (newest.link > end.link) {
    return absl::DataLossError(absl::StrCat("the end of the chain has been cut off: it ends with link ", end.link,
                                            ", and the signed head is of link ", newest.link));
  }
  if (newest.link < end.link) {
    return absl::DataLossError(absl::StrCat("the chain ends with link ", end.link, ", but only what is up to link ",
                                            newest.link, " is signed"));
  }
  if (newest.head != end.head) return absl::DataLossError("the signed head is not that of the chain");
  if (!IsSigned(newest.public_key, SignedText(newest), newest.signature)) {
    return absl::DataLossError("the signature of the chain's head is not one of its key");
  }
  if (newest.public_key != end.public_key) {
    return absl::DataLossError("the chain's head is signed with another key than the chain names");
  }
  if (kept.public_key.empty() || kept.public_key == newest.public_key) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("the chain's head is signed with the key ",
                                          absl::BytesToHexString(newest.public_key), ", and not with ",
                                          absl::BytesToHexString(kept.public_key)));
}

absl::Status CheckKept(const Walk& walk, const SignedHead& kept) {
  if (kept.link > walk.at.link) {
    return absl::DataLossError(absl::StrCat("the end of the chain has been cut off: it ends with link ", walk.at.link,
                                            ", and the head that was kept is of link ", kept.link));
  }
  if (!kept.signature.empty() && !IsSigned(kept.public_key, SignedText(kept), kept.signature)) {
    return absl::DataLossError("the head that was kept has no signature of its key: it is none that a home has given");
  }
  if (walk.head_at_kept == kept.head) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("the history has been rewritten: at link ", kept.link,
                                          " the chain has the head ", absl::BytesToHexString(walk.head_at_kept),
                                          ", and the head that was kept is ", absl::BytesToHexString(kept.head)));
}

}  // namespace

absl::StatusOr<CheckedChain> CheckChain(Database& database, const KeptOfChain& kept) {
  // While others write, all is to be of one moment.
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginReading(database));
  Walk walk;
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(std::vector<ChainRow> rows, ChainRowsAfter(database, walk.at.link));
    if (rows.empty()) break;
    for (ChainRow& row : rows) FLAGFALL_RETURN_IF_ERROR(CheckLink(database, row, kept, walk));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckNothingIsUnchained(database));
  FLAGFALL_RETURN_IF_ERROR(CheckNothingIsChainedTwice(database));
  const absl::StatusOr<SignedHead> newest = NewestHead(database);
  if (absl::IsNotFound(newest.status())) return absl::DataLossError("the chain has no signed head");
  FLAGFALL_RETURN_IF_ERROR(newest.status());
  FLAGFALL_RETURN_IF_ERROR(CheckSignature(*newest, walk.at, kept));
  if (kept.head.has_value()) FLAGFALL_RETURN_IF_ERROR(CheckKept(walk, *kept.head));
  walk.checked.newest = *newest;
  return walk.checked;
}

}  // namespace flagfall::arena::store
