#ifndef SAMPLE_BOTS_CPP_MARSHAL_PLACES_H_
#define SAMPLE_BOTS_CPP_MARSHAL_PLACES_H_

#include <array>
#include <memory>

#include "referee/rules/board/board_state.h"
#include "sample-bots/cpp/marshal/beliefs.h"
#include "sample-bots/cpp/marshal/expectations.h"
#include "sample-bots/cpp/marshal/weights.h"

namespace flagfall::bot {

// By piece and square: what standing there is worth to the piece's owner, in the unit of Weights.
using Places = std::array<std::array<float, board::kSquares>, board::kSquares>;

// The nearer a piece is to another that it would like to attack, the better it stands. Our pieces like to attack what
// they expect to gain by; the opponent's, our Flag and what they know that they beat.
std::unique_ptr<const Places> PlacesOf(const board::BoardState& known, Side ours, const Chances& chances,
                                       const Expectations& expectations, const Weights& weights);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_PLACES_H_
