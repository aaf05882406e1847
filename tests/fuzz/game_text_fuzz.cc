// Any text as a game text: it is refused with a message, or what is read of it is written and read again as the same;
// replaying it, of whatever ruleset it speaks, never crashes.

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <variant>

#include "absl/strings/string_view.h"
#include "referee/base/check.h"
#include "referee/rules/game_text.h"
#include "referee/rules/replay_text.h"
#include "tests/fuzz/fuzzer.h"

namespace flagfall::fuzz::game_text_fuzz {

FLAGFALL_FUZZER(game_text) {
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto game = ParseGameText(text);
  std::ostringstream lines;
  const absl::Status replayed = ReplayText(text, /*lists_plies=*/true, lines);
  if (!game.ok()) {
    FLAGFALL_CHECK(!game.status().message().empty());
    FLAGFALL_CHECK(replayed.ok() || !replayed.message().empty());
    return 0;
  }
  const auto* const board_game = std::get_if<BoardGameText>(&game->game);
  if (board_game != nullptr) FLAGFALL_CHECK(StartOf(game->ruleset, *board_game).ok());
  const std::string written = WriteGameText(*game);
  const auto again = ParseGameText(written);
  FLAGFALL_CHECK(again.ok());
  FLAGFALL_CHECK(WriteGameText(*again) == written);
  if (board_game != nullptr) FLAGFALL_CHECK(std::get<BoardGameText>(again->game).plies == board_game->plies);
  return 0;
}

}  // namespace flagfall::fuzz::game_text_fuzz
