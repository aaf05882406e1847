#include "arena/runner/descriptor_budget.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "absl/strings/str_cat.h"
#include "arena/tournament/spec.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::runner {
namespace {

// Has the process begin with this soft limit, for as long as this object lives.
class SoftLimit {
 public:
  explicit SoftLimit(rlim_t descriptors) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit few = before_;
    few.rlim_cur = descriptors;
    ::setrlimit(RLIMIT_NOFILE, &few);
  }
  ~SoftLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  SoftLimit(const SoftLimit&) = delete;
  SoftLimit& operator=(const SoftLimit&) = delete;

 private:
  rlimit before_{};
};

TEST(DescriptorBudget, RaisesTheSoftLimitToTheHardOne) {
  const SoftLimit soft(200);
  RaiseDescriptorLimit();
  rlimit raised{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &raised), 0);
  EXPECT_EQ(raised.rlim_cur, raised.rlim_max);
  EXPECT_GT(raised.rlim_cur, 200U);
}

TEST(DescriptorBudget, RefusesAsManyBotsAsATournamentMayHaveWith1024AndSaysWhatTheyNeed) {
  const SoftLimit soft(1024);
  EXPECT_THAT(
      CheckDescriptors(tournament::kBotsMax, 0),
      IsError(absl::StatusCode::kFailedPrecondition,
              absl::StrCat("256 bots may need ", DescriptorsFor(256),
                           " file descriptors, and this process may have 1024: raise the hard limit (`ulimit -n ",
                           DescriptorsFor(256), "`")));
  EXPECT_TRUE(CheckDescriptors(64, 0).ok());
}

TEST(DescriptorBudget, AllowsExactlyWhatIsNeededAndNotOneLess) {
  {
    const SoftLimit soft(DescriptorsFor(20));
    EXPECT_TRUE(CheckDescriptors(20, 0).ok());
    EXPECT_FALSE(CheckDescriptors(21, 0).ok());
    EXPECT_THAT(CheckDescriptors(20, 1), IsError(absl::StatusCode::kFailedPrecondition, "clients may hold 1"));
  }
  const SoftLimit soft(DescriptorsFor(20) - 1);
  EXPECT_FALSE(CheckDescriptors(20, 0).ok());
}

// Bots that dial in are counted with the server's clients.
TEST(DescriptorBudget, TakesNothingForBotsThatAreNotLaunchedHere) {
  const SoftLimit soft(64);
  EXPECT_TRUE(CheckDescriptors(0, 1000).ok());
}

}  // namespace
}  // namespace flagfall::arena::runner
