// Each attack for a second from four connections, while others play. What is asserted are facts, and no latencies: see
// abuse_table.cc for those.
#include <gtest/gtest.h>

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

// So much may strangers have the server write in that second, whatever they ask it.
constexpr unsigned long long kReadMaxBytes = 16 << 20;

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
  const CampaignResult result = Make(attack, {.address = server.address()});
  EXPECT_EQ(bystander.Leave(), "");
  EXPECT_TRUE(server.IsRunning());
  EXPECT_LE(server.PeakMemoryMib(), before + kGrowthMaxMib) << "of " << before << " MiB";
  EXPECT_LE(server.MemoryMib(), before + kGrowthMaxMib) << "of " << before << " MiB";
  EXPECT_GT(result.opened, 0);
  EXPECT_LE(result.bytes_received, kReadMaxBytes);
  EXPECT_TRUE(IsMet(attack.demand, result)) << result.opened << " connections, none of which ended";
}

INSTANTIATE_TEST_SUITE_P(Attacks, Abuse, testing::ValuesIn(AllAttacks()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace flagfall::abuse
