#ifndef ARENA_STORE_CHAIN_H_
#define ARENA_STORE_CHAIN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/chain_end.h"
#include "arena/store/chain_format.h"
#include "arena/store/database.h"
#include "referee/base/ed25519.h"

namespace flagfall::arena::store {

// The file of a home's private key, beside its ledger.
inline constexpr char kChainKeyFileName[] = "flagfall.key";

// Notes the key where the newest head is signed with another one or with none, and computes and signs what is left to
// be. A writer calls it when it opens the ledger. Returns what was noted where another key has signed before.
absl::StatusOr<std::optional<KeyChange>> BeginChain(Database& database, const SigningKey& key);

// For the host: which key is new, which it takes the place of, and what to do.
std::string TextOf(const KeyChange& change);

// Computes the heads of the links that the transaction under way has added, and signs the newest with the tree's root.
// Does nothing when it has added none. `end` is where a transaction before has left the chain, if it is known, and is
// brought to where this one leaves it; it must be forgotten when the transaction is rolled back or this fails.
absl::Status SealChain(Database& database, const SigningKey& key, std::optional<ChainEnd>& end);
absl::Status SealChain(Database& database, const SigningKey& key);

// NOT_FOUND when no head has been signed yet.
absl::StatusOr<SignedHead> NewestHead(Database& database);

// Notes the newest head as that at which the tournament has ended, in the transaction under way, whose links must be
// sealed. Does nothing where nothing is signed.
absl::Status NoteTournamentEnd(Database& database, std::int64_t tournament_id);

// The newest head when the tournament was finished, after which all of its results and ratings were chained; absent
// when it is not finished.
absl::StatusOr<std::optional<SignedHead>> HeadOfTournament(Database& database, std::int64_t tournament_id);

// What a stranger has kept or been told, against which a chain is checked.
struct KeptOfChain {
  // Each is to be in the chain.
  std::vector<SignedHead> heads = {};
  // 32 raw bytes; empty where it is not known.
  std::string public_key = {};
};

struct KeyStart {
  std::int64_t link = 0;
  // 32 raw bytes.
  std::string public_key = {};
};

struct CheckedChain {
  SignedHead newest;
  // Of how many games that count, void attempts and rating changes there are links, and how many specs were compared.
  std::int64_t games = 0;
  std::int64_t void_attempts = 0;
  std::int64_t ratings = 0;
  std::int64_t tournaments = 0;
  // The keys that have signed, each with the link from which on it does.
  std::vector<KeyStart> keys = {};
};

// Computes the whole chain, and the tree over it, anew from what the ledger holds; then looks whether records and specs
// have the hashes that were chained, and whether all other tables that tell of games and tournaments say the same as
// these (CheckGames, CheckSpecs). DATA_LOSS names the first link, game or tournament that does not fit, what has no
// link, or how a signature or what was kept contradicts the chain.
absl::StatusOr<CheckedChain> CheckChain(Database& database, const KeptOfChain& kept);

// --- For the chain's own files. ---

struct ChainRow {
  ChainLink link;
  // Empty of a link whose head has not been computed.
  std::string head = {};
};

// The links after `link`, some at once, without their content.
absl::StatusOr<std::vector<ChainRow>> ChainRowsAfter(Database& database, std::int64_t link);

// The levels of the tree whose numbers are multiples of this are stored.
inline constexpr int kChainNodeLevels = 8;

// The hash of a complete node of the tree over the chain (ReadNode). DATA_LOSS when what it is read from is not there.
absl::StatusOr<std::string> ReadChainNode(Database& database, int level, std::int64_t number);

// Reads what the link tells of. False when the ledger does not hold it.
absl::StatusOr<bool> ReadContent(Database& database, ChainLink& link);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_CHAIN_H_
