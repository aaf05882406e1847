// Set-ups are drawn piece by piece, where each type prefers certain rows, and dropped when they are not sound. Almost
// everything else that makes a set-up good or bad is left to chance: a book has to be fair to both sides, not strong.
#include "arena/books/generate.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/army_option.h"
#include "referee/rules/random.h"

namespace flagfall::arena::books {
namespace {

using board::PieceType;
using board::Square;
using SetUp = std::vector<board::Placement>;

constexpr int kMinersBack = 3;
constexpr int kScoutsBehind = 2;
constexpr int kFlanks = 4;
constexpr int kFirstPliesMin = 3;
constexpr int kSpiesBack = 2;
// Draws without a new sound set-up after which there are hardly any more.
constexpr int kDrawsMax = 20'000;

// How strongly each PieceType prefers each row, from the back row.
constexpr std::array<std::array<int, 4>, board::kPieceTypes> kLiking = {{
    {1, 1, 1, 1},  // Unknown: none of an army.
    {4, 6, 2, 0},  // Spy
    {4, 3, 4, 8},  // Scout
    {9, 6, 2, 1},  // Miner
    {3, 4, 5, 4},  // Sergeant
    {2, 3, 5, 5},  // Lieutenant
    {1, 3, 5, 6},  // Captain
    {1, 3, 6, 6},  // Major
    {1, 4, 6, 3},  // Colonel
    {1, 4, 6, 3},  // General
    {2, 4, 5, 2},  // Marshal
    {8, 5, 2, 1},  // Bomb
    {1, 0, 0, 0},  // Flag
}};

// A set-up that is being drawn, by squares.
class Field {
 public:
  Field(const SetUp& set_up, const board::BoardRules& rules) : rows_(rules.zone_rows) {
    for (const board::Placement& piece : set_up) types_[piece.square] = piece.type;
  }

  PieceType At(int file, int row) const { return types_[board::SquareAt(file, row)]; }
  bool IsIn(int file, int row) const { return file >= 0 && file < board::kFiles && row >= 0 && row < rows_; }

  int Count(PieceType type, int first_row, int last_row) const {
    int count = 0;
    for (int row = first_row; row <= last_row; ++row) {
      for (int file = 0; file < board::kFiles; ++file) count += At(file, row) == type;
    }
    return count;
  }

  Square Find(PieceType type) const {
    return static_cast<Square>(std::find(types_.begin(), types_.end(), type) - types_.begin());
  }

  // The number of pieces with an empty square beside them.
  int FirstMovers() const {
    int count = 0;
    for (int row = 0; row < rows_; ++row) {
      for (int file = 0; file < board::kFiles; ++file) count += CanMove(file, row);
    }
    return count;
  }

 private:
  bool CanMove(int file, int row) const {
    if (!board::IsMovable(At(file, row))) return false;
    for (const auto& [files, rows] : {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1), std::pair(0, -1)}) {
      const int to_file = file + files;
      const int to_row = row + rows;
      if (to_file < 0 || to_file >= board::kFiles || to_row < 0) continue;
      const Square to = board::SquareAt(to_file, to_row);
      if (!board::IsLake(to) && types_[to] == PieceType::kUnknown) return true;
    }
    return false;
  }

  const int rows_;
  // The type of the piece on each square; kUnknown where there is none.
  std::array<PieceType, board::kSquares> types_{};
};

int CountOf(PieceType type, const board::BoardRules& rules) { return rules.army[static_cast<int>(type)]; }

bool HasFullArmy(const board::BoardRules& rules) { return rules.army == board::BoardRules::Classic().army; }

// Pieces of Sergeant's rank or above, and Bombs.
int StrongPieces(const board::BoardRules& rules) {
  int count = 0;
  for (int type = static_cast<int>(PieceType::kSergeant); type <= static_cast<int>(PieceType::kBomb); ++type) {
    count += rules.army[type];
  }
  return count;
}

int MovablePieces(const board::BoardRules& rules) {
  return rules.army_size() - CountOf(PieceType::kBomb, rules) - CountOf(PieceType::kFlag, rules);
}

// The squares of the zone beside one on its back row.
std::vector<Square> BesideOf(Square square, const board::BoardRules& rules) {
  std::vector<Square> beside;
  if (rules.zone_rows > 1) beside.push_back(static_cast<Square>(square + board::kFiles));
  if (board::FileOf(square) > 0) beside.push_back(static_cast<Square>(square - 1));
  if (board::FileOf(square) < board::kFiles - 1) beside.push_back(static_cast<Square>(square + 1));
  return beside;
}

bool IsFlagGuarded(const Field& field, const board::BoardRules& rules) {
  const Square flag = field.Find(PieceType::kFlag);
  const int file = board::FileOf(flag);
  if (board::RowOf(flag) != 0) return false;
  const bool can_fill = rules.army_size() > static_cast<int>(BesideOf(flag, rules).size());
  int bombs = 0;
  int beside = 0;
  for (const auto& [files, rows] : {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1)}) {
    if (!field.IsIn(file + files, rows)) continue;
    const PieceType guard = field.At(file + files, rows);
    if (guard == PieceType::kUnknown && can_fill) return false;
    bombs += guard == PieceType::kBomb;
    ++beside;
  }
  const bool has_front = rules.zone_rows > 1 && StrongPieces(rules) > 0;
  if (has_front && field.At(file, 1) < PieceType::kSergeant) return false;
  return bombs >= std::min(HasFullArmy(rules) ? beside - 1 : 1, CountOf(PieceType::kBomb, rules));
}

SetUp Mirrored(SetUp set_up) {
  for (board::Placement& piece : set_up) {
    piece.square = board::SquareAt(board::kFiles - 1 - board::FileOf(piece.square), board::RowOf(piece.square));
  }
  return set_up;
}

Square Draw(std::vector<Square>& squares, const std::array<int, 4>& liking, Random& random) {
  std::uint64_t sum = 0;
  for (const Square square : squares) sum += static_cast<std::uint64_t>(liking[board::RowOf(square)]);
  // All preferred squares are taken, so the piece goes to any other.
  std::size_t chosen = sum == 0 ? Below(squares.size(), random) : 0;
  if (sum > 0) {
    for (std::uint64_t rest = Below(sum, random);; ++chosen) {
      const auto weight = static_cast<std::uint64_t>(liking[board::RowOf(squares[chosen])]);
      if (rest < weight) break;
      rest -= weight;
    }
  }
  const Square square = squares[chosen];
  squares.erase(squares.begin() + static_cast<std::ptrdiff_t>(chosen));
  return square;
}

// Places the Flag, a guard on each square beside it, then the others from the Bombs down.
SetUp DrawSetUp(const board::BoardRules& rules, Random& random) {
  std::vector<Square> squares(static_cast<std::size_t>(rules.zone_rows) * board::kFiles);
  for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = static_cast<Square>(i);
  std::array<std::uint8_t, board::kPieceTypes> army = rules.army;
  SetUp set_up;
  const auto put = [&](PieceType type, Square square) {
    set_up.push_back({.square = square, .type = type});
    --army[static_cast<int>(type)];
  };
  const Square flag = Draw(squares, kLiking[static_cast<int>(PieceType::kFlag)], random);
  put(PieceType::kFlag, flag);
  for (const Square square : BesideOf(flag, rules)) {
    std::vector<PieceType> guards;
    for (int type = 1; type < board::kPieceTypes; ++type) {
      // Bombs are the best guards.
      const int shares = static_cast<PieceType>(type) == PieceType::kBomb ? 40 * army[type] : army[type];
      guards.insert(guards.end(), static_cast<std::size_t>(shares), static_cast<PieceType>(type));
    }
    if (guards.empty()) break;
    put(guards[Below(guards.size(), random)], square);
    std::erase(squares, square);
  }
  for (int type = board::kPieceTypes - 1; type > 0; --type) {
    while (army[type] > 0) put(static_cast<PieceType>(type), Draw(squares, kLiking[type], random));
  }
  std::sort(set_up.begin(), set_up.end(), [](const auto& a, const auto& b) { return a.square < b.square; });
  return set_up;
}

// Those of a book for this army and zone, as a book writes them.
absl::StatusOr<std::vector<v1::RulesetOption>> OptionsOf(const v1::Ruleset& ruleset, const board::BoardRules& rules) {
  std::vector<v1::RulesetOption> options;
  for (const v1::RulesetOption& given : ruleset.options()) {
    if (given.name() != "army" && given.name() != "zone_rows") {
      return absl::InvalidArgumentError(
          absl::StrCat("option ", given.name(), ": a book has the options `army` and `zone_rows` alone"));
    }
    options.push_back(given);
    if (given.name() == "army") options.back().set_value(WriteArmy(rules.army));
  }
  return options;
}

}  // namespace

bool IsSound(const std::vector<board::Placement>& set_up, const board::BoardRules& rules) {
  const Field field(set_up, rules);
  const int front = rules.zone_rows - 1;
  if (!IsFlagGuarded(field, rules)) return false;
  if (field.FirstMovers() < std::min(kFirstPliesMin, MovablePieces(rules))) return false;
  if (field.Count(PieceType::kSpy, 0, 1) < std::min(kSpiesBack, CountOf(PieceType::kSpy, rules))) return false;
  if (!HasFullArmy(rules)) return true;
  const int apart =
      std::abs(board::FileOf(field.Find(PieceType::kMarshal)) - board::FileOf(field.Find(PieceType::kGeneral)));
  return field.Count(PieceType::kBomb, front, front) <= 1 && field.Count(PieceType::kMiner, 0, 1) >= kMinersBack &&
         field.Count(PieceType::kScout, 0, front - 1) >= kScoutsBehind && apart >= kFlanks;
}

absl::StatusOr<Book> GenerateBook(const v1::Ruleset& ruleset, std::size_t count, std::uint64_t seed) {
  FLAGFALL_CHECK(count <= kGeneratedSetUpsMax);
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules rules, ArmyAndZoneOf(ruleset));
  Book book{.ruleset_id = ruleset.id(), .set_ups = {}};
  FLAGFALL_ASSIGN_OR_RETURN(book.options, OptionsOf(ruleset, rules));
  Random random(seed);
  std::set<std::string> seen;
  int draws = 0;
  while (book.set_ups.size() < count) {
    if (++draws > kDrawsMax) {
      return absl::ResourceExhaustedError(
          absl::StrCat("this army has hardly more than ", book.set_ups.size(),
                       " sound set-ups on its rows of which none is the mirror image of another; ask for fewer than ",
                       count, ", or write the book yourself"));
    }
    const SetUp set_up = DrawSetUp(rules, random);
    if (!IsSound(set_up, rules) || !seen.insert(WriteSetUp(set_up, rules.zone_rows)).second) continue;
    seen.insert(WriteSetUp(Mirrored(set_up), rules.zone_rows));
    book.set_ups.push_back(set_up);
    draws = 0;
  }
  return book;
}

}  // namespace flagfall::arena::books
