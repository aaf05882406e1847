#include "referee/rules/cards/cards_text.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "referee/rules/cards/cards_actions.h"
#include "referee/rules/colours.h"

namespace flagfall::cards {
namespace {

constexpr char kMargin[] = "       ";
// More are never held.
constexpr std::uint32_t kHandMax = 24;

std::string Letters(const google::protobuf::RepeatedField<int>& types) {
  return absl::StrJoin(types, " ", [](std::string* out, int type) { out->append(LetterOf(type)); });
}

std::string SideWord(v1::Side side) { return side == v1::SIDE_RED ? "red" : side == v1::SIDE_BLUE ? "blue" : "nobody"; }

// Four columns wide.
std::string Cell(const v1::CardsFrontCard& card, bool is_red, bool in_colour) {
  if (card.is_gap()) return " .  ";
  const std::string text = absl::StrCat(is_red ? "[" : "(", LetterOf(card.type()), is_red ? "]" : ")",
                                        card.is_shown()    ? "*"
                                        : card.is_peeked() ? "!"
                                                           : " ");
  return Coloured(text, ColourOf(is_red ? Side::kRed : Side::kBlue, card.is_shown()), in_colour);
}

std::string FrontLine(const v1::CardsArmy& army, bool is_red, bool in_colour) {
  std::string line = kMargin;
  for (const v1::CardsFrontCard& card : army.front_line()) line += Cell(card, is_red, in_colour);
  return line + "\n";
}

std::string Places(const v1::CardsArmy& army) {
  std::string line = kMargin;
  for (int place = 1; place <= army.front_line_size(); ++place) absl::StrAppend(&line, " ", place, "  ");
  return line + "\n";
}

std::string Holdings(absl::string_view name, const v1::CardsArmy& army) {
  std::string line = absl::StrCat(name, "hand");
  if (army.hand().size() == 0) line += " nothing";
  for (std::uint32_t i = 0; i < std::min(army.hand().size(), kHandMax); ++i) {
    const bool is_known = i < static_cast<std::uint32_t>(army.hand().types_size());
    absl::StrAppend(&line, " ", is_known ? LetterOf(army.hand().types(static_cast<int>(i))) : "?");
  }
  return absl::StrCat(line, army.hand().is_seen() ? " (seen)" : "", "   deck ", army.deck_size(), "   lost ",
                      army.lost().empty() ? "nothing" : Letters(army.lost()), "\n");
}

std::string Situation(const v1::CardsTurn& turn) {
  const std::string whose = absl::StrCat("turn ", turn.number(), "; ", SideWord(turn.side()), " ");
  switch (turn.step()) {
    case v1::CARDS_STEP_SET_UP:
      return "both choose their front lines\n";
    case v1::CARDS_STEP_TURN:
      return absl::StrCat(whose, "to take its turn\n");
    case v1::CARDS_STEP_FILL:
      return absl::StrCat(whose, "to fill its gaps\n");
    case v1::CARDS_STEP_FRONT_LINE:
      return absl::StrCat(whose, "to choose a new front line\n");
    default:
      return absl::StrCat("turn ", turn.number(), "; the game is over\n");
  }
}

absl::string_view CombatWords(v1::CardsCombat combat) {
  switch (combat) {
    case v1::CARDS_COMBAT_ATTACKER_STAYS:
      return "the attacker stays";
    case v1::CARDS_COMBAT_DEFENDER_STAYS:
      return "the defender stays";
    case v1::CARDS_COMBAT_BOTH_REMOVED:
      return "both are removed";
    default:
      return "nothing comes of it";
  }
}

std::string DeedWords(const v1::CardsDeed& deed) {
  switch (deed.kind_case()) {
    case v1::CardsDeed::kAttack:
      return absl::StrCat("attacked ", deed.attack().place(), "-", deed.attack().at(), ", ",
                          LetterOf(deed.attack().attacker()), " against ", LetterOf(deed.attack().defender()), "; ",
                          CombatWords(deed.attack().combat()));
    case v1::CardsDeed::kLookAtHand:
      return absl::StrCat("looked at the hand with the Spy on ", deed.look_at_hand().place());
    case v1::CardsDeed::kPeek:
      return absl::StrCat("peeked at ", absl::StrJoin(deed.peek().at(), " and "), " with the Scout on ",
                          deed.peek().place());
    case v1::CardsDeed::kCardNamed:
      return absl::StrCat("named ", deed.card_named().at(), " a ", LetterOf(deed.card_named().type()),
                          " with the Spotter on ", deed.card_named().place(),
                          deed.card_named().is_right() ? ", rightly" : ", wrongly");
    case v1::CardsDeed::kRedeal:
      return absl::StrCat("showed the Flag on ", deed.redeal().place(), " and dealt anew");
    case v1::CardsDeed::kFrontLine:
      return "laid a new front line";
    case v1::CardsDeed::kFill:
      return absl::StrCat("filled ", absl::StrJoin(deed.fill().places(), " and "));
    case v1::CardsDeed::KIND_NOT_SET:
      break;
  }
  return "did nothing";
}

}  // namespace

std::string DrawTable(const v1::CardsView& view, bool in_colour) {
  std::string text =
      absl::StrCat(Holdings("blue   ", view.blue()), FrontLine(view.blue(), false, in_colour), Places(view.red()),
                   FrontLine(view.red(), true, in_colour), Holdings("red    ", view.red()), Situation(view.turn()));
  if (!view.has_last_deed()) return text;
  return absl::StrCat(text, "last: ", SideWord(view.last_deed().side()), " ", DeedWords(view.last_deed()), "\n");
}

}  // namespace flagfall::cards
