#ifndef ARENA_STORE_CHAIN_FORMAT_H_
#define ARENA_STORE_CHAIN_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::store {

// How the links of a ledger's chain are hashed, and how a signed head is written. Both are for ever: strangers keep
// heads.

// A link, as it is hashed.
struct ChainLink {
  std::int64_t link = 0;
  // 'game', 'void', 'rating', 'unrated', 'begin' or 'key'.
  std::string kind;
  std::string game_id;
  std::int64_t attempt = 0;
  // What else the link tells of, in the order that its kind has. Numbers are decimal.
  std::vector<std::string> content = {};
};

// The head before the first link: 32 zero bytes.
std::string FirstHead();

// The head at `link`, 32 raw bytes: the SHA-256 over these fields, each with its length before it in 8 bytes, the
// greatest first: "flagfall-chain:1", the head before, the link's number, kind, game id, attempt, and its content.
std::string HeadOf(absl::string_view head_before, const ChainLink& link);

struct SignedHead {
  std::int64_t link = 0;
  // Raw bytes: 32, 32, 32 and 64. The root is that of the tree over all heads up to this one (chain_tree.h).
  std::string head = {};
  std::string root = {};
  std::string public_key = {};
  std::string signature = {};
};

// What is signed: the fields "flagfall-head:2", the link's number, the head, the root and the public key, as above.
std::string SignedText(const SignedHead& head);

// Whether the head's own key has signed it.
bool IsSignedHead(const SignedHead& head);

// flagfall-head:2:LINK:HEAD:ROOT:PUBLIC-KEY:SIGNATURE, in lower-case hex. LINK:HEAD for a head without a signature.
std::string LineOf(const SignedHead& head);

// Reads such a line, or LINK:HEAD alone, which has no root, no key and no signature. INVALID_ARGUMENT says what is
// wrong with it. The signature is not checked.
absl::StatusOr<SignedHead> HeadOfLine(absl::string_view line);

// Reads 2 * `count` digits of lower-case hex into `count` raw bytes. False when they are none.
bool ReadHex(absl::string_view hex, std::size_t count, std::string& bytes);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_CHAIN_FORMAT_H_
