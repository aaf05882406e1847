// Each attack for a second or more from four connections, while others play. What is asserted are facts, and no
// latencies: see abuse_table.cc for those.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>

#include "tests/abuse/attack.h"
#include "tests/abuse/bystander.h"
#include "tests/abuse/campaign.h"
#include "tests/abuse/server_process.h"

namespace flagfall::abuse {
namespace {

// By so much the server's memory may grow under an attack. Sanitizers keep what is freed.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kGrowthMaxMib = 1024;
#else
constexpr double kGrowthMaxMib = 32;
#endif

// So much may strangers have the server write in a second, whatever they ask it.
constexpr unsigned long long kReadMaxBytes = 16 << 20;

// An attack that must have an end and has none is not made for longer than this.
constexpr std::chrono::seconds kLongest(60);

class Abuse : public testing::TestWithParam<Attack> {
 protected:
  // OpenSSL writes to connections that the server has closed.
  static void SetUpTestSuite() { std::signal(SIGPIPE, SIG_IGN); }
};

TEST_P(Abuse, HarmsNobody) {
  const Attack attack = GetParam();
  const ServerProcess server(attack.at_tls_port);
  Bystander bystander(server);
  const double before = server.MemoryMib();
  server.ForgetPeak();
  // On a machine that is busy with other things, a second may be too short to do anything that must have an end.
  std::chrono::seconds time(1);
  CampaignResult result = Make(attack, {.address = server.address(), .time = time});
  while (!IsMet(attack.demand, result) && time < kLongest) {
    time *= 4;
    result = Make(attack, {.address = server.address(), .time = time});
  }
  EXPECT_EQ(bystander.Leave(), "");
  EXPECT_TRUE(server.IsRunning());
  EXPECT_LE(server.PeakMemoryMib(), before + kGrowthMaxMib) << "of " << before << " MiB";
  EXPECT_LE(server.MemoryMib(), before + kGrowthMaxMib) << "of " << before << " MiB";
  EXPECT_GT(result.opened, 0);
  EXPECT_LE(result.bytes_received, kReadMaxBytes * static_cast<unsigned long long>(time.count()));
  EXPECT_TRUE(IsMet(attack.demand, result)) << result.opened << " connections, none of which ended";
}

INSTANTIATE_TEST_SUITE_P(Attacks, Abuse, testing::ValuesIn(AllAttacks()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace flagfall::abuse
