// Holds what players are told by a game (game.h) against the slow implementation: the legal actions, the clause of each
// ply refused, the result, and each observer's view of each piece (R2.7).

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "tests/rules/oracle_counts.h"
#include "tests/support/slow_players.h"
#include "tests/support/slow_text.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

v1::PieceType TypeOf(char letter) { return static_cast<v1::PieceType>(std::string("?S23456789MBF").find(letter)); }

v1::Side SideOf(bool red) { return red ? v1::SIDE_RED : v1::SIDE_BLUE; }

v1::Action SetUpOf(const slow::GameText& text, bool red) {
  v1::Action action;
  for (const slow::Piece& piece : text.pieces) {
    if (piece.red != red) continue;
    v1::Placement* placement = action.mutable_set_up()->add_placements();
    placement->set_square(piece.origin);
    placement->set_type(TypeOf(piece.type));
  }
  return action;
}

v1::Action ActionOf(const slow::Ply& ply) {
  v1::Action action;
  action.mutable_ply()->set_from(ply.from);
  action.mutable_ply()->set_to(ply.to);
  return action;
}

std::unique_ptr<Game> Begin(const slow::GameText& text) {
  v1::Ruleset ruleset;
  ruleset.set_id(text.rules.ruleset);
  for (const auto& [name, value] : slow::OptionsOf(text.rules)) {
    v1::RulesetOption* option = ruleset.add_options();
    option->set_name(name);
    option->set_value(value);
  }
  auto game = NewGame(ruleset, std::string(32, '7'));
  EXPECT_THAT(game, IsOk());
  EXPECT_THAT((*game)->Act(v1::SIDE_BLUE, SetUpOf(text, false)), IsOk());
  EXPECT_THAT((*game)->Act(v1::SIDE_RED, SetUpOf(text, true)), IsOk());
  return *std::move(game);
}

// What the observer may know of the piece.
v1::PieceView ViewOf(const slow::PieceState& piece, v1::Observer observer) {
  const bool is_own = observer == v1::OBSERVER_ALL || (piece.red && observer == v1::OBSERVER_RED) ||
                      (!piece.red && observer == v1::OBSERVER_BLUE);
  v1::PieceView view;
  view.set_origin(piece.origin);
  view.set_owner(SideOf(piece.red));
  if (is_own || piece.is_revealed) view.set_type(TypeOf(piece.type));
  view.set_has_moved(piece.has_moved);
  view.set_is_revealed(piece.is_revealed);
  if (piece.square != slow::kNobody) {
    view.set_square(piece.square);
  } else {
    view.mutable_removal()->set_square(piece.removal_square);
    view.mutable_removal()->set_ply(piece.removal_ply);
  }
  return view;
}

// What can be told of the views, with one line for each piece.
std::string Lines(std::vector<v1::PieceView> pieces) {
  std::ostringstream out;
  for (v1::PieceView& piece : pieces) {
    // The square of a removed piece means nothing.
    if (piece.has_removal()) piece.clear_square();
    out << piece.ShortDebugString() << '\n';
  }
  return out.str();
}

void CompareViews(const Game& game, const slow::Judgement& judgement, int plies) {
  for (const v1::Observer observer : {v1::OBSERVER_RED, v1::OBSERVER_BLUE, v1::OBSERVER_SPECTATOR, v1::OBSERVER_ALL}) {
    const v1::View view = game.ViewFor(observer);
    std::vector<v1::PieceView> expected;
    for (const slow::PieceState& piece : judgement.pieces) expected.push_back(ViewOf(piece, observer));
    ASSERT_EQ(Lines({view.board().pieces().begin(), view.board().pieces().end()}), Lines(expected))
        << v1::Observer_Name(observer);
    ASSERT_EQ(view.board().ply_count(), plies);
    ASSERT_EQ(view.board().side_to_move(),
              judgement.result == "none" ? SideOf(judgement.red_to_move) : v1::SIDE_UNSPECIFIED);
  }
}

std::string OutcomeOf(const Game& game) {
  const auto outcome = game.Outcome();
  if (!outcome.has_value()) return "none none";
  std::string text = v1::Result_Name(outcome->result()).substr(7) + " " + v1::Reason_Name(outcome->reason()).substr(7);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

void CompareActions(Game& game, const slow::Judgement& judgement) {
  ASSERT_EQ(OutcomeOf(game), judgement.result + " " + judgement.reason);
  const v1::Side side = SideOf(judgement.red_to_move);
  const auto legal = game.Legal(side);
  ASSERT_EQ(legal.has_value(), judgement.result == "none");
  if (!legal.has_value()) return;
  std::vector<slow::Ply> plies;
  for (const v1::Action& action : *legal) {
    plies.push_back({static_cast<int>(action.ply().from()), static_cast<int>(action.ply().to())});
  }
  ASSERT_EQ(plies, judgement.legal);
  for (const slow::BarredPly& barred : judgement.barred) {
    ASSERT_EQ(ClauseOf(game.Act(side, ActionOf(barred.ply)).status()), barred.clause) << slow::PlyName(barred.ply);
  }
}

// Plies that no piece can make are refused by a clause of R2 or R1.1.
void RefuseNonsense(Game& game, const slow::Judgement& judgement, slow::Random& random) {
  if (judgement.result != "none") return;
  for (int i = 0; i < 20; ++i) {
    const slow::Ply ply = {slow::Between(random, 0, 99), slow::Between(random, 0, 99)};
    const bool is_legal = std::binary_search(judgement.legal.begin(), judgement.legal.end(), ply);
    const bool is_barred = std::any_of(judgement.barred.begin(), judgement.barred.end(),
                                       [&](const slow::BarredPly& barred) { return barred.ply == ply; });
    if (is_legal || is_barred) continue;
    const std::string clause = ClauseOf(game.Act(SideOf(judgement.red_to_move), ActionOf(ply)).status());
    ASSERT_TRUE(clause.starts_with("R2.") || clause == "R1.1") << slow::PlyName(ply) << " refused by " << clause;
  }
}

class Views : public testing::TestWithParam<const char*> {};

TEST_P(Views, AreWhatEachObserverMayKnow_R2_7) {
  OracleCounts counts;
  for (int seed = 0; seed < 16; ++seed) {
    slow::Random random(seed);
    slow::Rules rules = slow::RulesOf(GetParam());
    // R1.6, R3.6.
    if (seed % 4 == 3) slow::DrawArmy(random, rules);
    rules.two_squares_piece = seed % 4 == 1;
    slow::GameText text = slow::RandomArmies(rules, random);
    const std::unique_ptr<Game> game = Begin(text);
    while (true) {
      const slow::History history = slow::PlayOut(text.pieces, text.plies);
      const slow::Judgement judgement = slow::JudgeHistory(text.rules, history);
      Count(history, judgement, counts);
      CompareActions(*game, judgement);
      RefuseNonsense(*game, judgement, random);
      CompareViews(*game, judgement, static_cast<int>(text.plies.size()));
      if (HasFatalFailure()) FAIL() << "seed " << seed << "\n" << slow::WriteGameText(text);
      if (judgement.result != "none" || text.plies.size() >= 300) break;
      const slow::Temper temper = slow::TemperOf(judgement.red_to_move ? seed : seed + 3);
      const slow::Ply ply = slow::Choose(temper, history, judgement.legal, random);
      ASSERT_THAT(game->Act(SideOf(judgement.red_to_move), ActionOf(ply)), IsOk());
      text.plies.push_back(ply);
    }
  }
  EXPECT_GT(counts.positions, 2000);
  EXPECT_GT(counts.two_squares, 100);
  EXPECT_GT(counts.repetition + counts.consecutive, 0);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, Views, testing::Values("classic", "battle", "duel", "barrage"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace flagfall
