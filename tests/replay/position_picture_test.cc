// The picture of a position is compared with the view that its observer has of it.
#include "arena/replay/position_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/replay/random_match.h"
#include "tests/replay/replay_reader.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::replay {
namespace {

using testing::HasSubstr;
using testing::Not;

// The pieces of a picture as it draws them: where each is, and its sign where that is shown.
std::multiset<std::string> DrawnIn(absl::string_view svg) {
  std::multiset<std::string> pieces;
  constexpr absl::string_view kBegin = "<g transform=\"translate(";
  for (std::size_t at = svg.find(kBegin); at != svg.npos; at = svg.find(kBegin, at + 1)) {
    const absl::string_view piece = svg.substr(at, svg.find("</g>", at) - at);
    const std::size_t sign = piece.find("<text y=\"1.75\">");
    pieces.insert(absl::StrCat(piece.substr(kBegin.size(), piece.find(')') - kBegin.size()),
                               sign == piece.npos ? "" : " known",
                               piece.find("<rect") == piece.npos ? " blue" : " red"));
  }
  return pieces;
}

std::multiset<std::string> PiecesOf(const v1::View& view) {
  const v1::BoardView& board = view.has_bluffing() ? view.bluffing().board() : view.board();
  std::multiset<std::string> pieces;
  for (const v1::PieceView& piece : board.pieces()) {
    if (piece.has_removal()) continue;
    const int x = static_cast<int>(piece.square() % 10) * 10 + 5;
    const int y = (9 - static_cast<int>(piece.square() / 10)) * 10 + 5;
    pieces.insert(absl::StrCat(x, " ", y, piece.type() == v1::PIECE_TYPE_UNSPECIFIED ? "" : " known",
                               piece.owner() == v1::SIDE_RED ? " red" : " blue"));
  }
  return pieces;
}

TEST(PositionPictureTest, ShowsWhatItsObserverKnows) {
  for (const char* ruleset : {"duel", "barrage", "classic", "bluffing"}) {
    const v1::Replay replay = Played(ruleset, 3);
    for (const v1::Observer observer : kObservers) {
      const std::vector<v1::View> views = ReadReplay(replay, observer);
      for (std::uint32_t position = 0; position < views.size(); ++position) {
        const auto picture = PositionPicture(replay, position, observer);
        ASSERT_THAT(picture, IsOk());
        ASSERT_EQ(DrawnIn(*picture), PiecesOf(views[position]))
            << ruleset << ", position " << position << ", observer " << observer;
      }
    }
  }
}

TEST(PositionPictureTest, OfARunningGameItIsTheSpectators) {
  v1::Replay replay = Played("duel", 4);
  replay.set_is_over(false);
  const auto as_all = PositionPicture(replay, 5, v1::OBSERVER_ALL);
  ASSERT_THAT(as_all, IsOk());
  EXPECT_EQ(DrawnIn(*as_all), PiecesOf(ReadReplay(replay, v1::OBSERVER_SPECTATOR)[5]));
}

TEST(PositionPictureTest, APositionBehindTheLastIsTheLast) {
  const v1::Replay replay = Played("duel", 5);
  EXPECT_EQ(PositionPicture(replay, 1'000'000, v1::OBSERVER_ALL).value_or("a"),
            PositionPicture(replay, replay.steps(), v1::OBSERVER_ALL).value_or("b"));
}

TEST(PositionPictureTest, NamesAreText) {
  v1::Replay replay = Played("duel", 6);
  replay.mutable_game()->set_red("<script>&");
  EXPECT_THAT(PositionPicture(replay, 0, v1::OBSERVER_ALL).value_or(""),
              testing::AllOf(HasSubstr("&lt;script&gt;&amp;"), Not(HasSubstr("<script>"))));
}

TEST(PositionPictureTest, NamesHaveNoCharactersThatXmlHasNot) {
  v1::Replay replay = Played("duel", 6);
  replay.mutable_game()->set_red("a\x1b[1m\x01");
  replay.mutable_game()->set_blue("\xEF\xBF\xBF\xC3\xA9");
  EXPECT_THAT(PositionPicture(replay, 0, v1::OBSERVER_ALL).value_or(""),
              HasSubstr("<title>a [1m  against  \xC3\xA9, step"));
}

TEST(PositionPictureTest, OtherGamesHaveNone) {
  for (const char* ruleset : {"cards", "gogo"}) {
    EXPECT_THAT(PositionPicture(Played(ruleset, 7), 0, v1::OBSERVER_ALL),
                IsError(absl::StatusCode::kFailedPrecondition, ruleset));
  }
}

}  // namespace
}  // namespace flagfall::arena::replay
