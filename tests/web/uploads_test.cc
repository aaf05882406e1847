// Bots' files that are sent to a site, on real sockets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/support/wait.h"
#include "tests/web/site.h"

namespace flagfall::arena::web {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

class UploadsTest : public testing::Test {
 protected:
  // The head of a request of somebody who has the cookie.
  static std::string Post(const std::string& path, const std::string& type, std::size_t bytes) {
    return absl::StrCat("POST /account/", path, " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/", type,
                        "\r\nCookie: flagfall_session=secret\r\nContent-Length: ", bytes, "\r\n\r\n");
  }
  static std::string Upload(std::size_t bytes) { return Post("submissions", "octet-stream", bytes); }
  // Signs Ann in, with a token that is good for as long as `is_good_`.
  void SignIn(Wire& wire) {
    const std::string sign_in = R"({"token":"anns"})";
    wire.Send(Post("session", "json", sign_in.size()) + sign_in);
    EXPECT_EQ(wire.ReadAnswer().status, 200);
  }
  WebAccounts Accounts() {
    return {.who = [this](const std::string&) -> absl::StatusOr<v1::Account> {
              ++asked_;
              if (is_locked_) return absl::UnavailableError("another program holds the ledger locked");
              if (!is_good_) return absl::UnauthenticatedError("this token was revoked");
              v1::Account account;
              account.set_user("ann");
              return account;
            },
            .use_link = nullptr,
            .register_user = nullptr,
            .call = nullptr,
            .submit = [](const std::string& archive, const std::string&,
                         const std::string&) -> absl::StatusOr<std::string> { return absl::StrCat(archive.size()); },
            .watch_play = nullptr,
            .play = nullptr,
            .new_secret = [] { return std::string("secret"); }};
  }

  std::atomic<bool> is_good_ = true;
  std::atomic<bool> is_locked_ = false;
  // How often it was asked whose the token is.
  std::atomic<int> asked_ = 0;
  Site site_{RulesetOf("duel")};
};

TEST_F(UploadsTest, AreSoManyOfAllClients) {
  site_.limits.upload.at_once = 1;
  site_.limits.upload.bytes = 100'000;
  site_.accounts = Accounts();
  site_.Start();
  Wire first(site_.address());
  first.Send(Upload(100'000));
  EXPECT_EQ(first.ReadAnswer().status, 400) << "nobody is signed in yet, so that a body is short";
  Wire wire(site_.address());
  SignIn(wire);
  wire.Send(Upload(100'000) + std::string(99'999, 'x'));
  // Its head is read by then, in one turn or the next.
  EXPECT_TRUE(WaitFor([&] {
    Wire second(site_.address());
    second.Send(Upload(100'000));
    return second.ReadAnswer().status == 503;
  }));
  wire.Send("x");
  const WireAnswer taken = wire.ReadAnswer();
  EXPECT_EQ(taken.status, 200);
  EXPECT_EQ(taken.body, "100000");
  wire.Send(Upload(100'000) + std::string(100'000, 'x'));
  EXPECT_EQ(wire.ReadAnswer().status, 200) << "there is room again";
  wire.Send(Upload(100'001));
  EXPECT_EQ(wire.ReadAnswer().status, 400);
}

TEST_F(UploadsTest, EndWithTheirToken) {
  site_.limits.upload.at_once = 1;
  site_.limits.upload.checked_every = milliseconds(20);
  site_.accounts = Accounts();
  site_.Start();
  Wire under_way(site_.address());
  SignIn(under_way);
  under_way.Send(Upload(100'000) + std::string(100, 'x'));
  is_good_ = false;
  const WireAnswer ended = under_way.ReadAnswer();
  EXPECT_EQ(ended.status, 401);
  EXPECT_THAT(ended.body, HasSubstr("not any more"));
  EXPECT_TRUE(under_way.WaitForEnd());
  is_good_ = true;
  Wire other(site_.address());
  SignIn(other);
  other.Send(Upload(100'000) + std::string(100'000, 'x'));
  EXPECT_EQ(other.ReadAnswer().status, 200) << "there is room again";
}

TEST_F(UploadsTest, AreRefusedBeforeTheirBodyWhereTheTokenIsNotGood) {
  site_.limits.upload.at_once = 1;
  // Nothing but the look at the beginning can tell.
  site_.limits.upload.checked_every = std::chrono::hours(1);
  site_.accounts = Accounts();
  site_.Start();
  Wire wire(site_.address());
  SignIn(wire);
  is_good_ = false;
  wire.Send(Upload(100'000));
  EXPECT_EQ(wire.ReadAnswer().status, 401);
  Wire again(site_.address());
  again.Send(Upload(100'000));
  EXPECT_EQ(again.ReadAnswer().status, 400) << "the session is over: it takes no place at all";
}

TEST_F(UploadsTest, GoOnWhileTheLedgerCannotTellOfTheirToken) {
  site_.limits.upload.checked_every = milliseconds(1);
  site_.accounts = Accounts();
  site_.Start();
  Wire wire(site_.address());
  SignIn(wire);
  is_locked_ = true;
  wire.Send(Upload(100'000));
  const int before = asked_;
  EXPECT_TRUE(WaitFor([&] { return asked_ >= before + 3; }));
  wire.Send(std::string(100'000, 'x'));
  EXPECT_EQ(wire.ReadAnswer().status, 200);
}

}  // namespace
}  // namespace flagfall::arena::web
