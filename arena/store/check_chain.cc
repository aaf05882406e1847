#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/store/chain.h"
#include "arena/store/check.h"
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

struct Expected {
  SignedHead head;
  std::string what;
};

// The walk along the chain.
struct Walk {
  SignedHead at = {.link = 0, .head = FirstHead()};
  ChainTree tree;
  // Heads that are to be in the chain, by their links: those that were kept, and those at which tournaments ended.
  std::multimap<std::int64_t, Expected> expected;
  CheckedChain checked;
};

// Whether the nodes of the tree that the ledger keeps are those of the chain.
absl::Status AddCheckedToTree(Database& database, absl::string_view head, ChainTree& tree) {
  absl::Status status;
  tree.Add(head, [&](int level, std::int64_t number, const std::string& hash) {
    if (level % kChainNodeLevels != 0 || !status.ok()) return;
    const absl::StatusOr<std::string> stored = ReadChainNode(database, level, number);
    if (!stored.ok()) {
      status = stored.status();
    } else if (*stored != hash) {
      status = absl::DataLossError(
          absl::StrCat("node ", number, " of level ", level, " of the tree over the chain has been changed"));
    }
  });
  return status;
}

absl::Status CheckExpected(const Walk& walk, const Expected& expected) {
  const SignedHead& head = expected.head;
  if (walk.at.head != head.head) {
    return absl::DataLossError(absl::StrCat("the history has been rewritten: at link ", head.link,
                                            " the chain has the head ", absl::BytesToHexString(walk.at.head), ", and ",
                                            expected.what, " is ", absl::BytesToHexString(head.head)));
  }
  if (!head.root.empty() && walk.tree.Root() != head.root) {
    return absl::DataLossError(
        absl::StrCat("at link ", head.link, " the tree over the chain has another root than ", expected.what));
  }
  if (head.signature.empty() || head.public_key == walk.at.public_key) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(expected.what, " is signed with another key than the chain names there"));
}

absl::Status CheckLink(Database& database, ChainRow& row, Walk& walk) {
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
  walk.at = {.link = link.link, .head = head, .public_key = walk.at.public_key};
  FLAGFALL_RETURN_IF_ERROR(AddCheckedToTree(database, head, walk.tree));
  if (link.kind == "game") ++walk.checked.games;
  if (link.kind == "void") ++walk.checked.void_attempts;
  if (link.kind == "rating") ++walk.checked.ratings;
  if (link.kind == "key") {
    walk.at.public_key = absl::HexStringToBytes(link.content[0]);
    walk.checked.keys.push_back({.link = link.link, .public_key = walk.at.public_key});
  }
  if (link.kind == "begin" && link.link > 1) return Wrong(link, "the chain begins once, and has done so before");
  const auto [begin, end] = walk.expected.equal_range(link.link);
  for (auto expected = begin; expected != end; ++expected) {
    FLAGFALL_RETURN_IF_ERROR(CheckExpected(walk, expected->second));
  }
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

// The number that the statement selects, if there is one.
absl::StatusOr<std::optional<std::int64_t>> NumberOf(Statement select) {
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  return found ? std::optional(select.Int(0)) : std::nullopt;
}

// The ratings that are chained tell their pool.
absl::Status CheckPools(Database& database) {
  FLAGFALL_ASSIGN_OR_RETURN(
      const std::optional<std::int64_t> tournament,
      NumberOf(database.Prepare(
          "SELECT tournament_id FROM rating_changes JOIN games USING (sequence) JOIN tournaments USING (tournament_id) "
          "WHERE rating_changes.pool IS NOT tournaments.pool LIMIT 1")));
  if (!tournament.has_value()) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat("tournament ", *tournament, ": its pool is not the one in which its games were rated"));
}

absl::Status CheckNoEndIsMissing(Database& database) {
  FLAGFALL_ASSIGN_OR_RETURN(
      const std::optional<std::int64_t> tournament,
      NumberOf(database.Prepare(
          "SELECT tournament_id FROM tournaments WHERE state = 'finished' "
          "AND tournament_id NOT IN (SELECT tournament_id FROM tournament_ends) "
          "AND tournament_id IN (SELECT tournament_id FROM games UNION SELECT tournament_id FROM void_games) "
          "LIMIT 1")));
  if (!tournament.has_value()) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat("the head at which tournament ", *tournament, " ended has been removed: it is finished"));
}

// What the ledger holds beside what is hashed: that hashes of records and of specs, which the walk has found to be
// those that were chained, are those of the records and specs that are there, and that other columns and tables say the
// same as these.
absl::Status CheckWhatIsHashed(Database& database) {
  FLAGFALL_RETURN_IF_ERROR(CheckSpecs(database));
  FLAGFALL_RETURN_IF_ERROR(CheckGames(database));
  FLAGFALL_RETURN_IF_ERROR(CheckPools(database));
  return CheckNoEndIsMissing(database);
}

absl::Status CheckSignature(const SignedHead& newest, const Walk& walk, const KeptOfChain& kept) {
  const SignedHead& end = walk.at;
  if (newest.link > end.link) {
    return absl::DataLossError(absl::StrCat("the end of the chain has been cut off: it ends with link ", end.link,
                                            ", and the signed head is of link ", newest.link));
  }
  if (newest.link < end.link) {
    return absl::DataLossError(absl::StrCat("the chain ends with link ", end.link, ", but only what is up to link ",
                                            newest.link, " is signed"));
  }
  if (newest.head != end.head) return absl::DataLossError("the signed head is not that of the chain");
  if (newest.root != walk.tree.Root()) {
    return absl::DataLossError("the signed root is not that of the tree over the chain");
  }
  if (!IsSignedHead(newest)) return absl::DataLossError("the signature of the chain's head is not one of its key");
  if (newest.public_key != end.public_key) {
    return absl::DataLossError("the chain's head is signed with another key than the chain names");
  }
  if (kept.public_key.empty() || kept.public_key == newest.public_key) return absl::OkStatus();
  std::string wrong =
      absl::StrCat("the chain's head is signed with the key ", absl::BytesToHexString(newest.public_key),
                   ", and not with ", absl::BytesToHexString(kept.public_key));
  for (const KeyStart& key : walk.checked.keys) {
    if (key.public_key != kept.public_key) continue;
    absl::StrAppend(&wrong, ", with which it was signed from link ", key.link,
                    " on, before the key changed, last at link ", walk.checked.keys.back().link);
    break;
  }
  return absl::DataLossError(wrong);
}

// The heads with which tournaments ended.
absl::StatusOr<std::vector<Expected>> TournamentEnds(Database& database) {
  Statement select = database.Prepare(
      "SELECT tournament_id, link, head, root, tournament_ends.public_key, signature FROM tournament_ends LEFT JOIN "
      "chain USING (link) ORDER BY tournament_id");
  return select.Collect<Expected>([](const Statement& row) {
    return Expected{.head = {.link = row.Int(1),
                             .head = row.Blob(2),
                             .root = row.Blob(3),
                             .public_key = row.Blob(4),
                             .signature = row.Blob(5)},
                    .what = absl::StrCat("the head at which tournament ", row.Int(0), " ended")};
  });
}

// A head that was kept may be LINK:HEAD alone, without a signature.
absl::Status ExpectKept(const std::vector<SignedHead>& heads, Walk& walk) {
  for (const SignedHead& head : heads) {
    if (!head.signature.empty() && !IsSignedHead(head)) {
      return absl::DataLossError(
          "the head that was kept has no signature of its key: it is none that a home has given");
    }
    walk.expected.emplace(head.link, Expected{head, "the head that was kept"});
  }
  return absl::OkStatus();
}

absl::Status ExpectEnds(Database& database, Walk& walk) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Expected> ends, TournamentEnds(database));
  for (const Expected& end : ends) {
    // One whose link is not there has no head either, which the walk finds.
    if (!end.head.head.empty() && !IsSignedHead(end.head)) {
      return absl::DataLossError(
          absl::StrCat(end.what, " is not the one that was signed then: the history has been rewritten"));
    }
    walk.expected.emplace(end.head.link, end);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<CheckedChain> CheckChain(Database& database, const KeptOfChain& kept) {
  // While others write, all is to be of one moment.
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginReading(database));
  Walk walk;
  FLAGFALL_RETURN_IF_ERROR(ExpectKept(kept.heads, walk));
  FLAGFALL_RETURN_IF_ERROR(ExpectEnds(database, walk));
  const absl::StatusOr<SignedHead> newest = NewestHead(database);
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(std::vector<ChainRow> rows, ChainRowsAfter(database, walk.at.link));
    if (rows.empty()) break;
    for (ChainRow& row : rows) FLAGFALL_RETURN_IF_ERROR(CheckLink(database, row, walk));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckNothingIsUnchained(database));
  FLAGFALL_RETURN_IF_ERROR(CheckNothingIsChainedTwice(database));
  if (absl::IsNotFound(newest.status())) return absl::DataLossError("the chain has no signed head");
  FLAGFALL_RETURN_IF_ERROR(newest.status());
  FLAGFALL_RETURN_IF_ERROR(CheckSignature(*newest, walk, kept));
  if (const auto beyond = walk.expected.upper_bound(walk.at.link); beyond != walk.expected.end()) {
    return absl::DataLossError(absl::StrCat("the end of the chain has been cut off: it ends with link ", walk.at.link,
                                            ", and ", beyond->second.what, " is of link ", beyond->first));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckWhatIsHashed(database));
  walk.checked.newest = *newest;
  FLAGFALL_ASSIGN_OR_RETURN(walk.checked.tournaments, database.Prepare("SELECT count(*) FROM tournaments").Number());
  return walk.checked;
}

}  // namespace flagfall::arena::store
