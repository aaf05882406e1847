// What of refused calls counts as their callers' doing, and what does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/accounts/tokens.h"
#include "arena/server/upload.h"
#include "referee/net/refusal_reason.h"
#include "tests/server/arena_server_fixture.h"

namespace flagfall::arena::server {
namespace {

using absl::StatusCode;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class RefusalsTest : public ArenaServerTest {
 protected:
  RefusalsTest() {
    options_.log = [this](const std::string& line) {
      MutexLock lock(mutex_);
      lines_.push_back(line);
    };
  }

  // How many calls were refused, by the reason; without those that there were none of.
  std::map<std::string, double> Refused() {
    std::map<std::string, double> refused;
    const auto status = Client(zoe_)->GetServerStatus({});
    EXPECT_THAT(status, IsOk());
    for (const v1::ServerFigure& figure : status->figures()) {
      if (figure.name() != "flagfall_requests_refused_total") continue;
      for (const v1::ServerFigureValue& value : figure.values()) {
        if (value.value() > 0) refused[value.of()] = value.value();
      }
    }
    return refused;
  }
  absl::Status AddUser(const std::string& name) {
    v1::CreateUserRequest request;
    request.set_name(name);
    request.set_role(v1::User::ROLE_OWNER);
    return Client(zoe_)->CreateUser(request).status();
  }

  Mutex mutex_;
  std::vector<std::string> lines_ ABSL_GUARDED_BY(mutex_);
};

TEST_F(RefusalsTest, AFullDiskIsTheHostsAffair) {
  Serve();
  {
    MutexLock lock(database_->access());
    // No page more than there are.
    ASSERT_THAT(database_->Execute("PRAGMA max_page_count = 1"), IsOk());
  }
  absl::Status full;
  for (int i = 0; i < 1000 && full.ok(); ++i) full = AddUser(absl::StrCat("user-with-a-rather-long-name-", i));
  EXPECT_THAT(full, IsError(StatusCode::kResourceExhausted, "the host's disk is full; try again later"));
  EXPECT_THAT(Refused(), testing::IsEmpty());
  MutexLock lock(mutex_);
  EXPECT_THAT(lines_, Contains(AllOf(HasSubstr("CreateUser: "), HasSubstr(dir_.At(store::kDatabaseFileName)))));
  EXPECT_THAT(lines_, Not(Contains(HasSubstr("abuse: "))));
}

TEST_F(RefusalsTest, OneTokenMoreThanAUserMayHaveIsAboveAQuota) {
  Serve();
  {
    MutexLock lock(database_->access());
    for (std::int64_t i = 1; i < store::kGoodTokensMax; ++i) {
      ASSERT_THAT(accounts::CreateToken(*database_, {.user = "ann"}, Micros(1)), IsOk());
    }
  }
  EXPECT_THAT(Client(ann_)->CreateToken({}), IsError(StatusCode::kResourceExhausted, "64 good tokens"));
  EXPECT_EQ(Refused(), (std::map<std::string, double>{{"quota", 1}}));
}

TEST_F(RefusalsTest, AsManyCallsAsThereMayBeAtOnceAreARateOrTooMuchForTheServer) {
  options_.limits.questions = {.total = 0, .per_caller = 1};
  Serve();
  EXPECT_THAT(Client(ann_)->ListBots({}), IsError(StatusCode::kResourceExhausted, "as many questions"));
  EXPECT_EQ(Refused(), (std::map<std::string, double>{{"busy", 1}}));
  CallerQuota quota("calls", {.total = 2, .per_caller = 1});
  const auto slot = quota.Acquire("ann");
  ASSERT_THAT(slot, IsOk());
  EXPECT_EQ(RefusalReasonOf(quota.Acquire("ann").status()), "rate_limit");
}

TEST_F(RefusalsTest, AnArchiveAboveTheHostsLimitIsTooLarge) {
  Upload upload(dir_.At("upload"), {.archive_bytes_max = 10});
  v1::SubmitBotRequest part;
  part.mutable_header()->set_size(11);
  EXPECT_EQ(RefusalReasonOf(upload.Add(part)), "too_large");
}

}  // namespace
}  // namespace flagfall::arena::server
