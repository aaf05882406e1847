#include "arena/store/chain_tree.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// The greatest level of a complete node that begins at leaf `begin`, a multiple of its size, and does not pass `end`.
int LevelWithin(std::int64_t begin, std::int64_t end) {
  int level = 0;
  while (begin % (std::int64_t{2} << level) == 0 && begin + (std::int64_t{2} << level) <= end) ++level;
  return level;
}

// The complete nodes that cover the leaves from `begin` to `end`, from left to right. They are the peaks of the tree
// over these leaves where `begin` is a multiple of a power of two that is not less than their count.
absl::StatusOr<std::vector<std::string>> NodesBetween(std::int64_t begin, std::int64_t end, const ReadNode& read) {
  std::vector<std::string> nodes;
  while (begin < end) {
    const int level = LevelWithin(begin, end);
    FLAGFALL_ASSIGN_OR_RETURN(std::string node, read(level, begin >> level));
    nodes.push_back(std::move(node));
    begin += std::int64_t{1} << level;
  }
  return nodes;
}

// The root of the tree with these peaks, of which there must be one.
std::string RootOfPeaks(absl::Span<const std::string> peaks) {
  std::string root = peaks.back();
  for (std::size_t i = peaks.size() - 1; i > 0; --i) root = NodeOf(peaks[i - 1], root);
  return root;
}

}  // namespace

std::string LeafOf(absl::string_view head) { return Sha256Of(absl::StrCat(absl::string_view("\0", 1), head)); }

std::string NodeOf(absl::string_view left, absl::string_view right) {
  return Sha256Of(absl::StrCat("\x01", left, right));
}

ChainTree::ChainTree(std::int64_t size, std::vector<std::string> peaks) : size_(size), peaks_(std::move(peaks)) {}

void ChainTree::Add(absl::string_view head,
                    const std::function<void(int level, std::int64_t number, const std::string& hash)>& on_node) {
  std::string node = LeafOf(head);
  // As in an addition of 1 to the size: each 1 among its last digits is carried.
  int level = 0;
  for (std::int64_t number = size_; number % 2 == 1; number /= 2) {
    node = NodeOf(peaks_.back(), node);
    peaks_.pop_back();
    ++level;
    if (on_node != nullptr) on_node(level, number / 2, node);
  }
  peaks_.push_back(std::move(node));
  ++size_;
}

std::string ChainTree::Root() const {
  FLAGFALL_CHECK(!peaks_.empty());
  return RootOfPeaks(peaks_);
}

absl::StatusOr<std::vector<std::string>> PeaksOf(std::int64_t size, const ReadNode& read) {
  return NodesBetween(0, size, read);
}

absl::StatusOr<std::vector<std::string>> PathOf(std::int64_t link, std::int64_t size, const ReadNode& read) {
  FLAGFALL_CHECK(link >= 1 && link <= size);
  const std::int64_t leaf = link - 1;
  std::vector<std::string> path;
  // `width` leaves stand below the node of this level that the leaf is below of.
  for (std::int64_t width = 1; width < size; width *= 2) {
    const std::int64_t begin = leaf / width * width;
    const std::int64_t beside = begin % (2 * width) == 0 ? begin + width : begin - width;
    // The last node of a level that has no other beside it goes up as it is.
    if (beside >= size) continue;
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> nodes,
                              NodesBetween(beside, std::min(beside + width, size), read));
    path.push_back(RootOfPeaks(nodes));
  }
  return path;
}

std::string RootBy(absl::string_view head, std::int64_t link, std::int64_t size, absl::Span<const std::string> path) {
  if (link < 1 || link > size) return "";
  std::string node = LeafOf(head);
  std::size_t used = 0;
  std::int64_t number = link - 1;
  for (std::int64_t last = size - 1; last > 0; last /= 2, number /= 2) {
    const bool is_right = number % 2 == 1;
    if (!is_right && number == last) continue;
    if (used == path.size()) return "";
    node = is_right ? NodeOf(path[used], node) : NodeOf(node, path[used]);
    ++used;
  }
  return used == path.size() ? node : "";
}

}  // namespace flagfall::arena::store
