#include "referee/rules/bluffing/bluffing_actions.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/piece.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/reading_errors.h"

namespace flagfall::bluffing {
namespace {

constexpr char kUnreadable[] = "nothing that bluffing knows";
constexpr std::pair<v1::BluffCall, const char*> kCalls[] = {
    {v1::BLUFF_CALL_MOVEMENT, "movement"}, {v1::BLUFF_CALL_ATTACK, "attack"}, {v1::BLUFF_CALL_DEFENCE, "defence"}};

std::string CallWords(v1::BluffCall call) {
  for (const auto& [kind, name] : kCalls) {
    if (kind == call) return absl::StrCat("call ", name);
  }
  return kUnreadable;
}

std::string AttackWords(const v1::ClaimedAttack& attack) {
  const std::string words = absl::StrCat(PlyWords(attack.ply()), " claims ", TypeWord(attack.claim()));
  return attack.tokens() == 0 ? words : absl::StrCat(words, " tokens ", attack.tokens());
}

absl::StatusOr<v1::PieceType> ReadType(absl::string_view word) {
  const auto type = word.size() == 1 ? board::TypeOfLetter(word[0]) : std::nullopt;
  if (!type.has_value()) return Expected(word, "a letter of S 2 3 4 5 6 7 8 9 M B F");
  return static_cast<v1::PieceType>(*type);
}

absl::StatusOr<v1::Action> ReadCall(absl::string_view what) {
  for (const auto& [kind, name] : kCalls) {
    if (what == name) return CallAction(kind);
  }
  return Expected(what, "movement, attack or defence");
}

absl::StatusOr<v1::Action> ReadAttack(const std::vector<absl::string_view>& parts) {
  v1::Action action;
  v1::ClaimedAttack& attack = *action.mutable_bluffing()->mutable_attack();
  FLAGFALL_ASSIGN_OR_RETURN(*attack.mutable_ply(), ReadPly(parts[0]));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::PieceType claim, ReadType(parts[2]));
  attack.set_claim(claim);
  if (parts.size() == 3) return action;
  std::uint32_t tokens = 0;
  if (!absl::SimpleAtoi(parts[4], &tokens)) return Expected(parts[4], "a number of tokens");
  attack.set_tokens(tokens);
  return action;
}

}  // namespace

v1::Action PlyAction(board::Ply ply) {
  v1::Action action;
  *action.mutable_bluffing()->mutable_ply() = ToProto(ply);
  return action;
}

v1::Action AttackAction(board::Ply ply, v1::PieceType claim, std::uint32_t tokens) {
  v1::Action action;
  v1::ClaimedAttack& attack = *action.mutable_bluffing()->mutable_attack();
  *attack.mutable_ply() = ToProto(ply);
  attack.set_claim(claim);
  attack.set_tokens(tokens);
  return action;
}

v1::Action CallAction(v1::BluffCall call) {
  v1::Action action;
  action.mutable_bluffing()->set_call(call);
  return action;
}

v1::Action DeclarationAction(v1::PieceType type) {
  v1::Action action;
  action.mutable_bluffing()->set_declaration(type);
  return action;
}

v1::Action LetStandAction() {
  v1::Action action;
  action.mutable_bluffing()->mutable_let_stand();
  return action;
}

std::string ActionWords(const v1::Action& action) {
  if (action.has_set_up()) return SetUpWords(action.set_up());
  const v1::BluffingAction& bluffing = action.bluffing();
  switch (bluffing.kind_case()) {
    case v1::BluffingAction::kPly:
      return PlyWords(bluffing.ply());
    case v1::BluffingAction::kAttack:
      return AttackWords(bluffing.attack());
    case v1::BluffingAction::kCall:
      return CallWords(bluffing.call());
    case v1::BluffingAction::kDeclaration:
      return absl::StrCat("declare ", TypeWord(bluffing.declaration()));
    case v1::BluffingAction::kLetStand:
      return "let";
    case v1::BluffingAction::KIND_NOT_SET:
      break;
  }
  return kUnreadable;
}

absl::StatusOr<v1::Action> ReadAction(absl::string_view words) {
  const std::vector<absl::string_view> parts = absl::StrSplit(words, ' ', absl::SkipEmpty());
  const std::size_t count = parts.size();
  if (count > 0 && parts[0] == "setup") {
    v1::Action action;
    FLAGFALL_ASSIGN_OR_RETURN(*action.mutable_set_up(), ReadSetUp(words));
    return action;
  }
  if (count == 1 && parts[0] == "let") return LetStandAction();
  if (count == 2 && parts[0] == "call") return ReadCall(parts[1]);
  if (count == 2 && parts[0] == "declare") {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::PieceType type, ReadType(parts[1]));
    return DeclarationAction(type);
  }
  const bool has_claim = count >= 3 && parts[1] == "claims";
  if (has_claim && (count == 3 || (count == 5 && parts[3] == "tokens"))) return ReadAttack(parts);
  if (count == 1) {
    v1::Action action;
    FLAGFALL_ASSIGN_OR_RETURN(*action.mutable_bluffing()->mutable_ply(), ReadPly(parts[0]));
    return action;
  }
  return Expected(words, "as in `a4-a5`, `a4-a9 claims 7 tokens 2`, `call movement`, `declare B` or `let`");
}

}  // namespace flagfall::bluffing
