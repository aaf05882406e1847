#include "arena/cli/schedule_flags.h"

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::cli {
namespace {

TEST(ScheduleFlags, TimesAreReadWithTheirOffset) {
  for (const char* text : {"2026-12-01T18:00Z", "2026-12-01T18:00:00Z", "2026-12-01T19:00+01:00"}) {
    ASSERT_THAT(ParseTime(text), IsOk()) << text;
    EXPECT_EQ(ParseTime(text)->seconds(), 1'796'148'000) << text;
  }
  for (const char* text : {"", "tomorrow", "2026-12-01", "2026-12-01T18:00", "2026-13-01T18:00Z", "18:00Z",
                           "2026-12-01 18:00Z", "2026-12-01T18:00Zx", "infinite-future"}) {
    EXPECT_THAT(ParseTime(text), IsError(absl::StatusCode::kInvalidArgument, "is no time: write it as in")) << text;
  }
}

TEST(ScheduleFlags, IntervalsAreReadAndWritten) {
  for (const char* text : {"7d", "36h", "90m", "1d"}) EXPECT_EQ(IntervalText(ParseInterval(text).value()), text);
  EXPECT_EQ(IntervalText(24 * 3600), "1d");
  EXPECT_EQ(IntervalText(61), "61s");
  for (const char* text : {"", "d", "7", "0d", "-1d", "7w", "1.5h", "99999999d"}) {
    EXPECT_THAT(ParseInterval(text), IsError(absl::StatusCode::kInvalidArgument, "is no interval")) << text;
  }
}

absl::StatusOr<v1::TournamentSpec> ParseScheduled(std::vector<std::string> arguments) {
  CommandParser parser("flagfall", "", "", "");
  const auto flags = AddSpecFlags(parser.root());
  AddScheduleFlags(parser.root(), flags);
  std::ostringstream out;
  std::ostringstream err;
  if (parser.Parse(std::move(arguments), out, err).has_value()) return absl::InvalidArgumentError(err.str());
  return SpecOf(*flags);
}

TEST(ScheduleFlags, WhomBotsMustBeatIsRead) {
  const auto gate = ParseGate("random@2:8/10");
  ASSERT_THAT(gate, IsOk());
  EXPECT_EQ(gate->bot(), "random@2");
  EXPECT_EQ(gate->points(), 8u);
  EXPECT_EQ(gate->games(), 10u);
  for (const char* text : {"", "random", "random:8", ":8/10", "random:/10", "random:8/x", "random:8/10/2"}) {
    EXPECT_THAT(ParseGate(text), IsError(absl::StatusCode::kInvalidArgument, "must be BOT:POINTS/GAMES")) << text;
  }
}

TEST(ScheduleFlags, ItIsToldHowEachEntrantDid) {
  v1::Tournament tournament;
  EXPECT_EQ(QualificationsText(tournament), "");
  *tournament.mutable_spec()->mutable_must_beat() = ParseGate("random:8/10").value();
  EXPECT_EQ(QualificationsText(tournament), "To enter, a bot scores 8 of 10 against random.\n");
  const auto add = [&](const std::string& bot, std::uint32_t in, std::optional<double> points, bool has_passed) {
    v1::Qualification& one = *tournament.add_qualifications();
    one.set_bot(bot);
    one.set_tournament_id(in);
    if (points.has_value()) one.set_points(*points);
    one.set_has_passed(has_passed);
  };
  add("random", 0, {}, true);
  add("amy", 7, 7.5, false);
  add("ben", 3, 9, true);
  add("cid", 7, {}, false);
  EXPECT_EQ(QualificationsText(tournament),
            "To enter, a bot scores 8 of 10 against random.\n"
            "entrant  points  in tournament  enters\n"
            "random        -              -  yes\n"
            "amy         7.5              7  no\n"
            "ben           9              3  yes\n"
            "cid           -              7  not played yet\n");
}

TEST(ScheduleFlags, EachSetsItsField) {
  const auto spec = ParseScheduled(
      {"--bots", "a,@course", "--start", "2026-12-01T18:00Z", "--entries-until", "2026-12-01T17:30Z", "--every", "7d"});
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->bots(1), "@course");
  EXPECT_EQ(spec->start_time().seconds() - spec->entries_until().seconds(), 1800);
  EXPECT_EQ(spec->every_seconds(), 7u * 24 * 3600);
  EXPECT_THAT(ParseScheduled({"--start", "soon"}),
              IsError(absl::StatusCode::kInvalidArgument, "--start: 'soon' is no time"));
}

TEST(ScheduleFlags, ATournamentSaysWhenItBeginsAndWithWhom) {
  v1::Tournament tournament;
  EXPECT_EQ(ScheduleText(tournament), "");
  v1::TournamentSpec& spec = *tournament.mutable_spec();
  *spec.mutable_start_time() = ParseTime("2026-12-01T18:00Z").value();
  spec.add_entrants("ann");
  spec.add_entrants("@tag:course");
  EXPECT_EQ(ScheduleText(tournament),
            "Start: 2026-12-01 18:00:00 UTC, with the bots that are there then of: ann, @tag:course\n");
  *spec.mutable_entries_until() = ParseTime("2026-12-01T17:30Z").value();
  EXPECT_EQ(ScheduleText(tournament),
            "Start: 2026-12-01 18:00:00 UTC, with the bots that are there at 2026-12-01 17:30:00 UTC of: ann, "
            "@tag:course\n");
  spec.add_bots("ann");
  spec.set_series(2);
  spec.set_series_number(5);
  spec.set_every_seconds(3600);
  EXPECT_EQ(ScheduleText(tournament), "Start: 2026-12-01 18:00:00 UTC\nSeries 2, number 5: every 1h\n");
}

}  // namespace
}  // namespace flagfall::arena::cli
