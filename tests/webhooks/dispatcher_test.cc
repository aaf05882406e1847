#include "arena/webhooks/dispatcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/webhooks.h"
#include "arena/webhooks/reports.h"
#include "arena/webhooks/signature.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/wait.h"

namespace flagfall::arena::webhooks {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::SizeIs;

class DispatcherTest : public testing::Test {
 protected:
  void SetUp() override {
    tournament_ = store::Furnish(*database_);
    webhook_ = AddWebhook("https://example.org/a");
  }

  std::int64_t AddWebhook(const std::string& url) {
    return store::AddWebhook(
               *database_, {.url = url, .events = {v1::Webhook::EVENT_GAME}, .signing_key = std::string(32, 'k')}, now_)
        .value();
  }

  void Start() {
    dispatcher_ = std::make_unique<Dispatcher>(
        *database_,
        DispatcherOptions{.send = [this](const Post& post,
                                         const std::function<bool()>& is_stopping) { return Send(post, is_stopping); },
                          .pauses = {seconds(10), minutes(1)},
                          .now = [this] { return now_.load(); }});
  }

  PostResult Send(const Post& post, const std::function<bool()>& is_stopping) {
    while (is_stuck_ && !is_stopping()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    MutexLock lock(mutex_);
    posts_.push_back(post);
    return {.status = status_, .trouble = status_ == 200 ? "" : absl::StrCat("it answered with the status ", status_)};
  }

  std::vector<Post> Posts() {
    MutexLock lock(mutex_);
    return posts_;
  }
  void Answer(std::uint32_t status) {
    MutexLock lock(mutex_);
    status_ = status;
  }
  void Play(std::uint32_t number) {
    MutexLock lock(database_->access());
    store::MustStore(*database_, store::ResultOf(tournament_, number));
  }
  std::vector<v1::WebhookDelivery> Deliveries(std::int64_t webhook) {
    MutexLock lock(database_->access());
    return store::ListDeliveries(*database_, webhook).value();
  }
  v1::Webhook Webhook() {
    MutexLock lock(database_->access());
    return store::FindWebhook(*database_, webhook_).value();
  }
  // Waits until the newest delivery has had so many attempts.
  void AwaitAttempts(std::uint32_t attempts) {
    EXPECT_TRUE(WaitFor([&] {
      const auto deliveries = Deliveries(webhook_);
      return !deliveries.empty() && deliveries[0].attempts() == attempts;
    })) << attempts;
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = 0;
  std::int64_t webhook_ = 0;
  std::atomic<Micros> now_ = Micros(seconds(1'700'000'000));
  std::atomic<bool> is_stuck_ = false;
  Mutex mutex_;
  std::vector<Post> posts_ ABSL_GUARDED_BY(mutex_);
  std::uint32_t status_ ABSL_GUARDED_BY(mutex_) = 200;
  // Last: its threads use all of the above.
  std::unique_ptr<Dispatcher> dispatcher_;
};

TEST_F(DispatcherTest, AReportIsSentSignedAndOnce) {
  Start();
  Play(1);
  AwaitAttempts(1);
  const std::vector<Post> posts = Posts();
  ASSERT_THAT(posts, SizeIs(1));
  const v1::WebhookDelivery delivery = Deliveries(webhook_)[0];
  EXPECT_EQ(delivery.state(), v1::WebhookDelivery::STATE_DELIVERED);
  EXPECT_EQ(posts[0].url, "https://example.org/a");
  EXPECT_THAT(posts[0].body, HasSubstr(absl::StrCat("\"id\":\"", delivery.id(), "\",\"event\":\"EVENT_GAME\"")));
  EXPECT_THAT(posts[0].body, HasSubstr("\"red\":\"ann\""));
  EXPECT_EQ(posts[0].headers[1], absl::StrCat("webhook-id: ", delivery.id()));
  EXPECT_EQ(posts[0].headers[2], "webhook-timestamp: 1700000000");
  EXPECT_EQ(posts[0].headers[3], absl::StrCat("webhook-signature: ", SignatureOf(std::string(32, 'k'), delivery.id(),
                                                                                 1'700'000'000, posts[0].body)));
}

TEST_F(DispatcherTest, WhatFailsIsSentAgainAfterGrowingPausesAndThenGivenUp) {
  Answer(500);
  Start();
  Play(1);
  AwaitAttempts(1);
  EXPECT_EQ(Deliveries(webhook_)[0].state(), v1::WebhookDelivery::STATE_PENDING);
  now_ = now_.load() + seconds(10);
  AwaitAttempts(2);
  now_ = now_.load() + minutes(1);
  AwaitAttempts(3);
  const v1::WebhookDelivery delivery = Deliveries(webhook_)[0];
  EXPECT_EQ(delivery.state(), v1::WebhookDelivery::STATE_FAILED);
  EXPECT_EQ(delivery.status(), 500u);
  EXPECT_THAT(Webhook().disabled_reason(), HasSubstr("status 500"));
  const std::vector<Post> posts = Posts();
  ASSERT_THAT(posts, SizeIs(3));
  EXPECT_EQ(posts[0].headers[1], posts[2].headers[1]) << "the receiver can tell that it is the same";
  // Nothing is made for it any more, until a test succeeds.
  Play(2);
  Answer(200);
  {
    MutexLock lock(database_->access());
    ASSERT_THAT(PlanTest(*database_, webhook_, now_), IsOk());
  }
  AwaitAttempts(1);
  EXPECT_EQ(Webhook().disabled_reason(), "");
  EXPECT_THAT(Deliveries(webhook_), SizeIs(2));
}

TEST_F(DispatcherTest, OneFailureAmongSuccessesDisablesNothing) {
  Answer(500);
  Start();
  Play(1);
  AwaitAttempts(1);
  Answer(200);
  now_ = now_.load() + seconds(1);
  Play(2);
  EXPECT_TRUE(WaitFor([&] { return Deliveries(webhook_).size() == 2 && Deliveries(webhook_)[0].attempts() == 1; }));
  Answer(500);
  now_ = now_.load() + seconds(10);
  EXPECT_TRUE(WaitFor([&] { return Deliveries(webhook_)[1].attempts() == 2; }));
  now_ = now_.load() + minutes(1);
  EXPECT_TRUE(WaitFor([&] { return Deliveries(webhook_)[1].state() == v1::WebhookDelivery::STATE_FAILED; }));
  EXPECT_EQ(Webhook().disabled_reason(), "");
}

TEST_F(DispatcherTest, WhatIsPendingSurvivesAnEnd) {
  Play(1);
  is_stuck_ = true;
  Start();
  ASSERT_TRUE(WaitFor([&] { return Webhook().pending() == 1; }));
  dispatcher_.reset();
  EXPECT_EQ(Deliveries(webhook_)[0].attempts(), 0u) << "what was broken off is no attempt";
  is_stuck_ = false;
  Start();
  AwaitAttempts(1);
  EXPECT_EQ(Deliveries(webhook_)[0].state(), v1::WebhookDelivery::STATE_DELIVERED);
}

TEST_F(DispatcherTest, TooManyWaitingAreDropped) {
  MutexLock lock(database_->access());
  const auto transaction = store::Transaction::BeginWriting(*database_);
  ASSERT_THAT(transaction, IsOk());
  store::DeliveryToAdd delivery{.webhook = webhook_, .event = v1::Webhook::EVENT_TEST, .body = "{}"};
  for (int i = 0; i < store::kPendingOfOneMax; ++i) {
    delivery.name = absl::StrCat("msg_", i);
    ASSERT_THAT(store::AddDelivery(*database_, delivery, now_), IsOk());
  }
  delivery.name = "msg_more";
  EXPECT_FALSE(store::AddDelivery(*database_, delivery, now_).value());
  EXPECT_EQ(store::FindWebhook(*database_, webhook_)->dropped(), 1u);
  EXPECT_THAT(PlanTest(*database_, webhook_, now_), IsError(absl::StatusCode::kResourceExhausted, "wait"));
}

TEST_F(DispatcherTest, OldDeliveriesAreForgotten) {
  MutexLock lock(database_->access());
  const auto transaction = store::Transaction::BeginWriting(*database_);
  ASSERT_THAT(transaction, IsOk());
  for (int i = 0; i < store::kDeliveriesKept + 5; ++i) {
    const store::DeliveryToAdd delivery{
        .webhook = webhook_, .name = absl::StrCat("msg_", i), .event = v1::Webhook::EVENT_TEST, .body = "{}"};
    ASSERT_THAT(store::AddDelivery(*database_, delivery, now_), IsOk());
    ASSERT_THAT(store::RecordAttempt(*database_, delivery.name, {.status = 200}, now_), IsOk());
  }
  EXPECT_THAT(store::FindDelivery(*database_, webhook_, "msg_4"), IsError(absl::StatusCode::kNotFound, "msg_4"));
  EXPECT_THAT(store::FindDelivery(*database_, webhook_, "msg_5"), IsOk());
  ASSERT_THAT(store::Redeliver(*database_, webhook_, "msg_5", now_), IsOk());
  EXPECT_THAT(store::Redeliver(*database_, webhook_, "msg_5", now_),
              IsError(absl::StatusCode::kFailedPrecondition, "anyway"));
  EXPECT_THAT(store::DueDeliveries(*database_, {webhook_}, 4, now_).value(), SizeIs(0));
  EXPECT_THAT(store::DueDeliveries(*database_, {}, 4, now_).value(), SizeIs(1));
  ASSERT_THAT(store::RemoveWebhook(*database_, webhook_), IsOk());
  EXPECT_THAT(store::DueDeliveries(*database_, {}, 4, now_).value(), SizeIs(0));
}

}  // namespace
}  // namespace flagfall::arena::webhooks
