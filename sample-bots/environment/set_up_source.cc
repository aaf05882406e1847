#include "sample-bots/environment/set_up_source.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/random.h"
#include "sample-bots/environment/ply_number.h"

namespace flagfall::environment {
namespace {

using board::BoardState;
using board::PieceType;
using board::Placement;

SetUp Turned(SetUp set_up) {
  for (Placement& placement : set_up) placement.square = SeenBy(Side::kBlue, placement.square);
  return set_up;
}

// Red must have a ply in it, or each game with it would be over before it begins.
absl::Status Check(const board::BoardRules& rules, Side side, const SetUp& set_up) {
  const absl::Status legal = board::CheckSetUp(rules, side, set_up);
  if (!legal.ok() || side == Side::kBlue) return legal;
  board::PlyList plies;
  BoardState::Free(rules, set_up, {}).LegalPlies(plies);
  return plies.empty() ? ClauseError("R5.2", "no piece of it can move") : legal;
}

}  // namespace

SetUpSource::SetUpSource(const board::BoardRules& rules) : rules_(rules) {
  for (const Side side : kSides) {
    board::ForEach(rules.ZoneOf(side), [this, side](board::Square at) { zones_[IndexOf(side)].push_back(at); });
  }
}

absl::Status SetUpSource::Take(SetUpKind kind, std::vector<SetUp> set_ups) {
  if (kind == SetUpKind::kDrawn) {
    kind_ = kind;
    set_ups_.clear();
    return absl::OkStatus();
  }
  if (set_ups.empty()) return absl::InvalidArgumentError("there are no set-ups; expected at least one");
  if (kind == SetUpKind::kPairs && set_ups.size() % 2 != 0) {
    return absl::InvalidArgumentError("the last set-up of Red has none of Blue beside it");
  }
  for (std::size_t i = 0; i < set_ups.size(); ++i) {
    const bool is_blue = kind == SetUpKind::kPairs && i % 2 == 1;
    const absl::Status legal = Check(rules_, is_blue ? Side::kBlue : Side::kRed, set_ups[i]);
    if (legal.ok()) continue;
    return kind == SetUpKind::kPairs ? At(absl::StrCat("pair ", i / 2, ", ", is_blue ? "blue" : "red"), legal)
                                     : At(absl::StrCat("set-up ", i), legal);
  }
  kind_ = kind;
  set_ups_ = std::move(set_ups);
  return absl::OkStatus();
}

BoardState SetUpSource::Begin(Stream& stream) const {
  switch (kind_) {
    case SetUpKind::kDrawn:
      break;
    case SetUpKind::kFromBook: {
      const std::uint64_t red = Below(set_ups_.size(), stream);
      const std::uint64_t blue = Below(set_ups_.size(), stream);
      return BoardState::Free(rules_, set_ups_[red], Turned(set_ups_[blue]));
    }
    case SetUpKind::kPairs: {
      const std::uint64_t pair = Below(set_ups_.size() / 2, stream);
      return BoardState::Free(rules_, set_ups_[2 * pair], set_ups_[2 * pair + 1]);
    }
  }
  const SetUp red = Draw(Side::kRed, stream);
  return BoardState::Free(rules_, red, Draw(Side::kBlue, stream));
}

SetUp SetUpSource::Draw(Side side, Stream& stream) const {
  std::vector<board::Square> squares = zones_[IndexOf(side)];
  SetUp set_up;
  set_up.reserve(squares.size());
  std::size_t left = squares.size();
  for (int type = 1; type < board::kPieceTypes; ++type) {
    for (int i = 0; i < rules_.army[type]; ++i) {
      std::swap(squares[Below(left, stream)], squares[left - 1]);
      set_up.push_back({.square = squares[--left], .type = static_cast<PieceType>(type)});
    }
  }
  return set_up;
}

}  // namespace flagfall::environment
