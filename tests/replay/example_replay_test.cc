// The examples of guides as pages draw them.
#include "arena/replay/example_replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "arena/replay/kind_writer.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/example_game.h"
#include "tests/replay/replay_reader.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::replay {
namespace {

v1::RulesetGuide GuideOf(absl::string_view id) {
  v1::Ruleset ruleset;
  ruleset.set_id(std::string(id));
  return (*FindRuleset(id))->Guide(*CompleteRuleset(ruleset));
}

const v1::RuleExample* FindExample(const v1::RulesetGuide& guide, absl::string_view id) {
  for (const v1::GuideSection& section : guide.sections()) {
    for (const v1::RuleExample& example : section.examples()) {
      if (example.id() == id) return &example;
    }
  }
  return nullptr;
}

// The view as bytes, with a board's pieces by origin: a page has Red's before Blue's, which is another order where
// Red's piece stands behind Blue's.
std::string BytesOf(v1::View view) {
  if (view.has_board()) {
    // Whether the game is over is not in the pictures.
    view.mutable_board()->clear_side_to_move();
    auto& pieces = *view.mutable_board()->mutable_pieces();
    std::sort(pieces.pointer_begin(), pieces.pointer_end(),
              [](const v1::PieceView* a, const v1::PieceView* b) { return a->origin() < b->origin(); });
  }
  return view.SerializeAsString();
}

// What stands where after each step that is shown, by the referee.
std::vector<std::string> PlayedViews(const v1::RulesetGuide& guide, const v1::RuleExample& example) {
  const std::unique_ptr<Game> game = *GameOfExample(guide.ruleset(), example);
  std::vector<std::string> views;
  const auto add = [&] { views.push_back(BytesOf(game->ViewFor(v1::OBSERVER_ALL))); };
  bool is_opening = true;
  for (const v1::ExampleStep& step : example.steps()) {
    if (is_opening && !step.is_opening()) add();
    is_opening = step.is_opening();
    (void)game->Act(step.side(), *ActionOfExample(guide.ruleset(), example, step));
    if (!is_opening) add();
  }
  if (is_opening) add();
  return views;
}

class EveryPicture : public testing::TestWithParam<std::string> {};

// Read as a page reads it, a picture shows at each of its positions what the referee has then. Only the first of two
// actions at once is seen with the second.
TEST_P(EveryPicture, ShowsWhatTheRefereeHas) {
  const v1::RulesetGuide guide = GuideOf(GetParam());
  const absl::StatusOr<v1::RulesetPictures> pictures = PicturesOf(GetParam());
  ASSERT_THAT(pictures, IsOk());
  int compared = 0;
  for (const v1::ExamplePicture& picture : pictures->examples()) {
    SCOPED_TRACE(picture.id());
    const v1::RuleExample& example = *FindExample(guide, picture.id());
    const std::vector<std::string> played = PlayedViews(guide, example);
    v1::Replay replay = picture.replay();
    // A study is a board game in `bluffing` too.
    if (replay.has_board()) replay.mutable_ruleset()->set_id("classic");
    const std::vector<v1::View> shown = ReadReplay(replay, v1::OBSERVER_ALL);
    ASSERT_EQ(static_cast<std::size_t>(picture.positions_size()), played.size());
    for (int i = 0; i < picture.positions_size(); ++i) {
      const bool waits = i + 1 < picture.positions_size() && GetParam() == "gogo";
      if (waits) continue;
      ASSERT_LT(picture.positions(i), shown.size());
      EXPECT_EQ(BytesOf(shown[picture.positions(i)]), played[static_cast<std::size_t>(i)]) << "picture " << i;
      ++compared;
    }
    EXPECT_EQ(picture.positions(picture.positions_size() - 1), picture.replay().steps())
        << "the last picture is the end";
  }
  EXPECT_GE(compared, 4);
}

std::vector<std::string> RulesetIds() {
  std::vector<std::string> ids;
  for (const auto& definition : Catalogue()) ids.push_back(definition->info().id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Rulesets, EveryPicture, testing::ValuesIn(RulesetIds()),
                         [](const auto& info) { return info.param; });

TEST(ExamplePictures, AreRefusedWhereAnExampleIsWrong) {
  const v1::RulesetGuide guide = GuideOf("classic");
  v1::RuleExample example = *FindExample(guide, "moving");
  example.mutable_steps(0)->set_clause("R2.2");
  EXPECT_EQ(PictureOf(guide, example).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(PicturesOf("chess").status().code(), absl::StatusCode::kNotFound);
}

std::vector<std::uint32_t> ChasedIn(absl::string_view ruleset, absl::string_view id) {
  const v1::RulesetGuide guide = GuideOf(ruleset);
  const v1::BoardReplay board = PictureOf(guide, *FindExample(guide, id))->replay().board();
  return {board.chased().begin(), board.chased().end()};
}

// Of the threats on the way round only the one whose evasion leads to the barred ply is marked.
TEST(ExamplePictures, MarkAChaseOnlyWhereItIsAboutToEnd_R4_2_R4_6_R4_8) {
  // d4-e4 threatens e3 and e4-e3 threatens f3; with f3-f4 (7) the piece on e4 is threatened for the last time.
  EXPECT_THAT(ChasedIn("classic", "chase"), testing::ElementsAre(0, 0, 0, 0, 0, 0, 8, 0, 0));
  // The second threat (e4-e3, of the piece on f3) is the last that R4.8 allows.
  EXPECT_THAT(ChasedIn("duel", "chase"), testing::ElementsAre(0, 0, 2, 0, 0));
  EXPECT_THAT(ChasedIn("classic", "two-squares"), testing::Each(0));
  EXPECT_THAT(ChasedIn("classic", "ranks"), testing::Each(0));
}

}  // namespace
}  // namespace flagfall::arena::replay
