#include "referee/rules/board_game/board_game.h"

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_play.h"
#include "referee/rules/board_game/draw_world.h"
#include "referee/rules/clause_error.h"

namespace flagfall {

BoardGame::BoardGame(const board::BoardRules& rules) { world_.state = board::BoardState(rules, Side::kRed); }

BoardGame::BoardGame(const board::BoardState& start) {
  world_.state = start;
  world_.play_begun = true;
  known_ = KnowledgeOfEach(world_);
  Judge();
}

std::unique_ptr<Game> BoardGame::Clone() const { return std::make_unique<BoardGame>(*this); }

absl::InlinedVector<OpenDecision, 2> BoardGame::Pending() const {
  if (result_.has_value()) return {};
  if (world_.play_begun) return {{.side = ToProto(world_.state.side_to_move()), .kind = v1::DECISION_KIND_PLY}};
  return OpenSetUps(world_);
}

std::optional<std::vector<v1::Action>> BoardGame::Legal(v1::Side side) const {
  if (!world_.play_begun || result_.has_value() || side != ToProto(world_.state.side_to_move())) return std::nullopt;
  board::PlyList plies;
  world_.state.LegalPlies(plies);
  plies.Sort();
  std::vector<v1::Action> actions;
  actions.reserve(plies.size());
  for (const board::Ply ply : plies) actions.push_back(PlyAction(ply));
  return actions;
}

v1::Action BoardGame::Sample(v1::Side side, Random& random) const {
  if (!world_.play_begun) return SetUpAction(DrawSetUp(world_.state.rules(), SideOf(side), random));
  board::PlyList plies;
  world_.state.LegalPlies(plies);
  FLAGFALL_CHECK(!plies.empty() && side == ToProto(world_.state.side_to_move()));
  return PlyAction(plies[Below(plies.size(), random)]);
}

std::unique_ptr<Game> BoardGame::Determinize(v1::Observer observer, Random& random) const {
  auto game = std::make_unique<BoardGame>(*this);
  game->world_ = DrawWorld(world_, observer, random);
  // What was told to others than the observer is no longer what they would know; only differences count from here.
  game->known_ = KnowledgeOfEach(game->world_);
  return game;
}

absl::StatusOr<ObserverEvents> BoardGame::Act(v1::Side side, const v1::Action& action) {
  FLAGFALL_ASSIGN_OR_RETURN(const Side actor, ReadSide(side));
  if (result_.has_value()) return ClauseError("R5", "the game is over; nothing can be done any more");
  if (!world_.play_begun) {
    if (!action.has_set_up()) return ClauseError("R1.3", "the game is at its set-up; expected action.set_up");
    FLAGFALL_RETURN_IF_ERROR(TakeSetUp(actor, action.set_up(), world_));
    if (world_.play_begun) Judge();
    return Tell(kAllPieces);
  }
  if (!action.has_ply()) return ClauseError("R2.1", "play has begun; expected action.ply");
  FLAGFALL_ASSIGN_OR_RETURN(const board::PlyReport report, MakePly(actor, action.ply()));
  board::Bitboard changed = board::BitOf(report.mover);
  if (report.target != board::kNoPiece) changed |= board::BitOf(report.target);
  return Tell(changed);
}

absl::StatusOr<board::PlyReport> BoardGame::MakePly(Side side, const v1::Ply& ply) {
  board::BoardState& state = world_.state;
  if (side != state.side_to_move()) {
    return ClauseError("R1.5", absl::StrCat("it is ", SideName(state.side_to_move()), "'s ply"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const board::Ply made, PlyOf(ply));
  FLAGFALL_RETURN_IF_ERROR(board::CheckPly(state, made));
  const board::PlyReport report = state.Make(made);
  world_.last_ply = made;
  NoteRemovals(report, made, world_);
  Judge();
  return report;
}

void BoardGame::Judge() {
  result_ = world_.state.Result();
  world_.is_over = result_.has_value();
}

ObserverEvents BoardGame::Tell(board::Bitboard changed) {
  ObserverEvents events;
  for (std::size_t i = 0; i < kEventObservers.size(); ++i) {
    events.For(kEventObservers[i]) = Learn(world_, kEventObservers[i], changed, known_[i]);
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
  return OutcomeOf(*result_);
}

flagfall::Progress BoardGame::Progress() const {
  return {.plies = world_.state.ply_count(), .plies_since_capture = world_.state.plies_since_capture()};
}

}  // namespace flagfall
