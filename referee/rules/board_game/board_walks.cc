#include "referee/rules/board_game/board_walks.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/draw_world.h"
#include "referee/rules/board_game/example_draft.h"
#include "referee/rules/random.h"

namespace flagfall {
namespace {

using board::BoardRules;

// A set-up of Red's, from row 1 on; a dot is an empty square.
constexpr absl::string_view kFullArmy = "BFB3324B323B47S5B53B5682M624752926286247";
constexpr absl::string_view kTenPieces = "...BFB....3...S...3..2..M.9.2.";
constexpr absl::string_view kEightPieces = "....FB........3S..............2...M9...2";

std::vector<board::Placement> PlacementsOf(absl::string_view drawn, Side side) {
  std::vector<board::Placement> pieces;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (drawn[i] == '.') continue;
    // Blue's stand as Red's do, seen from its own side.
    const auto square = static_cast<board::Square>(side == Side::kRed ? i : board::kSquares - 1 - i);
    pieces.push_back({.square = square, .type = *board::TypeOfLetter(drawn[i])});
  }
  return pieces;
}

// One of the set-ups above where it is of this army, and else one drawn at random.
std::vector<board::Placement> SomeSetUp(const BoardRules& rules, Side side) {
  for (const absl::string_view drawn : {kFullArmy, kTenPieces, kEightPieces}) {
    std::vector<board::Placement> pieces = PlacementsOf(drawn, side);
    if (board::CheckSetUp(rules, side, pieces).ok()) return pieces;
  }
  Random random(1);
  return DrawSetUp(rules, side, random);
}

std::vector<v1::RuleExample> AllPlayed(const BoardRules& rules, const std::vector<WalkDraft>& drafts) {
  std::vector<v1::RuleExample> examples;
  for (const WalkDraft& draft : drafts) {
    if (std::optional<v1::RuleExample> example = Played(rules, draft); example.has_value()) {
      examples.push_back(*std::move(example));
    }
  }
  return examples;
}

}  // namespace

v1::RuleExample SetUpExample(const BoardRules& rules) {
  v1::RuleExample example;
  example.set_id("set-up");
  example.set_caption("Both armies are set up, as Red sees it");
  example.set_seed(std::string(64, '0'));
  example.set_view(v1::OBSERVER_RED);
  for (const Side side : kSides) {
    v1::ExampleStep& step = *example.add_steps();
    step.set_side(ToProto(side));
    step.set_action(ActionWords(SetUpAction(SomeSetUp(rules, side))));
    step.set_is_opening(true);
  }
  return example;
}

std::vector<v1::RuleExample> MovingExamples(const BoardRules& rules) {
  return AllPlayed(
      rules,
      {{.id = "moving",
        .caption = "One square at a time",
        .red = "e4=9 e1=F",
        .blue = "b7=3 i10=F",
        .plies = {{"e4-e5", "Red's General goes one square forwards."},
                  {"b7-a7", "Blue's Miner goes one square sideways."},
                  {"e5-d5", "Refused: the General cannot go onto a lake.", "R1.1"},
                  {"e5-f6", "Refused: no piece goes diagonally.", "R2.2"},
                  {"e5-e7", "Refused: the General goes one square, not two.", "R2.2"},
                  {"e1-e2", "Refused: the Flag never moves.", "R2.2"},
                  {"e5-e4", "The General may also go back."}}},
       {.id = "scout",
        .caption = "A Scout goes as far as the way is empty",
        .red = "b2=2 e2=9",
        .blue = "b9=3 j9=3",
        .plies = {{"b2-b7",
                   "Red's Scout goes five squares in a straight line. Everybody knows now that it is a Scout (R2.4)."},
                  {"j9-j8", "Blue's Miner goes one square."},
                  {"b7-b10", "Refused: the Scout cannot leap over a piece.", "R2.3"},
                  {"b7-b9",
                   "The Scout goes on and attacks at the end of its way. The Miner has the higher rank: the Scout is "
                   "removed."}}}});
}

std::vector<v1::RuleExample> AttackingExamples(const BoardRules& rules) {
  return AllPlayed(
      rules,
      {{.id = "ranks",
        .caption = "The higher rank stays",
        .red = "e4=9 b4=3 i3=3",
        .blue = "e5=3 b5=3 i4=M j9=2",
        .plies = {{"e4-e5",
                   "Red's General attacks. The Miner has the lower rank and is removed; the General takes its square."},
                  {"b5-b4", "Blue's Miner attacks a Miner: equal ranks are both removed."},
                  {"i3-i4",
                   "Red's Miner attacks the Marshal, which has the higher rank: the Miner is removed, and the Marshal "
                   "stays where it is."}}},
       {.id = "bomb",
        .caption = "A Bomb, and the Miner that takes it",
        .red = "b4=9 c4=3",
        .blue = "b5=B j9=2 f9=3",
        .plies = {{"b4-b5", "Red's General attacks a Bomb: the General is removed, and the Bomb stays."},
                  {"j9-j8", "Blue's Scout moves elsewhere."},
                  {"c4-b4", "Red's Miner comes next to the Bomb."},
                  {"f9-f8", "Blue's Miner moves elsewhere."},
                  {"b4-b5", "The Miner attacks and takes the Bomb, as only a Miner can."}}},
       {.id = "spy",
        .caption = "The Spy and the Marshal",
        .red = "e4=S b4=S",
        .blue = "e5=M b5=M j9=2",
        .plies = {{"e4-e5", "Red's Spy attacks the Marshal and takes it."},
                  {"b5-b4", "The other way round: Blue's Marshal attacks the Spy, and the Spy is removed."}}},
       {.id = "flag",
        .caption = "The Flag falls to anybody",
        .red = "e9=2",
        .blue = "e10=F j9=9",
        .plies = {{"e9-e10", "Red's Scout attacks the Flag and takes it: Red wins (R5.1)."}}}});
}

std::vector<v1::RuleExample> KnowingExamples(const BoardRules& rules) {
  return AllPlayed(
      rules,
      {{.id = "knowing",
        .caption = "What Red learns, and what stays hidden from it",
        .red = "a4=2 e4=9",
        .blue = "a7=9 f7=3 j8=B",
        .plies =
            {{"a4-a6",
              "Red's Scout goes two squares, so that Blue knows what it is (R2.4). A dot marks what everybody knows."},
             {"f7-f6",
              "A piece of Blue's goes one square. Red sees that it moves, so that it is neither Bomb nor Flag; no more "
              "(R2.7)."},
             {"a6-a7", "The Scout attacks, and both pieces are shown. It was Blue's General: the Scout is removed."},
             {"a7-a6", "The General stays known wherever it goes (R2.6)."}},
        .view = v1::OBSERVER_RED}});
}

}  // namespace flagfall
