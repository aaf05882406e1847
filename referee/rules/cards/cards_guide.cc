#include "referee/rules/cards/cards_guide.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/rules/cards/card.h"
#include "referee/rules/cards/cards_state.h"
#include "referee/rules/guide.h"

namespace flagfall::cards {
namespace {

std::string SpecialOf(Card card) {
  switch (card) {
    case Card::kSpy:
      return "removes the Field Marshal that it attacks; falls to whatever attacks it; may look at the hand instead";
    case Card::kScout:
      return "may look at two opposing front cards instead of attacking";
    case Card::kMiner:
      return "removes Bombs";
    case Card::kMarshal:
      return "the highest rank, but falls to a Spy that attacks it";
    case Card::kBomb:
      return "never attacks; removes every attacker but a Miner, and stays";
    case Card::kFlag:
      return "never attacks; falls to every attacker, and its owner loses; may have all cards dealt anew";
    case Card::kSpotter:
      return "may say what an opposing front card is instead, and removes it when that is right";
    default:
      return "";
  }
}

constexpr Card kOrder[] = {Card::kMarshal,    Card::kGeneral,  Card::kColonel, Card::kMajor, Card::kCaptain,
                           Card::kLieutenant, Card::kSergeant, Card::kMiner,   Card::kScout, Card::kSpy,
                           Card::kSpotter,    Card::kBomb,     Card::kFlag};

// R7.1: the Spotter fights with the rank of a Spy.
std::uint32_t RankOf(Card card) { return static_cast<std::uint32_t>(card == Card::kSpotter ? Card::kSpy : card); }

}  // namespace

PieceKinds PiecesOf(bool has_spotter) {
  PieceKinds kinds;
  for (const Card card : kOrder) {
    if (card == Card::kSpotter && !has_spotter) continue;
    v1::PieceKind& kind = *kinds.Add();
    kind.set_type(static_cast<std::uint32_t>(card));
    kind.set_name(std::string(CardName(card)));
    kind.set_letter(std::string(1, CardLetter(card)));
    if (CanAttack(card)) kind.set_rank(RankOf(card));
    kind.set_count(kArmy[static_cast<std::size_t>(card)]);
    kind.set_is_mobile(CanAttack(card));
    kind.set_special(SpecialOf(card));
  }
  return kinds;
}

namespace {

void AddTurns(bool has_spotter, v1::RulesetGuide& guide) {
  AddSection(
      "A turn",
      {absl::StrCat("Red has the first turn, and then turns alternate (R7.3). First the hand is brought back to ",
                    NumberWord(kHand),
                    " cards from the top of the deck, as far as that lasts. Then one front card "
                    "does something, by the next two sections. Then the side fills the gaps in its own front line "
                    "from its hand, choosing which card goes where; it must, as far as the hand lasts.")},
      guide);
  AddSection(
      "Attacking",
      {"A front card that is neither a Bomb nor the Flag attacks an opposing front card, and both are shown. The "
       "higher rank stays in its own place and the lower is removed; equal ranks are both removed. (R7.4)",
       "The Flag falls to every attacker. A Bomb removes whoever attacks it and stays; only a Miner removes it. A Spy "
       "that attacks the Field Marshal removes it, and a Spy that anything but a Spy attacks is removed. (R7.4)",
       "Cards that have been shown lie in their places for both to know, as long as they stay there."},
      guide);
  AddSection(
      "Powers in place of an attack",
      {"The Spy is shown, and its owner sees the opponent's hand (R7.5).",
       "A Scout is shown, and its owner sees two opposing front cards of its choice, or the only one (R7.6).",
       has_spotter
           ? "The Spotter is shown and says what an opposing front card is. If that is right, the card is shown "
             "and removed, be it the Flag; if it is wrong, nothing else is told (R7.7)."
           : "",
       "The Flag is shown, and all of its owner's cards but those lost are shuffled by the referee and dealt anew as "
       "at the beginning, as far as they last. Its owner chooses the new front line, and the turn is over. Whatever "
       "the opponent knew of where they are no longer holds (R7.8)."},
      guide);
}

}  // namespace

v1::RulesetGuide MakeGuide(const v1::Ruleset& ruleset, bool has_spotter) {
  v1::RulesetGuide guide;
  *guide.mutable_ruleset() = ruleset;
  guide.add_clause_sections("R7");
  *guide.mutable_pieces() = PiecesOf(has_spotter);
  v1::CardsGround& ground = *guide.mutable_cards();
  for (const v1::PieceKind& kind : guide.pieces()) ground.set_deck_size(ground.deck_size() + kind.count());
  ground.set_dealt(kDealt);
  ground.set_places(kPlaces);
  ground.set_hand(kHand);
  AddSection(
      "The aim",
      {absl::StrCat("Two decks of cards, Red's and Blue's, fight each other. Each side has ", NumberWord(kPlaces),
                    " cards face down in a front line, and some more in its hand. In its turn a side attacks an "
                    "opposing front card with one of its own: both are shown, the higher rank stays and the lower is "
                    "removed. Some cards can do something else in place of that. The side that takes the opposing Flag "
                    "wins (R7.4).")},
      guide);
  AddSection("The deck",
             {absl::StrCat("Each side has a deck of ", ground.deck_size(),
                           " cards (R7.1). The letter stands for a card in texts of games and on drawn tables.")},
             guide)
      .set_shows_pieces(true);
  AddSection("Set-up",
             {absl::StrCat("The referee shuffles both decks, by the game's seed (R7.11), and deals ",
                           NumberWord(kDealt), " cards off the top of each. Both sides choose ", NumberWord(kPlaces),
                           " of them, at once and in secret, to lie face down on places 1 to ", kPlaces,
                           " as the front line; the other ", NumberWord(kDealt - kPlaces), " are the hand. (R7.2)")},
             guide);
  AddTurns(has_spotter, guide);
  AddSection(
      "What a side knows",
      {"A side sees its own front line and hand, and neither deck. Of the opponent it knows what was shown, what was "
       "lost and how many cards there are. What its Scout or Spy saw it alone is told, and knows for as long as the "
       "card stays in its place or the hand stays as it was; that it looked, and at what, everybody is told (R7.10)."},
      guide);
  AddSection(
      "Repetition",
      {"There is no rule against repetition: cards do not move about. A game that does not end is drawn by the host's "
       "limits below."},
      guide);
  AddSection(
      "The end",
      {"The side whose Flag is taken loses (R7.4, R7.7). A side that is to act and has no front card that could attack "
       "loses too, also when its Flag could be shown (R7.9). The rules know no draw."},
      guide);
  return guide;
}

std::string TableLegend() {
  std::vector<std::string> types;
  for (const Card card : kOrder) types.push_back(absl::StrCat(std::string(1, CardLetter(card)), " ", CardName(card)));
  return absl::StrCat(
      "[9] is a card of Red's and (9) of Blue's. * both sides know it, ! the opponent's Scout saw it, ? is not known, "
      ". is a "
      "gap.\n",
      absl::StrJoin(types.begin(), types.begin() + 6, ", "), ",\n", absl::StrJoin(types.begin() + 6, types.end(), ", "),
      ".\n");
}

}  // namespace flagfall::cards
