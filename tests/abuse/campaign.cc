#include "tests/abuse/campaign.h"

#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/net/http2_bytes.h"

namespace flagfall::abuse {
namespace {

using std::chrono::milliseconds;

// Attackers leave the cores to the server when both want them, as attackers on other machines would.
constexpr int kNiceness = 19;
constexpr milliseconds kEndsWithin(10'000);
// A server that refuses connections is not called more often than this by each thread.
constexpr milliseconds kAfterAnEnd(2);

class Attackers {
 public:
  Attackers(const Attack& attack, const Campaign& campaign)
      : attack_(attack), campaign_(campaign), until_(std::chrono::steady_clock::now() + campaign.time) {}

  CampaignResult Run() {
    std::vector<std::thread> threads;
    for (int i = 0; i < campaign_.connections; ++i) threads.emplace_back([this, i] { AttackAs(i); });
    for (std::thread& thread : threads) thread.join();
    return result_;
  }

 private:
  void AttackAs(int number) {
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNiceness);
    while (std::chrono::steady_clock::now() < until_) {
      RawConnection connection({.address = campaign_.address, .source = SourceOf(number), .until = until_});
      attack_.run(connection);
      if (attack_.demand == Attack::Demand::kEnd) AwaitEndOf(connection);
      Count(connection);
      if (connection.has_ended()) std::this_thread::sleep_for(kAfterAnEnd);
    }
  }

  // Until it has ended, or there is an end of another.
  void AwaitEndOf(RawConnection& connection) {
    const SteadyTime until = until_ + kEndsWithin;
    constexpr milliseconds kLook(50);
    while (!connection.AwaitEnd(kLook)) {
      const SteadyTime now = std::chrono::steady_clock::now();
      if (now >= until || (now >= until_ && has_end_)) return;
    }
    has_end_ = true;
  }

  std::string SourceOf(int number) {
    if (!attack_.from_many_addresses) return absl::StrCat("127.0.0.", 2 + number % campaign_.addresses);
    const int next = ++last_address_;
    return absl::StrCat("127.1.", next / 250, ".", 1 + next % 250);
  }

  void Count(const RawConnection& connection) {
    const std::lock_guard lock(mutex_);
    ++result_.opened;
    if (connection.has_ended()) ++result_.ended;
    if (connection.was_kept_waiting()) ++result_.kept_waiting;
    result_.bytes_sent += connection.bytes_sent();
    result_.bytes_received += connection.bytes_received();
    result_.resets += connection.frames(kRstStream);
    result_.goaways += connection.frames(kGoAway);
    result_.answers += connection.frames(kHeaders);
  }

  const Attack& attack_;
  const Campaign& campaign_;
  const SteadyTime until_;
  std::atomic<bool> has_end_ = false;
  std::atomic<int> last_address_ = 0;
  std::mutex mutex_;
  CampaignResult result_;
};

}  // namespace

CampaignResult Make(const Attack& attack, const Campaign& campaign) { return Attackers(attack, campaign).Run(); }

bool IsMet(Attack::Demand demand, const CampaignResult& result) {
  switch (demand) {
    case Attack::Demand::kNone:
      return true;
    case Attack::Demand::kEndOrWait:
      return result.ended > 0 || result.kept_waiting > 0;
    case Attack::Demand::kEnd:
      return result.ended > 0;
  }
  return false;
}

std::vector<Attack> AllAttacks() {
  std::vector<Attack> all;
  for (const auto& list :
       {FrameAttacks(), StreamAttacks(), HpackAttacks(), GrpcAttacks(), ConnectionAttacks(), TlsAttacks()}) {
    all.insert(all.end(), list.begin(), list.end());
  }
  return all;
}

Attack AttackNamed(absl::string_view name, const std::vector<Attack>& attacks) {
  for (const Attack& attack : attacks) {
    if (name == attack.name) return attack;
  }
  throw std::invalid_argument(absl::StrCat("no attack is named ", name));
}

}  // namespace flagfall::abuse
