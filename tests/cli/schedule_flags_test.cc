#include "arena/cli/schedule_flags.h"

#include <gtest/gtest.h>

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
