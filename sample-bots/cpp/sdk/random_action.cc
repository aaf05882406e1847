#include "sample-bots/cpp/sdk/random_action.h"

#include <algorithm>
#include <vector>

#include "referee/base/check.h"
#include "referee/rules/board_game/board_actions.h"
#include "sample-bots/cpp/sdk/bluffing.h"
#include "sample-bots/cpp/sdk/cards.h"
#include "sample-bots/cpp/sdk/gogo.h"
#include "sample-bots/cpp/sdk/set_up.h"

namespace flagfall::bot {
namespace {

v1::Action RandomFrontLine(const GameState& game, Random& random) {
  std::vector<cards::Card> hand = OwnHand(game);
  Shuffle(hand, random);
  hand.resize(std::min<std::size_t>(hand.size(), cards::kPlaces));
  return FrontLineAction(hand);
}

v1::Action RandomSteps(const GameState& game, Random& random) {
  return gogo::StepsAction(gogo::DrawSteps(KnownWorld(game), game.side(), random));
}

// With so many tokens that the attacks are too many to be listed, there is a ply.
v1::Action RandomPly(const GameState& game, Random& random) {
  const board::PlyList plies = game.LegalPlies();
  // `bluffing`: else the game were over (R6.11).
  if (plies.empty()) return bluffing::CallAction(v1::BLUFF_CALL_MOVEMENT);
  const board::Ply ply = plies[Below(plies.size(), random)];
  if (game.view().has_board()) return PlyAction(ply);
  if (game.board().PieceAt(ply.to) == board::kNoPiece) return bluffing::PlyAction(ply);
  const auto claim = static_cast<v1::PieceType>(v1::PIECE_TYPE_SPY + Below(10, random));
  const auto tokens = Below(TokensOf(game, game.side()) + std::uint64_t{1}, random);
  return bluffing::AttackAction(ply, claim, static_cast<std::uint32_t>(tokens));
}

}  // namespace

v1::Action RandomAction(const GameState& game, v1::DecisionKind kind, Random& random) {
  const Actions& listed = game.legal_actions();
  if (!listed.empty()) return listed[static_cast<int>(Below(listed.size(), random))];
  if (kind == v1::DECISION_KIND_BASES) return BasesAction(gogo::DrawBases(KnownWorld(game).EndOf(game.side()), random));
  if (kind == v1::DECISION_KIND_STEPS) return RandomSteps(game, random);
  if (kind == v1::DECISION_KIND_PLY) return RandomPly(game, random);
  if (game.view().has_cards()) {
    // Else the bot did not ask for the legal actions.
    FLAGFALL_CHECK(kind == v1::DECISION_KIND_SET_UP || kind == v1::DECISION_KIND_FRONT_LINE);
    return RandomFrontLine(game, random);
  }
  FLAGFALL_CHECK(kind == v1::DECISION_KIND_SET_UP);
  return SetUpAction(RandomSetUp(game, random));
}

}  // namespace flagfall::bot
