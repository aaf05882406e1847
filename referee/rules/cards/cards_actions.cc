#include "referee/rules/cards/cards_actions.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "referee/base/status_macros.h"
#include "referee/rules/cards/cards_view.h"
#include "referee/rules/reading_errors.h"

namespace flagfall::cards {
namespace {

using Words = std::vector<absl::string_view>;

absl::StatusOr<std::uint32_t> ReadPlace(absl::string_view word) {
  if (word.size() == 1 && word[0] >= '1' && word[0] < '1' + kPlaces) return static_cast<std::uint32_t>(word[0] - '0');
  return Expected(word, "a place, 1 to 5");
}

absl::StatusOr<v1::PieceType> ReadType(absl::string_view word) {
  const std::optional<Card> card = word.size() == 1 ? CardOfLetter(word[0]) : std::nullopt;
  if (card.has_value()) return ToProto(*card);
  return Expected(word, "a type; letters F S 2 3 4 5 6 7 8 9 M B P");
}

// "2=7" or "2-4" in two.
absl::StatusOr<std::pair<absl::string_view, absl::string_view>> ReadPair(absl::string_view word, char between,
                                                                         absl::string_view expected) {
  const auto middle = word.find(between);
  if (middle == absl::string_view::npos) return Expected(word, expected);
  return std::make_pair(word.substr(0, middle), word.substr(middle + 1));
}

absl::Status ReadFrontLine(const Words& words, v1::CardsAction& action) {
  v1::CardsFrontLine& front_line = *action.mutable_front_line();
  for (std::size_t i = 1; i < words.size(); ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::PieceType type, ReadType(words[i]));
    front_line.add_types(type);
  }
  return absl::OkStatus();
}

absl::Status ReadFill(const Words& words, v1::CardsAction& action) {
  v1::CardsFill& fill = *action.mutable_fill();
  for (std::size_t i = 1; i < words.size(); ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(const auto pair, ReadPair(words[i], '=', "PLACE=LETTER, as in 2=7"));
    FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t place, ReadPlace(pair.first));
    FLAGFALL_ASSIGN_OR_RETURN(const v1::PieceType type, ReadType(pair.second));
    v1::CardsFilling& filling = *fill.add_fillings();
    filling.set_place(place);
    filling.set_type(type);
  }
  return absl::OkStatus();
}

absl::Status ReadAttack(const Words& words, v1::CardsAction& action) {
  if (words.size() != 2) return Expected(absl::StrJoin(words, " "), "`attack PLACE-PLACE`, as in `attack 2-4`");
  FLAGFALL_ASSIGN_OR_RETURN(const auto pair, ReadPair(words[1], '-', "two places, as in 2-4"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t place, ReadPlace(pair.first));
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t at, ReadPlace(pair.second));
  action.mutable_attack()->set_place(place);
  action.mutable_attack()->set_at(at);
  return absl::OkStatus();
}

absl::Status ReadPlaceOnly(const Words& words, v1::CardsAction& action) {
  if (words.size() != 2) {
    return Expected(absl::StrJoin(words, " "), absl::StrCat("`", words[0], " PLACE`, as in `", words[0], " 3`"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t place, ReadPlace(words[1]));
  if (words[0] == "hand") {
    action.mutable_look_at_hand()->set_place(place);
  } else {
    action.mutable_redeal()->set_place(place);
  }
  return absl::OkStatus();
}

absl::Status ReadPeek(const Words& words, v1::CardsAction& action) {
  if (words.size() < 4 || words.size() > 5 || words[2] != "at") {
    return Expected(absl::StrJoin(words, " "), "`peek PLACE at PLACE PLACE`, as in `peek 1 at 2 5`");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t place, ReadPlace(words[1]));
  action.mutable_peek()->set_place(place);
  for (std::size_t i = 3; i < words.size(); ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t at, ReadPlace(words[i]));
    action.mutable_peek()->add_at(at);
  }
  return absl::OkStatus();
}

absl::Status ReadNameCard(const Words& words, v1::CardsAction& action) {
  if (words.size() != 5 || words[2] != "at") {
    return Expected(absl::StrJoin(words, " "), "`name PLACE at PLACE LETTER`, as in `name 3 at 2 M`");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t place, ReadPlace(words[1]));
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t at, ReadPlace(words[3]));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::PieceType type, ReadType(words[4]));
  action.mutable_name_card()->set_place(place);
  action.mutable_name_card()->set_at(at);
  action.mutable_name_card()->set_type(type);
  return absl::OkStatus();
}

absl::Status ReadAny(const Words& words, v1::CardsAction& action) {
  const absl::string_view first = words.empty() ? "" : words[0];
  if (first == "front") return ReadFrontLine(words, action);
  if (first == "attack") return ReadAttack(words, action);
  if (first == "hand" || first == "redeal") return ReadPlaceOnly(words, action);
  if (first == "peek") return ReadPeek(words, action);
  if (first == "name") return ReadNameCard(words, action);
  if (first == "fill") return ReadFill(words, action);
  return Expected(first, "front, attack, hand, peek, name, redeal or fill");
}

}  // namespace

v1::Action FrontLineAction(const std::vector<Card>& front_line) {
  v1::Action action;
  v1::CardsFrontLine& message = *action.mutable_cards()->mutable_front_line();
  for (const Card card : front_line) message.add_types(ToProto(card));
  return action;
}

v1::Action AttackAction(std::uint32_t place, std::uint32_t at) {
  v1::Action action;
  action.mutable_cards()->mutable_attack()->set_place(place);
  action.mutable_cards()->mutable_attack()->set_at(at);
  return action;
}

v1::Action LookAtHandAction(std::uint32_t place) {
  v1::Action action;
  action.mutable_cards()->mutable_look_at_hand()->set_place(place);
  return action;
}

v1::Action PeekAction(std::uint32_t place, const std::vector<std::uint32_t>& at) {
  v1::Action action;
  v1::CardsPeek& peek = *action.mutable_cards()->mutable_peek();
  peek.set_place(place);
  for (const std::uint32_t other : at) peek.add_at(other);
  return action;
}

v1::Action NameCardAction(std::uint32_t place, std::uint32_t at, Card named) {
  v1::Action action;
  v1::CardsNameCard& name_card = *action.mutable_cards()->mutable_name_card();
  name_card.set_place(place);
  name_card.set_at(at);
  name_card.set_type(ToProto(named));
  return action;
}

v1::Action RedealAction(std::uint32_t place) {
  v1::Action action;
  action.mutable_cards()->mutable_redeal()->set_place(place);
  return action;
}

v1::Action FillAction(const std::map<std::uint32_t, Card>& fillings) {
  v1::Action action;
  v1::CardsFill& fill = *action.mutable_cards()->mutable_fill();
  for (const auto& [place, card] : fillings) {
    v1::CardsFilling& filling = *fill.add_fillings();
    filling.set_place(place);
    filling.set_type(ToProto(card));
  }
  return action;
}

std::string LetterOf(int type) {
  return std::string(1, CardLetter(type > 0 && type < kCardTypes ? static_cast<Card>(type) : Card::kNone));
}

std::string ActionWords(const v1::Action& action) {
  const v1::CardsAction& cards = action.cards();
  std::string words;
  switch (cards.kind_case()) {
    case v1::CardsAction::kFrontLine:
      words = "front";
      for (const int type : cards.front_line().types()) absl::StrAppend(&words, " ", LetterOf(type));
      return words;
    case v1::CardsAction::kAttack:
      return absl::StrCat("attack ", cards.attack().place(), "-", cards.attack().at());
    case v1::CardsAction::kLookAtHand:
      return absl::StrCat("hand ", cards.look_at_hand().place());
    case v1::CardsAction::kPeek:
      return absl::StrCat("peek ", cards.peek().place(), " at ", absl::StrJoin(cards.peek().at(), " "));
    case v1::CardsAction::kNameCard:
      return absl::StrCat("name ", cards.name_card().place(), " at ", cards.name_card().at(), " ",
                          LetterOf(cards.name_card().type()));
    case v1::CardsAction::kRedeal:
      return absl::StrCat("redeal ", cards.redeal().place());
    case v1::CardsAction::kFill:
      words = "fill";
      for (const v1::CardsFilling& filling : cards.fill().fillings()) {
        absl::StrAppend(&words, " ", filling.place(), "=", LetterOf(filling.type()));
      }
      return words;
    case v1::CardsAction::KIND_NOT_SET:
      break;
  }
  return "nothing that `cards` knows";
}

absl::StatusOr<v1::Action> ReadAction(absl::string_view words) {
  v1::Action action;
  FLAGFALL_RETURN_IF_ERROR(ReadAny(absl::StrSplit(words, ' ', absl::SkipEmpty()), *action.mutable_cards()));
  return action;
}

}  // namespace flagfall::cards
