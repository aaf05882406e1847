// Draws by agreement between real clients; which offers stand, tests/match/draw_test.cc shows.
#include <gtest/gtest.h>

#include "tests/service/test_host.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

class Draws : public testing::Test {
 protected:
  Draws() {
    host_.referee().Admit("red", "red-token");
    host_.referee().Admit("blue", "blue-token");
    host_.Start("game");
    for (auto* each : {&red_, &blue_}) {
      each->bot.emplace(host_.unix_address(), each->token);
      each->bot->SayHello();
    }
    for (auto* each : {&red_, &blue_}) each->player.AnswerTo(each->Await(v1::PlayResponse::kGameStarted));
  }

  struct Contender {
    std::string token;
    RandomPlayer player;
    std::optional<TestBot> bot = std::nullopt;

    v1::PlayResponse Await(v1::PlayResponse::MessageCase kind) {
      auto heard = bot->HearUntil(kind);
      EXPECT_TRUE(heard.has_value()) << "its stream has ended";
      return std::move(heard).value_or(v1::PlayResponse());
    }
    void Offer() {
      v1::PlayRequest request;
      request.mutable_offer_draw()->set_game_id("game");
      EXPECT_TRUE(bot->Say(request));
    }
    void Accept() {
      v1::PlayRequest request;
      request.mutable_accept_draw()->set_game_id("game");
      EXPECT_TRUE(bot->Say(request));
    }
    void Answer(const v1::PlayResponse& decision) { EXPECT_TRUE(bot->Say(player.AnswerTo(decision).value())); }
  };

  // The kinds of what the players did in the game beside set-ups and plies, with their sides.
  static std::vector<std::pair<v1::RecordEntry::KindCase, v1::Side>> Gestures(const v1::GameRecord& record) {
    std::vector<std::pair<v1::RecordEntry::KindCase, v1::Side>> gestures;
    for (const v1::RecordEntry& entry : record.entries()) {
      if (entry.has_offered_draw() || entry.has_accepted_draw()) gestures.emplace_back(entry.kind_case(), entry.side());
    }
    return gestures;
  }

  TestHost host_;
  Contender red_{"red-token", RandomPlayer(1)};
  Contender blue_{"blue-token", RandomPlayer(2)};
};

TEST_F(Draws, AnOfferThatIsAcceptedEndsTheGame) {
  red_.Offer();
  EXPECT_EQ(blue_.Await(v1::PlayResponse::kDrawOffered).draw_offered().game_id(), "game");
  blue_.Accept();
  for (Contender* contender : {&red_, &blue_}) {
    const v1::Outcome outcome = contender->Await(v1::PlayResponse::kGameOver).game_over().outcome();
    EXPECT_EQ(outcome.result(), v1::RESULT_DRAW);
    EXPECT_EQ(outcome.reason(), v1::REASON_DRAW_AGREED);
  }
  const v1::GameRecord record = host_.RecordOf("game");
  EXPECT_EQ(record.outcome().reason(), v1::REASON_DRAW_AGREED);
  const decltype(Gestures(record)) agreed = {{v1::RecordEntry::kOfferedDraw, v1::SIDE_RED},
                                             {v1::RecordEntry::kAcceptedDraw, v1::SIDE_BLUE}};
  EXPECT_EQ(Gestures(record), agreed);
}

TEST_F(Draws, AnOfferLapsesWithTheOpponentsPlyAndTheGameGoesOn) {
  for (Contender* contender : {&red_, &blue_}) contender->Answer(contender->Await(v1::PlayResponse::kDecisionRequired));
  red_.Answer(red_.Await(v1::PlayResponse::kDecisionRequired));
  red_.Offer();
  const v1::PlayResponse decision = blue_.Await(v1::PlayResponse::kDecisionRequired);
  blue_.Await(v1::PlayResponse::kDrawOffered);
  blue_.Answer(decision);
  blue_.Accept();
  const v1::GameError error = blue_.Await(v1::PlayResponse::kGameError).game_error();
  EXPECT_EQ(error.game_id(), "game");
  EXPECT_EQ(error.code(), v1::GameError::CODE_NO_DRAW_OFFER);
  // What was offered in vain may be offered again.
  red_.Offer();
  blue_.Await(v1::PlayResponse::kDrawOffered);
  blue_.Accept();
  EXPECT_EQ(red_.Await(v1::PlayResponse::kGameOver).game_over().outcome().reason(), v1::REASON_DRAW_AGREED);
  EXPECT_EQ(host_.RecordOf("game").plies(), 2U);
}

}  // namespace
}  // namespace flagfall
