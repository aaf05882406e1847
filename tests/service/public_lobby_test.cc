// What the lobby's real tables and matches write down for whoever looks on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/match/event_digest.h"
#include "tests/service/lobby_fixture.h"

namespace flagfall {
namespace {

class PublicLobbyTest : public LobbyTest {
 protected:
  // Who did something that is public, in order.
  std::vector<v1::Side> ActsOf(const std::string& id) {
    std::vector<v1::Side> sides;
    const auto reading = spectator_games_.Read(id, 0);
    for (std::size_t i = 0; i < reading->end(); ++i) {
      if ((*reading)[i].kind == SpectatorEntry::Kind::kActed) sides.push_back((*reading)[i].side);
    }
    return sides;
  }
};

TEST_F(PublicLobbyTest, AGamesSpectatorRecorderIsThereWhileItIsPlayedAndAfter) {
  Join("red");
  Start("1-1");
  EXPECT_THAT(spectator_games_.List(), testing::IsEmpty()) << "it waits for blue";
  Join("blue");
  ASSERT_EQ(spectator_games_.List().size(), 1u);
  Act("blue", "1-1", 1, CountingGame::Placing(v1::PIECE_TYPE_MINER));
  EXPECT_THAT(ActsOf("1-1"), testing::IsEmpty()) << "R1.3: whether blue is ready is blue's to know";
  Act("red", "1-1", 1, CountingGame::Placing(v1::PIECE_TYPE_SPY));
  Act("red", "1-1", 2, CountingGame::Count(0, 1));
  EXPECT_THAT(ActsOf("1-1"), testing::ElementsAre(v1::SIDE_BLUE, v1::SIDE_RED, v1::SIDE_RED));
  EXPECT_EQ(spectator_games_.List()[0].plies, 1u);
  EXPECT_FALSE(spectator_games_.Read("1-1", 0)->is_over());
  Resign("blue", "1-1");
  EventDigest digest;
  const auto all = spectator_games_.Read("1-1", 0);
  for (std::size_t i = 0; i < all->end(); ++i) digest.Add((*all)[i].events);
  EXPECT_EQ(digest.Digest(), records_["1-1"].spectator_events_sha256());
  EXPECT_TRUE(all->is_over());
  spectator_games_.Forget("1-1");
  EXPECT_THAT(spectator_games_.List(), testing::IsEmpty());
}

TEST_F(PublicLobbyTest, AGameThatNobodyPlaysIsNotShown) {
  Join("red");
  Start("1-1");
  Pass(kNoShowAfter);
  EXPECT_EQ(OutcomeOf("1-1"), "RESULT_RED_WINS REASON_FORFEIT_NO_SHOW");
  EXPECT_THAT(spectator_games_.List(), testing::IsEmpty());
}

}  // namespace
}  // namespace flagfall
