#include "referee/rules/bluffing/legality.h"

#include "absl/strings/str_cat.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/rules/bluffing/bluffing_actions.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/board_game/board_play.h"
#include "referee/rules/clause_error.h"

namespace flagfall::bluffing {
namespace {

using board::PieceType;

// kUnknown for what is no type of this game.
PieceType TypeOf(v1::PieceType type) {
  return type > 0 && type < board::kPieceTypes ? static_cast<PieceType>(type) : PieceType::kUnknown;
}

absl::Status CheckLine(const World& world, board::Ply ply) {
  if (world.board.state.Result().has_value()) {
    return ClauseError("R6.11", "no own piece can move; expected a call of the movement, which is still open");
  }
  return board::CheckPly(world.board.state, ply);
}

absl::Status CheckMove(const World& world, const v1::Ply& message) {
  FLAGFALL_ASSIGN_OR_RETURN(const board::Ply ply, PlyOf(message));
  FLAGFALL_RETURN_IF_ERROR(CheckLine(world, ply));
  if (world.board.state.PieceAt(ply.to) == board::kNoPiece) return absl::OkStatus();
  return ClauseError("R6.2", absl::StrCat(PlyName(ply), " attacks; expected an attack with a claimed type"));
}

absl::Status CheckAttack(const World& world, const v1::ClaimedAttack& attack) {
  FLAGFALL_ASSIGN_OR_RETURN(const board::Ply ply, PlyOf(attack.ply()));
  FLAGFALL_RETURN_IF_ERROR(CheckLine(world, ply));
  if (world.board.state.PieceAt(ply.to) == board::kNoPiece) {
    return ClauseError("R6.2", absl::StrCat(PlyName(ply), " attacks nobody; expected a ply without a claim"));
  }
  if (!Has(kRanked, TypeOf(attack.claim()))) {
    return ClauseError("R6.2", absl::StrCat("an attacker cannot be claimed to be of type ", attack.claim(),
                                            "; expected Spy, or a rank from 2 to 10"));
  }
  const std::uint32_t tokens = world.table.tokens[IndexOf(world.board.state.side_to_move())];
  if (attack.tokens() <= tokens) return absl::OkStatus();
  return ClauseError("R6.2",
                     absl::StrCat("the attack spends ", Counted(attack.tokens(), "token"), "; it may spend ", tokens));
}

absl::Status CheckCall(const World& world, v1::DecisionKind decision, v1::BluffCall call) {
  const Table& table = world.table;
  switch (decision) {
    case v1::DECISION_KIND_DEFENCE:
      if (call == v1::BLUFF_CALL_ATTACK) {
        if (!table.contest->is_attack_called) return absl::OkStatus();
        return ClauseError("R6.4", "the attack was called already; expected a declaration");
      }
      if (call == v1::BLUFF_CALL_MOVEMENT) {
        if (!table.contest->is_movement_called && !table.contest->is_attack_called) return absl::OkStatus();
        return ClauseError("R6.4", "the movement can be called once, and not after the attack was called");
      }
      return ClauseError("R6.4", "expected a call of the movement or the attack, or a declaration");
    case v1::DECISION_KIND_CALL:
      if (call == v1::BLUFF_CALL_DEFENCE) return absl::OkStatus();
      return ClauseError("R6.6", "expected a call of the defence, or to let it stand");
    default:
      if (call != v1::BLUFF_CALL_MOVEMENT) return ClauseError("R6.3", "no attack is contested; expected a ply");
      if (table.may_call_movement) return absl::OkStatus();
      return ClauseError("R6.3", "there is no movement to call: only the opponent's last ply, once, and no attack");
  }
}

absl::Status CheckDeclaration(const World& world, v1::PieceType declared) {
  const PieceType type = TypeOf(declared);
  if (Has(kRanked, type) || type == PieceType::kBomb) return absl::OkStatus();
  if (type != PieceType::kFlag) {
    return ClauseError("R6.5", absl::StrCat("no piece is of type ", declared, "; expected Spy, 2 to 10, Bomb or Flag"));
  }
  if (world.board.state.PieceOf(world.table.contest->target).type == PieceType::kFlag) return absl::OkStatus();
  return ClauseError("R6.5", "only the Flag can be declared to be the Flag; expected Spy, 2 to 10 or Bomb");
}

// `asked`: the kind of decision that the action answers.
absl::Status CheckKind(v1::DecisionKind open, v1::DecisionKind asked) {
  if (open == asked) return absl::OkStatus();
  if (open == v1::DECISION_KIND_DEFENCE) {
    return ClauseError("R6.4", "an attack is open; expected a call of the movement or the attack, or a declaration");
  }
  if (open == v1::DECISION_KIND_CALL) {
    return ClauseError("R6.6", "a defence is declared; expected a call of the defence, or to let it stand");
  }
  return ClauseError("R6.3", "no attack is contested; expected a ply, an attack, or a call of the movement");
}

}  // namespace

absl::Status CheckAction(const World& world, v1::Side side, const v1::BluffingAction& action) {
  const OpenDecision open = DecisionOf(world);
  if (side != open.side) {
    return ClauseError(open.kind == v1::DECISION_KIND_PLY ? "R1.5" : "R6.4",
                       absl::StrCat("it is ", SideName(open.side), "'s to decide"));
  }
  switch (action.kind_case()) {
    case v1::BluffingAction::kPly:
      FLAGFALL_RETURN_IF_ERROR(CheckKind(open.kind, v1::DECISION_KIND_PLY));
      return CheckMove(world, action.ply());
    case v1::BluffingAction::kAttack:
      FLAGFALL_RETURN_IF_ERROR(CheckKind(open.kind, v1::DECISION_KIND_PLY));
      return CheckAttack(world, action.attack());
    case v1::BluffingAction::kCall:
      return CheckCall(world, open.kind, action.call());
    case v1::BluffingAction::kDeclaration:
      FLAGFALL_RETURN_IF_ERROR(CheckKind(open.kind, v1::DECISION_KIND_DEFENCE));
      return CheckDeclaration(world, action.declaration());
    case v1::BluffingAction::kLetStand:
      return CheckKind(open.kind, v1::DECISION_KIND_CALL);
    case v1::BluffingAction::KIND_NOT_SET:
      break;
  }
  return CheckKind(open.kind, v1::DECISION_KIND_UNSPECIFIED);
}

std::optional<std::vector<v1::Action>> LegalActions(const World& world) {
  const board::BoardState& state = world.board.state;
  std::vector<v1::Action> actions;
  const OpenDecision open = DecisionOf(world);
  for (const v1::BluffCall call : {v1::BLUFF_CALL_MOVEMENT, v1::BLUFF_CALL_ATTACK, v1::BLUFF_CALL_DEFENCE}) {
    if (CheckCall(world, open.kind, call).ok()) actions.push_back(CallAction(call));
  }
  if (open.kind == v1::DECISION_KIND_CALL) actions.push_back(LetStandAction());
  if (open.kind == v1::DECISION_KIND_DEFENCE) {
    for (int type = v1::PIECE_TYPE_SPY; type <= v1::PIECE_TYPE_FLAG; ++type) {
      const auto declared = static_cast<v1::PieceType>(type);
      if (CheckDeclaration(world, declared).ok()) actions.push_back(DeclarationAction(declared));
    }
  }
  if (open.kind != v1::DECISION_KIND_PLY) return actions;

  board::PlyList plies;
  state.LegalPlies(plies);
  plies.Sort();
  const std::uint32_t tokens = world.table.tokens[IndexOf(state.side_to_move())];
  for (const board::Ply ply : plies) {
    if (state.PieceAt(ply.to) == board::kNoPiece) {
      actions.push_back(PlyAction(ply));
      continue;
    }
    for (int claim = v1::PIECE_TYPE_SPY; claim <= v1::PIECE_TYPE_MARSHAL; ++claim) {
      for (std::uint64_t spent = 0; spent <= tokens; ++spent) {
        actions.push_back(AttackAction(ply, static_cast<v1::PieceType>(claim), static_cast<std::uint32_t>(spent)));
        if (actions.size() > kListedMax) return std::nullopt;
      }
    }
  }
  return actions;
}

}  // namespace flagfall::bluffing
