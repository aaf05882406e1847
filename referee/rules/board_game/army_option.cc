#include "referee/rules/board_game/army_option.h"

#include <numeric>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "referee/rules/clause_error.h"

namespace flagfall {
namespace {

constexpr int kArmyMax = 40;
constexpr int kTypes = board::kPieceTypes - 1;

// The type whose count stands in this place, from 0: the Flag, then Spy to Bomb.
constexpr int TypeAt(int place) { return place == 0 ? static_cast<int>(board::PieceType::kFlag) : place; }

absl::Status Wrong(absl::string_view text, absl::string_view what) {
  return ClauseError("R1.6", absl::StrCat("option army = `", text, "`: ", what));
}

}  // namespace

std::string WriteArmy(const ArmyCounts& army) {
  std::vector<int> counts;
  for (int place = 0; place < kTypes; ++place) counts.push_back(army[TypeAt(place)]);
  return absl::StrJoin(counts, "-");
}

absl::StatusOr<ArmyCounts> ReadArmy(absl::string_view text) {
  const std::vector<absl::string_view> words = absl::StrSplit(text, absl::ByAnyChar("-, "));
  ArmyCounts army{};
  int pieces = 0;
  bool are_counts = words.size() == kTypes;
  for (int place = 0; place < kTypes && are_counts; ++place) {
    std::uint32_t count = 0;
    are_counts = absl::SimpleAtoi(words[place], &count) && count <= kArmyMax;
    army[TypeAt(place)] = static_cast<std::uint8_t>(count);
    pieces += static_cast<int>(count);
  }
  if (!are_counts) {
    return Wrong(text, absl::StrCat("expected twelve counts from 0 to ", kArmyMax,
                                    " with - between them, of F S 2 3 4 5 6 7 8 9 M B in this order, as in "
                                    "1-1-2-2-0-0-0-0-0-1-1-2"));
  }
  if (pieces > kArmyMax) return Wrong(text, absl::StrCat(pieces, " pieces; expected at most ", kArmyMax));
  const int flags = army[static_cast<int>(board::PieceType::kFlag)];
  if (flags == 0) return Wrong(text, "no Flag; expected at least one, which is the first count");
  if (pieces == flags + army[static_cast<int>(board::PieceType::kBomb)]) {
    return Wrong(text, "no piece that moves; expected at least one from Spy to Marshal");
  }
  return army;
}

}  // namespace flagfall
