#include "referee/rules/bluffing/bluffing_game.h"

#include <iterator>
#include <utility>

#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/bluffing/draw.h"
#include "referee/rules/bluffing/legality.h"
#include "referee/rules/bluffing/view.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_play.h"
#include "referee/rules/board_game/draw_world.h"
#include "referee/rules/clause_error.h"

namespace flagfall {
namespace {

// A legal action.
board::Bitboard Apply(const v1::BluffingAction& action, bluffing::World& world) {
  switch (action.kind_case()) {
    case v1::BluffingAction::kPly:
      return bluffing::Move(*PlyOf(action.ply()), world);
    case v1::BluffingAction::kAttack:
      return bluffing::Attack(*PlyOf(action.attack().ply()), static_cast<board::PieceType>(action.attack().claim()),
                              action.attack().tokens(), world);
    case v1::BluffingAction::kCall:
      return bluffing::Call(action.call(), world);
    case v1::BluffingAction::kDeclaration:
      return bluffing::Declare(static_cast<board::PieceType>(action.declaration()), world);
    case v1::BluffingAction::kLetStand:
      return bluffing::LetStand(world);
    case v1::BluffingAction::KIND_NOT_SET:
      break;
  }
  return 0;
}

}  // namespace

BluffingGame::BluffingGame(const board::BoardRules& rules) {
  world_.board.state = board::BoardState(rules, Side::kRed);
}

BluffingGame::BluffingGame(const board::BoardState& state) {
  world_.board.state = state;
  world_.board.play_begun = true;
  known_ = KnowledgeOfEach(world_.board);
}

std::unique_ptr<Game> BluffingGame::Clone() const { return std::make_unique<BluffingGame>(*this); }

absl::InlinedVector<OpenDecision, 2> BluffingGame::Pending() const {
  if (result_.has_value()) return {};
  if (!world_.board.play_begun) return OpenSetUps(world_.board);
  return {bluffing::DecisionOf(world_)};
}

std::optional<std::vector<v1::Action>> BluffingGame::Legal(v1::Side side) const {
  if (!world_.board.play_begun || result_.has_value() || side != bluffing::DecisionOf(world_).side) return std::nullopt;
  return bluffing::LegalActions(world_);
}

v1::Action BluffingGame::Sample(v1::Side side, Random& random) const {
  if (!world_.board.play_begun) return SetUpAction(DrawSetUp(world_.board.state.rules(), SideOf(side), random));
  FLAGFALL_CHECK(!result_.has_value() && side == bluffing::DecisionOf(world_).side);
  return bluffing::DrawAction(world_, random);
}

std::unique_ptr<Game> BluffingGame::Determinize(v1::Observer observer, Random& random) const {
  auto game = std::make_unique<BluffingGame>(*this);
  game->world_ = bluffing::DrawWorld(world_, observer, random);
  // As in BoardGame: only differences count from here.
  game->known_ = KnowledgeOfEach(game->world_.board);
  return game;
}

absl::StatusOr<ObserverEvents> BluffingGame::Act(v1::Side side, const v1::Action& action) {
  FLAGFALL_ASSIGN_OR_RETURN(const Side actor, ReadSide(side));
  if (result_.has_value()) return ClauseError("R5", "the game is over; nothing can be done any more");
  const bluffing::Table before = world_.table;
  board::Bitboard changed = kAllPieces;
  if (world_.board.play_begun) {
    if (!action.has_bluffing()) return ClauseError("R6", "play has begun; expected action.bluffing");
    FLAGFALL_RETURN_IF_ERROR(bluffing::CheckAction(world_, side, action.bluffing()));
    changed = Apply(action.bluffing(), world_);
  } else {
    if (!action.has_set_up()) return ClauseError("R1.3", "the game is at its set-up; expected action.set_up");
    FLAGFALL_RETURN_IF_ERROR(TakeSetUp(actor, action.set_up(), world_.board));
  }
  result_ = bluffing::ResultOf(world_);
  world_.board.is_over = result_.has_value();
  return Tell(before, changed);
}

ObserverEvents BluffingGame::Tell(const bluffing::Table& before, board::Bitboard changed) {
  const bluffing::TableEvents table = bluffing::Differences(before, world_, changed);
  ObserverEvents events;
  for (std::size_t i = 0; i < kEventObservers.size(); ++i) {
    std::vector<v1::Event> board = Learn(world_.board, kEventObservers[i], changed, known_[i]);
    std::vector<v1::Event>& told = events.For(kEventObservers[i]);
    told.reserve(table.said.size() + board.size() + table.followed.size());
    told = table.said;
    std::move(board.begin(), board.end(), std::back_inserter(told));
    told.insert(told.end(), table.followed.begin(), table.followed.end());
  }
  return events;
}

v1::View BluffingGame::ViewFor(v1::Observer observer) const {
  v1::View view;
  view.set_observer(observer);
  *view.mutable_bluffing() = bluffing::ViewFor(observer, world_);
  return view;
}

std::optional<v1::Outcome> BluffingGame::Outcome() const {
  if (!result_.has_value()) return std::nullopt;
  return OutcomeOf(*result_);
}

flagfall::Progress BluffingGame::Progress() const {
  return {.plies = world_.board.state.ply_count(), .plies_since_capture = world_.board.state.plies_since_capture()};
}

}  // namespace flagfall
