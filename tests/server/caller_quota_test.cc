#include "arena/server/caller_quota.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::server {
namespace {

using absl::StatusCode;

TEST(CallerQuota, AllowsSoManyInAllAndSoManyOfOneCaller) {
  CallerQuota quota("uploads", {.total = 3, .per_caller = 2});
  std::vector<CallerQuota::Slot> anns;
  for (int i = 0; i < 2; ++i) anns.push_back(quota.Acquire("ann").value());
  EXPECT_THAT(quota.Acquire("ann"),
              IsError(StatusCode::kResourceExhausted, "as many uploads as there may be at once (3"));
  std::optional<CallerQuota::Slot> bobs(quota.Acquire("bob").value());
  EXPECT_THAT(quota.Acquire("cid"), IsError(StatusCode::kResourceExhausted, "2 of one caller"));
  anns.pop_back();
  EXPECT_THAT(quota.Acquire("cid"), IsOk()) << "a slot that was released is the next one's";
  bobs.reset();
  EXPECT_THAT(quota.Acquire("ann"), IsOk());
}

TEST(CallerQuota, OneThatWasHandedOnIsGivenBackOnce) {
  CallerQuota quota("uploads", {.total = 1, .per_caller = 1});
  {
    CallerQuota::Slot taken = quota.Acquire("ann").value();
    const CallerQuota::Slot held = std::move(taken);
    EXPECT_FALSE(quota.Acquire("bob").ok());
  }
  EXPECT_THAT(quota.Acquire("bob"), IsOk());
}

}  // namespace
}  // namespace flagfall::arena::server
