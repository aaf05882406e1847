#include "arena/store/bots.h"

#include <gtest/gtest.h>

#include "arena/store/check.h"
#include "arena/store/users.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

class BotsTest : public testing::Test {
 protected:
  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
};

TEST_F(BotsTest, IsFoundAsAdded) {
  v1::BotManifest manifest = ManifestOf("ann");
  manifest.set_description("says \"no\" – often");
  manifest.mutable_limits()->set_memory_bytes_max(1u << 30);
  ASSERT_THAT(AddBot(*database_, {.manifest = manifest, .folder = "/bots/ann", .added_time = Micros(5)}), IsOk());
  const auto bot = FindBot(*database_, "ann");
  ASSERT_THAT(bot, IsOk());
  EXPECT_EQ(bot->manifest.SerializeAsString(), manifest.SerializeAsString());
  EXPECT_EQ(bot->folder, "/bots/ann");
  EXPECT_EQ(bot->added_time, Micros(5));
  EXPECT_EQ(bot->faults, 0u);
  EXPECT_EQ(bot->State(), v1::Bot::STATE_READY);
}

TEST_F(BotsTest, TwoOfOneNameAreRefused) {
  ASSERT_THAT(AddBot(*database_, {.manifest = ManifestOf("ann"), .folder = "/first"}), IsOk());
  EXPECT_THAT(AddBot(*database_, {.manifest = ManifestOf("ann"), .folder = "/second"}),
              IsError(absl::StatusCode::kAlreadyExists, "'ann' already, from /first"));
  EXPECT_EQ(FindBot(*database_, "ann")->folder, "/first");
}

TEST_F(BotsTest, AnUnknownBotIsNotFoundAndTheErrorListsTheKnownOnes) {
  EXPECT_THAT(FindBot(*database_, "eve"), IsError(absl::StatusCode::kNotFound, "nor any other"));
  Furnish(*database_);
  constexpr char kKnown[] = "there is no bot 'eve'; the home has ann, bob, cid, dot";
  EXPECT_THAT(FindBot(*database_, "eve"), IsError(absl::StatusCode::kNotFound, kKnown));
  EXPECT_THAT(UpdateBot(*database_, ManifestOf("eve"), "/"), IsError(absl::StatusCode::kNotFound, kKnown));
  EXPECT_THAT(SuspendBot(*database_, "eve", "why"), IsError(absl::StatusCode::kNotFound, kKnown));
  EXPECT_THAT(ReadmitBot(*database_, "eve"), IsError(absl::StatusCode::kNotFound, kKnown));
  EXPECT_THAT(CountFault(*database_, "eve", "why", 3), IsError(absl::StatusCode::kNotFound, kKnown));
}

TEST_F(BotsTest, FaultsSuspendAtTheirLimitAndTheFirstReasonStays) {
  Furnish(*database_);
  EXPECT_EQ(CountFault(*database_, "ann", "did not start", 3)->State(), v1::Bot::STATE_READY);
  EXPECT_EQ(CountFault(*database_, "ann", "did not start", 3)->faults, 2u);
  const auto third = CountFault(*database_, "ann", "said no hello", 3);
  ASSERT_THAT(third, IsOk());
  EXPECT_EQ(third->State(), v1::Bot::STATE_SUSPENDED);
  EXPECT_EQ(third->suspended_reason, "said no hello");
  EXPECT_EQ(CountFault(*database_, "ann", "again", 3)->suspended_reason, "said no hello");
  EXPECT_EQ(FindBot(*database_, "bob")->faults, 0u) << "nobody else's";

  ASSERT_THAT(ReadmitBot(*database_, "ann"), IsOk());
  EXPECT_EQ(FindBot(*database_, "ann")->State(), v1::Bot::STATE_READY);
  EXPECT_EQ(FindBot(*database_, "ann")->faults, 0u);
  ASSERT_THAT(SuspendBot(*database_, "ann", "the host's wish"), IsOk());
  EXPECT_EQ(FindBot(*database_, "ann")->suspended_reason, "the host's wish");
}

TEST_F(BotsTest, AnUpdatedBotIsReadyAgain) {
  Furnish(*database_);
  ASSERT_THAT(CountFault(*database_, "ann", "did not start", 1), IsOk());
  v1::BotManifest manifest = ManifestOf("ann");
  manifest.set_version("2.0");
  ASSERT_THAT(UpdateBot(*database_, manifest, "/new"), IsOk());
  const auto bot = FindBot(*database_, "ann");
  EXPECT_EQ(bot->manifest.version(), "2.0");
  EXPECT_EQ(bot->folder, "/new");
  EXPECT_EQ(bot->State(), v1::Bot::STATE_READY);
}

TEST_F(BotsTest, AreListedByName) {
  for (const char* name : {"dot", "ann", "cid"}) {
    ASSERT_THAT(AddBot(*database_, {.manifest = ManifestOf(name), .folder = "/"}), IsOk());
  }
  const auto bots = ListBots(*database_);
  ASSERT_THAT(bots, IsOk());
  ASSERT_EQ(bots->size(), 3u);
  EXPECT_EQ((*bots)[0].manifest.name(), "ann");
  EXPECT_EQ((*bots)[2].manifest.name(), "dot");
}

TEST_F(BotsTest, ARetiredBotOfTheHostsPlaysAgainWhenItIsAddedAgain) {
  Furnish(*database_);
  EXPECT_THAT(RetireBot(*database_, "eve", "why"), IsError(absl::StatusCode::kNotFound, "no bot 'eve'"));
  ASSERT_THAT(SuspendBot(*database_, "ann", "too loud"), IsOk());
  ASSERT_THAT(RetireBot(*database_, "ann", "too old"), IsOk());
  ASSERT_THAT(RetireBot(*database_, "ann", "again"), IsOk());
  EXPECT_EQ(FindBot(*database_, "ann")->State(), v1::Bot::STATE_RETIRED);
  EXPECT_EQ(FindBot(*database_, "ann")->Reason(), "too old");
  EXPECT_THAT(FindBot(*database_, "eve"), IsError(absl::StatusCode::kNotFound, "the home has bob, cid, dot"));
  ASSERT_THAT(UpdateBot(*database_, ManifestOf("ann"), "/bots/ann"), IsOk());
  EXPECT_EQ(FindBot(*database_, "ann")->State(), v1::Bot::STATE_READY);
}

TEST_F(BotsTest, AnOwnerHasSoManyRemoteBotsAndNoMore) {
  ASSERT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, Micros(1)), IsOk());
  const auto add = [&](std::int64_t number, const std::string& owner) {
    v1::BotManifest manifest = ManifestOf("bot" + std::to_string(number));
    manifest.clear_command();
    return AddBot(*database_, {.manifest = manifest, .owner = owner});
  };
  for (std::int64_t i = 0; i < kRemoteBotsMax; ++i) ASSERT_THAT(add(i, "amy"), IsOk());
  EXPECT_THAT(add(16, "amy"), IsError(absl::StatusCode::kResourceExhausted, "amy has 16 remote bots; at most 16"));
  EXPECT_THAT(add(17, ""), IsOk()) << "the host's own are not counted";
  ASSERT_THAT(RetireBot(*database_, "bot3", "too slow"), IsOk());
  EXPECT_THAT(add(16, "amy"), IsOk());
}

TEST_F(BotsTest, AnOwnerHasHadSoManyRemoteBotsAndNoMore) {
  ASSERT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, Micros(1)), IsOk());
  v1::BotManifest manifest;
  for (std::int64_t i = 0; i <= kRemoteBotsEverMax; ++i) {
    manifest = ManifestOf("bot" + std::to_string(i));
    manifest.clear_command();
    const absl::Status added = AddBot(*database_, {.manifest = manifest, .owner = "amy"});
    if (i == kRemoteBotsEverMax) {
      EXPECT_THAT(added, IsError(absl::StatusCode::kResourceExhausted, "amy has had 64 remote bots; at most 64"));
      continue;
    }
    ASSERT_THAT(added, IsOk());
    ASSERT_THAT(RetireBot(*database_, manifest.name(), "again"), IsOk());
  }
  EXPECT_THAT(AddBot(*database_, {.manifest = manifest}), IsOk()) << "the host's own";
}

TEST_F(BotsTest, AManifestThatIsDamagedIsNamed) {
  Furnish(*database_);
  ASSERT_THAT(database_->Execute("UPDATE bots SET manifest = '{' WHERE name = 'bob'"), IsOk());
  EXPECT_THAT(FindBot(*database_, "bob"), IsError(absl::StatusCode::kDataLoss, "bot 'bob' is damaged: its manifest"));
  EXPECT_THAT(CheckBots(*database_), IsError(absl::StatusCode::kDataLoss, "bot 'bob' is damaged: its manifest"));
}

TEST_F(BotsTest, AnErrorNamesTwentyBotsAndCountsTheOthers) {
  for (int i = 10; i < 35; ++i) {
    ASSERT_THAT(AddBot(*database_, {.manifest = ManifestOf("bot" + std::to_string(i)), .folder = "/"}), IsOk());
  }
  EXPECT_THAT(FindBot(*database_, "eve"), IsError(absl::StatusCode::kNotFound, "bot28, bot29 and 5 more"));
}

TEST_F(BotsTest, SubmittedBotsTakeChallengesUntilItIsSaidOtherwiseForAllVersions) {
  ASSERT_THAT(AddUser(*database_, "amy", v1::User::ROLE_OWNER, Micros(1)), IsOk());
  const auto add = [&](const std::string& name, const std::string& content_sha256) {
    return AddBot(*database_, {.manifest = ManifestOf(name),
                               .folder = "/" + name,
                               .added_time = Micros(1),
                               .owner = "amy",
                               .content_sha256 = content_sha256});
  };
  const auto takes = [&](const std::string& name) { return FindBot(*database_, name)->takes_challenges; };
  ASSERT_THAT(AddBot(*database_, {.manifest = ManifestOf("host"), .folder = "/host"}), IsOk());
  EXPECT_FALSE(takes("host"));
  ASSERT_THAT(add("ann@1", std::string(32, 'a')), IsOk());
  EXPECT_TRUE(takes("ann"));
  ASSERT_THAT(SetTakesChallenges(*database_, "ann", false), IsOk());
  EXPECT_FALSE(takes("ann"));
  ASSERT_THAT(RetireBot(*database_, "ann@1", "ann@2 has come"), IsOk());
  ASSERT_THAT(add("ann@2", std::string(32, 'b')), IsOk());
  EXPECT_FALSE(takes("ann"));
  ASSERT_THAT(SetTakesChallenges(*database_, "ann", true), IsOk());
  EXPECT_TRUE(takes("ann@1"));
  EXPECT_TRUE(takes("ann@2"));
  EXPECT_THAT(SetTakesChallenges(*database_, "eve", true), IsError(absl::StatusCode::kNotFound, "no bot 'eve'"));
}

}  // namespace
}  // namespace flagfall::arena::store
