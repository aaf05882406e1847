#include "arena/tournament/game_seed.h"

#include "absl/strings/str_cat.h"
#include "referee/base/sha256.h"

namespace flagfall::arena {

std::string GameSeed(std::uint64_t tournament_seed, std::uint32_t number) {
  return Sha256Of(absl::StrCat("flagfall game ", tournament_seed, " ", number));
}

}  // namespace flagfall::arena
