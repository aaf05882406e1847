// Moves as messages: KindOf, ReadMove and WriteMove of cards_messages.h.
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/cards/cards_actions.h"
#include "referee/rules/cards/cards_messages.h"
#include "referee/rules/clause_error.h"

namespace flagfall::cards {
namespace {

absl::StatusOr<std::uint8_t> PlaceOf(std::uint32_t number, absl::string_view clause) {
  if (number >= 1 && number <= kPlaces) return static_cast<std::uint8_t>(number - 1);
  return ClauseError(clause, absl::StrCat("place ", number, "; places are 1 to ", kPlaces));
}

absl::StatusOr<Card> CardOf(v1::PieceType type, absl::string_view clause) {
  if (type > 0 && type < kCardTypes) return static_cast<Card>(type);
  return ClauseError(clause, absl::StrCat("type ", static_cast<int>(type), "; no army has cards of that type"));
}

absl::StatusOr<Move> ReadFrontLine(const v1::CardsFrontLine& front_line, absl::string_view clause) {
  Move move{.kind = Move::Kind::kFrontLine};
  if (front_line.types_size() > kPlaces) {
    return ClauseError(clause, absl::StrCat(front_line.types_size(), " cards; a front line has ", kPlaces));
  }
  for (int i = 0; i < front_line.types_size(); ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(move.laid[i], CardOf(front_line.types(i), clause));
  }
  return move;
}

absl::StatusOr<Move> ReadFill(const v1::CardsFill& fill) {
  Move move{.kind = Move::Kind::kFill};
  std::uint32_t last = 0;
  for (const v1::CardsFilling& filling : fill.fillings()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::uint8_t place, PlaceOf(filling.place(), "R7.3"));
    if (filling.place() <= last) return ClauseError("R7.3", "the places to fill are to be in ascending order");
    last = filling.place();
    FLAGFALL_ASSIGN_OR_RETURN(move.laid[place], CardOf(filling.type(), "R7.3"));
  }
  return move;
}

absl::StatusOr<Move> ReadAttack(const v1::CardsAttack& attack) {
  Move move{.kind = Move::Kind::kAttack};
  FLAGFALL_ASSIGN_OR_RETURN(move.place, PlaceOf(attack.place(), "R7.4"));
  FLAGFALL_ASSIGN_OR_RETURN(move.at[0], PlaceOf(attack.at(), "R7.4"));
  return move;
}

absl::StatusOr<Move> ReadPeek(const v1::CardsPeek& peek) {
  Move move{.kind = Move::Kind::kPeek};
  FLAGFALL_ASSIGN_OR_RETURN(move.place, PlaceOf(peek.place(), "R7.6"));
  if (peek.at_size() < 1 || peek.at_size() > 2) {
    return ClauseError("R7.6", absl::StrCat("a peek at ", peek.at_size(), " places; expected two"));
  }
  for (int i = 0; i < peek.at_size(); ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(move.at[i], PlaceOf(peek.at(i), "R7.6"));
  }
  if (peek.at_size() == 2 && peek.at(0) >= peek.at(1)) {
    return ClauseError("R7.6", "the places peeked at are to be two, in ascending order");
  }
  return move;
}

absl::StatusOr<Move> ReadNameCard(const v1::CardsNameCard& name_card) {
  Move move{.kind = Move::Kind::kNameCard};
  FLAGFALL_ASSIGN_OR_RETURN(move.place, PlaceOf(name_card.place(), "R7.7"));
  FLAGFALL_ASSIGN_OR_RETURN(move.at[0], PlaceOf(name_card.at(), "R7.7"));
  FLAGFALL_ASSIGN_OR_RETURN(move.named, CardOf(name_card.type(), "R7.7"));
  return move;
}

}  // namespace

std::optional<Move::Kind> KindOf(const v1::Action& action) {
  switch (action.cards().kind_case()) {
    case v1::CardsAction::kFrontLine:
      return Move::Kind::kFrontLine;
    case v1::CardsAction::kAttack:
      return Move::Kind::kAttack;
    case v1::CardsAction::kLookAtHand:
      return Move::Kind::kLookAtHand;
    case v1::CardsAction::kPeek:
      return Move::Kind::kPeek;
    case v1::CardsAction::kNameCard:
      return Move::Kind::kNameCard;
    case v1::CardsAction::kRedeal:
      return Move::Kind::kRedeal;
    case v1::CardsAction::kFill:
      return Move::Kind::kFill;
    case v1::CardsAction::KIND_NOT_SET:
      return std::nullopt;
  }
  return std::nullopt;
}

absl::StatusOr<Move> ReadMove(const v1::CardsAction& action, Step step) {
  if (action.has_front_line()) return ReadFrontLine(action.front_line(), FrontLineClause(step));
  if (action.has_attack()) return ReadAttack(action.attack());
  if (action.has_peek()) return ReadPeek(action.peek());
  if (action.has_name_card()) return ReadNameCard(action.name_card());
  if (action.has_fill()) return ReadFill(action.fill());
  FLAGFALL_CHECK(action.has_look_at_hand() || action.has_redeal());
  Move move{.kind = action.has_redeal() ? Move::Kind::kRedeal : Move::Kind::kLookAtHand};
  if (action.has_redeal()) {
    FLAGFALL_ASSIGN_OR_RETURN(move.place, PlaceOf(action.redeal().place(), "R7.8"));
  } else {
    FLAGFALL_ASSIGN_OR_RETURN(move.place, PlaceOf(action.look_at_hand().place(), "R7.5"));
  }
  return move;
}

v1::Action WriteMove(const Move& move) {
  const std::uint32_t place = NumberOf(move.place);
  switch (move.kind) {
    case Move::Kind::kFrontLine: {
      std::vector<Card> front_line(move.laid.begin(), move.laid.end());
      std::erase(front_line, Card::kNone);
      return FrontLineAction(front_line);
    }
    case Move::Kind::kAttack:
      return AttackAction(place, NumberOf(move.at[0]));
    case Move::Kind::kLookAtHand:
      return LookAtHandAction(place);
    case Move::Kind::kPeek: {
      std::vector<std::uint32_t> at;
      for (const std::uint8_t other : move.at) {
        if (other != kNoPlace) at.push_back(NumberOf(other));
      }
      return PeekAction(place, at);
    }
    case Move::Kind::kNameCard:
      return NameCardAction(place, NumberOf(move.at[0]), move.named);
    case Move::Kind::kRedeal:
      return RedealAction(place);
    case Move::Kind::kFill:
      break;
  }
  std::map<std::uint32_t, Card> fillings;
  for (std::uint8_t gap = 0; gap < kPlaces; ++gap) {
    if (move.laid[gap] != Card::kNone) fillings.emplace(NumberOf(gap), move.laid[gap]);
  }
  return FillAction(fillings);
}

}  // namespace flagfall::cards
