#include "arena/tournament/format_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/tournament/crosstable.h"
#include "arena/tournament/round_robin.h"
#include "arena/tournament/schedule.h"
#include "arena/tournament/spec.h"
#include "arena/tournament/sprt_match.h"
#include "tests/support/status_matchers.h"
#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

using Spec = v1::TournamentSpec;

absl::StatusOr<Spec> Complete(int bots, const std::string& fields, std::uint64_t seed = 7) {
  std::vector<std::string> names;
  for (int i = 0; i < bots; ++i) names.push_back(absl::StrCat("\"bot-", i + 1, "\""));
  const std::string json = absl::StrCat(R"({"ruleset": {"id": "classic"}, "bots": [)", absl::StrJoin(names, ", "), "]",
                                        fields.empty() ? "" : ", ", fields, "}");
  auto spec = ParseTournamentSpec(json, "spec.json");
  if (!spec.ok()) return spec.status();
  return CompleteSpec(*spec, {.cores = 2, .draw_seed = [=] { return seed; }});
}

TEST(FormatSpec, EachFormatHasItsDefaults) {
  struct Row {
    const char* format;
    int bots;
    std::uint32_t rounds;
    std::optional<std::uint32_t> games_max;
  };
  for (const Row& row : {
           Row{"FORMAT_UNSPECIFIED", 8, 1, 56},
           Row{"FORMAT_ROUND_ROBIN", 8, 1, 56},
           Row{"FORMAT_GAUNTLET", 8, 1, 14},
           Row{"FORMAT_SWISS", 8, 4, 32},
           Row{"FORMAT_SWISS", 33, 7, 224},
           Row{"FORMAT_SWISS", 2, 1, 2},
           Row{"FORMAT_KNOCKOUT", 8, 3, 96},
           Row{"FORMAT_KNOCKOUT", 33, 6, 396},
           Row{"FORMAT_LADDER", 8, 0, std::nullopt},
           Row{"FORMAT_SPRT", 2, 50'000, 100'000},
       }) {
    const auto spec = Complete(row.bots, absl::StrCat(R"("format": ")", row.format, "\""));
    ASSERT_THAT(spec, IsOk()) << row.format;
    EXPECT_EQ(spec->rounds(), row.rounds) << row.format;
    EXPECT_EQ(spec->games(), 2u) << row.format;
    EXPECT_EQ(GamesMax(*spec), row.games_max) << row.format;
    EXPECT_NE(spec->format(), Spec::FORMAT_UNSPECIFIED);
    const auto again = CompleteSpec(*spec, {.cores = 9, .draw_seed = [] { return std::uint64_t{1}; }});
    ASSERT_THAT(again, IsOk()) << row.format;
    EXPECT_EQ(again->SerializeAsString(), spec->SerializeAsString()) << row.format;
  }
}

TEST(FormatSpec, ATestHasItsDefaults) {
  const auto spec = Complete(2, R"("format": "FORMAT_SPRT", "sprt": {"elo1": 8.5, "model": "MODEL_LOGISTIC"})");
  ASSERT_THAT(spec, IsOk());
  const rating::SprtOptions options = SprtOptionsOf(spec->sprt());
  EXPECT_EQ(options.elo0, 0);
  EXPECT_EQ(options.elo1, 8.5);
  EXPECT_EQ(spec->sprt().alpha(), 0.05);
  EXPECT_EQ(options.model, rating::EloModel::kLogistic);
}

TEST(FormatSpec, BadRowsNameTheField) {
  struct Row {
    int bots;
    const char* fields;
    const char* error;
  };
  for (const Row& row : {
           Row{4, R"("format": "FORMAT_SWIS")", "format is \"FORMAT_SWIS\"; it must be one of FORMAT_ROUND_ROBIN"},
           Row{4, R"("format": 77)", "format"},
           Row{4, R"("format": "FORMAT_GAUNTLET", "seeds": 4)", "seeds: 4 of 4 bots given; one at least"},
           Row{4, R"("seeds": 1)", "seeds: belongs to FORMAT_GAUNTLET; this is FORMAT_ROUND_ROBIN"},
           Row{4, R"("format": "FORMAT_SWISS", "third_place": false)", "third_place: belongs to FORMAT_KNOCKOUT"},
           Row{4, R"("tie_break_pairs": 0)", "tie_break_pairs: belongs to FORMAT_KNOCKOUT"},
           Row{4, R"("sprt": {})", "sprt: belongs to FORMAT_SPRT"},
           Row{4, R"("format": "FORMAT_SWISS", "rounds": 256)", "rounds: 256 given; at most 255"},
           Row{4, R"("format": "FORMAT_SWISS", "games": 1001)", "games: 1001 given; at most 1000"},
           Row{8, R"("format": "FORMAT_KNOCKOUT", "rounds": 4)", "rounds: 4 given; a knockout of 8 bots has 3"},
           Row{8, R"("format": "FORMAT_KNOCKOUT", "tie_break_pairs": 101)", "tie_break_pairs: 101 given; at most 100"},
           Row{8, R"("format": "FORMAT_KNOCKOUT", "games": 1001)", "games: 1001 given"},
           Row{8, R"("format": "FORMAT_LADDER", "games": 1001)", "games: 1001 given"},
           Row{8, R"("format": "FORMAT_LADDER", "rounds": 4000000)", "rounds, games: 4000000 rounds of 2 games for 2"},
           Row{3, R"("format": "FORMAT_SPRT")", "bots: 3 given; FORMAT_SPRT is a match of 2"},
           Row{2, R"("format": "FORMAT_SPRT", "games": 4)", "games: 4 given; FORMAT_SPRT counts pairs"},
           Row{2, R"("format": "FORMAT_SPRT", "rounds": 5000001)", "at most 10000000 games"},
           Row{2, R"("format": "FORMAT_SPRT", "sprt": {"elo0": 5, "elo1": 5})", "sprt: "},
           Row{2, R"("format": "FORMAT_SPRT", "sprt": {"alpha": 0.5})", "sprt: "},
           Row{2, R"("format": "FORMAT_SPRT", "sprt": {"model": 9})", "sprt.model"},
           Row{2, R"("format": "FORMAT_SPRT", "sprt": {"elo": 9})", "sprt has no field 'elo'"},
           Row{4, R"("duplicate": true, "games": 3)", "games: 3 given; duplicate games come in pairs"},
           Row{4, R"("concurrency_per_bot": 1025)", "concurrency_per_bot: 1025 given; at most 1024"},
           Row{2, R"("bot_options": {"bot-9": {"values": {"depth": "3"}}})",
               "bot_options: 'bot-9' is not among the bots"},
       }) {
    EXPECT_THAT(Complete(row.bots, row.fields), IsError(absl::StatusCode::kInvalidArgument, row.error)) << row.fields;
  }
  EXPECT_THAT(Complete(2, R"("bot_options": {"bot-2": {"values": {"depth": "3"}}}, "book": "b", "duplicate": true)"),
              IsOk());
}

TEST(FormatSpec, BotOptionsHaveLimits) {
  auto spec = Complete(2, "");
  ASSERT_THAT(spec, IsOk());
  auto& values = *(*spec->mutable_bot_options())["bot-1"].mutable_values();
  const auto again = [&] { return CompleteSpec(*spec, {}).status(); };
  values["depth"] = std::string(kBotSettingBytesMax, 'x');
  for (int i = 1; i < kBotSettingsMax; ++i) values[absl::StrCat("option-", i)] = "1";
  EXPECT_THAT(again(), IsOk());
  values["depth"] += "x";
  EXPECT_THAT(again(), IsError(absl::StatusCode::kInvalidArgument, "option 'depth' of 'bot-1' has 1001 bytes"));
  values["depth"] = "3";
  values["one more"] = "1";
  EXPECT_THAT(again(), IsError(absl::StatusCode::kInvalidArgument, "'bot-1' has 65; at most 64"));
}

// Homes have tournaments that are older than formats.
TEST(FormatSpec, WithoutAFormatItIsARoundRobin) {
  auto spec = Complete(5, "");
  ASSERT_THAT(spec, IsOk());
  spec->clear_format();
  Schedule schedule(MakeFormat(*spec));
  std::uint32_t number = 0;
  while (const auto game = schedule.Take([](const ScheduledGame&) { return true; })) {
    EXPECT_EQ(*game, GameOf(RoundRobin(5, 1, 2, 7), ++number));
  }
  EXPECT_EQ(number, 20u);
}

struct Case {
  const char* name;
  int bots;
  const char* fields;
  const char* headings;
};

void PrintTo(const Case& printed, std::ostream* out) { *out << printed.name; }

class StandingsOf : public testing::TestWithParam<Case> {
 protected:
  static constexpr std::uint32_t kGamesMax = 150;
};

std::string TableOf(const Spec& spec, const std::vector<PlayedGame>& games) {
  v1::Tournament tournament;
  *tournament.mutable_spec() = spec;
  AddStandings(StandingsFor(spec, games), tournament);
  return CrosstableText(tournament, 200);
}

// A tournament that was killed and resumed has the same table in the end as one that was not, in whatever order its
// games ended; and on its way it has one too.
TEST_P(StandingsOf, AreTheSameHoweverItWasPlayed) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto spec = Complete(GetParam().bots, GetParam().fields, seed);
    ASSERT_THAT(spec, IsOk());
    Schedule straight(MakeFormat(*spec));
    const auto in_order = PlayInOrder(straight, ByStrength(seed), kGamesMax);
    const std::string table = TableOf(*spec, in_order);
    EXPECT_THAT(table, testing::ContainsRegex(GetParam().headings));

    std::mt19937_64 random(seed);
    std::vector<PlayedGame> stored;
    while (stored.size() < in_order.size()) {
      Schedule schedule(MakeFormat(*spec));
      for (const PlayedGame& game : stored) ASSERT_THAT(schedule.Recall(game), IsOk());
      for (const PlayedGame& game : PlayInDisorder(schedule, ByStrength(seed), in_order.size(),
                                                   {.random = random, .stop_after = 1 + random() % 20})) {
        stored.push_back(game);
      }
      std::sort(stored.begin(), stored.end(),
                [](const PlayedGame& a, const PlayedGame& b) { return a.number < b.number; });
      EXPECT_EQ(StandingsFor(*spec, stored).rows.size(), static_cast<std::size_t>(spec->bots_size()));
    }
    EXPECT_EQ(TableOf(*spec, stored), table) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, StandingsOf,
                         testing::Values(Case{"RoundRobin", 5, R"("rounds": 2)", "L +SB"},
                                         Case{"Gauntlet", 7, R"("format": "FORMAT_GAUNTLET", "seeds": 2)", " L +Elo"},
                                         Case{"Swiss", 9, R"("format": "FORMAT_SWISS")", "Bye +BH +SB"},
                                         Case{"Knockout", 11, R"("format": "FORMAT_KNOCKOUT")", " L +Elo"},
                                         Case{"Ladder", 6, R"("format": "FORMAT_LADDER")", "L +Rating +Dev"},
                                         Case{"Sprt", 2, R"("format": "FORMAT_SPRT")", "SB"}),
                         [](const testing::TestParamInfo<Case>& info) { return info.param.name; });

TEST(StandingsFor, AKnockoutIsByHowFarOneCame) {
  const auto spec = Complete(4, R"("format": "FORMAT_KNOCKOUT", "games": 1, "third_place": false)");
  ASSERT_THAT(spec, IsOk());
  Schedule schedule(MakeFormat(*spec));
  const auto games = PlayInOrder(
      schedule,
      [](const ScheduledGame& game) {
        PlayedGame played;
        played.result = game.red > game.blue ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS;
        return played;
      },
      100);
  ASSERT_EQ(games.size(), 3u);
  const auto places_after = [&](std::size_t count) {
    std::vector<std::string> places;
    const Standings standings = StandingsFor(*spec, absl::MakeConstSpan(games).first(count));
    for (const StandingsRow& row : standings.rows) places.push_back(absl::StrCat(row.place, " ", row.name));
    return places;
  };
  using testing::ElementsAre;
  EXPECT_THAT(places_after(0), ElementsAre("1 bot-1", "1 bot-2", "1 bot-3", "1 bot-4"));
  EXPECT_THAT(places_after(1), ElementsAre("1 bot-1", "1 bot-2", "1 bot-3", "1 bot-4")) << "a batch counts as a whole";
  EXPECT_THAT(places_after(2), ElementsAre("1 bot-3", "1 bot-4", "3 bot-1", "3 bot-2"));
  EXPECT_THAT(places_after(3), ElementsAre("1 bot-4", "2 bot-3", "3 bot-1", "3 bot-2"));
}

// Seeds play more games than those whom they meet, so that points say little.
TEST(StandingsFor, AGauntletIsByScore) {
  const auto spec = Complete(4, R"("format": "FORMAT_GAUNTLET", "games": 1)");
  ASSERT_THAT(spec, IsOk());
  const std::vector<PlayedGame> games = {
      {0, 1, v1::RESULT_RED_WINS, 1, 1}, {2, 0, v1::RESULT_RED_WINS, 2, 1}, {0, 3, v1::RESULT_RED_WINS, 3, 1}};
  const Standings standings = StandingsFor(*spec, games);
  EXPECT_EQ(standings.rows[0].name, "bot-3");
  EXPECT_EQ(standings.rows[1].name, "bot-1");
  EXPECT_EQ(standings.rows[2].place, 3);
  EXPECT_EQ(standings.rows[3].place, 3);
}

TEST(SprtAfter, IsTakenToTheFirstGameThatIsMissing) {
  const auto spec = Complete(2, R"("format": "FORMAT_SPRT", "sprt": {"elo1": 50})");
  ASSERT_THAT(spec, IsOk());
  Schedule schedule(MakeFormat(*spec));
  auto games = PlayInOrder(schedule, ByStrength(1), 40);
  EXPECT_EQ(SprtAfter(*spec, games)->test().scores().Samples(), 20);
  games.erase(games.begin() + 10);
  EXPECT_EQ(SprtAfter(*spec, games)->test().scores().Samples(), 5);
  EXPECT_FALSE(SprtAfter(*Complete(2, ""), games).has_value());
}

}  // namespace
}  // namespace flagfall::arena::tournament
