#include "referee/rules/cards/cards_legality.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/clause_error.h"

namespace flagfall::cards {
namespace {

constexpr std::size_t kMovesMax = 140;

// As people count them.
std::string PlaceName(int place) { return absl::StrCat("place ", place + 1); }

// The card that uses the special power of the kind; kNone for an attack, and for kinds that lay cards.
Card PowerOf(Move::Kind kind) {
  switch (kind) {
    case Move::Kind::kLookAtHand:
      return Card::kSpy;
    case Move::Kind::kPeek:
      return Card::kScout;
    case Move::Kind::kNameCard:
      return Card::kSpotter;
    case Move::Kind::kRedeal:
      return Card::kFlag;
    case Move::Kind::kFrontLine:
    case Move::Kind::kAttack:
    case Move::Kind::kFill:
      return Card::kNone;
  }
  return Card::kNone;
}

absl::string_view ClauseOfTurn(Move::Kind kind) {
  switch (PowerOf(kind)) {
    case Card::kSpy:
      return "R7.5";
    case Card::kScout:
      return "R7.6";
    case Card::kSpotter:
      return "R7.7";
    case Card::kFlag:
      return "R7.8";
    default:
      return "R7.4";
  }
}

bool LaysCards(Move::Kind kind) { return kind == Move::Kind::kFrontLine || kind == Move::Kind::kFill; }

absl::Status CheckActor(const Army& own, const Move& move) {
  const absl::string_view clause = ClauseOfTurn(move.kind);
  if (own.front[move.place].is_gap()) {
    return ClauseError(clause, absl::StrCat(PlaceName(move.place), " of the own front line holds no card"));
  }
  const Card actor = own.front[move.place].card;
  const Card power = PowerOf(move.kind);
  const bool fits = move.kind == Move::Kind::kAttack ? CanAttack(actor) : actor == power;
  if (fits) return absl::OkStatus();
  return ClauseError(clause,
                     absl::StrCat("the ", CardName(actor), " on ", PlaceName(move.place), " cannot do this; only ",
                                  power == Card::kNone ? "cards other than Bombs and the Flag" : "a ",
                                  power == Card::kNone ? "" : CardName(power), " can"));
}

absl::Status CheckTarget(const Army& opponent, std::uint8_t at, Move::Kind kind) {
  if (!opponent.front[at].is_gap()) return absl::OkStatus();
  return ClauseError(ClauseOfTurn(kind), absl::StrCat(PlaceName(at), " of the opposing front line holds no card"));
}

absl::Status CheckTurn(const CardsState& state, Side side, const Move& move) {
  const Army& opponent = state.army(OpponentOf(side));
  FLAGFALL_RETURN_IF_ERROR(CheckActor(state.army(side), move));
  if (move.kind == Move::Kind::kLookAtHand || move.kind == Move::Kind::kRedeal) return absl::OkStatus();
  FLAGFALL_RETURN_IF_ERROR(CheckTarget(opponent, move.at[0], move.kind));
  if (move.kind != Move::Kind::kPeek) return absl::OkStatus();
  if (move.at[1] != kNoPlace) return CheckTarget(opponent, move.at[1], move.kind);
  if (opponent.front_size() == 1) return absl::OkStatus();
  return ClauseError("R7.6", "a peek at one card, and there are more; expected two places");
}

absl::Status CheckHolds(const Army& own, const Move& move, absl::string_view clause) {
  CardList left = own.hand;
  for (const Card card : move.laid) {
    if (card == Card::kNone || left.Take(card)) continue;
    return ClauseError(
        clause, absl::StrCat("the hand has no ", own.hand.Contains(card) ? "further " : "", CardName(card), " to lay"));
  }
  return absl::OkStatus();
}

int CountLaid(const Move& move) {
  return static_cast<int>(kPlaces - std::count(move.laid.begin(), move.laid.end(), Card::kNone));
}

absl::Status CheckFrontLine(const CardsState& state, const Army& own, const Move& move) {
  const absl::string_view clause = FrontLineClause(state.step);
  const int expected = std::min<int>(kPlaces, static_cast<int>(own.hand.size()));
  if (CountLaid(move) != expected) {
    return ClauseError(clause, absl::StrCat("a front line of ", CountLaid(move), " cards; expected ", expected));
  }
  return CheckHolds(own, move, clause);
}

absl::Status CheckFill(const Army& own, const Move& move) {
  for (int place = 0; place < kPlaces; ++place) {
    if (move.laid[place] == Card::kNone || own.front[place].is_gap()) continue;
    return ClauseError("R7.3", absl::StrCat(PlaceName(place), " is no gap"));
  }
  const int expected = std::min(own.gaps(), static_cast<int>(own.hand.size()));
  if (CountLaid(move) != expected) {
    return ClauseError("R7.3", absl::StrCat(CountLaid(move), " gaps filled; expected ", expected,
                                            ", every gap as far as the hand lasts"));
  }
  return CheckHolds(own, move, "R7.3");
}

// In all ways that differ, the hand's cards on the gaps from `place` on.
void AddFills(const Army& own, int place, const CardList& hand, const Move& so_far, std::vector<Move>& moves) {
  while (place < kPlaces && !own.front[place].is_gap()) ++place;
  if (place == kPlaces || hand.empty()) {
    moves.push_back(so_far);
    return;
  }
  Card last = Card::kNone;
  for (const Card card : hand) {
    // The hand is in order, so that equal cards stand side by side.
    if (card == last) continue;
    last = card;
    CardList left = hand;
    left.Take(card);
    Move move = so_far;
    move.laid[place] = card;
    AddFills(own, place + 1, left, move, moves);
  }
  const auto gaps =
      std::count_if(own.front.begin() + place, own.front.end(), [](const FrontCard& card) { return card.is_gap(); });
  if (gaps > static_cast<int>(hand.size())) AddFills(own, place + 1, hand, so_far, moves);
}

void AddAttacks(const Army& own, const Army& opponent, std::vector<Move>& moves) {
  for (std::uint8_t place = 0; place < kPlaces; ++place) {
    if (!CanAttack(own.front[place].card)) continue;
    for (std::uint8_t at = 0; at < kPlaces; ++at) {
      if (opponent.front[at].is_gap()) continue;
      moves.push_back({.kind = Move::Kind::kAttack, .place = place, .at = {at, kNoPlace}});
    }
  }
}

void AddPeeks(std::uint8_t place, const Army& opponent, std::vector<Move>& moves) {
  const bool only_one = opponent.front_size() == 1;
  for (std::uint8_t first = 0; first < kPlaces; ++first) {
    if (opponent.front[first].is_gap()) continue;
    if (only_one) moves.push_back({.kind = Move::Kind::kPeek, .place = place, .at = {first, kNoPlace}});
    for (std::uint8_t second = first + 1; second < kPlaces; ++second) {
      if (opponent.front[second].is_gap()) continue;
      moves.push_back({.kind = Move::Kind::kPeek, .place = place, .at = {first, second}});
    }
  }
}

void AddNamings(std::uint8_t place, const Army& opponent, std::vector<Move>& moves) {
  for (std::uint8_t at = 0; at < kPlaces; ++at) {
    if (opponent.front[at].is_gap()) continue;
    for (int type = 1; type < kCardTypes; ++type) {
      moves.push_back(
          {.kind = Move::Kind::kNameCard, .place = place, .at = {at, kNoPlace}, .named = static_cast<Card>(type)});
    }
  }
}

void AddPowers(Move::Kind kind, const Army& own, const Army& opponent, std::vector<Move>& moves) {
  for (std::uint8_t place = 0; place < kPlaces; ++place) {
    if (own.front[place].card != PowerOf(kind)) continue;
    if (kind == Move::Kind::kPeek) {
      AddPeeks(place, opponent, moves);
    } else if (kind == Move::Kind::kNameCard) {
      AddNamings(place, opponent, moves);
    } else {
      moves.push_back({.kind = kind, .place = place});
    }
  }
}

}  // namespace

absl::Status CheckOpen(const CardsState& state, Side side, std::optional<Move::Kind> kind) {
  if (state.step == Step::kOver) return ClauseError("R7", "the game is over; nothing can be done any more");
  if (state.step == Step::kSetUp) {
    if (state.is_set_up[IndexOf(side)]) {
      return ClauseError("R7.2", "this side's front line is chosen already; it cannot be changed");
    }
    if (kind == Move::Kind::kFrontLine) return absl::OkStatus();
    return ClauseError("R7.2", "the game is at its set-up; expected action.cards.front_line");
  }
  if (side != state.side) return ClauseError("R7.3", absl::StrCat("it is ", SideName(state.side), "'s turn"));
  if (state.step == Step::kFrontLine) {
    if (kind == Move::Kind::kFrontLine) return absl::OkStatus();
    return ClauseError("R7.8", "the cards are dealt anew; expected action.cards.front_line");
  }
  if (state.step == Step::kFill) {
    if (kind == Move::Kind::kFill) return absl::OkStatus();
    return ClauseError("R7.3", "the front line has gaps; expected action.cards.fill");
  }
  if (kind.has_value() && !LaysCards(*kind)) return absl::OkStatus();
  return ClauseError(
      "R7.3", "a turn is to be taken; expected action.cards with attack, look_at_hand, peek, name_card or redeal");
}

absl::Status CheckMove(const CardsState& state, Side side, const Move& move) {
  if (move.kind == Move::Kind::kFrontLine) return CheckFrontLine(state, state.army(side), move);
  if (move.kind == Move::Kind::kFill) return CheckFill(state.army(side), move);
  return CheckTurn(state, side, move);
}

std::vector<Move> LegalMoves(const CardsState& state) {
  const Army& own = state.army(state.side);
  const Army& opponent = state.army(OpponentOf(state.side));
  std::vector<Move> moves;
  if (state.step == Step::kFill) {
    AddFills(own, 0, own.hand, {.kind = Move::Kind::kFill}, moves);
    return moves;
  }
  moves.reserve(kMovesMax);
  AddAttacks(own, opponent, moves);
  for (const Move::Kind kind :
       {Move::Kind::kLookAtHand, Move::Kind::kPeek, Move::Kind::kNameCard, Move::Kind::kRedeal}) {
    AddPowers(kind, own, opponent, moves);
  }
  return moves;
}

}  // namespace flagfall::cards
