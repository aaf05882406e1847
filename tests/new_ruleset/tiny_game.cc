#include "tests/new_ruleset/tiny_game.h"

#include <algorithm>

#include "referee/rules/board/piece.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/side_messages.h"

namespace flagfall::tiny {
namespace {

using board::AttackResult;
using board::PieceType;

// Squares are numbered as on the large board.
constexpr std::uint32_t kRow = 10;
// Sorted.
constexpr std::array<v1::PieceType, 8> kArmy = {v1::PIECE_TYPE_SPY,   v1::PIECE_TYPE_SCOUT,   v1::PIECE_TYPE_SCOUT,
                                                v1::PIECE_TYPE_MINER, v1::PIECE_TYPE_GENERAL, v1::PIECE_TYPE_MARSHAL,
                                                v1::PIECE_TYPE_BOMB,  v1::PIECE_TYPE_FLAG};

std::uint32_t SquareAt(std::uint32_t file, std::uint32_t row) { return row * kRow + file; }

bool IsInZone(v1::Side side, std::uint32_t square) {
  const std::uint32_t row = square / kRow;
  return square % kRow < TinyGame::kSide && (side == v1::SIDE_RED ? row < 2 : row == 4 || row == 5);
}

bool IsMovable(const v1::PieceView& piece) { return board::IsMovable(static_cast<PieceType>(piece.type())); }

v1::Side OwnSide(v1::Observer observer) {
  return observer == v1::OBSERVER_RED    ? v1::SIDE_RED
         : observer == v1::OBSERVER_BLUE ? v1::SIDE_BLUE
                                         : v1::SIDE_UNSPECIFIED;
}

v1::Event Revealed(const v1::PieceView& piece) {
  v1::Event event;
  event.mutable_piece_revealed()->set_origin(piece.origin());
  event.mutable_piece_revealed()->set_type(piece.type());
  return event;
}

v1::Event Removed(const v1::PieceView& piece) {
  v1::Event event;
  event.mutable_piece_removed()->set_origin(piece.origin());
  *event.mutable_piece_removed()->mutable_removal() = piece.removal();
  return event;
}

}  // namespace

bool TinyGame::IsReady(v1::Side side) const {
  return std::any_of(pieces_.begin(), pieces_.end(),
                     [side](const auto& piece) { return piece.second.owner() == side; });
}

absl::InlinedVector<OpenDecision, 2> TinyGame::Pending() const {
  if (outcome_.has_value()) return {};
  if (HasBegun()) return {{.side = ToMove(), .kind = v1::DECISION_KIND_PLY}};
  absl::InlinedVector<OpenDecision, 2> pending;
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    if (!IsReady(side)) pending.push_back({.side = side, .kind = v1::DECISION_KIND_SET_UP});
  }
  return pending;
}

const v1::PieceView* TinyGame::At(std::uint32_t square) const {
  for (const auto& [origin, piece] : pieces_) {
    if (!piece.has_removal() && piece.square() == square) return &piece;
  }
  return nullptr;
}

std::vector<v1::Action> TinyGame::PliesOf(v1::Side side) const {
  std::vector<v1::Action> plies;
  for (const auto& [origin, piece] : pieces_) {
    if (piece.owner() != side || piece.has_removal() || !IsMovable(piece)) continue;
    const std::uint32_t file = piece.square() % kRow;
    const std::uint32_t row = piece.square() / kRow;
    // Below 0 is above kSide.
    const std::array<std::array<std::uint32_t, 2>, 4> steps = {
        {{file, row - 1}, {file - 1, row}, {file + 1, row}, {file, row + 1}}};
    for (const auto& [to_file, to_row] : steps) {
      if (to_file >= kSide || to_row >= kSide) continue;
      const v1::PieceView* other = At(SquareAt(to_file, to_row));
      if (other != nullptr && other->owner() == side) continue;
      v1::Action& action = plies.emplace_back();
      action.mutable_ply()->set_from(piece.square());
      action.mutable_ply()->set_to(SquareAt(to_file, to_row));
    }
  }
  return plies;
}

std::optional<std::vector<v1::Action>> TinyGame::Legal(v1::Side side) const {
  if (outcome_.has_value() || !HasBegun() || side != ToMove()) return std::nullopt;
  return PliesOf(side);
}

absl::StatusOr<ObserverEvents> TinyGame::Act(v1::Side side, const v1::Action& action) {
  const auto pending = Pending();
  const auto open =
      std::find_if(pending.begin(), pending.end(), [side](const OpenDecision& one) { return one.side == side; });
  if (open == pending.end()) return ClauseError("T1", "it is not this player's turn");
  return open->kind == v1::DECISION_KIND_SET_UP ? SetUp(side, action.set_up()) : MakePly(side, action.ply());
}

std::optional<v1::PieceView> TinyGame::Known(const v1::PieceView& piece, v1::Observer observer) const {
  const bool is_own = piece.owner() == OwnSide(observer) || observer == v1::OBSERVER_ALL;
  if (!is_own && !HasBegun()) return std::nullopt;
  v1::PieceView known = piece;
  if (!is_own && !piece.is_revealed()) known.set_type(v1::PIECE_TYPE_UNSPECIFIED);
  return known;
}

v1::View TinyGame::ViewFor(v1::Observer observer) const {
  v1::View view;
  view.set_observer(observer);
  v1::BoardView& board = *view.mutable_board();
  for (const auto& [origin, piece] : pieces_) {
    if (const auto known = Known(piece, observer)) *board.add_pieces() = *known;
  }
  board.set_ply_count(ply_count_);
  if (HasBegun() && !outcome_.has_value()) board.set_side_to_move(ToMove());
  if (last_ply_.has_value()) *board.mutable_last_ply() = *last_ply_;
  return view;
}

absl::StatusOr<ObserverEvents> TinyGame::SetUp(v1::Side side, const v1::SetUp& set_up) {
  Pieces placed;
  std::vector<v1::PieceType> types;
  for (const v1::Placement& placement : set_up.placements()) {
    if (!IsInZone(side, placement.square())) return ClauseError("T1", "a square outside the two rows of this side");
    v1::PieceView& piece = placed[placement.square()];
    piece.set_origin(placement.square());
    piece.set_owner(side);
    piece.set_square(placement.square());
    piece.set_type(placement.type());
    types.push_back(placement.type());
  }
  std::sort(types.begin(), types.end());
  if (placed.size() != kArmy.size() || !std::equal(types.begin(), types.end(), kArmy.begin(), kArmy.end())) {
    return ClauseError("T1", "an army is F S 2 2 3 9 M B, each on a square of its own");
  }
  pieces_.merge(placed);
  ObserverEvents events;
  const auto tell = [&](v1::Observer observer, std::vector<v1::Event>& told) {
    v1::Event event;
    for (const auto& [origin, piece] : pieces_) {
      // One's own army was told when it was placed.
      if (piece.owner() != side && piece.owner() == OwnSide(observer)) continue;
      if (const auto known = Known(piece, observer)) *event.mutable_pieces_placed()->add_pieces() = *known;
    }
    if (!event.has_pieces_placed()) return;
    // Nor is it told again with the opponent's.
    told.push_back(event);
  };
  const bool has_begun = HasBegun();
  for (const v1::Observer observer : kEventObservers) {
    if (OwnSide(observer) == side || has_begun) tell(observer, events.For(observer));
  }
  return events;
}

void TinyGame::Finish(v1::Result result, v1::Reason reason) {
  outcome_.emplace();
  outcome_->set_result(result);
  outcome_->set_reason(reason);
}

void TinyGame::Fight(v1::PieceView& attacker, v1::PieceView& defender, std::vector<v1::Event>& events) {
  const AttackResult result =
      board::Attack(static_cast<PieceType>(attacker.type()), static_cast<PieceType>(defender.type()));
  last_capture_ = ply_count_;
  std::array<v1::PieceView*, 2> both = {&attacker, &defender};
  std::sort(both.begin(), both.end(), [](const auto* a, const auto* b) { return a->origin() < b->origin(); });
  for (v1::PieceView* piece : both) {
    if (!piece->is_revealed()) events.push_back(Revealed(*piece));
    piece->set_is_revealed(true);
  }
  for (v1::PieceView* piece : both) {
    const AttackResult survives = piece == &attacker ? AttackResult::kAttackerWins : AttackResult::kDefenderWins;
    if (result == survives) continue;
    piece->mutable_removal()->set_square(defender.square());
    piece->mutable_removal()->set_ply(ply_count_);
    events.push_back(Removed(*piece));
  }
  if (defender.type() != v1::PIECE_TYPE_FLAG) return;
  Finish(WinFor(attacker.owner()), v1::REASON_FLAG_CAPTURED);
}

absl::StatusOr<ObserverEvents> TinyGame::MakePly(v1::Side side, const v1::Ply& ply) {
  const std::vector<v1::Action> legal = PliesOf(side);
  if (std::none_of(legal.begin(), legal.end(), [&ply](const v1::Action& action) {
        return action.ply().from() == ply.from() && action.ply().to() == ply.to();
      })) {
    return ClauseError("T2", "a movable piece goes one square along file or row, not onto its own side's");
  }
  v1::PieceView& mover = pieces_.at(At(ply.from())->origin());
  const v1::PieceView* target = At(ply.to());
  mover.set_square(ply.to());
  mover.set_has_moved(true);
  last_ply_ = ply;
  ++ply_count_;
  std::vector<v1::Event> events(1);
  events[0].mutable_ply_made()->set_number(ply_count_);
  events[0].mutable_ply_made()->set_from(ply.from());
  events[0].mutable_ply_made()->set_to(ply.to());
  if (target != nullptr) Fight(mover, pieces_.at(target->origin()), events);
  if (!outcome_.has_value() && PliesOf(ToMove()).empty()) Finish(WinFor(side), v1::REASON_NO_LEGAL_PLY);
  // Everybody is told the same.
  return ObserverEvents{.red = events, .blue = events, .spectator = events};
}

v1::Action TinyGame::Sample(v1::Side side, Random& random) const {
  if (HasBegun()) {
    const std::vector<v1::Action> plies = PliesOf(side);
    return plies[Below(plies.size(), random)];
  }
  std::vector<std::uint32_t> squares;
  for (std::uint32_t square = 0; square < kRow * kSide; ++square) {
    if (IsInZone(side, square)) squares.push_back(square);
  }
  Shuffle(squares, random);
  v1::Action action;
  for (std::size_t i = 0; i < kArmy.size(); ++i) {
    v1::Placement& placement = *action.mutable_set_up()->add_placements();
    placement.set_square(squares[i]);
    placement.set_type(kArmy[i]);
  }
  return action;
}

std::unique_ptr<Game> TinyGame::Determinize(v1::Observer observer, Random& random) const {
  auto game = std::make_unique<TinyGame>(*this);
  if (observer == v1::OBSERVER_ALL || outcome_.has_value()) return game;
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    if (side == OwnSide(observer) || !IsReady(side)) continue;
    if (!HasBegun()) {
      for (const auto& [origin, piece] : pieces_) {
        if (piece.owner() == side) game->pieces_.erase(origin);
      }
      (void)game->SetUp(side, Sample(side, random).set_up());
      continue;
    }
    std::vector<v1::PieceView*> hidden;
    std::vector<v1::PieceType> types;
    for (auto& [origin, piece] : game->pieces_) {
      if (piece.owner() != side || piece.is_revealed()) continue;
      hidden.push_back(&piece);
      types.push_back(piece.type());
    }
    // Whoever moved is no Bomb and no Flag (T2), and who is to move has something to move (T4).
    do {
      Shuffle(types, random);
      for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i]->set_type(types[i]);
    } while (game->PliesOf(side).empty() != PliesOf(side).empty() ||
             std::any_of(hidden.begin(), hidden.end(),
                         [](const v1::PieceView* piece) { return piece->has_moved() && !IsMovable(*piece); }));
  }
  return game;
}

}  // namespace flagfall::tiny
