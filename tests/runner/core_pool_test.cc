#include "arena/runner/core_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::runner {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Core> Machine(int cores) {
  std::vector<Core> all;
  for (int core = 0; core < cores; ++core) all.push_back({{core, core + cores}});
  return all;
}

TEST(CorePool, TakesACoreForTheHostAndOneForAGame) {
  for (const int cores : {0, 1}) {
    EXPECT_THAT(CorePool::Make(Machine(cores)).status(),
                IsError(absl::StatusCode::kFailedPrecondition, "may run on " + std::to_string(cores) + " alone"));
  }
  const auto pool = *CorePool::Make(Machine(2));
  EXPECT_EQ(pool->host(), (Core{{0, 2}}));
  EXPECT_EQ(pool->size(), 1u);
}

class CorePoolTest : public testing::Test {
 protected:
  std::unique_ptr<CorePool::Claim> Ask(const std::string& name, std::size_t count) {
    return pool_->Ask(count, [this, name] { granted_.push_back(name); });
  }

  std::unique_ptr<CorePool> pool_ = *CorePool::Make(Machine(5));
  std::vector<std::string> granted_;
};

TEST_F(CorePoolTest, GivesWhatIsFreeAtOnce) {
  const auto a = Ask("a", 2);
  const auto b = Ask("b", 1);
  EXPECT_THAT(a->cores(), ElementsAre(Core{{1, 6}}, Core{{2, 7}}));
  EXPECT_THAT(b->cores(), ElementsAre(Core{{3, 8}}));
  EXPECT_THAT(granted_, ElementsAre("a", "b"));
}

TEST_F(CorePoolTest, WhoAsksFirstIsServedFirst) {
  auto a = Ask("a", 2);
  auto b = Ask("b", 2);
  const auto wide = Ask("wide", 2);
  const auto narrow = Ask("narrow", 1);
  EXPECT_THAT(wide->cores(), IsEmpty());
  EXPECT_THAT(narrow->cores(), IsEmpty());
  b.reset();
  EXPECT_THAT(granted_, ElementsAre("a", "b", "wide"));
  EXPECT_THAT(wide->cores(), ElementsAre(Core{{3, 8}}, Core{{4, 9}}));
  a.reset();
  EXPECT_THAT(granted_, ElementsAre("a", "b", "wide", "narrow"));
  EXPECT_THAT(narrow->cores(), ElementsAre(Core{{1, 6}}));
}

TEST_F(CorePoolTest, WhoLeavesTheLineLetsTheNextIn) {
  const auto a = Ask("a", 3);
  auto wide = Ask("wide", 2);
  const auto narrow = Ask("narrow", 1);
  wide.reset();
  EXPECT_THAT(granted_, ElementsAre("a", "narrow"));
  EXPECT_THAT(narrow->cores(), ElementsAre(Core{{4, 9}}));
}

// Nobody has a core that another has, and all come to theirs in the end.
TEST_F(CorePoolTest, NoCoreHasTwoOwners) {
  std::mt19937 random(7);
  std::map<int, std::unique_ptr<CorePool::Claim>> claims;
  for (int i = 0; i < 20'000; ++i) {
    if (claims.size() < 12 && random() % 2 == 0) {
      claims[i] = Ask(std::to_string(i), 1 + random() % 4);
    } else if (!claims.empty()) {
      claims.erase(std::next(claims.begin(), static_cast<std::ptrdiff_t>(random() % claims.size())));
    }
    std::set<int> owned;
    std::size_t cores = 0;
    bool is_one_waiting = false;
    for (const auto& [name, claim] : claims) {
      for (const Core& core : claim->cores()) {
        ++cores;
        owned.insert(core.processors.front());
      }
      is_one_waiting = is_one_waiting || claim->cores().empty();
    }
    ASSERT_EQ(owned.size(), cores);
    ASSERT_FALSE(owned.contains(0)) << "the host's";
    ASSERT_TRUE(!is_one_waiting || cores > 0);
  }
}

}  // namespace
}  // namespace flagfall::arena::runner
