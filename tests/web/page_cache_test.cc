#include "arena/web/page_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/support/status_matchers.h"

namespace flagfall::arena {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class PageCacheTest : public testing::Test {
 protected:
  // How often the page had to be made.
  int Ask(const std::string& name, Freshness freshness, std::int64_t ledger = 1) {
    const auto content = cache_.Get(name, freshness, ledger, [&]() -> absl::StatusOr<std::shared_ptr<const Content>> {
      ++made_;
      now_ += cost_;
      return ContentOf("text/plain", std::string(1000, 'x'), /*is_packed=*/false);
    });
    EXPECT_THAT(content, IsOk());
    return made_;
  }

  PageCache::Time now_ = PageCache::Time(seconds(1000));
  milliseconds cost_{0};
  int made_ = 0;
  PageCache cache_{4000, [this] { return now_; }};
};

TEST_F(PageCacheTest, APageIsGoodUntilTheLedgerHasChanged) {
  EXPECT_EQ(Ask("a", Freshness::kLedger, 1), 1);
  now_ += seconds(1000);
  EXPECT_EQ(Ask("a", Freshness::kLedger, 1), 1);
  EXPECT_EQ(Ask("a", Freshness::kLedger, 2), 2);
  EXPECT_EQ(Ask("b", Freshness::kLedger, 2), 3);
}

TEST_F(PageCacheTest, WhatMovesIsGoodForAMoment) {
  EXPECT_EQ(Ask("a", Freshness::kMoment), 1);
  now_ += milliseconds(400);
  EXPECT_EQ(Ask("a", Freshness::kMoment, 2), 1);
  now_ += milliseconds(200);
  EXPECT_EQ(Ask("a", Freshness::kMoment), 2);
}

TEST_F(PageCacheTest, WhatNeverChangesIsMadeOnce) {
  EXPECT_EQ(Ask("a", Freshness::kForever, 1), 1);
  now_ += seconds(100'000);
  EXPECT_EQ(Ask("a", Freshness::kForever, 2), 1);
}

TEST_F(PageCacheTest, WhatTookLongIsNotMadeAnewForEveryChange) {
  cost_ = milliseconds(300);
  EXPECT_EQ(Ask("a", Freshness::kLedger, 1), 1);
  now_ += milliseconds(2900);
  EXPECT_EQ(Ask("a", Freshness::kLedger, 2), 1);
  now_ += milliseconds(200);
  EXPECT_EQ(Ask("a", Freshness::kLedger, 3), 2);
}

TEST_F(PageCacheTest, WhatWasNotAskedForTheLongestGoesFirst) {
  for (const char* name : {"a", "b"}) Ask(name, Freshness::kForever);
  EXPECT_EQ(Ask("a", Freshness::kForever), 2);
  Ask("c", Freshness::kForever);
  EXPECT_EQ(Ask("a", Freshness::kForever), 3) << "three pages of 1,512 bytes are more than 4,000";
  EXPECT_EQ(Ask("b", Freshness::kForever), 4);
}

TEST_F(PageCacheTest, ErrorsAreNotKept) {
  const auto failing = [] { return absl::NotFoundError("not yet"); };
  EXPECT_THAT(cache_.Get("a", Freshness::kForever, 1, failing), IsError(absl::StatusCode::kNotFound, "not yet"));
  EXPECT_EQ(Ask("a", Freshness::kForever), 1);
}

TEST(PageCacheOfMany, WhatManyAskForIsMadeOnce) {
  PageCache cache(1 << 20, [] { return std::chrono::steady_clock::now(); });
  std::atomic<int> made = 0, asking = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      ++asking;
      const auto content =
          cache.Get("a", Freshness::kForever, 1, [&]() -> absl::StatusOr<std::shared_ptr<const Content>> {
            ++made;
            while (asking < 4) std::this_thread::yield();
            return ContentOf("text/plain", "x");
          });
      EXPECT_EQ((*content)->plain, "x");
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
}

}  // namespace
}  // namespace flagfall::arena
