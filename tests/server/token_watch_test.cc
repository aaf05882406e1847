#include "arena/server/token_watch.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>

#include "arena/server/attempt_limit.h"
#include "tests/server/fake_call.h"
#include "tests/support/status_matchers.h"
#include "tests/support/wait.h"

namespace flagfall::arena::server {
namespace {

class TokenWatchTest : public testing::Test {
 protected:
  absl::Status Check(const std::string& token) {
    MutexLock lock(mutex_);
    if (is_away_) return absl::UnavailableError("the ledger is away");
    return good_.contains(token) ? absl::OkStatus() : absl::UnauthenticatedError(token + " was revoked");
  }
  void Revoke(const std::string& token) {
    MutexLock lock(mutex_);
    good_.erase(token);
  }

  // Serves a call that waits for its client until it is broken off.
  absl::Status Wait(FakeCall& call, const std::string& token) {
    call.StayOpen();
    return watch_.Serve(call, token, [&] {
      call.Write("begun");
      while (call.Read().has_value()) {
      }
      return absl::CancelledError("the caller has gone");
    });
  }

  Mutex mutex_;
  std::set<std::string> good_ ABSL_GUARDED_BY(mutex_) = {"anns", "bens"};
  bool is_away_ ABSL_GUARDED_BY(mutex_) = false;
  TokenWatch watch_{[this](const std::string& token) { return Check(token); }};
};

TEST_F(TokenWatchTest, ACallEndsWithItsTokenAndSaysWhy) {
  FakeCall ann, ben;
  absl::Status ann_ended, ben_ended;
  std::thread ann_served([&] { ann_ended = Wait(ann, "anns"); });
  std::thread ben_served([&] { ben_ended = Wait(ben, "bens"); });
  ASSERT_TRUE(WaitFor([&] { return ann.written().size() + ben.written().size() == 2; }));
  Revoke("anns");
  watch_.Look();
  ann_served.join();
  EXPECT_THAT(ann_ended, IsError(absl::StatusCode::kUnauthenticated, "this call was ended: anns was revoked"));
  EXPECT_FALSE(ben.IsCancelled());
  // Without a word of whoever revokes it, as a token expires.
  Revoke("bens");
  ben_served.join();
  EXPECT_THAT(ben_ended, IsError(absl::StatusCode::kUnauthenticated, "bens was revoked"));
}

TEST_F(TokenWatchTest, ALedgerThatIsAwayEndsNothingAndNobodyIsAskedForNoToken) {
  FakeCall ann, anybody;
  absl::Status ann_ended, anybody_ended;
  std::thread ann_served([&] { ann_ended = Wait(ann, "anns"); });
  std::thread anybody_served([&] { anybody_ended = Wait(anybody, ""); });
  ASSERT_TRUE(WaitFor([&] { return ann.written().size() + anybody.written().size() == 2; }));
  {
    MutexLock lock(mutex_);
    is_away_ = true;
  }
  watch_.Look();
  EXPECT_FALSE(ann.IsCancelled());
  EXPECT_FALSE(anybody.IsCancelled());
  ann.Cancel();
  anybody.Cancel();
  ann_served.join();
  anybody_served.join();
  EXPECT_THAT(ann_ended, IsError(absl::StatusCode::kCancelled, "gone"));
  EXPECT_THAT(anybody_ended, IsError(absl::StatusCode::kCancelled, "gone"));
}

TEST(AttemptLimit, ManyWrongOnesAreRefusedAndRightOnesAreNot) {
  AttemptLimit limit;
  Micros now = std::chrono::hours(1);
  for (int i = 0; i < 100; ++i) {
    EXPECT_THAT(limit.Begin("right", now), IsOk());
    limit.Succeed("right");
  }
  for (int i = 0; i < 10; ++i) EXPECT_THAT(limit.Begin("wrong", now), IsOk());
  EXPECT_THAT(limit.Begin("wrong", now), IsError(absl::StatusCode::kResourceExhausted, "too many attempts"));
  EXPECT_THAT(limit.Begin("right", now), IsOk());
  now += std::chrono::seconds(5);
  EXPECT_THAT(limit.Begin("wrong", now), IsOk());
  EXPECT_THAT(limit.Begin("wrong", now), IsError(absl::StatusCode::kResourceExhausted, "too many attempts"));
  // Whoever comes from a thousand addresses takes no room for good.
  for (int i = 0; i < 10'000; ++i) static_cast<void>(limit.Begin(std::to_string(i), now));
  now += std::chrono::minutes(1);
  EXPECT_THAT(limit.Begin("another", now), IsOk());
}

}  // namespace
}  // namespace flagfall::arena::server
