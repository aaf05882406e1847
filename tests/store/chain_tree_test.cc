#include "arena/store/chain_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "referee/base/sha256.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::store {
namespace {

std::string HeadNumbered(std::int64_t link) { return Sha256Of(absl::StrCat("head ", link)); }

// MTH of RFC 6962, section 2.1, word for word: the other engine.
std::string RootFrom(std::int64_t begin, std::int64_t end) {
  if (end - begin == 1) return LeafOf(HeadNumbered(begin + 1));
  std::int64_t half = 1;
  while (2 * half < end - begin) half *= 2;
  return NodeOf(RootFrom(begin, begin + half), RootFrom(begin + half, end));
}

// A tree with all of its nodes.
struct WholeTree {
  explicit WholeTree(std::int64_t size) {
    for (std::int64_t link = 1; link <= size; ++link) {
      nodes[{0, link - 1}] = LeafOf(HeadNumbered(link));
      tree.Add(HeadNumbered(link), [this](int level, std::int64_t number, const std::string& hash) {
        EXPECT_TRUE(nodes.emplace(std::pair(level, number), hash).second) << "a node is complete once";
      });
    }
  }
  ReadNode Read() const {
    return [this](int level, std::int64_t number) -> absl::StatusOr<std::string> {
      const auto found = nodes.find({level, number});
      if (found == nodes.end()) return absl::NotFoundError(absl::StrCat(level, " ", number));
      return found->second;
    };
  }

  ChainTree tree;
  std::map<std::pair<int, std::int64_t>, std::string> nodes;
};

// The example of the header, and RFC 6962's prefixes, computed by `sha256sum`.
TEST(ChainTree, LeavesAndNodesHaveThePrefixesOfTheRfc) {
  EXPECT_EQ(absl::BytesToHexString(LeafOf("")), "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
  EXPECT_EQ(LeafOf("ab"), Sha256Of(absl::string_view("\0ab", 3)));
  EXPECT_EQ(NodeOf("a", "b"), Sha256Of("\1ab"));
}

TEST(ChainTree, EveryRootIsThatOfTheRfcAndEveryPathLeadsToIt) {
  for (std::int64_t size = 1; size <= 70; ++size) {
    const WholeTree whole(size);
    const std::string root = RootFrom(0, size);
    EXPECT_EQ(whole.tree.Root(), root) << size;
    const auto peaks = PeaksOf(size, whole.Read());
    ASSERT_THAT(peaks, IsOk());
    EXPECT_EQ(*peaks, whole.tree.peaks()) << size;
    for (std::int64_t link = 1; link <= size; ++link) {
      const auto path = PathOf(link, size, whole.Read());
      ASSERT_THAT(path, IsOk()) << link << " of " << size;
      EXPECT_EQ(RootBy(HeadNumbered(link), link, size, *path), root) << link << " of " << size;
    }
  }
}

TEST(ChainTree, ATreeThatIsTakenUpGrowsOnAsTheSame) {
  const WholeTree whole(300);
  for (const std::int64_t size : {0, 1, 2, 255, 256, 257, 299}) {
    ChainTree tree(size, *PeaksOf(size, whole.Read()));
    for (std::int64_t link = size + 1; link <= 300; ++link) tree.Add(HeadNumbered(link));
    EXPECT_EQ(tree.Root(), whole.tree.Root()) << size;
  }
}

// A path shows one head at one link of one size, and nothing else.
TEST(ChainTree, APathOfAnotherPlaceLeadsToAnotherRoot) {
  const std::uint64_t seed = 20'261;
  SCOPED_TRACE(absl::StrCat("seed ", seed));
  std::mt19937_64 random(seed);
  for (int round = 0; round < 300; ++round) {
    const auto size = static_cast<std::int64_t>(2 + random() % 600);
    const auto link = static_cast<std::int64_t>(1 + random() % static_cast<std::uint64_t>(size));
    const WholeTree whole(size);
    std::vector<std::string> path = *PathOf(link, size, whole.Read());
    const std::string root = whole.tree.Root();
    const auto other = static_cast<std::int64_t>(1 + random() % static_cast<std::uint64_t>(size));
    if (other != link) {
      EXPECT_NE(RootBy(HeadNumbered(link), other, size, path), root) << other << " for " << link << " of " << size;
      EXPECT_NE(RootBy(HeadNumbered(other), link, size, path), root) << other << " for " << link << " of " << size;
    }
    path[random() % path.size()][random() % 32] ^= static_cast<char>(1 << random() % 8);
    EXPECT_NE(RootBy(HeadNumbered(link), link, size, path), root) << link << " of " << size;
    path.pop_back();
    EXPECT_EQ(RootBy(HeadNumbered(link), link, size, path), "") << link << " of " << size;
  }
}

TEST(ChainTree, APathOfAnotherLengthLeadsNowhere) {
  const std::string node(32, 'n');
  EXPECT_EQ(RootBy(HeadNumbered(1), 1, 1, {node}), "");
  EXPECT_EQ(RootBy(HeadNumbered(1), 1, 2, {}), "");
  EXPECT_EQ(RootBy(HeadNumbered(1), 0, 2, {node}), "");
  EXPECT_EQ(RootBy(HeadNumbered(1), 3, 2, {node}), "");
  EXPECT_EQ(RootBy(HeadNumbered(1), 1, 1, {}), LeafOf(HeadNumbered(1)));
}

}  // namespace
}  // namespace flagfall::arena::store
