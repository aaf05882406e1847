#include "arena/queries/answer_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::queries {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

using Cache = AnswerCache<std::string>;

std::size_t SizeOf(const std::string& answer) { return answer.size(); }

class AnswerCacheTest : public testing::Test {
 protected:
  // How often the page had to be made.
  int Ask(const std::string& name, Freshness freshness, std::int64_t ledger = 1) {
    const auto answer = cache_.Get(name, freshness, ledger, [&] {
      ++made_;
      now_ += cost_;
      return std::make_shared<const std::string>(1000, 'x');
    });
    EXPECT_THAT(answer, IsOk());
    return made_;
  }

  Cache::Time now_ = Cache::Time(seconds(1000));
  milliseconds cost_{0};
  int made_ = 0;
  Cache cache_{4000, SizeOf, [this] { return now_; }};
};

TEST_F(AnswerCacheTest, AnAnswerIsGoodUntilTheLedgerHasChanged) {
  EXPECT_EQ(Ask("a", Freshness::kLedger, 1), 1);
  now_ += seconds(1000);
  EXPECT_EQ(Ask("a", Freshness::kLedger, 1), 1);
  EXPECT_EQ(Ask("a", Freshness::kLedger, 2), 2);
  EXPECT_EQ(Ask("b", Freshness::kLedger, 2), 3);
}

TEST_F(AnswerCacheTest, WhatMovesIsGoodForAMoment) {
  EXPECT_EQ(Ask("a", Freshness::kMoment), 1);
  now_ += milliseconds(400);
  EXPECT_EQ(Ask("a", Freshness::kMoment, 2), 1);
  now_ += milliseconds(200);
  EXPECT_EQ(Ask("a", Freshness::kMoment), 2);
}

TEST_F(AnswerCacheTest, WhatNeverChangesIsMadeOnce) {
  EXPECT_EQ(Ask("a", Freshness::kForever, 1), 1);
  now_ += seconds(100'000);
  EXPECT_EQ(Ask("a", Freshness::kForever, 2), 1);
}

TEST_F(AnswerCacheTest, WhatTookLongIsNotMadeAnewForEveryChange) {
  cost_ = milliseconds(300);
  EXPECT_EQ(Ask("a", Freshness::kLedger, 1), 1);
  now_ += milliseconds(2900);
  EXPECT_EQ(Ask("a", Freshness::kLedger, 2), 1);
  now_ += milliseconds(200);
  EXPECT_EQ(Ask("a", Freshness::kLedger, 3), 2);
}

TEST_F(AnswerCacheTest, WhatWasNotAskedForTheLongestGoesFirst) {
  for (const char* name : {"a", "b"}) Ask(name, Freshness::kForever);
  EXPECT_EQ(Ask("a", Freshness::kForever), 2);
  Ask("c", Freshness::kForever);
  EXPECT_EQ(Ask("a", Freshness::kForever), 3) << "three answers of 1,512 bytes are more than 4,000";
  EXPECT_EQ(Ask("b", Freshness::kForever), 4);
}

TEST_F(AnswerCacheTest, ErrorsAreNotKept) {
  const auto failing = [] { return absl::NotFoundError("not yet"); };
  EXPECT_THAT(cache_.Get("a", Freshness::kForever, 1, failing), IsError(absl::StatusCode::kNotFound, "not yet"));
  EXPECT_EQ(Ask("a", Freshness::kForever), 1);
}

TEST_F(AnswerCacheTest, WhatThrowsIsMadeAgain) {
  const auto throwing = []() -> Cache::Made { throw std::bad_alloc(); };
  EXPECT_THROW((void)cache_.Get("a", Freshness::kForever, 1, throwing), std::bad_alloc);
  EXPECT_EQ(Ask("a", Freshness::kForever), 1);
}

TEST(AnswerCacheOfMany, WhatManyAskForIsMadeOnce) {
  Cache cache(1 << 20, SizeOf);
  std::atomic<int> made = 0, asking = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      ++asking;
      const auto answer = cache.Get("a", Freshness::kForever, 1, [&] {
        ++made;
        while (asking < 4) std::this_thread::yield();
        return std::make_shared<const std::string>("x");
      });
      EXPECT_EQ(**answer, "x");
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
}

TEST_F(AnswerCacheTest, WhatIsBeingMadeIsNotWaitedForWhereNobodyWaits) {
  const auto answer = cache_.TryGet("a", Freshness::kForever, 1, [&] {
    const auto meanwhile = cache_.TryGet("a", Freshness::kForever, 1, [] { return absl::InternalError("made twice"); });
    EXPECT_THAT(meanwhile, IsError(absl::StatusCode::kAborted, "being made"));
    EXPECT_EQ(Ask("b", Freshness::kForever), 1);
    return std::make_shared<const std::string>("x");
  });
  EXPECT_THAT(answer, IsOk());
  EXPECT_EQ(Ask("a", Freshness::kForever), 1);
}

}  // namespace
}  // namespace flagfall::arena::queries
