#include "arena/webhooks/dispatcher.h"

#include <chrono>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/webhooks/reports.h"
#include "arena/webhooks/signature.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::webhooks {
namespace {

// How often the ledger is looked at where nothing else is to be done, and where a look has failed.
constexpr std::chrono::milliseconds kLooksEvery{500};
constexpr std::chrono::seconds kLooksAgainIn{30};
// So many events are made into deliveries while the ledger is held.
constexpr int kEventsAtOnce = 32;

}  // namespace

std::vector<Micros> DispatcherOptions::DefaultPauses() {
  using std::chrono::hours, std::chrono::minutes, std::chrono::seconds;
  return {seconds(10), minutes(1), minutes(5), minutes(30), hours(2), hours(6)};
}

Dispatcher::Dispatcher(store::Database& database, DispatcherOptions options)
    : database_(database), options_(std::move(options)) {
  threads_.emplace_back([this] { Keep(); });
  for (int i = 0; i < kSenders; ++i) threads_.emplace_back([this] { Send(); });
}

Dispatcher::~Dispatcher() {
  {
    MutexLock lock(mutex_);
    is_stopping_ = true;
  }
  changed_.NotifyAll();
  for (std::thread& thread : threads_) thread.join();
}

void Dispatcher::Keep() {
  while (!is_stopping_) {
    const absl::StatusOr<bool> has_more = Look();
    if (!has_more.ok()) options_.log(absl::StrCat("webhooks: ", has_more.status().message()));
    const auto until = std::chrono::steady_clock::now() + (has_more.ok() ? std::chrono::milliseconds(kLooksEvery)
                                                                         : std::chrono::milliseconds(kLooksAgainIn));
    MutexLock lock(mutex_);
    while (!is_stopping_ && !(has_more.ok() && (*has_more || !sent_.empty()))) {
      if (!changed_.WaitUntil(mutex_, until)) break;
    }
  }
}

absl::StatusOr<bool> Dispatcher::Look() {
  std::deque<Sent> sent;
  std::set<std::int64_t> busy;
  {
    MutexLock lock(mutex_);
    sent = sent_;
    busy = busy_;
  }
  for (const Sent& one : sent) busy.erase(one.delivery.webhook);
  std::vector<store::DueDelivery> due;
  int planned = 0;
  {
    MutexLock ledger(database_.access());
    for (const Sent& one : sent) FLAGFALL_RETURN_IF_ERROR(Store(one));
    FLAGFALL_ASSIGN_OR_RETURN(planned, PlanDeliveries(database_, kEventsAtOnce, options_.now(), options_.log));
    const int room = kSenders - static_cast<int>(busy.size());
    FLAGFALL_ASSIGN_OR_RETURN(due, store::DueDeliveries(database_, busy, room, options_.now()));
  }
  MutexLock lock(mutex_);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    busy_.erase(sent_.front().delivery.webhook);
    sent_.pop_front();
  }
  for (store::DueDelivery& delivery : due) {
    busy_.insert(delivery.webhook);
    due_.push_back(std::move(delivery));
  }
  changed_.NotifyAll();
  return planned == kEventsAtOnce;
}

absl::Status Dispatcher::Store(const Sent& sent) {
  const Micros now = options_.now();
  store::DeliveryAttempt attempt{.status = sent.result.status, .trouble = sent.result.trouble};
  if (!attempt.trouble.empty() && sent.delivery.attempts < options_.pauses.size()) {
    attempt.next = now + options_.pauses[sent.delivery.attempts];
  }
  return store::RecordAttempt(database_, sent.delivery.name, attempt, now);
}

void Dispatcher::Send() {
  options_.lower_priority();
  for (;;) {
    store::DueDelivery delivery;
    {
      MutexLock lock(mutex_);
      while (due_.empty() && !is_stopping_) changed_.Wait(mutex_);
      if (is_stopping_) return;
      delivery = std::move(due_.front());
      due_.pop_front();
    }
    PostResult result = options_.send(PostOf(delivery), [this] { return is_stopping_.load(); });
    MutexLock lock(mutex_);
    // What was broken off counts for no attempt.
    if (is_stopping_) return;
    sent_.push_back({.delivery = std::move(delivery), .result = std::move(result)});
    changed_.NotifyAll();
  }
}

Post Dispatcher::PostOf(const store::DueDelivery& delivery) const {
  const std::int64_t seconds = options_.now() / std::chrono::seconds(1);
  return {.url = delivery.url,
          .headers = {"content-type: application/json", absl::StrCat("webhook-id: ", delivery.name),
                      absl::StrCat("webhook-timestamp: ", seconds),
                      absl::StrCat("webhook-signature: ",
                                   SignatureOf(delivery.signing_key, delivery.name, seconds, delivery.body)),
                      // It would have the library wait for an answer before the body.
                      "expect:"},
          .body = delivery.body};
}

}  // namespace flagfall::arena::webhooks
