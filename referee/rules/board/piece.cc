#include "referee/rules/board/piece.h"

namespace flagfall::board {
namespace {

constexpr absl::string_view kNames[kPieceTypes] = {"piece",      "Spy",     "Scout", "Miner",   "Sergeant",
                                                   "Lieutenant", "Captain", "Major", "Colonel", "General",
                                                   "Marshal",    "Bomb",    "Flag"};
constexpr char kLetters[] = "?S23456789MBF";

}  // namespace

absl::string_view TypeName(PieceType type) { return kNames[static_cast<int>(type)]; }

char TypeLetter(PieceType type) { return kLetters[static_cast<int>(type)]; }

std::optional<PieceType> TypeOfLetter(char letter) {
  for (int type = 1; type < kPieceTypes; ++type) {
    if (kLetters[type] == letter) return static_cast<PieceType>(type);
  }
  return std::nullopt;
}

}  // namespace flagfall::board
