#include "referee/rules/bluffing/view_text.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "referee/rules/board/square.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_text.h"
#include "referee/rules/side_messages.h"

namespace flagfall::bluffing {
namespace {

const char* NameOf(v1::BluffCall call) {
  switch (call) {
    case v1::BLUFF_CALL_MOVEMENT:
      return "movement";
    case v1::BLUFF_CALL_ATTACK:
      return "attack";
    case v1::BLUFF_CALL_DEFENCE:
      return "defence";
    default:
      return "something";
  }
}

std::string TypeWords(const v1::BluffingPiece& piece, RankOrder ranks) {
  std::string words;
  for (const int type : piece.possible_types()) words += TypeWord(static_cast<v1::PieceType>(type), ranks);
  return words;
}

// "claimed: a4=7 b5=B", "proved: a4=BF", of the pieces on the board.
std::string Talk(const v1::BluffingView& view, RankOrder ranks) {
  std::map<std::uint32_t, std::uint32_t> squares;
  for (const v1::PieceView& piece : view.board().pieces()) {
    if (!piece.has_removal() && piece.square() < board::kSquares) squares[piece.origin()] = piece.square();
  }
  std::string claimed;
  std::string proved;
  for (const v1::BluffingPiece& piece : view.pieces()) {
    const auto square = squares.find(piece.origin());
    if (square == squares.end()) continue;
    const std::string name = board::SquareName(static_cast<board::Square>(square->second));
    if (piece.claim() != v1::PIECE_TYPE_UNSPECIFIED) {
      absl::StrAppend(&claimed, " ", name, "=", TypeWord(piece.claim(), ranks));
    }
    if (piece.possible_types_size() > 0) absl::StrAppend(&proved, " ", name, "=", TypeWords(piece, ranks));
  }
  return absl::StrCat(claimed.empty() ? "" : absl::StrCat("claimed:", claimed, "\n"),
                      proved.empty() ? "" : absl::StrCat("proved:", proved, "\n"));
}

std::string LastCall(const v1::CallMade& call) {
  return absl::StrCat(SideName(call.caller()), " called the ", NameOf(call.call()), " of ply ", call.ply(), ": ",
                      call.was_bluff() ? "a bluff" : "no bluff", "\n");
}

std::string Contested(const v1::BluffingContest& contest, RankOrder ranks) {
  const v1::ClaimedAttack& attack = contest.attack();
  std::string line = absl::StrCat(PlyWords(attack.ply()), " attacks, claims ", TypeWord(attack.claim(), ranks),
                                  ", tokens ", attack.tokens());
  if (contest.declaration() != v1::PIECE_TYPE_UNSPECIFIED) {
    absl::StrAppend(&line, "; declared to be ", TypeWord(contest.declaration(), ranks));
  }
  return line + "\n";
}

}  // namespace

std::string DrawView(const v1::BluffingView& view, const DrawStyle& style) {
  std::string text = DrawBoard(view.board(), style);
  if (view.is_last_ply_taken_back()) text += "the ply was a bluff and is taken back\n";
  absl::StrAppend(&text, "tokens: red ", view.tokens().red(), ", blue ", view.tokens().blue(), "\n",
                  Talk(view, style.ranks));
  if (view.has_last_call()) text += LastCall(view.last_call());
  if (view.has_contest()) text += Contested(view.contest(), style.ranks);
  if (view.may_call_movement()) text += "the movement may be called\n";
  return text;
}

}  // namespace flagfall::bluffing
