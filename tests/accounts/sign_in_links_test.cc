#include "arena/accounts/sign_in_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>

#include "arena/accounts/tokens.h"
#include "arena/base/timestamps.h"
#include "arena/store/users.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::accounts {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using testing::MatchesRegex;

constexpr Micros kLinkTime{1'000'000'000};
constexpr char kOver[] = "signs nobody in";

class SignInLinksTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_THAT(store::AddUser(*database_, "amy", v1::User::ROLE_OWNER, kLinkTime), IsOk());
    token_ = CreateToken(*database_, {.user = "amy", .expire_time = kLinkTime + hours(48)}, kLinkTime).value().token();
  }

  std::string LinkOf(std::uint64_t parent, Micros now = kLinkTime) {
    return CreateSignInLink(*database_, {.user = "amy", .parent = static_cast<std::int64_t>(parent)}, "", now)
        .value()
        .secret();
  }
  absl::Status Use(const std::string& secret, Micros now = kLinkTime) {
    return UseSignInLink(*database_, secret, now).status();
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  v1::Token token_;
};

TEST_F(SignInLinksTest, AreUsedOnceWithinTenMinutes) {
  const absl::StatusOr<v1::SignInLink> link =
      CreateSignInLink(*database_, {.user = "amy"}, "https://arena.example/", kLinkTime);
  ASSERT_THAT(link, IsOk());
  EXPECT_THAT(link->secret(), MatchesRegex("ffl_[-A-Za-z0-9_]{43}"));
  EXPECT_EQ(link->url(), "https://arena.example/#/link/" + link->secret());
  EXPECT_THAT(Use(link->secret(), kLinkTime + minutes(10)), IsError(absl::StatusCode::kUnauthenticated, kOver));
  EXPECT_THAT(Use(link->secret(), kLinkTime + minutes(10) - Micros(1)), IsOk());
  EXPECT_THAT(Use(link->secret()), IsError(absl::StatusCode::kUnauthenticated, kOver));
  for (const char* text : {"", "ffl_", "fft_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}) {
    EXPECT_THAT(Use(text), IsError(absl::StatusCode::kUnauthenticated, "no sign-in link")) << text;
  }
}

TEST_F(SignInLinksTest, FallWithTheirTokenBeforeAndAfterTheyAreUsed) {
  const std::string unused = LinkOf(token_.id());
  const v1::NewToken session = UseSignInLink(*database_, LinkOf(token_.id()), kLinkTime).value();
  const v1::NewToken later = UseSignInLink(*database_, LinkOf(session.token().id()), kLinkTime).value();
  EXPECT_TRUE(later.token().is_session());
  EXPECT_EQ(MicrosOf(later.token().expire_time()), kLinkTime + hours(48)) << "no longer than the first token";
  EXPECT_EQ(Authorize(*database_, later.secret(), kLinkTime)->user, "amy");
  ASSERT_THAT(store::RevokeToken(*database_, static_cast<std::int64_t>(token_.id()), kLinkTime), IsOk());
  EXPECT_THAT(Use(unused), IsError(absl::StatusCode::kUnauthenticated, kOver));
  for (const v1::NewToken& fallen : {session, later}) {
    EXPECT_THAT(Authorize(*database_, fallen.secret(), kLinkTime),
                IsError(absl::StatusCode::kUnauthenticated, "was revoked"));
  }
}

TEST_F(SignInLinksTest, FallWithTheirTokensTimeAndTheirUser) {
  const std::string late = LinkOf(token_.id(), kLinkTime + hours(48) - minutes(1));
  EXPECT_THAT(Use(late, kLinkTime + hours(48)), IsError(absl::StatusCode::kUnauthenticated, kOver));
  const std::string unused = LinkOf(0);
  const v1::NewToken session = UseSignInLink(*database_, LinkOf(0), kLinkTime).value();
  ASSERT_THAT(store::RemoveUser(*database_, "amy", kLinkTime), IsOk());
  EXPECT_THAT(Use(unused), IsError(absl::StatusCode::kUnauthenticated, kOver));
  EXPECT_THAT(Authorize(*database_, session.secret(), kLinkTime),
              IsError(absl::StatusCode::kUnauthenticated, "was revoked"));
  EXPECT_THAT(CreateSignInLink(*database_, {.user = "amy"}, "", kLinkTime),
              IsError(absl::StatusCode::kFailedPrecondition, "removed"));
}

TEST_F(SignInLinksTest, FewAreOpenAndFewSessionsLast) {
  for (int i = 0; i < store::kOpenLinksMax; ++i) LinkOf(0);
  EXPECT_THAT(CreateSignInLink(*database_, {.user = "amy"}, "", kLinkTime),
              IsError(absl::StatusCode::kResourceExhausted, "may have no more"));
  const Micros later = kLinkTime + minutes(10);
  v1::NewToken session;
  for (int i = 0; i < store::kSessionsMax; ++i) session = UseSignInLink(*database_, LinkOf(0, later), later).value();
  const std::string more = LinkOf(0, later);
  EXPECT_THAT(Use(more, later), IsError(absl::StatusCode::kResourceExhausted, "16 devices"));
  ASSERT_THAT(store::RevokeToken(*database_, static_cast<std::int64_t>(session.token().id()), later), IsOk());
  EXPECT_THAT(Use(more, later), IsOk()) << "the link that was refused is still good";
  // Rows of sessions that are over do not pile up.
  EXPECT_EQ(store::ListTokens(*database_, "amy")->size(), static_cast<std::size_t>(store::kSessionsMax) + 1);
  ASSERT_THAT(store::RevokeSessions(*database_, later), IsOk());
  EXPECT_EQ(Authorize(*database_, session.secret(), later).status().code(), absl::StatusCode::kUnauthenticated);
}

}  // namespace
}  // namespace flagfall::arena::accounts
