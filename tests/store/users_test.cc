#include "arena/store/users.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "arena/store/bots.h"
#include "arena/store/check.h"
#include "arena/store/sign_in_links.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

constexpr Micros kNow{1'000'000};
const std::string kHash(32, 'h');

class UsersTest : public testing::Test {
 protected:
  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
};

TEST_F(UsersTest, AreFoundAndListedAsAdded) {
  ASSERT_THAT(AddUser(*database_, "zoe", v1::User::ROLE_HOST, kNow), IsOk());
  ASSERT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, Micros(7)), IsOk());
  EXPECT_EQ(FindUser(*database_, "zoe")->role(), v1::User::ROLE_HOST);
  const auto users = ListUsers(*database_);
  ASSERT_THAT(users, IsOk());
  ASSERT_EQ(users->size(), 2u);
  EXPECT_EQ((*users)[0].name(), "amy");
  EXPECT_EQ(MicrosOf((*users)[0].add_time()), Micros(7));
  EXPECT_FALSE((*users)[0].has_remove_time());
}

TEST_F(UsersTest, InvalidNamesAreRefused) {
  for (const std::string& name : {std::string(), std::string(41, 'a'), std::string("-amy"), std::string("a b"),
                                  std::string("a\nb"), std::string("../a"), std::string("a@1"), std::string("\xff")}) {
    EXPECT_THAT(AddUser(*database_, name, v1::User::ROLE_OWNER, kNow),
                IsError(absl::StatusCode::kInvalidArgument, "must be 1 to 40 letters"))
        << name;
  }
  EXPECT_THAT(AddUser(*database_, std::string(40, 'a'), v1::User::ROLE_OWNER, kNow), IsOk());
}

TEST_F(UsersTest, AUserWhoWasRemovedKeepsTheNameAndLosesTheTokens) {
  EXPECT_THAT(FindUser(*database_, "amy"), IsError(absl::StatusCode::kNotFound, "nor any other"));
  ASSERT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, kNow), IsOk());
  EXPECT_THAT(AddUser(*database_, "amy", v1::User::ROLE_HOST, kNow),
              IsError(absl::StatusCode::kAlreadyExists, "there is a user amy already"));
  ASSERT_THAT(AddToken(*database_, {.user = "amy"}, kHash, kNow), IsOk());
  ASSERT_THAT(RemoveUser(*database_, "amy", Micros(2'000'000)), IsOk());
  EXPECT_EQ(MicrosOf(FindUser(*database_, "amy")->remove_time()), Micros(2'000'000));
  EXPECT_EQ(MicrosOf((*FindToken(*database_, kHash))->revoke_time()), Micros(2'000'000));
  EXPECT_THAT(RemoveUser(*database_, "amy", kNow), IsError(absl::StatusCode::kFailedPrecondition, "removed before"));
  EXPECT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, kNow),
              IsError(absl::StatusCode::kAlreadyExists, "whose bots keep that name"));
  EXPECT_THAT(AddToken(*database_, {.user = "amy"}, std::string(32, 'i'), kNow),
              IsError(absl::StatusCode::kFailedPrecondition, "was removed"));
  EXPECT_THAT(RemoveUser(*database_, "eve", kNow), IsError(absl::StatusCode::kNotFound, "there are amy"));
  EXPECT_FALSE(database_->Execute("UPDATE users SET removed_time_us = NULL").ok());
}

TEST_F(UsersTest, ATokenIsAUsersOrAnEntrys) {
  Furnish(*database_);
  ASSERT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, kNow), IsOk());
  const auto id =
      AddToken(*database_, {.user = "amy", .label = "laptop", .expire_time = Micros(9'000'000)}, kHash, kNow);
  ASSERT_THAT(id, IsOk());
  const auto found = FindToken(*database_, kHash);
  ASSERT_THAT(found, IsOk());
  ASSERT_TRUE(found->has_value());
  EXPECT_EQ((*found)->id(), static_cast<std::uint64_t>(*id));
  EXPECT_EQ((*found)->user(), "amy");
  EXPECT_EQ((*found)->bot(), "");
  EXPECT_EQ((*found)->label(), "laptop");
  EXPECT_EQ(MicrosOf((*found)->expire_time()), Micros(9'000'000));
  ASSERT_THAT(AddToken(*database_, {.bot = "bob"}, std::string(32, 'b'), kNow), IsOk());
  EXPECT_EQ((*FindToken(*database_, std::string(32, 'b')))->bot(), "bob");
  EXPECT_FALSE(FindToken(*database_, std::string(32, 'x'))->has_value());
  EXPECT_EQ(ListTokens(*database_, std::nullopt)->size(), 2u);
  EXPECT_EQ(ListTokens(*database_, "amy")->size(), 1u);
}

TEST_F(UsersTest, InvalidTokensAreRefused) {
  Furnish(*database_);
  ASSERT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, kNow), IsOk());
  EXPECT_THAT(AddToken(*database_, {.user = "eve"}, kHash, kNow),
              IsError(absl::StatusCode::kNotFound, "there are amy"));
  EXPECT_THAT(AddToken(*database_, {.bot = "eve"}, kHash, kNow), IsError(absl::StatusCode::kNotFound, "no bot 'eve'"));
  ASSERT_THAT(RetireBot(*database_, "ann", "too old"), IsOk());
  EXPECT_THAT(AddToken(*database_, {.bot = "ann"}, kHash, kNow),
              IsError(absl::StatusCode::kFailedPrecondition, "ann is retired: too old"));
  EXPECT_THAT(AddToken(*database_, {.user = "amy", .expire_time = kNow}, kHash, kNow),
              IsError(absl::StatusCode::kInvalidArgument, "expired already"));
  EXPECT_THAT(AddToken(*database_, {.bot = "bob", .expire_time = Micros(9'000'000)}, kHash, kNow),
              IsError(absl::StatusCode::kInvalidArgument, "does not expire"));
  EXPECT_THAT(AddToken(*database_, {.user = "amy", .label = std::string(101, 'l')}, kHash, kNow),
              IsError(absl::StatusCode::kInvalidArgument, "101 bytes; at most 100"));
  ASSERT_THAT(AddToken(*database_, {.user = "amy", .label = std::string(100, 'l')}, kHash, kNow), IsOk());
  EXPECT_FALSE(AddToken(*database_, {.user = "amy"}, kHash, kNow).ok()) << "the same token twice";
}

// A home in which amy has bots that dial in with tokens.
class UsersWithBotsTest : public UsersTest {
 protected:
  void SetUp() override {
    for (const char* name : {"amy", "ben"}) ASSERT_THAT(AddUser(*database_, name, v1::User::ROLE_OWNER, kNow), IsOk());
    v1::BotManifest manifest = ManifestOf("far");
    manifest.clear_command();
    ASSERT_THAT(AddBot(*database_, {.manifest = manifest, .owner = "amy"}), IsOk());
    ASSERT_THAT(AddToken(*database_, {.bot = "far"}, kHash, kNow), IsOk());
  }
};

TEST_F(UsersWithBotsTest, ARemovedUserLosesTheTokensOfTheBotsToo) {
  ASSERT_EQ(GoodBotTokens(*database_, kNow)->size(), 1u);
  ASSERT_THAT(RemoveUser(*database_, "amy", Micros(2'000'000)), IsOk());
  EXPECT_EQ(MicrosOf((*FindToken(*database_, kHash))->revoke_time()), Micros(2'000'000));
  EXPECT_EQ(GoodBotTokens(*database_, kNow)->size(), 0u);
  EXPECT_THAT(AddToken(*database_, {.bot = "far"}, std::string(32, 'i'), kNow),
              IsError(absl::StatusCode::kFailedPrecondition, "user amy was removed"));
}

TEST_F(UsersWithBotsTest, AnOwnersTokensAreListedWithThoseOfTheBots) {
  ASSERT_THAT(AddToken(*database_, {.user = "ben"}, std::string(32, 'b'), kNow), IsOk());
  const auto amys = ListTokens(*database_, "amy");
  ASSERT_THAT(amys, IsOk());
  ASSERT_EQ(amys->size(), 1u);
  EXPECT_EQ(amys->front().bot(), "far");
}

TEST_F(UsersWithBotsTest, AnOwnerHasSoManyGoodTokensAndNoMore) {
  auto add = [&, drawn = 0]() mutable {
    return AddToken(*database_, {.user = "amy"}, absl::StrCat(std::string(28, 'x'), 1000 + drawn++), kNow);
  };
  // One of the tokens is the bot's.
  for (std::int64_t i = 1; i < kGoodTokensMax; ++i) ASSERT_THAT(add(), IsOk());
  EXPECT_THAT(add(), IsError(absl::StatusCode::kResourceExhausted, "amy has 64 good tokens; at most 64"));
  EXPECT_THAT(AddToken(*database_, {.user = "ben"}, std::string(32, 'b'), kNow), IsOk());
  ASSERT_THAT(RetireBot(*database_, "far", "too slow"), IsOk());
  EXPECT_THAT(add(), IsOk()) << "a retired bot's counts no more";
  ASSERT_THAT(RevokeToken(*database_, 2, kNow), IsOk());
  EXPECT_THAT(add(), IsOk());
  EXPECT_THAT(add(), IsError(absl::StatusCode::kResourceExhausted, "revoke one first"));
}

TEST_F(UsersTest, ATokenNamesTheOneThatMadeIt) {
  ASSERT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, kNow), IsOk());
  const std::int64_t parent = AddToken(*database_, {.user = "amy"}, kHash, kNow).value();
  const std::string child(32, 'c');
  ASSERT_THAT(AddToken(*database_, {.user = "amy", .parent = parent}, child, kNow), IsOk());
  EXPECT_EQ((*FindToken(*database_, child))->parent_id(), static_cast<std::uint64_t>(parent));
  EXPECT_EQ((*FindToken(*database_, kHash))->parent_id(), 0u);
}

// A caller is let in before the ledger is written, and the token may be revoked in between.
TEST_F(UsersTest, NothingIsMadeByATokenThatIsNoLongerGood) {
  constexpr Micros kEnd{9'000'000};
  ASSERT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, kNow), IsOk());
  const std::int64_t parent = AddToken(*database_, {.user = "amy", .expire_time = kEnd}, kHash, kNow).value();
  auto made_at = [&, drawn = 0](Micros now) mutable {
    const std::string hash = absl::StrCat(std::string(28, 'x'), 1000 + drawn++);
    return std::vector<absl::Status>{
        AddToken(*database_, {.user = "amy", .parent = parent}, hash, now).status(),
        AddSession(*database_, "amy", parent, now + Micros(1'000'000), absl::StrCat(hash.substr(1), "s"), now).status(),
        AddSignInLink(*database_, {.user = "amy", .parent = parent}, now + Micros(1'000'000), hash, now)};
  };
  for (const absl::Status& made : made_at(kEnd - Micros(1))) EXPECT_THAT(made, IsOk());
  for (const absl::Status& made : made_at(kEnd))
    EXPECT_THAT(made, IsError(absl::StatusCode::kUnauthenticated, absl::StrCat("token ", parent, " has expired")));
  ASSERT_THAT(RevokeToken(*database_, parent, kNow), IsOk());
  for (const absl::Status& made : made_at(kNow))
    EXPECT_THAT(made, IsError(absl::StatusCode::kUnauthenticated, absl::StrCat("token ", parent, " was revoked")));
}

TEST_F(UsersTest, ARevokedTokenStaysRevoked) {
  ASSERT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, kNow), IsOk());
  const auto id = AddToken(*database_, {.user = "amy"}, kHash, kNow);
  ASSERT_THAT(id, IsOk());
  ASSERT_THAT(RevokeToken(*database_, *id, Micros(3'000'000)), IsOk());
  ASSERT_THAT(RevokeToken(*database_, *id, Micros(4'000'000)), IsOk());
  EXPECT_EQ(MicrosOf(FindToken(*database_, *id)->revoke_time()), Micros(3'000'000));
  EXPECT_FALSE(database_->Execute("UPDATE tokens SET revoked_time_us = NULL").ok());
  EXPECT_THAT(RevokeToken(*database_, 99, kNow), IsError(absl::StatusCode::kNotFound, "no token 99"));
  EXPECT_THAT(CheckBots(*database_), IsOk());
}

}  // namespace
}  // namespace flagfall::arena::store
