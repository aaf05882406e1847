#include "sample-bots/cpp/marshal/setups.h"

#include <iterator>

#include "absl/strings/string_view.h"

namespace flagfall::bot {
namespace {

using board::BoardRules;
using board::Square;

// As Red sees them: the back row first, each row from file a, with the letters of the game text. Whoever looks for the
// Flag in the back row, as marshal does, finds cheap pieces there: in most of these the Flag stands farther in front.
// Some have it in the back row, so that nobody can rely on its being elsewhere.
constexpr absl::string_view kBarrage[] = {
    "..S...3... ..B....... ..F....... ..9..M.2.2", "..S....3.. ..B....... ..F....... .29.M....2",
    ".S....B... .....3.... ..F....... .92....M.2", ".S....B... ....3..... ..F....... .92...M..2",
    "....3.B... ..S....... ..F....... .29M.....2", "FB....S... 2......... 9......... ..3.M...2.",
    "FB...3.... 2......... M......... .9..S...2.", "...SF3.... ....B..... .....9.... .2..M...2.",
};

}  // namespace

std::vector<board::Placement> DrawProvenSetUp(const BoardRules& rules, Side side, std::mt19937_64& random) {
  std::vector<board::Placement> set_up;
  const BoardRules barrage = BoardRules::Barrage();
  if (rules.army != barrage.army || rules.zone_rows != barrage.zone_rows) return set_up;
  const absl::string_view drawn = kBarrage[random() % std::size(kBarrage)];
  const bool is_mirrored = random() % 2 == 1;
  int at = 0;
  for (const char letter : drawn) {
    if (letter == ' ') continue;
    const int file = is_mirrored ? board::kFiles - 1 - at % board::kFiles : at % board::kFiles;
    const Square square = board::SquareAt(file, at / board::kFiles);
    ++at;
    const auto type = board::TypeOfLetter(letter);
    // Blue sees the board turned round.
    const Square as_seen = side == Side::kRed ? square : static_cast<Square>(board::kSquares - 1 - square);
    if (type.has_value()) set_up.push_back({.square = as_seen, .type = *type});
  }
  return set_up;
}

}  // namespace flagfall::bot
