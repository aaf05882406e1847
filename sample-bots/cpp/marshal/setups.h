#ifndef SAMPLE_BOTS_CPP_MARSHAL_SETUPS_H_
#define SAMPLE_BOTS_CPP_MARSHAL_SETUPS_H_

#include <random>
#include <vector>

#include "referee/rules/board/board_state.h"

namespace flagfall::bot {

// Draws from a book of set-ups that did better against marshal itself than those of SoundSetUp, as it is or mirrored.
// Empty where the book has nothing for the army and zone: a host may choose others (R1.6).
std::vector<board::Placement> DrawProvenSetUp(const board::BoardRules& rules, Side side, std::mt19937_64& random);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_SETUPS_H_
