// Views and their differences as messages: ViewOf and Difference of cards_messages.h.
#include "referee/rules/cards/cards_messages.h"

namespace flagfall::cards {
namespace {

void Write(const FrontKnowledge& known, v1::CardsFrontCard* card) {
  card->set_is_gap(known.is_gap);
  card->set_type(ToProto(known.card));
  card->set_is_shown(known.is_shown);
  card->set_is_peeked(known.is_peeked);
  for (int type = 1; known.excluded != 0 && type < kCardTypes; ++type) {
    if ((known.excluded >> type & 1) != 0) card->add_excluded(ToProto(static_cast<Card>(type)));
  }
}

void Write(const HandKnowledge& known, v1::CardsHand* hand) {
  hand->set_size(known.size);
  for (const Card card : known.cards) hand->add_types(ToProto(card));
  hand->set_is_seen(known.is_seen);
}

void Write(const TurnKnowledge& known, v1::CardsTurn* turn) {
  turn->set_number(known.number);
  turn->set_side(known.side);
  turn->set_step(static_cast<v1::CardsStep>(known.step));
}

void Write(const ArmyKnowledge& known, v1::CardsArmy* army) {
  for (const FrontKnowledge& front : known.front) Write(front, army->add_front_line());
  Write(known.hand, army->mutable_hand());
  army->set_deck_size(known.deck_size);
  for (const Card card : known.lost) army->add_lost(ToProto(card));
}

void WriteLaid(const Deed& deed, v1::CardsLaid* laid) {
  for (std::uint8_t place = 0; place < kPlaces; ++place) {
    if ((deed.laid >> place & 1) != 0) laid->add_places(NumberOf(place));
  }
}

void WriteAttack(const Deed& deed, v1::CardsAttackMade* attack) {
  attack->set_place(NumberOf(deed.place));
  attack->set_at(NumberOf(deed.at[0]));
  attack->set_attacker(ToProto(deed.attacker));
  attack->set_defender(ToProto(deed.defender));
  attack->set_combat(static_cast<v1::CardsCombat>(deed.combat));
}

void WritePeek(const Deed& deed, v1::CardsPeek* peek) {
  peek->set_place(NumberOf(deed.place));
  for (const std::uint8_t at : deed.at) {
    if (at != kNoPlace) peek->add_at(NumberOf(at));
  }
}

void WriteNamed(const Deed& deed, v1::CardsCardNamed* named) {
  named->set_place(NumberOf(deed.place));
  named->set_at(NumberOf(deed.at[0]));
  named->set_type(ToProto(deed.named));
  named->set_is_right(deed.is_right);
}

void Write(const Deed& known, v1::CardsDeed* deed) {
  deed->set_turn(known.turn);
  deed->set_side(ToProto(known.side));
  switch (known.kind) {
    case Move::Kind::kAttack:
      return WriteAttack(known, deed->mutable_attack());
    case Move::Kind::kLookAtHand:
      return deed->mutable_look_at_hand()->set_place(NumberOf(known.place));
    case Move::Kind::kPeek:
      return WritePeek(known, deed->mutable_peek());
    case Move::Kind::kNameCard:
      return WriteNamed(known, deed->mutable_card_named());
    case Move::Kind::kRedeal:
      return deed->mutable_redeal()->set_place(NumberOf(known.place));
    case Move::Kind::kFrontLine:
      return WriteLaid(known, deed->mutable_front_line());
    case Move::Kind::kFill:
      return WriteLaid(known, deed->mutable_fill());
  }
}

void WriteChange(Side side, const ArmyKnowledge& before, const ArmyKnowledge& after, v1::CardsArmyChange* change) {
  change->set_side(ToProto(side));
  for (std::uint8_t place = 0; place < kPlaces; ++place) {
    if (before.front[place] == after.front[place]) continue;
    v1::CardsPlaceChange& changed = *change->add_places();
    changed.set_place(NumberOf(place));
    Write(after.front[place], changed.mutable_card());
  }
  if (before.hand != after.hand) Write(after.hand, change->mutable_hand());
  if (before.deck_size != after.deck_size) change->set_deck_size(after.deck_size);
  for (std::size_t i = before.lost.size(); i < after.lost.size(); ++i) change->add_lost(ToProto(after.lost[i]));
}

}  // namespace

v1::CardsView ViewOf(const CardsKnowledge& knowledge) {
  v1::CardsView view;
  Write(knowledge.armies[IndexOf(Side::kRed)], view.mutable_red());
  Write(knowledge.armies[IndexOf(Side::kBlue)], view.mutable_blue());
  Write(knowledge.turn, view.mutable_turn());
  if (knowledge.last_deed.turn != 0) Write(knowledge.last_deed, view.mutable_last_deed());
  return view;
}

std::vector<v1::Event> Difference(const CardsKnowledge& before, const CardsKnowledge& after) {
  const bool has_deed = before.last_deed != after.last_deed;
  const std::array<bool, 2> has_changed = {before.armies[0] != after.armies[0], before.armies[1] != after.armies[1]};
  const bool has_turn = before.turn != after.turn;
  if (!has_deed && !has_changed[0] && !has_changed[1] && !has_turn) return {};
  std::vector<v1::Event> events(1);
  v1::CardsEvent& event = *events[0].mutable_cards();
  if (has_deed) Write(after.last_deed, event.mutable_deed());
  for (const Side side : kSides) {
    const std::size_t i = IndexOf(side);
    if (has_changed[i]) WriteChange(side, before.armies[i], after.armies[i], event.add_changes());
  }
  if (has_turn) Write(after.turn, event.mutable_turn());
  return events;
}

}  // namespace flagfall::cards
