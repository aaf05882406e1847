// One over each limit of limits.h that is not tested where its clause is.
#include "referee/match/match_limits.h"

#include "referee/match/match_messages.h"
#include "tests/match/driver.h"

namespace flagfall {
namespace {

TEST(Limits, ASpecOutsideOfThemMakesNoMatch) {
  const struct {
    const char* error;
    void (*spoil)(MatchSpec&);
  } kRows[] = {
      {"the seed has 31 bytes; it must have 32", [](MatchSpec& spec) { spec.seed.pop_back(); }},
      {"the seed has 33 bytes", [](MatchSpec& spec) { spec.seed.push_back('x'); }},
      {"the game id has 0 bytes", [](MatchSpec& spec) { spec.game_id.clear(); }},
      {"the game id has 257 bytes", [](MatchSpec& spec) { spec.game_id.assign(kGameIdBytesMax + 1, 'g'); }},
      {"the base must be above 0", [](MatchSpec& spec) { spec.time_control.clear_base_micros(); }},
      {"the set-up time must be above 0", [](MatchSpec& spec) { spec.time_control.clear_set_up_micros(); }},
      {"policy.illegal_retries: 101 given",
       [](MatchSpec& spec) { spec.policy.set_illegal_retries(kIllegalRetriesMax + 1); }},
      {"policy.max_plies: 100001 given", [](MatchSpec& spec) { spec.policy.set_max_plies(kPliesMax + 1); }},
      {"policy.disconnect_grace_micros: -1 given",
       [](MatchSpec& spec) { spec.policy.set_disconnect_grace_micros(-1); }},
      {"policy.disconnect_grace_micros: 86400000001 given",
       [](MatchSpec& spec) { spec.policy.set_disconnect_grace_micros(kDisconnectGraceMax.count() + 1); }},
      {"policy.host_delay_max_micros: 3600000001 given",
       [](MatchSpec& spec) { spec.policy.set_host_delay_max_micros(kHostDelayMaxMax.count() + 1); }},
      {"policy.lag_gain_micros: 10000001 given",
       [](MatchSpec& spec) { spec.policy.set_lag_gain_micros(kLagGainMax.count() + 1); }},
  };
  for (const auto& row : kRows) {
    MatchSpec spec = CountingSpec();
    row.spoil(spec);
    EXPECT_THAT(Match::Create(spec, NewCountingGame, Micros(0)),
                IsError(absl::StatusCode::kInvalidArgument, row.error));
  }
}

TEST(Limits, TheFactorysErrorIsHandedOn) {
  const GameFactory factory = [](const v1::Ruleset&, absl::string_view) {
    return absl::StatusOr<std::unique_ptr<Game>>(absl::NotFoundError("no such ruleset"));
  };
  EXPECT_THAT(Match::Create(CountingSpec(), factory, Micros(0)), IsError(absl::StatusCode::kNotFound, "no such"));
}

TEST(Limits, ALongerRoundTripIsTakenForTheLongest) {
  Driver driver;
  driver.hands_over = false;
  driver.Connect(kRed);
  driver.Connect(kBlue);
  driver.Sent(kRed, 1, kRoundTripMax + Micros(1));
  driver.SetUp(kRed);
  EXPECT_EQ(driver.LastEntry().acted().round_trip_micros(), kRoundTripMax.count());
}

TEST(Limits, ACommentIsCutAtTheEndOfACharacter_1_4) {
  const std::string e_acute = "\xC3\xA9";
  const struct {
    std::string comment;
    std::size_t bytes;
  } kRows[] = {
      {std::string(kCommentBytesMax, 'x'), kCommentBytesMax},
      {std::string(kCommentBytesMax + 1, 'x'), kCommentBytesMax},
      {std::string(kCommentBytesMax - 1, 'x') + e_acute, kCommentBytesMax - 1},
      {std::string(kCommentBytesMax - 2, 'x') + e_acute + "y", kCommentBytesMax},
  };
  for (const auto& row : kRows) {
    Driver driver;
    driver.BeginPlay();
    driver.Act(kRed, 2, CountingGame::Count(0, 1), Micros(0), row.comment);
    EXPECT_EQ(driver.LastEntry().acted().comment(), row.comment.substr(0, row.bytes));
    driver.Resign(kRed);
    driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_RESIGNED);
  }
  EXPECT_EQ(CutToBytes("\x80\x80\x80", 2), "") << "also of bytes that are no text";
}

v1::Beliefs BeliefsOf(int pieces, int weights) {
  v1::Beliefs beliefs;
  for (int i = 0; i < pieces; ++i) {
    v1::PieceBelief& belief = *beliefs.add_pieces();
    for (int k = 0; k < weights; ++k) belief.add_weights(1);
  }
  return beliefs;
}

TEST(Limits, BeliefsOfTooManyPiecesOrWeightsAreDropped_1_4) {
  const struct {
    int pieces;
    int weights;
    bool are_kept;
  } kRows[] = {
      {kBeliefPiecesMax, kBeliefWeightsMax, true}, {kBeliefPiecesMax + 1, 0, false}, {1, kBeliefWeightsMax + 1, false}};
  for (const auto& row : kRows) {
    Driver driver;
    driver.BeginPlay();
    v1::Act act;
    act.set_game_id("game-1");
    act.set_decision(2);
    *act.mutable_action() = CountingGame::Count(0, 1);
    *act.mutable_beliefs() = BeliefsOf(row.pieces, row.weights);
    const std::string known = act.beliefs().SerializeAsString();
    act.mutable_beliefs()->GetReflection()->MutableUnknownFields(act.mutable_beliefs())->AddVarint(99, 1);
    driver.Act(kRed, act);
    const v1::Acted& acted = driver.LastEntry().acted();
    EXPECT_EQ(acted.has_beliefs(), row.are_kept);
    EXPECT_EQ(acted.beliefs().SerializeAsString(), row.are_kept ? known : "") << "without unknown fields";
    driver.Resign(kRed);
    driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_RESIGNED);
  }
}

std::size_t KeptBytesOf(const v1::Beliefs& beliefs) {
  return beliefs.ByteSizeLong() + kBeliefPieceBytes * static_cast<std::size_t>(beliefs.pieces_size());
}

TEST(Limits, OfBeliefsTheLastByteOfAGameIsKeptAndNoMore) {
  const GameFactory factory = [](const v1::Ruleset&, absl::string_view) {
    return absl::StatusOr<std::unique_ptr<Game>>(std::make_unique<CountingGame>(1'000'000));
  };
  const auto match = Match::Create(CountingSpec(), factory, Micros(0)).value();
  for (const v1::Side side : {kRed, kBlue}) match->Connected(side, {}, Micros(0));
  // Returns whether the beliefs were kept.
  const auto act = [&](v1::Side side, std::uint32_t decision, const v1::Action& action, const v1::Beliefs& beliefs) {
    v1::Act message;
    message.set_game_id("game-1");
    message.set_decision(decision);
    *message.mutable_action() = action;
    *message.mutable_beliefs() = beliefs;
    match->DecisionSent(side, decision, Micros(0));
    match->Acted(side, message, Micros(0), Micros(0));
    return match->Record().entries().rbegin()->acted().beliefs().pieces_size() > 0;
  };
  for (const v1::Side side : {kRed, kBlue}) act(side, 1, CountingGame::Placing(v1::PIECE_TYPE_MINER), {});
  std::uint32_t ply = 0;
  const auto play = [&](const v1::Beliefs& beliefs) {
    const bool is_kept = act(kRed, 2 + ply / 2, CountingGame::Count(ply, ply + 1), beliefs);
    act(kBlue, 2 + ply / 2, CountingGame::Count(ply + 1, ply + 2), {});
    ply += 2;
    return is_kept;
  };
  const v1::Beliefs most = BeliefsOf(kBeliefPiecesMax, 0);
  std::size_t left = kBeliefBytesOfGameMax;
  for (; left >= KeptBytesOf(most); left -= KeptBytesOf(most)) ASSERT_TRUE(play(most));
  // One piece less than fits, and weights that come to the rest of the bytes.
  v1::Beliefs rest = BeliefsOf(static_cast<int>(left / KeptBytesOf(BeliefsOf(1, 0))) - 1, 0);
  int piece = 0;
  for (const int weights : {12, 2, 2}) {
    v1::PieceBelief& belief = *rest.mutable_pieces(piece++);
    for (int i = 0; i < weights; ++i) belief.add_weights(1);
  }
  ASSERT_EQ(KeptBytesOf(rest), left) << "limits have changed, and other weights would come to the rest";
  v1::Beliefs more = rest;
  more.mutable_pieces(3)->add_weights(1);
  EXPECT_FALSE(play(more));
  EXPECT_TRUE(play(rest));
  EXPECT_FALSE(play(BeliefsOf(1, 0)));
}

TEST(Limits, OfAllCommentsBeliefsAndUnknownFieldsOfAPlayerSoManyBytesAreKept) {
  const GameFactory factory = [](const v1::Ruleset&, absl::string_view) {
    return absl::StatusOr<std::unique_ptr<Game>>(std::make_unique<CountingGame>(1'000'000));
  };
  const auto match = Match::Create(CountingSpec(), factory, Micros(0)).value();
  for (const v1::Side side : {kRed, kBlue}) match->Connected(side, {}, Micros(0));
  const auto act = [&](v1::Side side, std::uint32_t decision, v1::Action action) {
    v1::Act message;
    message.set_game_id("game-1");
    message.set_decision(decision);
    message.set_comment(std::string(side == kRed ? kCommentBytesMax : 1, 'c'));
    *message.mutable_beliefs() = side == kRed ? BeliefsOf(kBeliefPiecesMax, 0) : BeliefsOf(1, 1);
    if (side == kRed)
      action.GetReflection()->MutableUnknownFields(&action)->AddLengthDelimited(99, std::string(1000, 'x'));
    *message.mutable_action() = std::move(action);
    match->DecisionSent(side, decision, Micros(0));
    match->Acted(side, message, Micros(0), Micros(0));
  };
  for (const v1::Side side : {kRed, kBlue}) act(side, 1, CountingGame::Placing(v1::PIECE_TYPE_MINER));
  const std::uint32_t plies = 2 * (kCommentBytesOfGameMax / kCommentBytesMax + 1);
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    act(ply % 2 == 0 ? kRed : kBlue, 2 + ply / 2, CountingGame::Count(ply, ply + 1));
  }
  match->Resigned(kRed, Micros(0));
  ASSERT_EQ(match->Record().plies(), plies);
  std::size_t red_comments = 0;
  std::size_t blue_comments = 0;
  std::size_t red_actions = 0;
  std::size_t red_believed = 0;
  std::size_t blue_believed = 0;
  for (const v1::RecordEntry& entry : match->Record().entries()) {
    (entry.side() == kRed ? red_comments : blue_comments) += entry.acted().comment().size();
    (entry.side() == kRed ? red_believed : blue_believed) += entry.acted().beliefs().pieces_size();
    if (entry.side() == kRed) red_actions += entry.acted().action().ByteSizeLong();
  }
  EXPECT_EQ(red_comments, kCommentBytesOfGameMax);
  EXPECT_EQ(blue_comments, 1 + plies / 2);
  // Two bytes each, and what a piece counts besides.
  EXPECT_EQ(red_believed, kBeliefBytesOfGameMax / (kBeliefPiecesMax * (2 + kBeliefPieceBytes)) * kBeliefPiecesMax);
  EXPECT_EQ(blue_believed, 1 + plies / 2);
  EXPECT_GT(red_actions, kActionBytesOfGameMax - 2000);
  EXPECT_LT(red_actions, kActionBytesOfGameMax + plies / 2 * 20);
  EXPECT_THAT(RefereeAgain(match->Record(), factory), IsOk());
}

}  // namespace
}  // namespace flagfall
