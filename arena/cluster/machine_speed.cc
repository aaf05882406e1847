#include "arena/cluster/machine_speed.h"

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "referee/base/check.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/game.h"
#include "referee/rules/random.h"

namespace flagfall::arena::cluster {
namespace {

std::unique_ptr<Game> NewBarrage(std::uint8_t seed) {
  v1::Ruleset ruleset;
  ruleset.set_id("barrage");
  absl::StatusOr<std::unique_ptr<Game>> game = NewGame(ruleset, std::string(32, static_cast<char>(seed)));
  FLAGFALL_CHECK(game.ok());
  return *std::move(game);
}

}  // namespace

double PliesPerSecond(Micros measured_for, const std::function<Micros()>& now) {
  constexpr int kPliesBetweenLooks = 64;
  Random random(1);
  std::uint8_t games = 0;
  std::unique_ptr<Game> game = NewBarrage(games);
  std::int64_t plies = 0;
  const Micros begin = now();
  Micros passed{};
  while (passed < measured_for) {
    for (int i = 0; i < kPliesBetweenLooks; ++i) {
      if (game->Outcome().has_value()) game = NewBarrage(++games);
      const v1::Side side = game->Pending().front().side;
      FLAGFALL_CHECK(game->Act(side, game->Sample(side, random)).ok());
    }
    plies += kPliesBetweenLooks;
    passed = now() - begin;
  }
  return static_cast<double>(plies) / std::chrono::duration<double>(passed).count();
}

}  // namespace flagfall::arena::cluster
