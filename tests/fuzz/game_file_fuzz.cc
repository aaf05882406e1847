// Any bytes as a file of games in text (game_file_trial.h).

#include <cstddef>
#include <cstdint>
#include <string>

#include "referee/rules/record_text.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/game_file_trial.h"

namespace flagfall::fuzz::game_file_fuzz {

FLAGFALL_FUZZER(game_file) {
  TryGameFile(arena::imports::FileFormat::kText, std::string(reinterpret_cast<const char*>(bytes), size), TextOf);
  return 0;
}

}  // namespace flagfall::fuzz::game_file_fuzz
