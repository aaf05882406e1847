#include "arena/tournament/game_seed.h"

#include "absl/strings/str_cat.h"
#include "referee/base/sha256.h"

namespace flagfall::arena::tournament {

std::string GameSeed(std::uint64_t tournament_seed, std::uint32_t number, std::uint32_t attempt) {
  const std::string again = attempt == 1 ? "" : absl::StrCat(" ", attempt);
  return Sha256Of(absl::StrCat("flagfall game ", tournament_seed, " ", number, again));
}

std::string SeedNow(const ScheduledGame& game, std::uint64_t tournament_seed, bool is_duplicate,
                    const VoidAttempts& voids) {
  const std::uint32_t number = is_duplicate && game.first_of_pair != 0 ? game.first_of_pair : game.number;
  const auto found = voids.find(number);
  return GameSeed(tournament_seed, number, found == voids.end() ? 1 : found->second + 1);
}

}  // namespace flagfall::arena::tournament
