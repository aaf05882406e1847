#ifndef SAMPLE_BOTS_CPP_SDK_CARDS_H_
#define SAMPLE_BOTS_CPP_SDK_CARDS_H_

#include <array>
#include <cstdint>
#include <vector>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/cards/card.h"
#include "referee/rules/cards/cards_actions.h"
#include "referee/rules/cards/cards_state.h"
#include "sample-bots/cpp/sdk/game_state.h"

// `cards` (R7). A place of a front line is its number, 1 to 5 from its owner's left, as in the view. cards::Fight of
// the rules library tells who would win a fight.
namespace flagfall::bot {

// --- Answers

// Answers DECISION_KIND_SET_UP and DECISION_KIND_FRONT_LINE.
using cards::FrontLineAction;

// These answer DECISION_KIND_TURN.
using cards::AttackAction;
using cards::LookAtHandAction;
using cards::NameCardAction;
using cards::PeekAction;
using cards::RedealAction;

// Answers DECISION_KIND_FILL.
using cards::FillAction;

// --- Knowledge

const v1::CardsArmy& OwnArmy(const GameState& game);
const v1::CardsArmy& OpposingArmy(const GameState& game);

// The type of a card in a view; kNone for a card that is not known, and for a type that only a newer referee knows.
cards::Card CardOf(v1::PieceType type);
// The cards of the own hand, in ascending order; before a front line is chosen, all cards dealt.
std::vector<cards::Card> OwnHand(const GameState& game);

// A number of cards of each type, by type.
using CardCounts = std::array<int, cards::kCardTypes>;

// A whole army (R7.1), with or without the Spotter as the game has it.
CardCounts ArmyCounts(const GameState& game);
// The opponent's cards whose whereabouts the player does not know: those that are neither lost, nor known in the front
// line, nor in a hand that the player's Spy has seen.
CardCounts UnseenCards(const GameState& game);
// The probability that the opposing card on that place is of each type, by type; they add up to 1, or are all 0 for a
// gap.
std::array<double, cards::kCardTypes> CardChances(const GameState& game, std::uint32_t at);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_CARDS_H_
