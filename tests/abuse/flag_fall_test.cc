// A bot that is about to lose on time could attack its host by connections that nobody knows to be the bot's: a game
// whose host was late when a flag fell is void, and is played again.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <ostream>
#include <string>
#include <thread>

#include "tests/abuse/attack.h"
#include "tests/abuse/bystander.h"
#include "tests/abuse/campaign.h"
#include "tests/abuse/server_process.h"
#include "tests/support/test_bot.h"

namespace flagfall::abuse {
namespace {

using std::chrono::milliseconds;

// Red has two seconds for each ply (abuse_server.cc).
constexpr milliseconds kFlagFallsAfter(2000);
constexpr int kGames = 3;

// When the attack begins and ends, before and after the flag falls, and how it is made.
struct Stall {
  const char* attack;
  milliseconds before;
  milliseconds after;
  int connections;
};

// Plays a game until it is over, or until `bot` has to make its first ply.
std::optional<v1::Outcome> PlayToFirstPly(TestBot& bot, RandomPlayer& player) {
  while (const auto response = bot.Hear()) {
    if (response->has_game_over()) return response->game_over().outcome();
    if (response->has_decision_required() && response->decision_required().kind() != v1::DECISION_KIND_SET_UP) break;
    if (const auto answer = player.AnswerTo(*response)) bot.Say(*answer);
  }
  return std::nullopt;
}

void PrintTo(const Stall& stall, std::ostream* out) { *out << stall.attack; }

class FlagFall : public testing::TestWithParam<Stall> {
 protected:
  static void SetUpTestSuite() { std::signal(SIGPIPE, SIG_IGN); }
};

TEST_P(FlagFall, IsALossThoughTheLoserAttacksTheHost) {
  const Stall stall = GetParam();
  const Attack attack = AttackNamed(stall.attack, AllAttacks());
  const ServerProcess server(attack.at_tls_port);
  const Campaign campaign{.address = server.address(),
                          .connections = stall.connections,
                          .addresses = stall.connections,
                          .time = stall.before + stall.after};
  TestBot loser(DialInTo(server), "loser");
  TestBot winner(DialInTo(server), "winner");
  loser.SayHello();
  winner.SayHello();
  RandomPlayer red(1);
  RandomPlayer blue(2);
  for (int game = 0; game < kGames; ++game) {
    std::thread attacker([&] {
      if (PlayToFirstPly(loser, red).has_value()) return;
      std::this_thread::sleep_for(kFlagFallsAfter - stall.before);
      Make(attack, campaign);
      loser.HearUntil(v1::PlayResponse::kGameOver);
    });
    const auto outcome = PlayToFirstPly(winner, blue);
    attacker.join();
    ASSERT_TRUE(outcome.has_value()) << "the stream has ended: " << winner.End().error_message();
    EXPECT_EQ(outcome->result(), v1::RESULT_BLUE_WINS) << outcome->ShortDebugString();
    EXPECT_EQ(outcome->reason(), v1::REASON_OUT_OF_TIME) << outcome->ShortDebugString();
  }
}

INSTANTIATE_TEST_SUITE_P(By, FlagFall,
                         testing::Values(Stall{"LiteralOfTwoGib", milliseconds(600), milliseconds(600), 8},
                                         Stall{"GzipBomb", milliseconds(200), milliseconds(200), 2},
                                         Stall{"ReflectionAmplification", milliseconds(1000), milliseconds(500), 64},
                                         Stall{"PingFlood", milliseconds(500), milliseconds(500), 64},
                                         Stall{"ZeroLengthHeaders", milliseconds(500), milliseconds(500), 64},
                                         Stall{"RapidReset", milliseconds(300), milliseconds(500), 64},
                                         Stall{"WholeHandshakes", milliseconds(300), milliseconds(500), 64}),
                         [](const auto& info) { return std::string(info.param.attack); });

}  // namespace
}  // namespace flagfall::abuse
