// Each row of the table of formats is complete.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/tournament/example_spec.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/formats.h"
#include "arena/tournament/schedule.h"
#include "arena/tournament/spec.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::tournament {
namespace {

using Spec = v1::TournamentSpec;

Spec ExampleOf(const FormatDefinition& format) {
  const auto spec = ParseTournamentSpec(ExampleSpec(format.format), "example.json");
  EXPECT_THAT(spec, IsOk());
  const auto complete = CompleteSpec(*spec, {.cores = 2, .draw_seed = [] { return std::uint64_t{7}; }});
  EXPECT_THAT(complete, IsOk());
  return *complete;
}

TEST(Formats, AreThoseOfTheMessages) {
  EXPECT_EQ(Formats().size(), static_cast<std::size_t>(Spec::Format_descriptor()->value_count() - 1));
  for (const FormatDefinition& format : Formats()) {
    const std::string upper = absl::AsciiStrToUpper(absl::StrReplaceAll(format.name, {{"-", "_"}}));
    EXPECT_EQ(Spec::Format_Name(format.format), absl::StrCat("FORMAT_", upper));
    EXPECT_EQ(FindFormat(format.format), &format);
    EXPECT_EQ(FindFormatByName(format.name), &format);
    EXPECT_EQ(FindFormatByName(upper), &format);
  }
  EXPECT_EQ(FindFormat(Spec::FORMAT_UNSPECIFIED), FindFormat(Spec::FORMAT_ROUND_ROBIN));
  EXPECT_EQ(FindFormat(static_cast<Spec::Format>(77)), nullptr);
  EXPECT_EQ(FindFormatByName("unspecified"), nullptr);
}

TEST(Formats, AreListedForPeople) {
  EXPECT_EQ(FormatNames("or"), "round-robin, gauntlet, swiss, knockout, ladder, sprt or tune");
}

TEST(Formats, HaveAScheduleAndATable) {
  for (const FormatDefinition& format : Formats()) {
    const Spec spec = ExampleOf(format);
    Schedule schedule(MakeFormat(spec));
    EXPECT_TRUE(schedule.Take([](const ScheduledGame&) { return true; }).has_value()) << format.name;
    EXPECT_FALSE(format.ranking.empty()) << format.name;
    EXPECT_EQ(StandingsFor(spec, {}).rows.size(), static_cast<std::size_t>(spec.bots_size())) << format.name;
    EXPECT_EQ(RankingOf(spec), format.ranking) << format.name;
  }
}

TEST(Formats, RefuseTheFieldsOfOthers) {
  for (const FormatDefinition& format : Formats()) {
    for (const FormatDefinition& other : Formats()) {
      if (&format == &other) continue;
      for (const absl::string_view field : other.own_fields) {
        Spec spec = ExampleOf(other);
        spec.set_format(format.format);
        for (const absl::string_view own : other.own_fields) {
          if (own != field)
            spec.GetReflection()->ClearField(&spec, Spec::descriptor()->FindFieldByName(std::string(own)));
        }
        EXPECT_THAT(CheckFormat(spec), IsError(absl::StatusCode::kInvalidArgument,
                                               absl::StrCat(field, ": belongs to ", Spec::Format_Name(other.format))))
            << format.name;
      }
    }
  }
}

// A server may be newer than the program that prints its tables.
TEST(Formats, OneThatOnlyANewerProgramKnowsIsRankedByPoints) {
  Spec spec;
  spec.set_format(static_cast<Spec::Format>(77));
  EXPECT_EQ(RankingOf(spec), FindFormat(Spec::FORMAT_ROUND_ROBIN)->ranking);
}

}  // namespace
}  // namespace flagfall::arena::tournament
