#include "referee/rules/bluffing/view.h"

#include "referee/rules/board_game/board_actions.h"

namespace flagfall::bluffing {
namespace {

using board::PieceId;
using board::PieceType;

v1::PieceType ToProto(PieceType type) { return static_cast<v1::PieceType>(type); }

bool IsTakenBack(const World& world) {
  return world.table.taken_back_ply != 0 && world.table.taken_back_ply == world.board.state.ply_count();
}

void FillAttack(const Contest& contest, v1::ClaimedAttack& attack) {
  *attack.mutable_ply() = flagfall::ToProto(contest.ply);
  attack.set_claim(ToProto(contest.claim));
  attack.set_tokens(contest.tokens);
}

void FillContest(const Contest& contest, v1::BluffingContest& message) {
  FillAttack(contest, *message.mutable_attack());
  message.set_attacker(contest.attacker);
  message.set_target(contest.target);
  message.set_is_movement_called(contest.is_movement_called);
  message.set_is_attack_called(contest.is_attack_called);
  message.set_declaration(ToProto(contest.declaration));
}

void FillCall(const MadeCall& call, v1::CallMade& message) {
  message.set_call(call.kind);
  message.set_caller(flagfall::ToProto(call.caller));
  message.set_ply(call.ply);
  message.set_was_bluff(call.was_bluff);
}

void FillPiece(PieceId id, const PieceTalk& talk, v1::BluffingPiece& message) {
  message.set_origin(id);
  message.set_claim(ToProto(talk.claim));
  if (talk.possible == kAllTypes) return;
  for (int type = 1; type < board::kPieceTypes; ++type) {
    if (Has(talk.possible, static_cast<PieceType>(type))) {
      message.add_possible_types(static_cast<v1::PieceType>(type));
    }
  }
}

void FillTokens(const Table& table, v1::AttackTokens& message) {
  message.set_red(table.tokens[IndexOf(Side::kRed)]);
  message.set_blue(table.tokens[IndexOf(Side::kBlue)]);
}

v1::BluffingEvent& Add(std::vector<v1::Event>& events) { return *events.emplace_back().mutable_bluffing(); }

}  // namespace

v1::BluffingView ViewFor(v1::Observer observer, const World& world) {
  v1::BluffingView view;
  const Table& table = world.table;
  *view.mutable_board() = flagfall::ToProto(KnowledgeOf(world.board, observer));
  for (PieceId id = 0; id < board::kSquares; ++id) {
    if (table.pieces[id] != PieceTalk()) FillPiece(id, table.pieces[id], *view.add_pieces());
  }
  FillTokens(table, *view.mutable_tokens());
  if (table.contest.has_value()) FillContest(*table.contest, *view.mutable_contest());
  view.set_may_call_movement(table.may_call_movement);
  view.set_is_last_ply_taken_back(IsTakenBack(world));
  if (table.last_call.has_value()) FillCall(*table.last_call, *view.mutable_last_call());
  return view;
}

TableEvents Differences(const Table& before, const World& after, board::Bitboard pieces) {
  TableEvents events;
  const Table& now = after.table;
  if (now.contest.has_value() && !before.contest.has_value()) {
    FillAttack(*now.contest, *Add(events.said).mutable_attack());
  }
  if (now.contest.has_value() && now.contest->declaration != PieceType::kUnknown) {
    Add(events.said).set_declaration(ToProto(now.contest->declaration));
  }
  if (now.last_call != before.last_call) FillCall(*now.last_call, *Add(events.said).mutable_call());
  if (now.taken_back_ply != before.taken_back_ply) {
    const PieceId origin = after.board.state.PieceAt(after.board.last_ply->from);
    v1::PlyTakenBack& taken_back = *Add(events.followed).mutable_ply_taken_back();
    taken_back.set_origin(origin);
    taken_back.set_has_moved(after.board.state.PieceOf(origin).has_moved);
  }
  board::ForEach(pieces, [&](PieceId id) {
    if (now.pieces[id] != before.pieces[id]) FillPiece(id, now.pieces[id], *Add(events.followed).mutable_piece());
  });
  if (now.tokens != before.tokens) FillTokens(now, *Add(events.followed).mutable_tokens());
  return events;
}

}  // namespace flagfall::bluffing
