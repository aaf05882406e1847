#include "referee/rules/board_game/board_guide.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/rules/board/square.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_examples.h"
#include "referee/rules/board_game/board_walks.h"
#include "referee/rules/guide.h"

namespace flagfall {
namespace {

using board::BoardRules;
using board::PieceType;

bool Has(const BoardRules& rules, PieceType type) { return rules.army[static_cast<int>(type)] > 0; }

// What a piece does as no other does.
std::string SpecialOf(PieceType type, const BoardRules& rules) {
  switch (type) {
    case PieceType::kSpy:
      return Has(rules, PieceType::kMarshal) ? "captures the Marshal when it attacks it" : "";
    case PieceType::kScout:
      return "goes any number of empty squares in a straight line, and may attack at its end";
    case PieceType::kMiner:
      return Has(rules, PieceType::kBomb) ? "captures Bombs" : "";
    case PieceType::kMarshal:
      return Has(rules, PieceType::kSpy) ? "the highest rank, but falls to a Spy that attacks it" : "the highest rank";
    case PieceType::kBomb:
      return "never moves; removes every attacker but a Miner, and stays";
    case PieceType::kFlag:
      return "never moves; falls to every attacker, and its owner loses";
    default:
      return "";
  }
}

// From the highest rank down, then Bomb and Flag.
constexpr PieceType kOrder[] = {PieceType::kMarshal, PieceType::kGeneral,    PieceType::kColonel,  PieceType::kMajor,
                                PieceType::kCaptain, PieceType::kLieutenant, PieceType::kSergeant, PieceType::kMiner,
                                PieceType::kScout,   PieceType::kSpy,        PieceType::kBomb,     PieceType::kFlag};

}  // namespace

PieceKinds ArmyOf(const BoardRules& rules) {
  PieceKinds kinds;
  for (const PieceType type : kOrder) {
    if (!Has(rules, type)) continue;
    v1::PieceKind& kind = *kinds.Add();
    kind.set_type(static_cast<std::uint32_t>(type));
    kind.set_name(std::string(TypeName(type)));
    kind.set_letter(std::string(1, TypeLetter(type)));
    if (IsMovable(type)) kind.set_rank(static_cast<std::uint32_t>(type));
    kind.set_count(rules.army[static_cast<int>(type)]);
    kind.set_is_mobile(IsMovable(type) || rules.all_move_as_scouts);
    kind.set_special(SpecialOf(type, rules));
  }
  return kinds;
}

namespace {

void AddGround(const BoardRules& rules, v1::RulesetGuide& guide) {
  v1::BoardGround& ground = *guide.mutable_board();
  ground.set_files(board::kFiles);
  ground.set_rows(board::kRows);
  ground.set_army_size(static_cast<std::uint32_t>(rules.army_size()));
  for (int i = 0; i < board::kSquares; ++i) {
    const auto square = static_cast<board::Square>(i);
    if (board::IsLake(square)) ground.add_lakes(square);
    if (board::Contains(rules.ZoneOf(Side::kRed), square)) ground.add_red_zone(square);
    if (board::Contains(rules.ZoneOf(Side::kBlue), square)) ground.add_blue_zone(square);
  }
}

void AddAll(std::vector<v1::RuleExample> examples, v1::GuideSection& section) {
  for (v1::RuleExample& example : examples) *section.add_examples() = std::move(example);
}

// "c5 c6 d5 d6 and g5 g6 h5 h6": a lake's squares, file by file.
std::string LakeNames() {
  std::string names;
  int last_file = -1;
  for (int file = 0; file < board::kFiles; ++file) {
    for (int row = 0; row < board::kRows; ++row) {
      const board::Square square = board::SquareAt(file, row);
      if (!board::IsLake(square)) continue;
      const bool is_next_lake = last_file >= 0 && file > last_file + 1;
      absl::StrAppend(&names, names.empty() ? "" : is_next_lake ? " and " : " ", board::SquareName(square));
      last_file = file;
    }
  }
  return names;
}

std::string SetUpText(const BoardRules& rules) {
  const int zone = rules.zone_rows;
  const int empty = zone * board::kFiles - rules.army_size();
  const std::string rows = zone == 1 ? "the row nearest to it: Red on row 1, Blue on row 10"
                                     : absl::StrCat("the ", NumberWord(zone), " rows nearest to it: Red on rows 1 to ",
                                                    zone, ", Blue on rows ", board::kRows - zone + 1, " to 10");
  return absl::StrCat(
      "Before play each side places its whole army on ", rows, " (R1.3). One piece stands on a square",
      empty == 0 ? ", and the army fills the rows. "
                 : absl::StrCat("; ", empty, empty == 1 ? " square stays" : " squares stay", " empty. "),
      "Both sides set up at once and in secret: nobody learns anything of the other's set-up. Then Red makes the first "
      "ply, and the sides move in turn (R1.5). There is no passing (R2.1).");
}

std::string StayingText(const BoardRules& rules) {
  return Has(rules, PieceType::kBomb) ? "Bombs and the Flag never move." : "The Flag never moves.";
}

void AddMoving(const BoardRules& rules, v1::RulesetGuide& guide) {
  std::vector<std::string> paragraphs = {
      absl::StrCat("A ply takes one own piece to another square. It goes one square along its file or row, forwards, "
                   "backwards or sideways but never diagonally, and not onto a piece of its own side. ",
                   StayingText(rules), " (R2.2)")};
  if (Has(rules, PieceType::kScout)) {
    paragraphs.push_back(
        "A Scout goes any number of empty squares in a straight line, and may end on the first opposing piece in that "
        "line, which it attacks (R2.3). A piece that goes further than one square is thereby known to be a Scout "
        "(R2.4).");
  }
  AddAll(MovingExamples(rules), AddSection("Moving", paragraphs, guide));
}

std::string ExceptionsText(const BoardRules& rules) {
  std::string text = "The Flag falls to every attacker, and the game is over.";
  if (Has(rules, PieceType::kBomb)) {
    absl::StrAppend(
        &text, " A Bomb removes whoever attacks it and stays where it is; ",
        Has(rules, PieceType::kMiner) ? "only a Miner captures it." : "nobody in these armies can capture it.");
  }
  if (Has(rules, PieceType::kSpy) && Has(rules, PieceType::kMarshal)) {
    absl::StrAppend(&text,
                    " A Spy that attacks the Marshal captures it; a Marshal that attacks the Spy removes the Spy.");
  }
  return text + " (R2.5)";
}

void AddAttacking(const BoardRules& rules, v1::RulesetGuide& guide) {
  v1::GuideSection& attacking = AddSection(
      "Attacking",
      {"A piece that goes onto an opposing piece attacks it. Both are shown to both sides. The higher rank stays "
       "and the lower is removed; two of the same rank are both removed. An attacker that wins moves onto the "
       "square; a defender that wins stays where it is. (R2.5)",
       ExceptionsText(rules)},
      guide);
  AddAll(AttackingExamples(rules), attacking);
  v1::GuideSection& knowing = AddSection(
      "What a side knows",
      {"A side sees where the opponent's pieces stand, follows each one of them wherever it goes, and sees which "
       "have moved (R2.7). What a piece is, it learns when the piece attacks or is attacked, or when it moves "
       "as only a Scout can. What was shown once stays known for the rest of the game, and what was removed is "
       "known to both (R2.6)."},
      guide);
  AddAll(KnowingExamples(rules), knowing);
}

std::vector<std::string> TwoSquaresText(const BoardRules& rules) {
  const int limit = rules.two_squares_max;
  if (limit == 0) {
    return {"There is no two-squares rule in this game: a piece may go to and fro as long as it likes (R4.10)."};
  }
  const std::string turns = limit == 1 ? "one turn" : absl::StrCat(NumberWord(limit), " turns in a row");
  return {absl::StrCat(
              "No piece goes to and fro for ever. The edge between two neighbouring squares is a boundary. The same "
              "piece may cross the same boundary in ",
              turns, " of its owner; in the ", OrdinalWord(limit + 1),
              " it may not (R3.2). What the opponent does in between does not matter. A turn in which the piece does "
              "not cross that boundary, or in which another piece moves, sets the count to zero (R3.4)."),
          absl::StrCat("A ply of several squares crosses several boundaries, and each counts by itself",
                       rules.two_squares_piece
                           ? ". A piece that may not cross one of them must not move at all in that turn (R3.6)."
                           : ": a Scout that may not cross one may still stop before it (R3.3).",
                       " An attack crosses the boundary to the attacked square, won or lost, so the rule "
                       "can bar an attack too (R3.1).")};
}

// What both chase rules speak of.
constexpr char kChaseWords[] =
    "A ply threatens when the moved piece then stands next to opposing pieces, above, below or beside them, whatever "
    "they are (R4.2). The opponent evades when its very next ply takes a threatened piece to an empty square (R4.3). "
    "Threat, evasion, threat, evasion and so on is a chase. Any other ply of either side ends it, and so does every "
    "attack (R4.4); an attack that is won may begin a new one.";

std::vector<std::string> ChaseText(const BoardRules& rules) {
  const bool is_game = rules.chase_scope == board::ChaseScope::kGame;
  switch (rules.chase) {
    case board::ChaseKind::kOff:
      return {"There is no rule against chasing in this game (R4.10)."};
    case board::ChaseKind::kPositionRepetition:
      return {
          kChaseWords,
          absl::StrCat("The chaser must not bring a position back: while its chase is on, a ply that ends next to a "
                       "piece that has evaded is illegal when the position that it makes has stood on the board since ",
                       is_game ? "the game began" : "the first threat of this chase",
                       " (R4.6). A position is which single piece stands on which square. The evader is free."),
          "Always allowed, as far as this rule goes: to attack (R4.9); to go somewhere new; and to take a piece "
          "straight back to the square on which it stood before its owner's last turn (R4.7), as long as the "
          "two-squares rule lets it."};
    case board::ChaseKind::kConsecutiveTurns: {
      const int limit = rules.chase_turns_max;
      return {kChaseWords,
              absl::StrCat("No opposing piece may be threatened in more than ",
                           limit == 1 ? "one turn" : NumberWord(limit), limit == 1 ? "" : " turns in a row",
                           " when it has evaded each time: the ", OrdinalWord(limit + 1),
                           " threat is illegal, by whichever piece and on whichever way, also straight back (R4.8)."),
              "Always allowed: to attack (R4.9), to threaten another piece, and to begin anew after a turn without a "
              "threat."};
    }
  }
  return {};
}

}  // namespace

void AddBoardAndArmy(const BoardRules& rules, v1::RulesetGuide& guide) {
  *guide.mutable_pieces() = ArmyOf(rules);
  AddGround(rules, guide);
  AddSection(
      "The board",
      {absl::StrCat("The board has files a to j, from left to right as Red sees them, and rows 1 to 10 from Red's "
                    "side; a4 is a square. Nothing stands on the two lakes ",
                    LakeNames(), ", moves onto them or passes through them (R1.1).")},
      guide);
  AddSection("The army",
             {absl::StrCat("Each side has ", rules.army_size(),
                           " pieces (R1.2). The letter stands for a piece in texts of games and on drawn boards.")},
             guide)
      .set_shows_pieces(true);
  *AddSection("Set-up", {SetUpText(rules)}, guide).add_examples() = SetUpExample(rules);
}

void AddRepetitionRules(const BoardRules& rules, v1::RulesetGuide& guide) {
  v1::GuideSection& squares = AddSection("To and fro: the two-squares rule", TwoSquaresText(rules), guide);
  AddAll(TwoSquaresExamples(rules), squares);
  v1::GuideSection& chase = AddSection("Round and round: the chase rule", ChaseText(rules), guide);
  AddAll(ChaseExamples(rules), chase);
}

std::string DrawSentence(const BoardRules& rules) {
  return rules.draw == board::DrawRule::kNoMovablePiece
             ? "The game is drawn when neither side has a movable piece left on the board (R5.3)."
             : "The game is drawn when an attack removes both pieces and then neither side can move at all (R5.3).";
}

v1::RulesetGuide BoardGuide(const v1::Ruleset& ruleset, const BoardRules& rules) {
  v1::RulesetGuide guide;
  *guide.mutable_ruleset() = ruleset;
  for (const char* section : {"R1", "R2", "R3", "R4", "R5"}) guide.add_clause_sections(section);
  AddSection(
      "The aim",
      {absl::StrCat("Two armies of ", rules.army_size(),
                    " pieces, Red and Blue, meet on a board. Each side sees where the opponent's pieces stand, but not "
                    "what they are. The sides take turns to move one piece. A piece that goes onto one of the "
                    "opponent's attacks it: both are shown, the higher rank stays and the lower is removed. The side "
                    "that captures the opponent's Flag wins (R5.1).")},
      guide);
  AddBoardAndArmy(rules, guide);
  AddMoving(rules, guide);
  AddAttacking(rules, guide);
  AddRepetitionRules(rules, guide);
  AddSection(
      "The end",
      {absl::StrCat("A side wins when it captures the opposing Flag (R5.1). A side that is to move and has no legal "
                    "ply loses (R5.2): because its pieces cannot move, or because all their plies are barred by the "
                    "two rules above (R3.5). ",
                    DrawSentence(rules))},
      guide);
  return guide;
}

std::string BoardLegend(const DrawStyle& style) {
  std::vector<std::string> types;
  for (const PieceType type : kOrder) {
    types.push_back(absl::StrCat(TypeWord(static_cast<v1::PieceType>(type), style.ranks), " ", TypeName(type)));
  }
  return absl::StrCat(
      "[9] is a piece of Red's and (9) of Blue's; * both sides know it, ? is not known, ~~~ is a lake.\n",
      absl::StrJoin(types.begin(), types.begin() + 6, ", "), ",\n", absl::StrJoin(types.begin() + 6, types.end(), ", "),
      ".\n");
}

}  // namespace flagfall
