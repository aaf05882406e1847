#include "arena/server/bot_allowlist.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "arena/store/bots.h"
#include "arena/store/users.h"
#include "referee/base/sha256.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_bot.h"

namespace flagfall::arena::server {
namespace {

class BotAllowlistTest : public testing::Test {
 protected:
  void SetUp() override {
    v1::BotManifest manifest = store::ManifestOf("far");
    manifest.clear_command();
    ASSERT_THAT(store::AddBot(*database_, {.manifest = manifest}), IsOk());
    RefereeOptions options;
    options.listen = {"unix:" + dir_.At("socket")};
    auto referee = Referee::Start(options, {.on_connected = [](const std::string&, const v1::Hello&) {},
                                            .on_disconnected = [](const std::string&, const std::string&) {},
                                            .on_refused = [](const std::string&, const std::string&) {}});
    ASSERT_THAT(referee, IsOk());
    referee_ = *std::move(referee);
    ASSERT_THAT(allowlist_.Serve(referee_.get(), *database_, Micros(1)), IsOk());
  }

  void AddTokenOfFar(const std::string& token) {
    ASSERT_THAT(store::AddToken(*database_, {.bot = "far"}, Sha256Of(token), Micros(1)), IsOk());
  }

  std::unique_ptr<TestBot> DialIn(const std::string& token) {
    auto bot = std::make_unique<TestBot>("unix:" + dir_.At("socket"), token);
    bot->SayHello();
    return bot;
  }
  bool IsWelcome(const std::string& token) { return DialIn(token)->HearUntil(v1::PlayResponse::kWelcome).has_value(); }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::unique_ptr<Referee> referee_;
  BotAllowlist allowlist_;
};

TEST_F(BotAllowlistTest, ABotIsLetInUntilItsTokenIsRevoked) {
  AddTokenOfFar("secret");
  EXPECT_FALSE(IsWelcome("secret")) << "nobody has looked at the ledger since";
  ASSERT_THAT(allowlist_.Update(*database_, Micros(2)), IsOk());
  const auto bot = DialIn("secret");
  EXPECT_TRUE(bot->HearUntil(v1::PlayResponse::kWelcome).has_value());
  ASSERT_THAT(store::RevokeBotTokens(*database_, "far", Micros(3)), IsOk());
  ASSERT_THAT(allowlist_.Update(*database_, Micros(3)), IsOk());
  EXPECT_FALSE(bot->End().ok());
  EXPECT_FALSE(IsWelcome("secret"));
}

TEST_F(BotAllowlistTest, ANewTokenTakesThePlaceOfTheOneBefore) {
  AddTokenOfFar("secret");
  ASSERT_THAT(allowlist_.Update(*database_, Micros(2)), IsOk());
  EXPECT_TRUE(IsWelcome("secret"));
  ASSERT_THAT(store::RevokeBotTokens(*database_, "far", Micros(3)), IsOk());
  AddTokenOfFar("another");
  ASSERT_THAT(allowlist_.Update(*database_, Micros(3)), IsOk());
  EXPECT_FALSE(IsWelcome("secret"));
  EXPECT_TRUE(IsWelcome("another"));
}

TEST_F(BotAllowlistTest, WhoIsAllowedWhenARefereeStartsIsKnownAsSoonAsItListens) {
  AddTokenOfFar("secret");
  BotAllowlist allowlist;
  RefereeOptions options;
  options.listen = {"unix:" + dir_.At("next")};
  auto admitted = allowlist.Begin(*database_, Micros(2));
  ASSERT_THAT(admitted, IsOk());
  options.admitted = *std::move(admitted);
  const auto next = Referee::Start(options, {});
  ASSERT_THAT(next, IsOk());
  TestBot bot("unix:" + dir_.At("next"), "secret");
  bot.SayHello();
  EXPECT_TRUE(bot.HearUntil(v1::PlayResponse::kWelcome).has_value());
  // What has changed since then is made good when the referee is served.
  ASSERT_THAT(store::RevokeBotTokens(*database_, "far", Micros(3)), IsOk());
  ASSERT_THAT(allowlist.Serve(next->get(), *database_, Micros(3)), IsOk());
  EXPECT_EQ(bot.End().error_code(), grpc::StatusCode::PERMISSION_DENIED);
}

TEST_F(BotAllowlistTest, ARetiredBotIsNotLetIn) {
  AddTokenOfFar("secret");
  ASSERT_THAT(store::RetireBot(*database_, "far", "too slow"), IsOk());
  ASSERT_THAT(allowlist_.Update(*database_, Micros(2)), IsOk());
  EXPECT_FALSE(IsWelcome("secret"));
}

}  // namespace
}  // namespace flagfall::arena::server
