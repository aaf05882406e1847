// Actions of any kind, possible and impossible, thrown at a board game through its contract (game.h): nothing may crash
// it, a refusal must name a clause and change nothing, and what it holds legal must be what the slow implementation
// holds legal.

#include <fuzzer/FuzzedDataProvider.h>

#include <memory>
#include <string>
#include <vector>

#include "referee/base/check.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "tests/support/slow_game.h"

namespace flagfall {
namespace {

constexpr const char* kRulesets[] = {"classic", "battle", "duel", "barrage"};
constexpr int kActionsMax = 300;

std::string AllViews(const Game& game) {
  std::string bytes;
  for (const v1::Observer observer : {v1::OBSERVER_RED, v1::OBSERVER_BLUE, v1::OBSERVER_SPECTATOR, v1::OBSERVER_ALL}) {
    bytes += game.ViewFor(observer).SerializeAsString();
  }
  return bytes;
}

// The army of the ruleset on squares of its zone that the bytes choose.
v1::Action SomeSetUp(const std::string& ruleset, v1::Side side, FuzzedDataProvider& data) {
  const int rows = ruleset == "duel" ? 3 : 4;
  std::vector<int> squares;
  for (int square = 0; square < 10 * rows; ++square) squares.push_back(side == v1::SIDE_RED ? square : 99 - square);
  v1::Action action;
  for (const char letter : slow::R1_2_Army(ruleset)) {
    const auto at = data.ConsumeIntegralInRange<std::size_t>(0, squares.size() - 1);
    v1::Placement* placement = action.mutable_set_up()->add_placements();
    placement->set_square(squares[at]);
    placement->set_type(static_cast<v1::PieceType>(std::string("?S23456789MBF").find(letter)));
    squares.erase(squares.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return action;
}

v1::Action SomeAction(const Game& game, const std::string& ruleset, v1::Side side, FuzzedDataProvider& data) {
  v1::Action action;
  switch (data.ConsumeIntegralInRange<int>(0, 7)) {
    case 0:
      action.ParseFromString(data.ConsumeRandomLengthString(400));
      return action;
    case 1:
      action.mutable_ply()->set_from(data.ConsumeIntegral<std::uint8_t>());
      action.mutable_ply()->set_to(data.ConsumeIntegral<std::uint8_t>());
      return action;
    case 2:
      return SomeSetUp(ruleset, side, data);
    default:
      const auto legal = game.Legal(side);
      if (!legal.has_value()) return SomeSetUp(ruleset, side, data);
      FLAGFALL_CHECK(!legal->empty());
      return (*legal)[data.ConsumeIntegralInRange<std::size_t>(0, legal->size() - 1)];
  }
}

// The game that the slow implementation follows.
struct Shadow {
  slow::Rules rules;
  std::vector<slow::Piece> pieces;
  std::vector<slow::Ply> plies;
  int set_ups = 0;

  void Follow(v1::Side side, const v1::Action& action) {
    if (action.has_ply()) {
      plies.push_back({static_cast<int>(action.ply().from()), static_cast<int>(action.ply().to())});
      return;
    }
    ++set_ups;
    for (const v1::Placement& placement : action.set_up().placements()) {
      pieces.push_back({side == v1::SIDE_RED, "?S23456789MBF"[placement.type()], static_cast<int>(placement.square())});
    }
  }
};

void CompareWithShadow(const Game& game, const Shadow& shadow) {
  if (shadow.set_ups < 2) return;
  const slow::Judgement judgement = slow::Judge(shadow.rules, shadow.pieces, shadow.plies);
  FLAGFALL_CHECK(game.Outcome().has_value() == (judgement.result != "none"));
  FLAGFALL_CHECK(game.Pending().empty() == game.Outcome().has_value());
  const auto legal = game.Legal(judgement.red_to_move ? v1::SIDE_RED : v1::SIDE_BLUE);
  FLAGFALL_CHECK(legal.has_value() == !game.Outcome().has_value());
  if (!legal.has_value()) return;
  FLAGFALL_CHECK(legal->size() == judgement.legal.size());
  for (std::size_t i = 0; i < legal->size(); ++i) {
    FLAGFALL_CHECK(static_cast<int>((*legal)[i].ply().from()) == judgement.legal[i].from);
    FLAGFALL_CHECK(static_cast<int>((*legal)[i].ply().to()) == judgement.legal[i].to);
  }
}

void Try(Game& game, Shadow& shadow, FuzzedDataProvider& data) {
  const v1::Side side = static_cast<v1::Side>(data.ConsumeIntegralInRange<int>(0, 2));
  const v1::Action action = SomeAction(game, shadow.rules.ruleset, side, data);
  const std::string before = AllViews(game);
  const auto events = game.Act(side, action);
  if (events.ok()) {
    shadow.Follow(side, action);
    CompareWithShadow(game, shadow);
  } else {
    // Of no side there is nothing that the rules could say.
    FLAGFALL_CHECK(side == v1::SIDE_UNSPECIFIED || !ClauseOf(events.status()).empty());
    FLAGFALL_CHECK(AllViews(game) == before);
  }
}

void Run(FuzzedDataProvider& data) {
  Shadow shadow;
  shadow.rules = slow::RulesOf(data.PickValueInArray(kRulesets));
  v1::Ruleset ruleset;
  ruleset.set_id(shadow.rules.ruleset);
  const std::unique_ptr<Game> game = *NewGame(ruleset, std::string(32, 'f'));
  for (int i = 0; i < kActionsMax && data.remaining_bytes() > 0; ++i) Try(*game, shadow, data);
}

}  // namespace
}  // namespace flagfall

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  FuzzedDataProvider data(bytes, size);
  flagfall::Run(data);
  return 0;
}
