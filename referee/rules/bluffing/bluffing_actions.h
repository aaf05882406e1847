#ifndef REFEREE_RULES_BLUFFING_BLUFFING_ACTIONS_H_
#define REFEREE_RULES_BLUFFING_BLUFFING_ACTIONS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/square.h"

namespace flagfall::bluffing {

v1::Action PlyAction(board::Ply ply);
v1::Action AttackAction(board::Ply ply, v1::PieceType claim, std::uint32_t tokens);
v1::Action CallAction(v1::BluffCall call);
v1::Action DeclarationAction(v1::PieceType type);
v1::Action LetStandAction();

// "setup a1=F b1=B …", "a4-a5", "a4-a9 claims 7 tokens 2" ("tokens 0" is left out), "call movement", "call attack",
// "declare B", "call defence", "let".
std::string ActionWords(const v1::Action& action);

// Reads what ActionWords writes. INVALID_ARGUMENT says what would be right.
absl::StatusOr<v1::Action> ReadAction(absl::string_view words);

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_BLUFFING_ACTIONS_H_
