// In step s, number i of the smaller group meets number i + s of the larger group, modulo its size. Three against five:
//
//   step 0:  0-0 1-1 2-2     step 1:  0-1 1-2 2-3     step 3:  0-3 1-4 2-0
//
// In the table of one group against the other, sides are the squares of a chessboard: they alternate along each row and
// each column, so that the sides of each player differ by at most one.
#include "arena/tournament/gauntlet.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/tournament/lots.h"
#include "arena/tournament/spec_error.h"

namespace flagfall::arena::tournament {

Gauntlet::Gauntlet(int players, int seeds, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed)
    : FixedFormat(players, {.rounds = rounds,
                            .steps = static_cast<std::uint32_t>(std::max(seeds, players - seeds)),
                            .pairings = static_cast<std::uint32_t>(std::min(seeds, players - seeds)),
                            .games = games}) {
  for (const int player : DrawOrder(players, seed)) (player < seeds ? few_ : many_).push_back(player);
  if (few_.size() > many_.size()) std::swap(few_, many_);
  FindLastGames();
}

Pairing Gauntlet::FirstGameOf(std::uint32_t step, std::uint32_t pairing) const {
  const std::size_t other = (pairing + step) % many_.size();
  const bool few_have_red = (pairing + other) % 2 == 0;
  return few_have_red ? Pairing{.red = few_[pairing], .blue = many_[other]}
                      : Pairing{.red = many_[other], .blue = few_[pairing]};
}

namespace {

absl::Status CheckSeeds(const v1::TournamentSpec& spec) {
  if (spec.seeds() < static_cast<std::uint32_t>(spec.bots_size())) return absl::OkStatus();
  return WrongField("seeds", absl::StrCat(spec.seeds(), " of ", spec.bots_size(),
                                          " bots given; one at least must be left for them to meet"));
}

}  // namespace

FormatDefinition GauntletDefinition() {
  using Spec = v1::TournamentSpec;
  return {
      .format = Spec::FORMAT_GAUNTLET,
      .name = "gauntlet",
      .own_fields = {"seeds"},
      .fill_own_fields =
          [](Spec& spec) {
            if (spec.seeds() == 0) spec.set_seeds(1);
          },
      .check = CheckSeeds,
      .pairings_per_round =
          [](const Spec& spec) { return spec.seeds() * (static_cast<std::uint64_t>(spec.bots_size()) - spec.seeds()); },
      .make = [](const Spec& spec) -> std::unique_ptr<Format> {
        return std::make_unique<Gauntlet>(spec.bots_size(), static_cast<int>(spec.seeds()), spec.rounds(), spec.games(),
                                          spec.seed());
      },
      .ranking = {Criterion::kScore},
      .example =
          R"(  // In each round the first `seeds` bots of the list meet each of the others, in so many games.
  "format": "FORMAT_GAUNTLET",
  "seeds": 1,
  "rounds": 1,
  "games": 2,
)"};
}

}  // namespace flagfall::arena::tournament
