#ifndef ARENA_STORE_CHAIN_TREE_H_
#define ARENA_STORE_CHAIN_TREE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace flagfall::arena::store {

// A Merkle tree over the heads of a chain, the head at link 1 first, hashed as RFC 6962 does (section 2.1), so that a
// short path shows that a head is among those below a root. A head commits to its link and to all links before it.
//
// Example, for five heads: the root is N(N(N(L1, L2), N(L3, L4)), L5), with L(head) = SHA-256(0x00 head) and
// N(left, right) = SHA-256(0x01 left right). The path of the third head is L4, N(L1, L2), L5: each is the hash that
// stands beside the way from L3 to the root.
//
// A node is named by its level, 0 for leaves, and its number on that level, from 0; it is complete when its 2^level
// leaves are there, and then never changes.

std::string LeafOf(absl::string_view head);
std::string NodeOf(absl::string_view left, absl::string_view right);

// A tree that grows, of which only the complete nodes are in memory that the root needs: one for each 1 among the
// binary digits of its size.
class ChainTree {
 public:
  ChainTree() = default;
  // Of a tree of that size: its peaks, the greatest first.
  ChainTree(std::int64_t size, std::vector<std::string> peaks);

  std::int64_t size() const { return size_; }
  const std::vector<std::string>& peaks() const { return peaks_; }

  // Adds the head as the last leaf. `on_node` is called for each inner node that is complete with it.
  void Add(absl::string_view head,
           const std::function<void(int level, std::int64_t number, const std::string& hash)>& on_node = nullptr);

  // The tree must not be empty.
  std::string Root() const;

 private:
  std::int64_t size_ = 0;
  std::vector<std::string> peaks_;
};

// Reads the hash of a complete node.
using ReadNode = std::function<absl::StatusOr<std::string>(int level, std::int64_t number)>;

// The peaks of the tree of the first `size` heads.
absl::StatusOr<std::vector<std::string>> PeaksOf(std::int64_t size, const ReadNode& read);

// The path of the head at `link`, from 1, in the tree of the first `size` heads, from the leaf's side upwards.
absl::StatusOr<std::vector<std::string>> PathOf(std::int64_t link, std::int64_t size, const ReadNode& read);

// The root to which the path leads from the head at `link`, in a tree of `size` heads; empty when a path there has
// another length.
std::string RootBy(absl::string_view head, std::int64_t link, std::int64_t size, absl::Span<const std::string> path);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_CHAIN_TREE_H_
