// Actions of any kind, possible and impossible, thrown at a board game with any options through its contract (game.h):
// nothing may crash it, a refusal must name a clause and change nothing, and what it holds legal must be what the slow
// implementation holds legal.

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "referee/base/check.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/input.h"
#include "tests/support/drawn_options.h"
#include "tests/support/slow_game.h"

namespace flagfall::fuzz::board_game_fuzz {
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

constexpr char kLetters[] = "?S23456789MBF";

// The army on squares of its zone that the bytes choose.
v1::Action SomeSetUp(const slow::Rules& rules, v1::Side side, fuzz::Input& data) {
  std::vector<int> squares;
  for (int square = 0; square < 10 * rules.zone_rows; ++square)
    squares.push_back(side == v1::SIDE_RED ? square : 99 - square);
  v1::Action action;
  for (const char letter : rules.army) {
    const auto at = data.Index(squares.size());
    v1::Placement* placement = action.mutable_set_up()->add_placements();
    placement->set_square(squares[at]);
    placement->set_type(static_cast<v1::PieceType>(std::string(kLetters).find(letter)));
    squares.erase(squares.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return action;
}

v1::Action SomeAction(const Game& game, const slow::Rules& rules, v1::Side side, fuzz::Input& data) {
  v1::Action action;
  switch (data.Number(7)) {
    case 0:
      action.ParseFromString(std::string(data.Text(400)));
      return action;
    case 1:
      action.mutable_ply()->set_from(data.Byte());
      action.mutable_ply()->set_to(data.Byte());
      return action;
    case 2:
      return SomeSetUp(rules, side, data);
    default:
      const auto legal = game.Legal(side);
      if (!legal.has_value()) return SomeSetUp(rules, side, data);
      FLAGFALL_CHECK(!legal->empty());
      return (*legal)[data.Index(legal->size())];
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
      pieces.push_back({side == v1::SIDE_RED, kLetters[placement.type()], static_cast<int>(placement.square())});
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

void Try(Game& game, Shadow& shadow, fuzz::Input& data) {
  const v1::Side side = static_cast<v1::Side>(data.Number(2));
  const v1::Action action = SomeAction(game, shadow.rules, side, data);
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

// The rules of the slow implementation for a complete ruleset.
slow::Rules SlowRulesOf(const v1::Ruleset& ruleset) {
  slow::Rules rules = slow::RulesOf(ruleset.id());
  for (const v1::RulesetOption& option : ruleset.options()) {
    const std::string& value = option.value();
    if (option.name() == "two_squares") rules.two_squares = std::stoi(value);
    if (option.name() == "chase") rules.chase = value;
    if (option.name() == "chase_scope") rules.chase_scope = value;
    if (option.name() == "chase_turns") rules.chase_turns = std::stoi(value);
    if (option.name() == "two_squares_piece") rules.two_squares_piece = value == "true";
    if (option.name() == "zone_rows") rules.zone_rows = std::stoi(value);
    if (option.name() != "army") continue;
    rules.army.clear();
    // The Flag's count comes first, then those of Spy to Bomb.
    std::istringstream counts(value);
    std::string count;
    for (int place = 0; std::getline(counts, count, '-'); ++place) {
      rules.army.append(static_cast<std::size_t>(std::stoi(count)), kLetters[place == 0 ? 12 : place]);
    }
  }
  return rules;
}

void Run(fuzz::Input& data) {
  Shadow shadow;
  const RulesetDefinition& definition = **FindRuleset(kRulesets[data.Index(std::size(kRulesets))]);
  const v1::Ruleset ruleset = DrawOptions(definition.info(), [&data](std::uint64_t max) { return data.Number(max); });
  shadow.rules = SlowRulesOf(ruleset);
  const std::unique_ptr<Game> game = *NewGame(ruleset, std::string(32, 'f'));
  for (int i = 0; i < kActionsMax && !data.IsEmpty(); ++i) Try(*game, shadow, data);
}

}  // namespace

FLAGFALL_FUZZER(board_game) {
  Input data(bytes, size);
  Run(data);
  return 0;
}

}  // namespace flagfall::fuzz::board_game_fuzz
