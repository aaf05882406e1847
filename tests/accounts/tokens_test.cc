#include "arena/accounts/tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>

#include "arena/base/timestamps.h"
#include "arena/store/bots.h"
#include "referee/base/sha256.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::accounts {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

constexpr Micros kNow{1'000'000'000};

class TokensTest : public testing::Test {
 protected:
  void SetUp() override {
    store::Furnish(*database_);
    ASSERT_THAT(store::AddUser(*database_, "amy", v1::User::ROLE_OWNER, kNow), IsOk());
    ASSERT_THAT(store::AddUser(*database_, "zoe", v1::User::ROLE_HOST, kNow), IsOk());
  }

  v1::NewToken MustCreate(const store::TokenToAdd& token) {
    const auto made = CreateToken(*database_, token, kNow);
    EXPECT_THAT(made, IsOk());
    return *made;
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
};

TEST_F(TokensTest, AreDrawnAndKeptByTheirHashAlone) {
  std::set<std::string> seen;
  for (int i = 0; i < store::kGoodTokensMax; ++i) {
    const std::string secret = MustCreate({.user = "amy"}).secret();
    EXPECT_THAT(secret, MatchesRegex("fft_[-A-Za-z0-9_]{43}"));
    EXPECT_TRUE(seen.insert(secret).second);
  }
  database_.reset();
  const std::string file = dir_.Read(store::kDatabaseFileName);
  EXPECT_THAT(file, HasSubstr(Sha256Of(*seen.begin())));
  for (const std::string& secret : seen) EXPECT_THAT(file, Not(HasSubstr(secret.substr(4, 20))));
}

TEST_F(TokensTest, SayWhoCalls) {
  EXPECT_EQ(Authorize(*database_, "", kNow)->role, Role::kAnonymous);
  const auto owner = Authorize(*database_, MustCreate({.user = "amy"}).secret(), kNow);
  ASSERT_THAT(owner, IsOk());
  EXPECT_EQ(owner->role, Role::kOwner);
  EXPECT_EQ(owner->user, "amy");
  EXPECT_EQ(Authorize(*database_, MustCreate({.user = "zoe"}).secret(), kNow)->role, Role::kHost);
  const auto bot = Authorize(*database_, MustCreate({.bot = "ann"}).secret(), kNow);
  ASSERT_THAT(bot, IsOk());
  EXPECT_EQ(bot->role, Role::kBot);
  EXPECT_EQ(bot->bot, "ann");
  EXPECT_EQ(bot->user, "");
}

TEST_F(TokensTest, ABotsNewOneDoesNotExpireAndVoidsTheOneBefore) {
  v1::BotManifest manifest = store::ManifestOf("far");
  manifest.clear_command();
  ASSERT_THAT(store::AddBot(*database_, {.manifest = manifest, .owner = "amy"}), IsOk());
  const auto first = CreateBotToken(*database_, "far", "", kNow);
  ASSERT_THAT(first, IsOk());
  const auto second = CreateBotToken(*database_, "far", "attic", kNow);
  ASSERT_THAT(second, IsOk());
  EXPECT_FALSE(second->token().has_expire_time());
  EXPECT_EQ(second->token().label(), "attic");
  EXPECT_THAT(Authorize(*database_, first->secret(), kNow), IsError(absl::StatusCode::kUnauthenticated, "was revoked"));
  EXPECT_EQ(Authorize(*database_, second->secret(), kNow)->bot, "far");
  EXPECT_THAT(CreateBotToken(*database_, "ann", "", kNow),
              IsError(absl::StatusCode::kFailedPrecondition, "ann is started by the host"));
}

TEST_F(TokensTest, ABotThatGetsNoNewOneKeepsTheOneBefore) {
  v1::BotManifest manifest = store::ManifestOf("far");
  manifest.clear_command();
  ASSERT_THAT(store::AddBot(*database_, {.manifest = manifest}), IsOk());
  const auto first = CreateBotToken(*database_, "far", "", kNow);
  ASSERT_THAT(first, IsOk());
  EXPECT_FALSE(CreateBotToken(*database_, "far", std::string(101, 'l'), kNow).ok());
  EXPECT_THAT(Authorize(*database_, first->secret(), kNow), IsOk());
}

TEST_F(TokensTest, AreGoodUntilTheyExpire) {
  const v1::NewToken made = MustCreate({.user = "amy", .expire_time = kNow + Micros(10)});
  EXPECT_THAT(Authorize(*database_, made.secret(), kNow + Micros(9)), IsOk());
  const auto late = Authorize(*database_, made.secret(), kNow + Micros(10));
  EXPECT_THAT(late, IsError(absl::StatusCode::kUnauthenticated, "token 1 has expired"));
  EXPECT_THAT(late.status().message(), Not(HasSubstr(made.secret())));
}

TEST_F(TokensTest, AreRefusedOnceRevokedOrTheirUserRemoved) {
  const v1::NewToken first = MustCreate({.user = "amy"});
  const v1::NewToken second = MustCreate({.user = "amy"});
  ASSERT_THAT(store::RevokeToken(*database_, 1, kNow), IsOk());
  EXPECT_THAT(Authorize(*database_, first.secret(), kNow),
              IsError(absl::StatusCode::kUnauthenticated, "token 1 was revoked"));
  EXPECT_THAT(Authorize(*database_, second.secret(), kNow), IsOk());
  ASSERT_THAT(store::RemoveUser(*database_, "amy", kNow), IsOk());
  EXPECT_THAT(Authorize(*database_, second.secret(), kNow),
              IsError(absl::StatusCode::kUnauthenticated, "token 2 was revoked"));
}

TEST_F(TokensTest, FallWithTheOneTheirHolderMadeThemBy) {
  const auto id = [](const v1::NewToken& token) { return static_cast<std::int64_t>(token.token().id()); };
  const v1::NewToken first = MustCreate({.user = "amy", .expire_time = kNow + minutes(9)});
  const v1::NewToken second = MustCreate({.user = "amy", .parent = id(first)});
  const v1::NewToken third = MustCreate({.user = "amy", .expire_time = kNow + minutes(1), .parent = id(second)});
  EXPECT_EQ(MicrosOf(second.token().expire_time()), kNow + minutes(9)) << "no later than its parent";
  EXPECT_EQ(MicrosOf(third.token().expire_time()), kNow + minutes(1)) << "sooner is its own affair";
  const v1::NewToken other = MustCreate({.user = "amy"});
  ASSERT_THAT(store::RevokeToken(*database_, id(first), kNow), IsOk());
  for (const v1::NewToken& fallen : {first, second, third}) {
    EXPECT_THAT(Authorize(*database_, fallen.secret(), kNow),
                IsError(absl::StatusCode::kUnauthenticated, "was revoked"));
  }
  EXPECT_THAT(Authorize(*database_, other.secret(), kNow), IsOk());
}

TEST_F(TokensTest, WhatIsNoneIsRefusedAndNotQuoted) {
  const std::string good = MustCreate({.user = "amy"}).secret();
  std::string other = good;
  other.back() = other.back() == 'A' ? 'B' : 'A';
  EXPECT_THAT(Authorize(*database_, other, kNow), IsError(absl::StatusCode::kUnauthenticated, "is not known here"));
  for (const std::string& text :
       {good.substr(1), good + "A", good.substr(0, 46), "Bearer " + good, std::string("x"), std::string("fft_"),
        std::string(1 << 20, 'x'), Sha256Of(good), "fft_" + std::string(43, '\0'), "fft_" + std::string(43, '+')}) {
    const auto refused = Authorize(*database_, text, kNow);
    EXPECT_THAT(refused, IsError(absl::StatusCode::kUnauthenticated, "this is no token"));
    EXPECT_LT(refused.status().message().size(), 200u);
  }
}

TEST(ParseLifetime, TakesDaysHoursAndMinutes) {
  EXPECT_EQ(*ParseLifetime("90d"), Micros(hours(24 * 90)));
  EXPECT_EQ(*ParseLifetime("12h"), Micros(hours(12)));
  EXPECT_EQ(*ParseLifetime("1m"), Micros(minutes(1)));
  EXPECT_EQ(*ParseLifetime("3650d"), Micros(hours(24 * 3650)));
  for (const char* text :
       {"", "d", "90", "0d", "-1d", "1.5d", "3651d", "99999999999999999999m", "1w", "1d ", "d1", "1\n"}) {
    EXPECT_THAT(ParseLifetime(text), IsError(absl::StatusCode::kInvalidArgument, "as in 90d, 12h or 30m")) << text;
  }
}

}  // namespace
}  // namespace flagfall::arena::accounts
