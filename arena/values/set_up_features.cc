#include "arena/values/set_up_features.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "referee/rules/board/piece.h"
#include "referee/rules/board/square.h"

namespace flagfall::arena::values {
namespace {

using board::PieceType;

// Of the deepest zone.
constexpr int kZoneRows = 4;
constexpr int kPieceKinds = board::kPieceTypes - 1;
// Files on each side of the opponent's Flag that count as in front of it.
constexpr int kFilesBeside = 1;

// A set-up as its player sees it: row 0 is the player's own back row, file 0 is at the player's left.
class OwnView {
 public:
  OwnView(const v1::SetUp& set_up, bool is_blue) {
    for (const v1::Placement& placement : set_up.placements()) {
      const auto square = static_cast<int>(placement.square());
      const int own = is_blue ? board::kSquares - 1 - square : square;
      if (own < 0 || own >= static_cast<int>(squares_.size())) continue;
      squares_[own] = static_cast<PieceType>(placement.type());
      if (squares_[own] == PieceType::kFlag) flag_ = own;
    }
  }

  PieceType At(int file, int row) const {
    const bool is_in_zone = file >= 0 && file < board::kFiles && row >= 0 && row < kZoneRows;
    return is_in_zone ? squares_[row * board::kFiles + file] : PieceType::kUnknown;
  }
  int flag_file() const { return flag_ % board::kFiles; }
  int flag_row() const { return flag_ / board::kFiles; }

  bool IsFree(int file, int row) const {
    if (file < 0 || file >= board::kFiles || row < 0) return false;
    return At(file, row) == PieceType::kUnknown && !board::IsLake(board::SquareAt(file, row));
  }

 private:
  std::array<PieceType, kZoneRows * board::kFiles> squares_{};
  int flag_ = 0;
};

constexpr int kFilesFromEdge = board::kFiles / 2;

constexpr int FromEdge(int file) { return std::min(file, board::kFiles - 1 - file); }

struct Step {
  int file;
  int row;
};
constexpr std::array kSteps = {Step{0, 1}, Step{0, -1}, Step{1, 0}, Step{-1, 0}};

// Calls see(type, file, row) for each piece.
template <typename See>
void ForEachPiece(const OwnView& view, See see) {
  for (int row = 0; row < kZoneRows; ++row) {
    for (int file = 0; file < board::kFiles; ++file) {
      const PieceType type = view.At(file, row);
      if (type != PieceType::kUnknown) see(type, file, row);
    }
  }
}

void AddRows(const OwnView& view, std::vector<double>& features) {
  const std::size_t begin = features.size();
  features.resize(begin + std::size_t{kPieceKinds} * kZoneRows, 0.0);
  ForEachPiece(view, [&](PieceType type, int /*file*/, int row) {
    ++features[begin + static_cast<std::size_t>((static_cast<int>(type) - 1) * kZoneRows + row)];
  });
}

// The board is the same from both of its edges, so that files count by how far they are from the nearer one.
void AddFiles(const OwnView& view, std::vector<double>& features) {
  const std::size_t begin = features.size();
  features.resize(begin + std::size_t{kPieceKinds} * kFilesFromEdge, 0.0);
  ForEachPiece(view, [&](PieceType type, int file, int /*row*/) {
    ++features[begin + static_cast<std::size_t>((static_cast<int>(type) - 1) * kFilesFromEdge + FromEdge(file))];
  });
}

// How many pieces of each type share a file with an opposing piece of each lower type.
void AddFacing(const OwnView& view, const OwnView& opponent, std::vector<double>& features) {
  std::array<std::array<double, board::kPieceTypes>, board::kPieceTypes> facing{};
  ForEachPiece(view, [&](PieceType type, int file, int /*row*/) {
    for (int row = 0; row < kZoneRows; ++row) {
      const PieceType other = opponent.At(board::kFiles - 1 - file, row);
      ++facing[static_cast<std::size_t>(type)][static_cast<std::size_t>(other)];
    }
  });
  for (std::size_t type = 1; type <= std::size_t{kPieceKinds}; ++type) {
    for (std::size_t other = 1; other < type; ++other) features.push_back(facing[type][other]);
  }
}

void AddSurroundings(const OwnView& view, std::vector<double>& features) {
  double bombs = 0, movers = 0, can_move = 0;
  for (const Step step : kSteps) {
    const PieceType beside = view.At(view.flag_file() + step.file, view.flag_row() + step.row);
    bombs += beside == PieceType::kBomb;
    movers += board::IsMovable(beside);
  }
  ForEachPiece(view, [&](PieceType type, int file, int row) {
    can_move += board::IsMovable(type) && std::any_of(kSteps.begin(), kSteps.end(), [&](Step step) {
                  return view.IsFree(file + step.file, row + step.row);
                });
  });
  features.push_back(bombs);
  features.push_back(movers);
  features.push_back(can_move);
}

void AddBeforeFlag(const OwnView& view, const OwnView& opponent, std::vector<double>& features) {
  double pieces = 0, scouts = 0, miners = 0, rank = 0;
  const int flag_file = board::kFiles - 1 - opponent.flag_file();
  ForEachPiece(view, [&](PieceType type, int file, int /*row*/) {
    if (!board::IsMovable(type) || std::abs(file - flag_file) > kFilesBeside) return;
    ++pieces;
    scouts += type == PieceType::kScout;
    miners += type == PieceType::kMiner;
    rank += static_cast<int>(type);
  });
  for (const double number : {pieces, scouts, miners, rank}) features.push_back(number);
}

std::string LetterOf(int type) { return std::string(1, board::TypeLetter(static_cast<PieceType>(type))); }

std::vector<double> FeaturesOf(const OwnView& view, const OwnView& opponent) {
  std::vector<double> features;
  AddRows(view, features);
  AddFiles(view, features);
  AddFacing(view, opponent, features);
  AddSurroundings(view, features);
  AddBeforeFlag(view, opponent, features);
  return features;
}

}  // namespace

const std::vector<std::string>& SetUpFeatureNames() {
  static const auto* const names = [] {
    auto* made = new std::vector<std::string>();
    for (int type = 1; type <= kPieceKinds; ++type) {
      for (int row = 1; row <= kZoneRows; ++row) {
        made->push_back(absl::StrCat(LetterOf(type), "_row", row));
      }
    }
    for (int type = 1; type <= kPieceKinds; ++type) {
      for (int file = 1; file <= kFilesFromEdge; ++file) made->push_back(absl::StrCat(LetterOf(type), "_file", file));
    }
    for (int type = 1; type <= kPieceKinds; ++type) {
      for (int other = 1; other < type; ++other) {
        made->push_back(absl::StrCat(LetterOf(type), "_facing_", LetterOf(other)));
      }
    }
    for (const char* name : {"bombs_by_flag", "movers_by_flag", "can_move_at_first", "pieces_before_flag",
                             "scouts_before_flag", "miners_before_flag", "rank_before_flag"}) {
      made->emplace_back(name);
    }
    return made;
  }();
  return *names;
}

std::vector<double> SetUpFeatures(const v1::GivenSetUps& set_ups) {
  const OwnView red(set_ups.red(), /*is_blue=*/false);
  const OwnView blue(set_ups.blue(), /*is_blue=*/true);
  std::vector<double> features = FeaturesOf(red, blue);
  const std::vector<double> of_blue = FeaturesOf(blue, red);
  for (std::size_t i = 0; i < features.size(); ++i) features[i] -= of_blue[i];
  return features;
}

}  // namespace flagfall::arena::values
