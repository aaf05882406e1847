#ifndef ARENA_STORE_CHAIN_END_H_
#define ARENA_STORE_CHAIN_END_H_

#include <cstdint>
#include <string>

#include "arena/store/chain_tree.h"

namespace flagfall::arena::store {

// Where a ledger's chain ends, as a writer keeps it in memory from one commit to the next.
struct ChainEnd {
  // The head at the last link; the tree is of as many heads as there are links.
  std::string head;
  ChainTree tree = {};
  // SQLite's data_version as this was read: it is another one as soon as anybody else has written.
  std::int64_t data_version = 0;
};

// Another key signs a ledger's chain than before.
struct KeyChange {
  // The link from which on it does.
  std::int64_t link = 0;
  // Public keys, 32 raw bytes each.
  std::string before = {};
  std::string now = {};
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_CHAIN_END_H_
