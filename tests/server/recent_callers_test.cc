// Callers whose tokens the ledger is not asked for again.
#include "arena/server/recent_callers.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::server {
namespace {

using absl::StatusCode;

constexpr Micros kNow = std::chrono::hours(1);

// Answers with a worker of that user's, and counts how often it was asked.
struct Ledger {
  absl::StatusOr<accounts::Principal> operator()() {
    ++asked;
    if (is_revoked) return absl::UnauthenticatedError("revoked");
    return accounts::Principal{.role = accounts::Role::kWorker, .user = "cluster"};
  }

  bool is_revoked = false;
  int asked = 0;
};

TEST(RecentCallers, AskForATokenOnceInAWhile) {
  RecentCallers callers;
  Ledger ledger;
  for (const Micros at : {kNow, kNow + RecentCallers::kKept - Micros(1)}) {
    const auto caller = callers.CallerOf("one", at, std::ref(ledger));
    ASSERT_THAT(caller, IsOk());
    EXPECT_EQ(caller->user, "cluster");
    EXPECT_EQ(caller->role, accounts::Role::kWorker);
  }
  EXPECT_EQ(ledger.asked, 1);
  EXPECT_THAT(callers.CallerOf("two", kNow, std::ref(ledger)), IsOk());
  EXPECT_EQ(ledger.asked, 2) << "another token";
}

TEST(RecentCallers, ARevokedTokenIsGoodForNoLongerThanThat) {
  RecentCallers callers;
  Ledger ledger;
  EXPECT_THAT(callers.CallerOf("one", kNow, std::ref(ledger)), IsOk());
  ledger.is_revoked = true;
  // Being used keeps it no longer.
  EXPECT_THAT(callers.CallerOf("one", kNow + RecentCallers::kKept / 2, std::ref(ledger)), IsOk());
  EXPECT_THAT(callers.CallerOf("one", kNow + RecentCallers::kKept, std::ref(ledger)),
              IsError(StatusCode::kUnauthenticated, "revoked"));
  ledger.is_revoked = false;
  EXPECT_THAT(callers.CallerOf("one", kNow + RecentCallers::kKept, std::ref(ledger)), IsOk())
      << "what is refused is not kept";
}

TEST(RecentCallers, AreForgottenWhereThereAreTooMany) {
  RecentCallers callers;
  Ledger ledger;
  for (std::size_t token = 0; token <= RecentCallers::kTokensMax; ++token) {
    EXPECT_THAT(callers.CallerOf(std::to_string(token), kNow, std::ref(ledger)), IsOk());
  }
  const int asked = ledger.asked;
  EXPECT_THAT(callers.CallerOf("0", kNow, std::ref(ledger)), IsOk());
  EXPECT_EQ(ledger.asked, asked + 1);
}

}  // namespace
}  // namespace flagfall::arena::server
