// What the sample bots make of single situations of `cards` and `bluffing`.
#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "sample-bots/cpp/cardsharp/cards_judge.h"
#include "sample-bots/cpp/cardsharp/cardsharp_player.h"
#include "sample-bots/cpp/sergeant/bluffing_judge.h"
#include "tests/sample-bots/followed_game.h"

namespace flagfall::bot {
namespace {

using board::AttackResult;
using board::PieceType;
using cards::Card;
using testing::Contains;
using testing::Not;

// Red's situation in `cards`: known own front cards and opposing ones, kNone for those that are hidden.
GameState SituationOf(const std::vector<Card>& own, const std::vector<Card>& other) {
  v1::GameStarted started = StartedAs(v1::SIDE_RED, "cards");
  v1::CardsView& view = *started.mutable_view()->mutable_cards();
  view.clear_red();
  view.clear_blue();
  const auto lay = [](const std::vector<Card>& cards, bool is_shown, v1::CardsArmy& army) {
    for (std::size_t i = 0; i < cards::kPlaces; ++i) {
      v1::CardsFrontCard& card = *army.add_front_line();
      card.set_is_gap(i >= cards.size());
      if (i < cards.size()) card.set_type(static_cast<v1::PieceType>(cards[i]));
      card.set_is_shown(is_shown && i < cards.size() && cards[i] != Card::kNone);
    }
    army.mutable_hand()->set_size(3);
    army.set_deck_size(10);
  };
  lay(own, false, *view.mutable_red());
  lay(other, true, *view.mutable_blue());
  return *GameState::Create(started);
}

double ValueOf(const GameState& game, const v1::Action& action) { return CardsJudge(game).ValueOf(action.cards()); }

TEST(CardsJudgeTest, TakesWhatItIsKnownToBeat_R7_4) {
  const GameState game = SituationOf({Card::kMarshal, Card::kCaptain}, {Card::kGeneral, Card::kBomb});
  EXPECT_GT(ValueOf(game, AttackAction(1, 1)), 5);
  EXPECT_LT(ValueOf(game, AttackAction(1, 2)), 0);
  EXPECT_LT(ValueOf(game, AttackAction(2, 1)), 0);
}

TEST(CardsJudgeTest, SendsAMinerToABombAndASpyToAMarshal_R7_4) {
  const GameState game = SituationOf({Card::kMiner, Card::kSpy}, {Card::kBomb, Card::kMarshal});
  EXPECT_GT(ValueOf(game, AttackAction(1, 1)), ValueOf(game, AttackAction(1, 2)));
  EXPECT_GT(ValueOf(game, AttackAction(2, 2)), ValueOf(game, AttackAction(2, 1)));
}

TEST(CardsJudgeTest, TheSpotterNamesWhatIsKnown_R7_7) {
  const GameState game = SituationOf({Card::kSpotter}, {Card::kNone, Card::kGeneral});
  EXPECT_GT(ValueOf(game, NameCardAction(1, 2, Card::kGeneral)), ValueOf(game, NameCardAction(1, 1, Card::kScout)));
  EXPECT_GT(ValueOf(game, NameCardAction(1, 2, Card::kGeneral)), ValueOf(game, NameCardAction(1, 2, Card::kMarshal)));
}

TEST(CardsJudgeTest, AScoutLooksAtWhatIsHidden_R7_6) {
  const GameState game = SituationOf({Card::kScout}, {Card::kNone, Card::kNone, Card::kGeneral, Card::kBomb});
  EXPECT_GT(ValueOf(game, PeekAction(1, {1, 2})), ValueOf(game, PeekAction(1, {1, 3})));
  EXPECT_GT(ValueOf(game, PeekAction(1, {1, 3})), ValueOf(game, PeekAction(1, {3, 4})));
}

TEST(CardsJudgeTest, TheFlagStaysInTheHandWhileItMay_R7_3) {
  const GameState game = SituationOf({}, {Card::kNone});
  const CardsJudge judge(game);
  const std::vector<Card> dealt = {Card::kSpy,  Card::kScout, Card::kMiner, Card::kMajor,
                                   Card::kBomb, Card::kBomb,  Card::kBomb,  Card::kFlag};
  EXPECT_THAT(judge.ChooseFront({}, dealt, 5), Not(Contains(Card::kFlag)));
  EXPECT_THAT(judge.ChooseFront({}, {Card::kFlag}, 1), Contains(Card::kFlag));
}

TEST(CardsJudgeTest, AFrontLineCanAttack_R7_9) {
  const std::vector<Card> dealt = {Card::kSpy, Card::kScout, Card::kScout, Card::kBomb, Card::kBomb, Card::kBomb};
  const std::vector<Card> front = CardsJudge(SituationOf({}, {Card::kNone})).ChooseFront({}, dealt, 5);
  EXPECT_EQ(std::count_if(front.begin(), front.end(), cards::CanAttack), 3);
}

// True, or not known to be otherwise.
TEST(BluffingJudgeTest, DeclaresOnlyWhatMightBe_R6_5) {
  Random random(1);
  int lies = 0;
  VisitDecisions("bluffing", v1::DECISION_KIND_DEFENCE, 400, [&](FollowedGame&, const GameState& game, v1::Side) {
    const v1::Action action = BluffingJudge(game, Trust(), random).Choose(v1::DECISION_KIND_DEFENCE);
    const int declared = action.bluffing().declaration();
    const std::uint32_t target = game.view().bluffing().contest().target();
    const board::Piece& own = game.board().PieceOf(static_cast<board::PieceId>(target));
    if (action.bluffing().has_call() || declared == static_cast<int>(own.type)) return;
    ++lies;
    EXPECT_NE(declared, v1::PIECE_TYPE_FLAG);
    EXPECT_FALSE(own.is_revealed);
    for (const v1::BluffingPiece& piece : game.view().bluffing().pieces()) {
      if (piece.origin() == target && !piece.possible_types().empty()) {
        EXPECT_THAT(piece.possible_types(), Contains(declared));
      }
    }
  });
  EXPECT_GT(lies, 0);
}

TEST(BluffingJudgeTest, CallsADeclarationThatCannotBeTrue_R6_6) {
  Random random(1);
  int impossible = 0;
  VisitDecisions("bluffing", v1::DECISION_KIND_CALL, 400, [&](FollowedGame&, const GameState& game, v1::Side) {
    const v1::BluffingContest& contest = game.view().bluffing().contest();
    const auto declared = static_cast<PieceType>(contest.declaration());
    const auto target = static_cast<board::PieceId>(contest.target());
    const auto claim = static_cast<PieceType>(contest.attack().claim());
    const bool is_won = bluffing::Combat(claim, contest.attack().tokens(), declared) == AttackResult::kAttackerWins;
    if (is_won || bluffing::Has(PossibleTypes(game, target), declared)) return;
    ++impossible;
    const v1::Action action = BluffingJudge(game, Trust(), random).Choose(v1::DECISION_KIND_CALL);
    EXPECT_EQ(action.bluffing().call(), v1::BLUFF_CALL_DEFENCE) << contest.DebugString();
  });
  EXPECT_GT(impossible, 0);
}

TEST(BluffingJudgeTest, AttacksAreMostlyWhatTheyAreSaidToBe_R6_2) {
  Random random(1);
  int truths = 0;
  int lies = 0;
  VisitDecisions("bluffing", v1::DECISION_KIND_PLY, 1000, [&](FollowedGame&, const GameState& game, v1::Side) {
    const v1::Action action = BluffingJudge(game, Trust(), random).Choose(v1::DECISION_KIND_PLY);
    if (!action.bluffing().has_attack()) return;
    const v1::ClaimedAttack& attack = action.bluffing().attack();
    const auto attacker = game.board().PieceAt(static_cast<board::Square>(attack.ply().from()));
    const bool is_true = static_cast<int>(game.board().PieceOf(attacker).type) == attack.claim();
    ++(is_true ? truths : lies);
  });
  EXPECT_GT(truths, 2 * lies);
  EXPECT_GT(lies, 0);
}

TEST(BluffingJudgeTest, SpendsTokensWhereTheyTurnAFight_R6_8) {
  Random random(1);
  int spent = 0;
  VisitDecisions("bluffing", v1::DECISION_KIND_PLY, 1000, [&](FollowedGame&, const GameState& game, v1::Side) {
    const v1::Action action = BluffingJudge(game, Trust(), random).Choose(v1::DECISION_KIND_PLY);
    const v1::ClaimedAttack& attack = action.bluffing().attack();
    if (attack.tokens() == 0) return;
    ++spent;
    const auto target = game.board().PieceAt(static_cast<board::Square>(attack.ply().to()));
    bool turns = false;
    for (int type = 1; type < board::kPieceTypes; ++type) {
      const auto other = static_cast<PieceType>(type);
      const auto claim = static_cast<PieceType>(attack.claim());
      turns = turns || (bluffing::Has(PossibleTypes(game, target), other) &&
                        bluffing::Combat(claim, 0, other) != bluffing::Combat(claim, attack.tokens(), other));
    }
    EXPECT_TRUE(turns) << attack.DebugString();
  });
  EXPECT_GT(spent, 0);
}

// An opponent whose word was never true when it was called is trusted less than one whose word always was.
TEST(TrustTest, FollowsFromCalls_R6_4) {
  const GameState game = *GameState::Create(StartedAs(v1::SIDE_RED, "bluffing"));
  Events events;
  v1::CallMade& call = *events.Add()->mutable_bluffing()->mutable_call();
  call.set_call(v1::BLUFF_CALL_ATTACK);
  call.set_caller(v1::SIDE_RED);
  call.set_was_bluff(true);
  Trust trust;
  const double before = trust.In(v1::BLUFF_CALL_ATTACK);
  trust.Learn(game, events);
  EXPECT_LT(trust.In(v1::BLUFF_CALL_ATTACK), before);
  call.set_was_bluff(false);
  for (int i = 0; i < 5; ++i) trust.Learn(game, events);
  EXPECT_GT(trust.In(v1::BLUFF_CALL_ATTACK), before);
  EXPECT_EQ(trust.In(v1::BLUFF_CALL_DEFENCE), before);
  // A game that is told from its beginning once more is not counted twice.
  Events again = events;
  again.Add()->mutable_pieces_placed();
  again.SwapElements(0, 1);
  for (int i = 0; i < 2; ++i) trust.Learn(game, again);
  EXPECT_EQ(trust.In(v1::BLUFF_CALL_ATTACK), 3.0 / 4);
  // What the opponent calls says nothing about it.
  call.set_caller(v1::SIDE_BLUE);
  const double after = trust.In(v1::BLUFF_CALL_ATTACK);
  trust.Learn(game, events);
  EXPECT_EQ(trust.In(v1::BLUFF_CALL_ATTACK), after);
}

}  // namespace
}  // namespace flagfall::bot
