#include "sample-bots/cpp/sdk/board.h"

namespace flagfall::bot {

v1::Action SetUpAction(const SetUp& set_up) {
  v1::Action action;
  for (const board::Placement& placement : set_up) {
    v1::Placement& told = *action.mutable_set_up()->add_placements();
    told.set_square(placement.square);
    told.set_type(static_cast<v1::PieceType>(placement.type));
  }
  return action;
}

v1::Action PlyAction(board::Ply ply) {
  v1::Action action;
  action.mutable_ply()->set_from(ply.from);
  action.mutable_ply()->set_to(ply.to);
  return action;
}

}  // namespace flagfall::bot
