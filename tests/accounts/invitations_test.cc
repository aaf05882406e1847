#include "arena/accounts/invitations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>

#include "arena/accounts/tokens.h"
#include "arena/store/users.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::accounts {
namespace {

using std::chrono::hours;
using testing::MatchesRegex;

constexpr Micros kInvitationTime{1'000'000'000};

class InvitationsTest : public testing::Test {
 protected:
  v1::NewInvitation Invite(store::InvitationToAdd invitation) {
    invitation.expire_time = kInvitationTime + hours(1);
    return CreateInvitation(*database_, invitation, "https://arena.example", kInvitationTime).value();
  }
  absl::StatusOr<v1::RegisterResponse> Join(const std::string& code, const std::string& name,
                                            Micros now = kInvitationTime) {
    v1::RegisterRequest request;
    request.set_code(code);
    request.set_name(name);
    return Register(*database_, request, now);
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
};

TEST_F(InvitationsTest, MakeAsManyUsersAsTheyHaveUses) {
  const v1::NewInvitation made = Invite({.label = "course", .uses_max = 2});
  EXPECT_THAT(made.code(), MatchesRegex("ffi_[-A-Za-z0-9_]{22}"));
  EXPECT_EQ(made.url(), "https://arena.example/#/register/" + made.code());
  const auto amy = Join(made.code(), "amy");
  ASSERT_THAT(amy, IsOk());
  EXPECT_EQ(amy->user().role(), v1::User::ROLE_OWNER);
  EXPECT_EQ(amy->user().invitation_label(), "course");
  EXPECT_EQ(Authorize(*database_, amy->token().secret(), kInvitationTime)->user, "amy");
  EXPECT_THAT(Join(made.code(), "ben"), IsOk());
  EXPECT_THAT(Join(made.code(), "cid"), IsError(absl::StatusCode::kFailedPrecondition, "used up"));
  EXPECT_EQ(store::FindInvitation(*database_, 1)->uses(), 2u);
}

TEST_F(InvitationsTest, WhatFailsUsesNothingUpAndTellsNoNames) {
  const v1::NewInvitation made = Invite({});
  ASSERT_THAT(store::AddUser(*database_, "amy", v1::User::ROLE_OWNER, kInvitationTime), IsOk());
  EXPECT_THAT(Join(made.code(), "amy"), IsError(absl::StatusCode::kAlreadyExists, "a user amy already"));
  EXPECT_THAT(Join(made.code(), "a b"), IsError(absl::StatusCode::kInvalidArgument, "no user's name"));
  EXPECT_EQ(store::FindInvitation(*database_, 1)->uses(), 0u);
  EXPECT_EQ(Join("ffi_aaaaaaaaaaaaaaaaaaaaaa", "amy").status(), Join("ffi_aaaaaaaaaaaaaaaaaaaaaa", "new").status());
  EXPECT_THAT(Join("amy", "amy"), IsError(absl::StatusCode::kNotFound, "no invitation's code"));
  EXPECT_THAT(Join(made.code(), "new", kInvitationTime + hours(1)),
              IsError(absl::StatusCode::kFailedPrecondition, "expired"));
  ASSERT_THAT(store::RevokeInvitation(*database_, 1, kInvitationTime), IsOk());
  ASSERT_THAT(store::RevokeInvitation(*database_, 1, kInvitationTime), IsOk());
  EXPECT_THAT(Join(made.code(), "amy"), IsError(absl::StatusCode::kFailedPrecondition, "was revoked"));
  EXPECT_THAT(store::RevokeInvitation(*database_, 7, kInvitationTime),
              IsError(absl::StatusCode::kNotFound, "no invitation 7"));
}

TEST_F(InvitationsTest, MakeWorkersButNoHosts) {
  EXPECT_EQ(Join(Invite({.role = v1::User::ROLE_WORKER}).code(), "mill")->user().role(), v1::User::ROLE_WORKER);
  const auto refused = [this](const store::InvitationToAdd& invitation) {
    return CreateInvitation(*database_, invitation, "", kInvitationTime).status();
  };
  EXPECT_THAT(refused({.role = v1::User::ROLE_HOST, .expire_time = kInvitationTime + hours(1)}),
              IsError(absl::StatusCode::kInvalidArgument, "nobody becomes a host"));
  EXPECT_THAT(refused({.uses_max = 10'001, .expire_time = kInvitationTime + hours(1)}),
              IsError(absl::StatusCode::kInvalidArgument, "1 to 10000"));
  EXPECT_THAT(refused({.expire_time = kInvitationTime}),
              IsError(absl::StatusCode::kInvalidArgument, "expired already"));
  EXPECT_THAT(refused({.label = std::string(101, 'a'), .expire_time = kInvitationTime + hours(1)}),
              IsError(absl::StatusCode::kInvalidArgument, "101 bytes"));
}

}  // namespace
}  // namespace flagfall::arena::accounts
