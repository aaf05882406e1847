#include "referee/rules/bluffing/world.h"

#include "referee/rules/bluffing/combat.h"
#include "referee/rules/board_game/board_play.h"

namespace flagfall::bluffing {
namespace {

using board::AttackResult;
using board::Bitboard;
using board::PieceId;
using board::PieceType;
using board::Ply;

bool ElevenBeatsSpy(const World& world) { return world.board.state.rules().eleven_beats_spy; }
PieceType TypeOf(PieceId id, const World& world) { return world.board.state.PieceOf(id).type; }
Side OwnerOf(PieceId id, const World& world) { return world.board.state.PieceOf(id).side; }

void Narrow(PieceId id, TypeSet types, World& world) { world.table.pieces[id].possible &= types; }

void Reveal(PieceId id, World& world) {
  world.board.state.Reveal(id);
  Narrow(id, Only(TypeOf(id, world)), world);
}

void GainToken(Side side, World& world) { ++world.table.tokens[IndexOf(side)]; }

// The types for which combat with a piece that was revealed gives this result.
template <typename CombatWith>
TypeSet TypesThatGive(AttackResult result, CombatWith combat_with) {
  TypeSet types = 0;
  for (int type = 1; type < board::kPieceTypes; ++type) {
    if (combat_with(static_cast<PieceType>(type)) == result) types |= Only(static_cast<PieceType>(type));
  }
  return types;
}

Bitboard PiecesOf(const Contest& contest) { return board::BitOf(contest.attacker) | board::BitOf(contest.target); }

// The contested attack stands, with this result.
Bitboard Settle(AttackResult result, World& world) {
  const Contest contest = *world.table.contest;
  world.table.contest.reset();
  world.table.tokens[IndexOf(OwnerOf(contest.attacker, world))] -= contest.tokens;
  world.board.last_ply = contest.ply;
  NoteRemovals(world.board.state.MakeAttack(contest.ply, result), contest.ply, world.board);
  for (const PieceId id : {contest.attacker, contest.target}) {
    if (world.board.state.PieceOf(id).on_board()) continue;
    if (TypeOf(id, world) == PieceType::kFlag) {
      Reveal(id, world);  // R6.10: the game is over by it.
    } else {
      Narrow(id, kAllTypes & ~Only(PieceType::kFlag), world);
    }
  }
  return PiecesOf(contest);
}

Bitboard SettleByClaims(World& world) {
  const Contest& contest = *world.table.contest;
  return Settle(Combat(contest.claim, contest.tokens, contest.declaration, ElevenBeatsSpy(world)), world);
}

// What a call of this movement proves, and whether it was a bluff (R6.1).
bool ProveMovement(PieceId piece, Ply ply, World& world) {
  const bool is_long = board::LineOf(ply).length > 1;
  const TypeSet movers = is_long ? Only(PieceType::kScout) : kRanked;
  if (!Has(movers, TypeOf(piece, world))) {
    Narrow(piece, kAllTypes & ~movers, world);
    return true;
  }
  Narrow(piece, movers, world);
  if (is_long) Reveal(piece, world);
  GainToken(OwnerOf(piece, world), world);
  return false;
}

void NoteTakenBack(World& world) { world.table.taken_back_ply = world.board.state.ply_count(); }

Bitboard CallMove(MadeCall& call, World& world) {
  world.table.may_call_movement = false;
  const PieceId piece = world.board.state.PieceAt(world.board.last_ply->to);
  call.was_bluff = ProveMovement(piece, *world.board.last_ply, world);
  if (call.was_bluff) {
    world.board.state = world.before;
    world.board.state.Pass();
    NoteTakenBack(world);
  }
  return board::BitOf(piece);
}

Bitboard CallAttackersMove(MadeCall& call, World& world) {
  Contest& contest = *world.table.contest;
  const Bitboard pieces = PiecesOf(contest);
  contest.is_movement_called = true;
  call.was_bluff = ProveMovement(contest.attacker, contest.ply, world);
  if (call.was_bluff) {
    world.board.last_ply = contest.ply;
    world.board.state.Pass();
    NoteTakenBack(world);
    world.table.contest.reset();
  }
  return pieces;
}

Bitboard CallAttack(MadeCall& call, World& world) {
  Contest& contest = *world.table.contest;
  const PieceType attacker = TypeOf(contest.attacker, world);
  contest.is_attack_called = true;
  call.was_bluff = contest.claim != attacker;
  Reveal(contest.attacker, world);
  if (!call.was_bluff) {
    GainToken(OwnerOf(contest.attacker, world), world);
    return PiecesOf(contest);
  }
  const auto against = [&](PieceType defender) {
    return Combat(attacker, contest.tokens, defender, ElevenBeatsSpy(world));
  };
  if (against(TypeOf(contest.target, world)) == AttackResult::kDefenderWins) {
    Narrow(contest.target, TypesThatGive(AttackResult::kDefenderWins, against), world);
    return Settle(AttackResult::kDefenderWins, world);
  }
  Reveal(contest.target, world);
  return Settle(AttackResult::kBothRemoved, world);
}

Bitboard CallDefence(MadeCall& call, World& world) {
  const Contest& contest = *world.table.contest;
  const PieceType defender = TypeOf(contest.target, world);
  call.was_bluff = contest.declaration != defender;
  Reveal(contest.target, world);
  if (!call.was_bluff) {
    GainToken(OwnerOf(contest.target, world), world);
    return SettleByClaims(world);
  }
  GainToken(OwnerOf(contest.attacker, world), world);
  const auto with = [&](PieceType attacker) {
    return Combat(attacker, contest.tokens, defender, ElevenBeatsSpy(world));
  };
  if (with(TypeOf(contest.attacker, world)) == AttackResult::kAttackerWins) {
    Narrow(contest.attacker, TypesThatGive(AttackResult::kAttackerWins, with), world);
    return Settle(AttackResult::kAttackerWins, world);
  }
  Reveal(contest.attacker, world);
  return Settle(AttackResult::kBothRemoved, world);
}

}  // namespace

OpenDecision DecisionOf(const World& world) {
  const Side mover = world.board.state.side_to_move();
  const auto& contest = world.table.contest;
  if (!contest.has_value()) return {.side = ToProto(mover), .kind = v1::DECISION_KIND_PLY};
  if (contest->declaration == PieceType::kUnknown) {
    return {.side = ToProto(OpponentOf(mover)), .kind = v1::DECISION_KIND_DEFENCE};
  }
  return {.side = ToProto(mover), .kind = v1::DECISION_KIND_CALL};
}

std::optional<board::BoardResult> ResultOf(const World& world) {
  if (!world.board.play_begun || world.table.contest.has_value() || world.table.may_call_movement) return std::nullopt;
  return world.board.state.Result();
}

Bitboard Move(Ply ply, World& world) {
  world.before = world.board.state;
  world.board.last_ply = ply;
  world.table.may_call_movement = true;
  return board::BitOf(world.board.state.Make(ply).mover);
}

Bitboard Attack(Ply ply, PieceType claim, std::uint32_t tokens, World& world) {
  const board::BoardState& state = world.board.state;
  world.table.may_call_movement = false;
  world.table.contest = Contest{.ply = ply,
                                .attacker = state.PieceAt(ply.from),
                                .target = state.PieceAt(ply.to),
                                .claim = claim,
                                .tokens = tokens};
  world.table.pieces[world.table.contest->attacker].claim = claim;
  return PiecesOf(*world.table.contest);
}

Bitboard Call(v1::BluffCall kind, World& world) {
  const bool is_contested = world.table.contest.has_value();
  MadeCall call{.kind = kind,
                .caller = SideOf(DecisionOf(world).side),
                .ply = world.board.state.ply_count() + (is_contested ? 1 : 0)};
  Bitboard pieces = 0;
  if (kind == v1::BLUFF_CALL_MOVEMENT) pieces = is_contested ? CallAttackersMove(call, world) : CallMove(call, world);
  if (kind == v1::BLUFF_CALL_ATTACK) pieces = CallAttack(call, world);
  if (kind == v1::BLUFF_CALL_DEFENCE) pieces = CallDefence(call, world);
  world.table.last_call = call;
  return pieces;
}

Bitboard Declare(PieceType type, World& world) {
  Contest& contest = *world.table.contest;
  contest.declaration = type;
  world.table.pieces[contest.target].claim = type;
  if (type == PieceType::kFlag) Narrow(contest.target, Only(type), world);  // R6.5: only what is true.
  return PiecesOf(contest);
}

Bitboard LetStand(World& world) { return SettleByClaims(world); }

}  // namespace flagfall::bluffing
