#ifndef SAMPLE_BOTS_CPP_SDK_DISTANCE_H_
#define SAMPLE_BOTS_CPP_SDK_DISTANCE_H_

#include <cstdlib>

#include "referee/rules/board/square.h"

namespace flagfall::bot {

// The number of single steps from one square to the other on an empty board without lakes.
inline int Distance(board::Square a, board::Square b) {
  return std::abs(board::FileOf(a) - board::FileOf(b)) + std::abs(board::RowOf(a) - board::RowOf(b));
}

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_DISTANCE_H_
