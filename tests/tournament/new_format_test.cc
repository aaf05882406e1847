// A format that joins the table from outside is completed, scheduled and ranked like any other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "arena/tournament/crosstable.h"
#include "arena/tournament/example_spec.h"
#include "arena/tournament/fixed_format.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/formats.h"
#include "arena/tournament/schedule.h"
#include "arena/tournament/spec.h"
#include "tests/support/status_matchers.h"
#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

using Spec = v1::TournamentSpec;

constexpr auto kChain = static_cast<Spec::Format>(77);

// Each player meets the next one of the list.
class Chain final : public FixedFormat {
 public:
  Chain(int players, std::uint32_t rounds)
      : FixedFormat(players,
                    {.rounds = rounds, .steps = static_cast<std::uint32_t>(players - 1), .pairings = 1, .games = 1}) {
    FindLastGames();
  }

 private:
  Pairing FirstGameOf(std::uint32_t step, std::uint32_t /*pairing*/) const override {
    return {.red = static_cast<int>(step), .blue = static_cast<int>(step) + 1};
  }
};

FormatDefinition ChainDefinition() {
  return {.format = kChain,
          .name = "chain",
          .default_rounds = [](const Spec&) { return std::uint32_t{3}; },
          .pairings_per_round = [](const Spec& spec) { return static_cast<std::uint64_t>(spec.bots_size() - 1); },
          .make = [](const Spec& spec) -> std::unique_ptr<Format> {
            return std::make_unique<Chain>(spec.bots_size(), spec.rounds());
          },
          .ranking = {Criterion::kScore, Criterion::kWins},
          .example = "  \"format\": 77,\n"};
}

TEST(NewFormat, IsKnownEverywhere) {
  EXPECT_EQ(FindFormatByName("chain"), nullptr);
  AddFormat(ChainDefinition());
  EXPECT_EQ(FindFormatByName("Chain")->format, kChain);
  EXPECT_THAT(FormatNames("or"), testing::EndsWith(" or chain"));

  const auto example = ParseTournamentSpec(ExampleSpec(kChain), "example.json");
  ASSERT_THAT(example, IsOk());
  auto spec = CompleteSpec(*example, {.cores = 1, .draw_seed = [] { return std::uint64_t{1}; }});
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->rounds(), 3u);
  EXPECT_EQ(GamesMax(*spec), 9u);

  Schedule schedule(MakeFormat(*spec));
  const std::vector<PlayedGame> games = PlayInOrder(schedule, ByStrength(1), 100);
  EXPECT_EQ(games.size(), 9u);
  EXPECT_TRUE(schedule.IsOver());
  v1::Tournament table;
  *table.mutable_spec() = *spec;
  AddStandings(StandingsFor(*spec, games), table);
  EXPECT_THAT(CrosstableText(table, 200), testing::ContainsRegex(" L +Elo"));

  spec->set_rounds(kScheduleGamesMax);
  EXPECT_THAT(CheckFormat(*spec), IsError(absl::StatusCode::kInvalidArgument, "rounds, games: "));
  spec->set_rounds(3);
  spec->set_seeds(1);
  EXPECT_THAT(CheckFormat(*spec), IsError(absl::StatusCode::kInvalidArgument, "seeds: belongs to FORMAT_GAUNTLET"));
}

}  // namespace
}  // namespace flagfall::arena::tournament
