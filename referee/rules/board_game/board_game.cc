#include "referee/rules/board_game/board_game.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/board_game/draw_world.h"
#include "referee/rules/clause_error.h"

namespace flagfall {
namespace {

constexpr std::array<v1::Observer, 3> kTold = {v1::OBSERVER_RED, v1::OBSERVER_BLUE, v1::OBSERVER_SPECTATOR};

// Numbers too large for a square become kNoSquare, which is none either.
board::Square SquareOf(std::uint32_t number) {
  return number < board::kSquares ? static_cast<board::Square>(number) : board::kNoSquare;
}

std::vector<board::Placement> PlacementsOf(const v1::SetUp& set_up) {
  std::vector<board::Placement> placements;
  // A set-up with more pieces than squares fails on any prefix that has.
  for (const v1::Placement& placement : set_up.placements()) {
    if (placements.size() > board::kSquares) break;
    const bool known = placement.type() > v1::PIECE_TYPE_UNSPECIFIED && placement.type() <= v1::PIECE_TYPE_FLAG;
    placements.push_back(
        {.square = SquareOf(placement.square()),
         .type = known ? static_cast<board::PieceType>(placement.type()) : board::PieceType::kUnknown});
  }
  return placements;
}

std::string Capitalized(board::Side side) { return side == board::Side::kRed ? "Red" : "Blue"; }

v1::Outcome OutcomeOf(const board::BoardResult& result, board::Side loser) {
  v1::Outcome outcome;
  outcome.set_result(!result.winner.has_value()            ? v1::RESULT_DRAW
                     : *result.winner == board::Side::kRed ? v1::RESULT_RED_WINS
                                                           : v1::RESULT_BLUE_WINS);
  switch (result.reason) {
    case board::EndReason::kFlagCaptured:
      outcome.set_reason(v1::REASON_FLAG_CAPTURED);
      outcome.set_detail(absl::StrCat(Capitalized(loser), "'s Flag was captured (R5.1)"));
      break;
    case board::EndReason::kNoLegalPly:
      outcome.set_reason(v1::REASON_NO_LEGAL_PLY);
      outcome.set_detail(absl::StrCat(Capitalized(loser), " has no legal ply (R5.2)"));
      break;
    case board::EndReason::kBothImmobile:
      outcome.set_reason(v1::REASON_BOTH_IMMOBILE);
      outcome.set_detail("neither player can move any more (R5.3)");
      break;
  }
  return outcome;
}

}  // namespace

BoardGame::BoardGame(const board::BoardRules& rules) { world_.state = board::BoardState(rules, board::Side::kRed); }

std::unique_ptr<Game> BoardGame::Clone() const { return std::make_unique<BoardGame>(*this); }

absl::InlinedVector<OpenDecision, 2> BoardGame::Pending() const {
  absl::InlinedVector<OpenDecision, 2> pending;
  if (result_.has_value()) return pending;
  if (world_.play_begun) {
    pending.push_back({.side = ToProto(world_.state.side_to_move()), .kind = v1::DECISION_KIND_PLY});
    return pending;
  }
  for (const board::Side side : {board::Side::kRed, board::Side::kBlue}) {
    if (is_set_up_[IndexOf(side)]) continue;
    pending.push_back({.side = ToProto(side), .kind = v1::DECISION_KIND_SET_UP});
  }
  return pending;
}

std::optional<std::vector<v1::Action>> BoardGame::Legal(v1::Side side) const {
  if (!world_.play_begun || result_.has_value() || side != ToProto(world_.state.side_to_move())) return std::nullopt;
  board::PlyList plies;
  world_.state.LegalPlies(plies);
  plies.Sort();
  std::vector<v1::Action> actions(plies.size());
  for (std::size_t i = 0; i < plies.size(); ++i) {
    v1::Ply* ply = actions[i].mutable_ply();
    ply->set_from(plies[i].from);
    ply->set_to(plies[i].to);
  }
  return actions;
}

v1::Action BoardGame::Sample(v1::Side side, Random& random) const {
  v1::Action action;
  if (world_.play_begun) {
    board::PlyList plies;
    world_.state.LegalPlies(plies);
    FLAGFALL_CHECK(!plies.empty() && side == ToProto(world_.state.side_to_move()));
    const board::Ply ply = plies[Below(plies.size(), random)];
    action.mutable_ply()->set_from(ply.from);
    action.mutable_ply()->set_to(ply.to);
    return action;
  }
  const board::Side own = side == v1::SIDE_RED ? board::Side::kRed : board::Side::kBlue;
  for (const board::Placement& drawn : DrawSetUp(world_.state.rules(), own, random)) {
    v1::Placement& placement = *action.mutable_set_up()->add_placements();
    placement.set_square(drawn.square);
    placement.set_type(static_cast<v1::PieceType>(drawn.type));
  }
  return action;
}

std::unique_ptr<Game> BoardGame::Determinize(v1::Observer observer, Random& random) const {
  auto game = std::make_unique<BoardGame>(*this);
  game->world_ = DrawWorld(world_, observer, random);
  // What was told to others than the observer is no longer what they would know; only differences count from here.
  for (std::size_t i = 0; i < kTold.size(); ++i) game->told_[i] = KnowledgeOf(game->world_, kTold[i]);
  return game;
}

absl::StatusOr<ObserverEvents> BoardGame::Act(v1::Side side, const v1::Action& action) {
  if (side != v1::SIDE_RED && side != v1::SIDE_BLUE) {
    return absl::InvalidArgumentError("an action needs a side; expected red or blue");
  }
  const board::Side actor = side == v1::SIDE_RED ? board::Side::kRed : board::Side::kBlue;
  if (result_.has_value()) return ClauseError("R5", "the game is over; nothing can be done any more");
  if (!world_.play_begun) {
    if (!action.has_set_up()) return ClauseError("R1.3", "the game is at its set-up; expected action.set_up");
    FLAGFALL_RETURN_IF_ERROR(SetUp(actor, action.set_up()));
    return Tell(kAllPieces);
  }
  if (!action.has_ply()) return ClauseError("R2.1", "play has begun; expected action.ply");
  FLAGFALL_ASSIGN_OR_RETURN(const board::PlyReport report, MakePly(actor, action.ply()));
  board::Bitboard changed = board::BitOf(report.mover);
  if (report.target != board::kNoPiece) changed |= board::BitOf(report.target);
  return Tell(changed);
}

absl::Status BoardGame::SetUp(board::Side side, const v1::SetUp& set_up) {
  if (is_set_up_[IndexOf(side)]) return ClauseError("R1.3", "this side's set-up is in already; it cannot be changed");
  const std::vector<board::Placement> placements = PlacementsOf(set_up);
  FLAGFALL_RETURN_IF_ERROR(board::CheckSetUp(world_.state.rules(), side, placements));
  for (const board::Placement& placement : placements) {
    world_.state.Put(placement.square, side, placement.square, placement.type, false, false);
  }
  is_set_up_[IndexOf(side)] = true;
  if (!is_set_up_[IndexOf(OpponentOf(side))]) return absl::OkStatus();
  world_.play_begun = true;
  result_ = world_.state.Result();
  world_.is_over = result_.has_value();
  return absl::OkStatus();
}

absl::StatusOr<board::PlyReport> BoardGame::MakePly(board::Side side, const v1::Ply& ply) {
  board::BoardState& state = world_.state;
  if (side != state.side_to_move()) {
    return ClauseError("R1.5", absl::StrCat("it is ", SideName(state.side_to_move()), "'s ply"));
  }
  const board::Ply made{.from = SquareOf(ply.from()), .to = SquareOf(ply.to())};
  FLAGFALL_RETURN_IF_ERROR(board::CheckPly(state, made));
  const board::PlyReport report = state.Make(made);
  world_.last_ply = made;
  if (report.target != board::kNoPiece) {
    for (const board::PieceId id : {report.mover, report.target}) {
      if (state.PieceOf(id).on_board()) continue;
      world_.removal_squares[id] = made.to;
      world_.removal_plies[id] = state.ply_count();
    }
  }
  result_ = state.Result();
  world_.is_over = result_.has_value();
  return report;
}

ObserverEvents BoardGame::Tell(board::Bitboard changed) {
  ObserverEvents events;
  const std::array<std::vector<v1::Event>*, 3> lists = {&events.red, &events.blue, &events.spectator};
  for (std::size_t i = 0; i < kTold.size(); ++i) {
    *lists[i] = Learn(world_, kTold[i], changed, told_[i]);
  }
  return events;
}

v1::View BoardGame::ViewFor(v1::Observer observer) const {
  v1::View view;
  view.set_observer(observer);
  *view.mutable_board() = ToProto(KnowledgeOf(world_, observer));
  return view;
}

std::optional<v1::Outcome> BoardGame::Outcome() const {
  if (!result_.has_value()) return std::nullopt;
  const board::Side loser = result_->winner.has_value() ? OpponentOf(*result_->winner) : world_.state.side_to_move();
  return OutcomeOf(*result_, loser);
}

flagfall::Progress BoardGame::Progress() const {
  return {.plies = world_.state.ply_count(), .plies_since_capture = world_.state.plies_since_capture()};
}

}  // namespace flagfall
