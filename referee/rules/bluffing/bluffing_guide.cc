#include "referee/rules/bluffing/bluffing_guide.h"

#include "absl/strings/str_cat.h"
#include "referee/rules/board/piece.h"
#include "referee/rules/board_game/board_guide.h"
#include "referee/rules/guide.h"

namespace flagfall::bluffing {
namespace {

using board::PieceType;

// R6.8: how a type fights as no other does.
std::string SpecialOf(PieceType type, const board::BoardRules& rules) {
  switch (type) {
    case PieceType::kSpy:
      return "attacking the Marshal, beats it with any tokens";
    case PieceType::kScout:
      return "the only piece whose long plies are no bluff";
    case PieceType::kMiner:
      return "beats Bombs with any tokens";
    case PieceType::kMarshal:
      return rules.eleven_beats_spy ? "" : "attacking the Spy, beats it without tokens and loses with them";
    case PieceType::kBomb:
      return "attacked, falls only to a Miner and to a strength of exactly 3";
    case PieceType::kFlag:
      return "falls to every attacker, and its owner loses";
    default:
      return "";
  }
}

void AddMoving(v1::RulesetGuide& guide) {
  AddSection(
      "Moving",
      {"Any piece, Bombs and the Flag too, may make any ply that a Scout could make from its square: any number of "
       "empty squares in a straight line, and onto the first opposing piece in that line. A ply that the piece's "
       "true type could not make is a movement bluff: a long one by anything but a Scout, any by a Bomb or the "
       "Flag. A long ply proves nothing. (R6.1)",
       "Before its own next ply the opponent may call the movement of a ply to an empty square, once (R6.3). If "
       "it was a bluff, the piece goes back, its type stays hidden, and it is the caller's ply: the turn is lost. "
       "If it was none, the mover gains a token, and what the call has proved is known to both: after a long ply "
       "that the piece is a Scout, after a short one that it is neither Bomb nor Flag. Then it is the caller's ply."},
      guide);
}

void AddAttacking(const board::BoardRules& rules, v1::RulesetGuide& guide) {
  AddSection(
      "Attacking",
      {("1. The attacker goes onto an opposing piece and says with it what the attacker is, Spy or a rank from 2 to "
        "10, truly or not, and how many of its tokens it spends, none to all (R6.2). Each adds one to its rank."),
       ("2. The defender may call the movement, and then the attack, each once, before it declares (R6.4). If the "
        "movement was a bluff, the attacker goes back with its tokens, and it is the defender's ply. If the attack "
        "was a bluff, what was said not being what the attacker is, the attacker is shown and removed; the defender "
        "is too, if the true attacker with its tokens would have beaten or tied it. A wrong call gains the attacker's "
        "owner a token, though not for this attack, and makes known what it has proved: of a movement as above, of an "
        "attack what the attacker is."),
       ("3. The defender says what it is, Spy, 2 to 10 or Bomb, truly or not; Flag it may say only of the Flag "
        "(R6.5)."),
       ("4. The attacker may call that, or let it stand (R6.6). If it was a bluff, the defender is shown and removed, "
        "and the caller gains a token; if the true defender would have beaten or tied the true attacker with its "
        "tokens, the attacker is shown and removed too, else it takes the square. If it was no bluff, the defender is "
        "shown, and its owner gains a token."),
       ("5. Without a call that was right the two claims fight, by the next section, and not what the pieces are. A "
        "piece that falls so is removed face down: its type stays hidden until the game is over (R6.7). Then it is the "
        "defender's ply.")},
      guide);
  AddSection(
      "Who beats whom",
      {("An attacker of rank r, the Spy being 1, with t tokens has the strength r + t. The first line that applies "
        "holds (R6.8):"),
       "1. An attacking Flag ties with the Flag and loses to all others.", "2. The Flag loses to all other attackers.",
       "3. An attacking Bomb ties with a Bomb, loses to a Miner and beats all others; tokens add nothing.",
       "4. A Bomb loses to a Miner, and to a strength of exactly 3, as of a Scout with one token; it beats all others.",
       "5. The Marshal loses to an attacking Spy.",
       rules.eleven_beats_spy
           ? "6. The Spy loses to a Marshal that attacks, with tokens too."
           : "6. The Spy loses to a Marshal that attacks without tokens, and beats one that attacks with tokens.",
       "7. Else the strength is held against the defender's rank: the higher wins, equal ones fall together.",
       ("Nobody has tokens at the beginning; they are won by the opponent's wrong calls and by right calls of a "
        "defence. They are public and without an upper limit, are spent by an attack that was not taken back, whatever "
        "comes of it, and are of no use to a defender (R6.9).")},
      guide);
  AddSection(
      "What a side knows",
      {"A side sees where the opponent's pieces stand, follows each one, and sees which have moved. What a piece is, "
       "it learns from calls alone (R6.12). A claim is public and proves nothing."},
      guide);
}

}  // namespace

PieceKinds PiecesOf(const board::BoardRules& rules) {
  PieceKinds kinds = ArmyOf(rules);
  for (v1::PieceKind& kind : kinds) kind.set_special(SpecialOf(static_cast<PieceType>(kind.type()), rules));
  return kinds;
}

v1::RulesetGuide MakeGuide(const v1::Ruleset& ruleset, const board::BoardRules& rules) {
  v1::RulesetGuide guide;
  *guide.mutable_ruleset() = ruleset;
  for (const char* section : {"R1", "R2", "R3", "R4", "R5", "R6"}) guide.add_clause_sections(section);
  AddSection(
      "The aim",
      {"Two armies, Red and Blue, meet on a board, and nobody shows what a piece is: its owner says so, truly or "
       "not, and the opponent believes it or calls it a bluff. The side whose Flag falls, in whatever way, loses "
       "(R6.10). Whatever is said of a piece, it stays what it is."},
      guide);
  AddBoardAndArmy(rules, guide);
  *guide.mutable_pieces() = PiecesOf(rules);
  AddMoving(guide);
  AddAttacking(rules, guide);
  AddRepetitionRules(rules, guide);
  AddSection(
      "The end",
      {absl::StrCat("A side wins when the opposing Flag is removed in any way, and the game is drawn when both are at "
                    "once (R6.10). A side that is to move and has no legal ply loses (R5.2, R6.11). ",
                    DrawSentence(rules)),
       "For the two rules above, a ply that was taken back by a right call never happened (R6.11)."},
      guide);
  return guide;
}

std::string Legend(const DrawStyle& style) {
  return absl::StrCat(BoardLegend(style),
                      "claimed: what was last said of a piece; proved: what a piece can still be after a call.\n");
}

}  // namespace flagfall::bluffing
