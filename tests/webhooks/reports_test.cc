#include "arena/webhooks/reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "arena/store/bots.h"
#include "arena/store/submissions.h"
#include "arena/store/tournaments.h"
#include "arena/store/users.h"
#include "arena/store/webhook_deliveries.h"
#include "arena/store/webhooks.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::webhooks {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr Micros kNow = std::chrono::hours(1000);

class ReportsTest : public testing::Test {
 protected:
  void SetUp() override {
    store::Furnish(*database_);
    ASSERT_THAT(store::AddUser(*database_, "amy", v1::User::ROLE_OWNER, kNow), IsOk());
    ASSERT_THAT(store::AddUser(*database_, "ben", v1::User::ROLE_OWNER, kNow), IsOk());
    ASSERT_THAT(store::AddUser(*database_, "zoe", v1::User::ROLE_HOST, kNow), IsOk());
    ASSERT_THAT(store::AddBot(*database_, {.manifest = store::ManifestOf("amys"), .folder = "/a", .owner = "amy"}),
                IsOk());
    tournament_ =
        store::CreateTournament(*database_, store::CompleteSpecOf({"amys", "bob"}), store::kPool, kNow).value();
  }

  std::int64_t Add(const std::string& user, std::vector<v1::Webhook::Event> events) {
    return store::AddWebhook(*database_,
                             {.user = user,
                              .url = "https://example.org/",
                              .events = std::move(events),
                              .signing_key = std::string(32, 'k')},
                             kNow)
        .value();
  }
  absl::StatusOr<int> Plan() {
    return PlanDeliveries(*database_, 100, kNow, [this](const std::string& line) { log_.push_back(line); });
  }
  // What waits for the webhook, as it would be sent.
  std::vector<std::string> BodiesOf(std::int64_t webhook) {
    EXPECT_THAT(Plan(), IsOk());
    std::vector<std::string> bodies;
    for (;;) {
      std::vector<store::DueDelivery> due = store::DueDeliveries(*database_, {}, 100, kNow).value();
      std::erase_if(due, [&](const store::DueDelivery& one) { return one.webhook != webhook; });
      if (due.empty()) return bodies;
      bodies.push_back(due[0].body);
      EXPECT_THAT(store::RecordAttempt(*database_, due[0].name, {.status = 200}, kNow), IsOk());
    }
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = 0;
  std::vector<std::string> log_;
};

TEST_F(ReportsTest, AnOwnerIsToldOfTheOwnersGamesAndAHostOfAll) {
  const std::int64_t amy = Add("amy", {v1::Webhook::EVENT_GAME});
  const std::int64_t ben = Add("ben", {v1::Webhook::EVENT_GAME});
  const std::int64_t zoe = Add("zoe", {v1::Webhook::EVENT_GAME});
  const std::int64_t home = Add("", {v1::Webhook::EVENT_GAME});
  store::MustStore(*database_, store::ResultOf(tournament_, 1, "amys", "bob"));
  store::MustStore(*database_, store::ResultOf(1, 1, "ann", "bob"));
  EXPECT_THAT(BodiesOf(amy), ElementsAre(HasSubstr("\"red\":\"amys\"")));
  EXPECT_THAT(BodiesOf(ben), IsEmpty());
  EXPECT_THAT(BodiesOf(zoe), SizeIs(2));
  EXPECT_THAT(BodiesOf(home), SizeIs(2));
}

TEST_F(ReportsTest, AnEventWhoseReportCannotBeMadeKeepsNoneOfTheOthers) {
  const std::int64_t amy = Add("amy", {v1::Webhook::EVENT_GAME, v1::Webhook::EVENT_TOURNAMENT});
  ASSERT_THAT(database_->Execute("INSERT INTO webhook_events (event, about) VALUES ('tournament', 999)"), IsOk());
  store::MustStore(*database_, store::ResultOf(tournament_, 1, "amys", "bob"));
  EXPECT_THAT(BodiesOf(amy), ElementsAre(HasSubstr("\"red\":\"amys\"")));
  EXPECT_THAT(log_, ElementsAre(HasSubstr("nobody is told of tournament 999")));
  EXPECT_EQ(Plan().value(), 0) << "it is not tried again";
}

TEST_F(ReportsTest, TheSameResultTwiceIsOneReport) {
  const std::int64_t amy = Add("amy", {v1::Webhook::EVENT_GAME});
  store::MustStore(*database_, store::ResultOf(tournament_, 1, "amys", "bob"));
  store::MustStore(*database_, store::ResultOf(tournament_, 1, "amys", "bob"));
  EXPECT_THAT(BodiesOf(amy), SizeIs(1));
}

TEST_F(ReportsTest, ATournamentsReportKeepsItsSecrets) {
  const std::int64_t amy = Add("amy", {v1::Webhook::EVENT_TOURNAMENT});
  const std::int64_t ben = Add("ben", {v1::Webhook::EVENT_TOURNAMENT});
  ASSERT_THAT(
      store::SetTournamentState(*database_, tournament_, v1::Tournament::STATE_STOPPED, kNow, "no bot at /secret/path"),
      IsOk());
  const std::vector<std::string> bodies = BodiesOf(amy);
  EXPECT_THAT(bodies, ElementsAre(HasSubstr("\"state\":\"STATE_STOPPED\"")));
  EXPECT_THAT(bodies[0], Not(HasSubstr("secret")));
  EXPECT_THAT(bodies[0], Not(HasSubstr("seed")));
  EXPECT_THAT(BodiesOf(ben), IsEmpty());
}

TEST_F(ReportsTest, TheEndOfACheckIsReported) {
  const std::int64_t amy = Add("amy", {v1::Webhook::EVENT_CHECK});
  const std::int64_t ben = Add("ben", {v1::Webhook::EVENT_CHECK});
  const auto id = static_cast<std::int64_t>(store::BeginSubmission(*database_, "amy", kNow)->id());
  ASSERT_THAT(store::FailSubmission(*database_, id, "no bot.json", kNow), IsOk());
  EXPECT_THAT(BodiesOf(amy), ElementsAre(HasSubstr("no bot.json")));
  EXPECT_THAT(BodiesOf(ben), IsEmpty());
}

TEST_F(ReportsTest, NobodyIsToldWhoDidNotAskOrIsGone) {
  const std::int64_t amy = Add("amy", {v1::Webhook::EVENT_CHECK});
  store::MustStore(*database_, store::ResultOf(tournament_, 1, "amys", "bob"));
  EXPECT_EQ(Plan().value(), 0) << "nothing is noted of which nobody is told";
  EXPECT_THAT(BodiesOf(amy), IsEmpty());
  const std::int64_t games = Add("amy", {v1::Webhook::EVENT_GAME});
  store::MustStore(*database_, store::ResultOf(tournament_, 2, "amys", "bob"));
  ASSERT_THAT(store::RemoveUser(*database_, "amy", kNow), IsOk());
  EXPECT_THAT(store::FindWebhook(*database_, games), IsError(absl::StatusCode::kNotFound, "there is no webhook"));
  EXPECT_EQ(Plan().value(), 1);
  EXPECT_THAT(store::DueDeliveries(*database_, {}, 100, kNow).value(), IsEmpty());
}

TEST_F(ReportsTest, OneUserHasFewWebhooks) {
  for (int i = 0; i < store::kWebhooksOfOneMax; ++i) Add("amy", {v1::Webhook::EVENT_GAME});
  store::WebhookToAdd more{.user = "amy",
                           .url = "https://example.org/",
                           .events = {v1::Webhook::EVENT_GAME},
                           .signing_key = std::string(32, 'k')};
  EXPECT_THAT(store::AddWebhook(*database_, more, kNow), IsError(absl::StatusCode::kResourceExhausted, "8 webhooks"));
  more.user = "ben";
  EXPECT_THAT(store::AddWebhook(*database_, more, kNow), IsOk());
  for (const auto& events : std::vector<std::vector<v1::Webhook::Event>>{
           {}, {v1::Webhook::EVENT_TEST}, {static_cast<v1::Webhook::Event>(77)}}) {
    more.events = events;
    EXPECT_THAT(store::AddWebhook(*database_, more, kNow),
                IsError(absl::StatusCode::kInvalidArgument, "at least one of"));
  }
}

}  // namespace
}  // namespace flagfall::arena::webhooks
