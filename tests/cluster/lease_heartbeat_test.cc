#include "arena/cluster/lease_heartbeat.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "tests/support/wait.h"

namespace flagfall::arena::cluster {
namespace {

// A server that counts how often a lease is kept.
class CountingServer final : public api::WorkerApi {
 public:
  absl::StatusOr<v1::LeaseGamesResponse> LeaseGames(const v1::LeaseGamesRequest&, const std::stop_token&) override {
    return Unexpected();
  }
  absl::StatusOr<v1::KeepLeaseResponse> KeepLease(const v1::KeepLeaseRequest& request) override {
    if (request.lease() == 7) ++kept;
    // As while it is started again.
    return absl::UnavailableError("not now");
  }
  absl::StatusOr<bool> HandInGame(v1::HandInGameHeader, const v1::GameRecord&) override { return Unexpected(); }
  absl::Status FetchBot(const v1::FetchBotRequest&, const std::function<absl::Status(absl::string_view)>&,
                        const std::stop_token&) override {
    return Unexpected();
  }

  std::atomic<int> kept = 0;

 private:
  static absl::Status Unexpected() {
    return absl::UnimplementedError("a heartbeat keeps a lease and does nothing else");
  }
};

v1::Lease LeaseKeptEvery(std::uint32_t heartbeat_ms) {
  v1::Lease lease;
  lease.set_id(7);
  lease.set_heartbeat_ms(heartbeat_ms);
  return lease;
}

TEST(LeaseHeartbeat, KeepsTheLeaseAgainAndAgainWhateverTheServerSays) {
  CountingServer server;
  auto heartbeat = std::make_unique<LeaseHeartbeat>(LeaseKeptEvery(1), server);
  EXPECT_TRUE(WaitFor([&server] { return server.kept >= 3; }));
  heartbeat.reset();
}

TEST(LeaseHeartbeat, EndsAtOnce) {
  CountingServer server;
  // It would be an hour until the first.
  { const LeaseHeartbeat heartbeat(LeaseKeptEvery(3'600'000), server); }
  EXPECT_EQ(server.kept, 0);
}

}  // namespace
}  // namespace flagfall::arena::cluster
