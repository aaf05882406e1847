#include "arena/tournament/scheduled_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "arena/base/timestamps.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::tournament {
namespace {

using absl::StatusCode;
using std::chrono::hours;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

// 2026-12-01T12:00:00Z.
constexpr Micros kNow = seconds(1'796'126'400);

SpecSurroundings ServerSurroundings() {
  return {.cores = 6, .draw_seed = [] { return std::uint64_t{4711}; }};
}

BotList BotsNamed(const std::vector<std::string>& names) {
  BotList bots;
  for (const std::string& name : names) {
    v1::Bot& bot = *bots.Add();
    bot.mutable_manifest()->set_name(name);
    bot.mutable_manifest()->add_rulesets("barrage");
    bot.set_state(v1::Bot::STATE_READY);
    bot.add_tags("course");
  }
  return bots;
}

v1::TournamentSpec Asked(const std::vector<std::string>& bots, Micros start = kNow + hours(6)) {
  v1::TournamentSpec spec;
  spec.mutable_bots()->Assign(bots.begin(), bots.end());
  spec.mutable_ruleset()->set_id("barrage");
  *spec.mutable_start_time() = TimestampOf(start);
  return spec;
}

absl::StatusOr<v1::TournamentSpec> Open(const v1::TournamentSpec& asked, const BotList& known) {
  return OpenSpec(asked, known, ServerSurroundings(), kNow);
}

absl::StatusOr<ClosedSpec> Close(const v1::TournamentSpec& open, const BotList& known) {
  const auto entrants = ResolveEntrants(open.entrants(), known, open.ruleset().id());
  if (!entrants.ok()) return entrants.status();
  return CloseEntries(open, *entrants, ServerSurroundings());
}

TEST(ScheduledSpec, IsWithoutBotsUntilItsEntriesClose) {
  v1::TournamentSpec asked = Asked({"dot", "@course"});
  asked.set_format(v1::TournamentSpec::FORMAT_SWISS);
  const BotList few = BotsNamed({"amy", "dot"});
  const auto open = Open(asked, few);
  ASSERT_THAT(open, IsOk());
  EXPECT_THAT(open->bots(), IsEmpty());
  EXPECT_THAT(open->entrants(), ElementsAre("dot", "@tag:course"));
  EXPECT_EQ(open->rounds(), 0u) << "it follows from the number of bots";
  EXPECT_EQ(open->name(), "barrage, 2026-12-01T18:00:00Z");
  EXPECT_EQ(open->seed(), 4711u);
  EXPECT_EQ(open->concurrency(), 6u);
  const auto closed = Close(*open, BotsNamed({"amy", "ben", "cid", "dot", "eve"}));
  ASSERT_THAT(closed, IsOk());
  EXPECT_THAT(closed->spec.bots(), ElementsAre("dot", "amy", "ben", "cid", "eve"));
  EXPECT_THAT(closed->left_out, IsEmpty());
  EXPECT_EQ(closed->spec.rounds(), 4u);
  EXPECT_EQ(closed->spec.name(), open->name());
  EXPECT_THAT(closed->spec.entrants(), ElementsAre("dot", "@tag:course"));
  EXPECT_EQ(MicrosOf(closed->spec.start_time()), kNow + hours(6));
  EXPECT_EQ(PoolOf(closed->spec), PoolOf(*open));
}

TEST(ScheduledSpec, RoundsThatWereAskedForStay) {
  v1::TournamentSpec asked = Asked({"all"});
  asked.set_rounds(7);
  const auto open = Open(asked, {});
  ASSERT_THAT(open, IsOk()) << "nobody has to be there yet";
  EXPECT_EQ(open->rounds(), 7u);
  EXPECT_EQ(Close(*open, BotsNamed({"amy", "ben"}))->spec.rounds(), 7u);
}

TEST(ScheduledSpec, TimesThatHavePassedOrContradictEachOtherAreRefused) {
  const BotList known = BotsNamed({"amy", "ben"});
  const auto refused = [&](Micros start, std::optional<Micros> until, std::uint32_t every = 0) {
    v1::TournamentSpec asked = Asked({"amy", "ben"}, start);
    if (until.has_value()) *asked.mutable_entries_until() = TimestampOf(*until);
    asked.set_every_seconds(every);
    return Open(asked, known).status();
  };
  constexpr StatusCode kWrong = StatusCode::kInvalidArgument;
  EXPECT_THAT(refused(kNow, {}),
              IsError(kWrong, "start_time: 2026-12-01T12:00:00Z has passed; it is 2026-12-01T12:00:00Z now"));
  EXPECT_THAT(refused(kNow + seconds(1), {}), IsOk());
  EXPECT_THAT(refused(kNow + hours(24 * kStartAheadDaysMax), {}), IsOk());
  EXPECT_THAT(refused(kNow + hours(24 * kStartAheadDaysMax) + Micros(1), {}),
              IsError(kWrong, "is more than 1830 days ahead"));
  EXPECT_THAT(refused(kNow + hours(2), kNow + hours(2)), IsOk());
  EXPECT_THAT(refused(kNow + hours(2), kNow + hours(3)),
              IsError(kWrong, "entries_until: 2026-12-01T15:00:00Z is after the start, 2026-12-01T14:00:00Z"));
  EXPECT_THAT(refused(kNow + hours(2), kNow), IsError(kWrong, "entries_until: 2026-12-01T12:00:00Z has passed"));
  EXPECT_THAT(refused(kNow + hours(2), {}, kEverySecondsMin - 1), IsError(kWrong, "every_seconds: 59 given; 60 to"));
  EXPECT_THAT(refused(kNow + hours(2), {}, kEverySecondsMin), IsOk());
  EXPECT_THAT(refused(kNow + hours(2), {}, kEverySecondsMax), IsOk());
  EXPECT_THAT(refused(kNow + hours(2), {}, kEverySecondsMax + 1), IsError(kWrong, "every_seconds: 31622401 given"));
  v1::TournamentSpec no_time = Asked({"amy", "ben"});
  for (const std::int64_t wrong : {std::int64_t{-1}, std::int64_t{1} << 62}) {
    no_time.mutable_start_time()->set_seconds(wrong);
    EXPECT_THAT(Open(no_time, known), IsError(kWrong, "start_time: is no time"));
  }
  no_time.clear_start_time();
  EXPECT_FALSE(IsScheduled(no_time));
  no_time.set_every_seconds(3600);
  EXPECT_TRUE(IsScheduled(no_time));
  EXPECT_THAT(Open(no_time, known), IsError(kWrong, "every_seconds: is for a tournament with a start_time"));
  *no_time.mutable_entries_until() = TimestampOf(kNow + hours(1));
  EXPECT_THAT(Open(no_time, known), IsError(kWrong, "entries_until: is for a tournament with a start_time"));
}

TEST(ScheduledSpec, ABotCannotBeListedToPlayAgainstItself) {
  const BotList known = BotsNamed({"amy", "ben"});
  EXPECT_THAT(Open(Asked({"amy", "amy#2"}), known),
              IsError(StatusCode::kInvalidArgument, "bots: 'amy#2' cannot enter a tournament that begins at a time"));
  EXPECT_THAT(Open(Asked({"amy", "amy"}), known), IsError(StatusCode::kInvalidArgument, "bots: 'amy' comes twice"));
  v1::TournamentSpec gated = Asked({"all"});
  gated.mutable_must_beat()->set_bot("amy#2");
  EXPECT_THAT(Open(gated, known), IsError(StatusCode::kInvalidArgument, "must_beat.bot: name one bot"));
}

TEST(ScheduledSpec, WhatIsWrongWithTheRestIsSaidAtOnce) {
  const BotList known = BotsNamed({"amy", "ben"});
  v1::TournamentSpec asked = Asked({"all"});
  asked.set_time_control("fast");
  EXPECT_THAT(Open(asked, known), IsError(StatusCode::kInvalidArgument, "time_control"));
  EXPECT_THAT(Open(Asked({"amy"}), known), IsError(StatusCode::kInvalidArgument, "bots: 1 given"));
  EXPECT_THAT(Open(Asked({"@nobody"}), known), IsError(StatusCode::kInvalidArgument, "'@nobody': no bot has this tag"));
  asked = Asked({"all"});
  asked.set_format(v1::TournamentSpec::FORMAT_GAUNTLET);
  asked.set_seeds(3);
  EXPECT_THAT(Open(asked, known), IsOk()) << "more may come";
  asked.add_entrants("amy");
  EXPECT_THAT(Open(asked, known), IsError(StatusCode::kInvalidArgument, "entrants: is set by the server"));
}

TEST(ScheduledSpec, OnesThatBeginAtOnceHaveNoTimes) {
  v1::TournamentSpec spec = Asked({"amy", "ben"});
  EXPECT_THAT(CompleteSpec(spec, ServerSurroundings()),
              IsError(StatusCode::kInvalidArgument, "start_time: is for a server"));
  spec.clear_start_time();
  *spec.mutable_entries_until() = TimestampOf(kNow);
  EXPECT_THAT(CompleteSpec(spec, ServerSurroundings()),
              IsError(StatusCode::kInvalidArgument, "entries_until: is for a server"));
  spec.clear_entries_until();
  spec.set_every_seconds(60);
  EXPECT_THAT(CompleteSpec(spec, ServerSurroundings()),
              IsError(StatusCode::kInvalidArgument, "every_seconds: is for a server"));
  spec.clear_every_seconds();
  spec.set_series(1);
  EXPECT_THAT(CompleteSpec(spec, ServerSurroundings()),
              IsError(StatusCode::kInvalidArgument, "series: is set by the server"));
  spec.clear_series();
  spec.set_series_number(1);
  EXPECT_THAT(CompleteSpec(spec, ServerSurroundings()), IsError(StatusCode::kInvalidArgument, "series_number: is set"));
}

TEST(ScheduledSpec, BotsThatCannotEnterAreLeftOutWithTheirOptions) {
  BotList known = BotsNamed({"amy", "ben", "cid"});
  v1::TournamentSpec asked = Asked({"amy", "ben", "cid"});
  (*(*asked.mutable_bot_options())["ben"].mutable_values())["depth"] = "3";
  const auto open = Open(asked, known);
  ASSERT_THAT(open, IsOk());
  known[1].set_state(v1::Bot::STATE_SUSPENDED);
  known[1].set_suspended_reason("it crashed");
  const auto closed = Close(*open, known);
  ASSERT_THAT(closed, IsOk());
  EXPECT_THAT(closed->spec.bots(), ElementsAre("amy", "cid"));
  EXPECT_TRUE(closed->spec.bot_options().empty());
  ASSERT_EQ(closed->left_out.size(), 1u);
  EXPECT_EQ(closed->left_out[0].name, "ben");
  known[0].set_state(v1::Bot::STATE_RETIRED);
  known[0].set_retired_reason("old");
  EXPECT_THAT(Close(*open, known),
              IsError(StatusCode::kFailedPrecondition,
                      "when entries closed for amy, ben, cid, only cid could enter, and a tournament takes 2 at least; "
                      "amy is retired: old; ben is suspended: it crashed"));
}

TEST(ScheduledSpec, WhomBotsMustBeatIsSaidInPointsAndGames) {
  const BotList known = BotsNamed({"amy", "ben", "random"});
  const auto refused = [&](const std::string& bot, std::uint32_t points, std::uint32_t games) {
    v1::TournamentSpec asked = Asked({"all"});
    asked.mutable_must_beat()->set_bot(bot);
    asked.mutable_must_beat()->set_points(points);
    asked.mutable_must_beat()->set_games(games);
    return Open(asked, known).status();
  };
  constexpr StatusCode kWrong = StatusCode::kInvalidArgument;
  EXPECT_THAT(refused("random", 8, 10), IsOk());
  EXPECT_THAT(refused("random", 1000, 1000), IsOk());
  EXPECT_THAT(refused("", 8, 10), IsError(kWrong, "must_beat.bot: name one bot"));
  EXPECT_THAT(refused("@course", 8, 10), IsError(kWrong, "must_beat.bot: name one bot"));
  EXPECT_THAT(refused("random", 0, 10), IsError(kWrong, "must_beat.points: 0 given; 1 to 10, of 10 games"));
  EXPECT_THAT(refused("random", 11, 10), IsError(kWrong, "must_beat.points: 11 given"));
  EXPECT_THAT(refused("random", 8, 0), IsError(kWrong, "must_beat.games: 0 given; 1 to 1000"));
  EXPECT_THAT(refused("random", 8, 1001), IsError(kWrong, "must_beat.games: 1001 given"));
  v1::TournamentSpec at_once = Asked({"amy", "ben"});
  at_once.clear_start_time();
  at_once.mutable_must_beat()->set_bot("random");
  EXPECT_THAT(CompleteSpec(at_once, ServerSurroundings()), IsError(kWrong, "must_beat: is for a server"));
  at_once.mutable_must_beat()->set_points(1);
  at_once.mutable_must_beat()->set_games(1);
  EXPECT_TRUE(IsScheduled(at_once));
  EXPECT_EQ(MicrosOf(Open(at_once, known)->start_time()), kNow) << "it begins once it is known who enters";
}

TEST(ScheduledSpec, AQualifierIsAnUnratedGauntletAgainstTheBotToBeat) {
  v1::TournamentSpec asked = Asked({"amy", "ben"});
  asked.set_format(v1::TournamentSpec::FORMAT_KNOCKOUT);
  asked.set_tie_break_pairs(3);
  asked.set_duplicate(true);
  asked.set_time_control("7+0.5");
  (*(*asked.mutable_bot_options())["ben"].mutable_values())["depth"] = "3";
  (*(*asked.mutable_bot_options())["amy"].mutable_values())["depth"] = "4";
  asked.mutable_must_beat()->set_bot("random");
  asked.mutable_must_beat()->set_points(8);
  asked.mutable_must_beat()->set_games(9);
  const auto open = Open(asked, BotsNamed({"amy", "ben", "random"}));
  ASSERT_THAT(open, IsOk());
  const auto spec = QualifierSpec(*open, 12, {"ben"}, ServerSurroundings());
  ASSERT_THAT(spec, IsOk());
  EXPECT_THAT(spec->bots(), ElementsAre("random", "ben"));
  EXPECT_EQ(spec->format(), v1::TournamentSpec::FORMAT_GAUNTLET);
  EXPECT_EQ(spec->games(), 9u);
  EXPECT_FALSE(spec->rated());
  EXPECT_FALSE(spec->duplicate()) << "nine games are no pairs";
  EXPECT_EQ(spec->time_control(), "7+0.5");
  EXPECT_EQ(spec->bot_options().size(), 1u);
  EXPECT_EQ(spec->qualifies_for(), 12u);
  EXPECT_FALSE(spec->has_start_time() || spec->has_must_beat());
  EXPECT_EQ(PointsText(15), "7.5");
  EXPECT_EQ(PointsText(16), "8");
}

TEST(ScheduledSpec, ASeriesMakesNumberedTournamentsWithTheirOwnSeeds) {
  v1::TournamentSpec asked = Asked({"all"});
  asked.set_every_seconds(7 * 86'400);
  *asked.mutable_entries_until() = TimestampOf(kNow + hours(5));
  auto open = Open(asked, {});
  ASSERT_THAT(open, IsOk());
  EXPECT_EQ(open->name(), "barrage series");
  open->clear_seed();
  std::uint64_t seed = 0;
  const SpecSurroundings drawing{.cores = 1, .draw_seed = [&] { return seed++; }};
  const v1::TournamentSpec third =
      SeriesMember(*open, {.series = 5, .number = 3, .start = kNow + hours(6 + 2 * 168)}, drawing);
  EXPECT_EQ(third.name(), "barrage series #3");
  EXPECT_EQ(third.seed(), 1u) << "0 is none";
  EXPECT_EQ(third.series(), 5u);
  EXPECT_EQ(third.series_number(), 3u);
  EXPECT_EQ(MicrosOf(third.entries_until()), kNow + hours(5 + 2 * 168)) << "as long before the start";
  open->set_seed(77);
  EXPECT_EQ(SeriesMember(*open, {.series = 5, .number = 4, .start = kNow + hours(6)}, drawing).seed(), 77u);
  asked.set_name(std::string(kTournamentNameBytesMax, 'x'));
  EXPECT_THAT(Open(asked, {}), IsError(StatusCode::kInvalidArgument, "name: has 200 bytes; at most 188 in a series"));
  asked.clear_every_seconds();
  EXPECT_THAT(Open(asked, {}), IsOk());
}

TEST(ScheduledSpec, AServerThatWasAwayLeavesOutAllButOneOfASeries) {
  const Micros start = kNow;
  EXPECT_EQ(NextStart(start, 60, start), start + seconds(60));
  EXPECT_EQ(NextStart(start, 60, start + seconds(59)), start + seconds(60));
  EXPECT_EQ(NextStart(start, 60, start + seconds(60)), start + seconds(120)) << "the next is later than now";
  EXPECT_EQ(NextStart(start, 60, start + seconds(605)), start + seconds(660));
  EXPECT_EQ(NextStart(start, 60, start - seconds(605)), start + seconds(60)) << "one was cancelled before its start";
}

}  // namespace
}  // namespace flagfall::arena::tournament
