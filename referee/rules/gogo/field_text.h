#ifndef REFEREE_RULES_GOGO_FIELD_TEXT_H_
#define REFEREE_RULES_GOGO_FIELD_TEXT_H_

#include <string>

#include "flagfall/v1/gogo.pb.h"

namespace flagfall::gogo {

// The field as an observer knows it, drawn for a terminal: x from left to right, y from top to bottom, half a metre to
// a cell, with
//
//     R3  player 3 of Red     B12+ player 12 of Blue, and somebody else in the same cell
//     [R] Red's base          *R  Red's flag
//
// Below come all players with their roles (`?` while the observer may not know it, `*` when on display) and places in
// millimetres, the cards lost, and the situation. With `in_colour` what is a team's has its colour by ANSI escapes.
std::string DrawField(const v1::GogoView& view, bool in_colour);

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_FIELD_TEXT_H_
