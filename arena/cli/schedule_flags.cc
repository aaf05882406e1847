#include "arena/cli/schedule_flags.h"

#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "arena/cli/console.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

constexpr std::uint32_t kMinute = 60;
constexpr std::uint32_t kHour = 60 * kMinute;
constexpr std::uint32_t kDay = 24 * kHour;

using Spec = v1::TournamentSpec;

void AddTime(Command command, const std::shared_ptr<SpecFlags>& flags, const std::string& name,
             google::protobuf::Timestamp* (Spec::*field)(), const std::string& description) {
  command.AddParsedOption(
      name, "TIME",
      [flags, field](const std::string& text) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(const google::protobuf::Timestamp time, ParseTime(text));
        flags->settings.push_back([field, time](Spec& spec) { *(spec.*field)() = time; });
        return absl::OkStatus();
      },
      description);
}

}  // namespace

absl::StatusOr<google::protobuf::Timestamp> ParseTime(const std::string& text) {
  absl::Time time;
  for (const char* format : {"%Y-%m-%d%ET%H:%M%Ez", "%Y-%m-%d%ET%H:%M:%S%Ez"}) {
    // Abseil knows words for infinite times.
    if (!absl::ParseTime(format, text, &time, nullptr) || text.find("infinite") != std::string::npos) continue;
    google::protobuf::Timestamp timestamp;
    timestamp.set_seconds(absl::ToUnixSeconds(time));
    return timestamp;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "'", text,
      "' is no time: write it as in 2026-12-01T18:00Z (UTC), or with another offset, 2026-12-01T19:00+01:00"));
}

absl::StatusOr<std::uint32_t> ParseInterval(const std::string& text) {
  const char unit = text.empty() ? '\0' : text.back();
  const std::uint32_t seconds = unit == 'd' ? kDay : unit == 'h' ? kHour : unit == 'm' ? kMinute : 0;
  std::uint32_t number = 0;
  const bool is_number = seconds != 0 && absl::SimpleAtoi(text.substr(0, text.size() - 1), &number);
  if (is_number && number > 0 && number <= std::numeric_limits<std::uint32_t>::max() / seconds) {
    return number * seconds;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("'", text, "' is no interval: give days, hours or minutes, as in 7d, 12h or 30m"));
}

absl::StatusOr<v1::Gate> ParseGate(const std::string& text) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(text, absl::MaxSplits(':', 1));
  const std::pair<std::string, std::string> numbers = absl::StrSplit(parts.second, absl::MaxSplits('/', 1));
  v1::Gate gate;
  gate.set_bot(parts.first);
  std::uint32_t points = 0;
  std::uint32_t games = 0;
  if (parts.first.empty() || !absl::SimpleAtoi(numbers.first, &points) || !absl::SimpleAtoi(numbers.second, &games)) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text, "': must be BOT:POINTS/GAMES, as in random:8/10 for 8 points of 10 games"));
  }
  gate.set_points(points);
  gate.set_games(games);
  return gate;
}

std::string QualificationsText(const v1::Tournament& tournament) {
  if (!tournament.spec().has_must_beat()) return "";
  const v1::Gate& gate = tournament.spec().must_beat();
  std::string text = absl::StrCat("To enter, a bot scores ", gate.points(), " of ", gate.games(), " against ",
                                  Printable(gate.bot()), ".\n");
  if (tournament.qualifications().empty()) return text;
  std::vector<std::vector<std::string>> table = {{"entrant", "points", "in tournament", "enters"}};
  for (const v1::Qualification& one : tournament.qualifications()) {
    const bool is_open = one.tournament_id() != 0 && !one.has_points();
    table.push_back({one.bot(), one.has_points() ? absl::StrCat(one.points()) : "-",
                     one.tournament_id() == 0 ? "-" : absl::StrCat(one.tournament_id()),
                     is_open            ? "not played yet"
                     : one.has_passed() ? "yes"
                                        : "no"});
  }
  return absl::StrCat(text, FormatTable(table));
}

std::string IntervalText(std::uint32_t seconds) {
  if (seconds % kDay == 0) return absl::StrCat(seconds / kDay, "d");
  if (seconds % kHour == 0) return absl::StrCat(seconds / kHour, "h");
  if (seconds % kMinute == 0) return absl::StrCat(seconds / kMinute, "m");
  return absl::StrCat(seconds, "s");
}

void AddStartFlag(Command command, const std::shared_ptr<SpecFlags>& flags) {
  AddTime(command, flags, "--start", &Spec::mutable_start_time,
          "When a server begins it, as in 2026-12-01T18:00Z. Default: as soon as there is room");
}

void AddScheduleFlags(Command command, const std::shared_ptr<SpecFlags>& flags) {
  command
      .AddOption("--bots", flags->bots,
                 "Names of the bots, separated by commas; all: every one that is ready and plays the ruleset; @NAME: "
                 "those among them with this tag or of this owner (@tag:NAME, @owner:NAME)")
      .CommaSeparated();
  AddStartFlag(command, flags);
  AddTime(command, flags, "--entries-until", &Spec::mutable_entries_until,
          "With --start: when it is settled which bots those of --bots are. Default: at the start");
  command.AddParsedOption(
      "--must-beat", "BOT:POINTS/GAMES",
      [flags](const std::string& text) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(const v1::Gate gate, ParseGate(text));
        flags->settings.push_back([gate](Spec& spec) { *spec.mutable_must_beat() = gate; });
        return absl::OkStatus();
      },
      "Only bots enter that score so much against this one when entries close, as in random:8/10; at a server");
  command.AddParsedOption(
      "--every", "INTERVAL",
      [flags](const std::string& text) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t seconds, ParseInterval(text));
        flags->settings.push_back([seconds](Spec& spec) { spec.set_every_seconds(seconds); });
        return absl::OkStatus();
      },
      "With --start: it begins again and again, after 7d, 12h or 30m (`tournament series`)");
}

std::string ScheduleText(const v1::Tournament& tournament) {
  const Spec& spec = tournament.spec();
  if (!spec.has_start_time()) return "";
  std::string text = absl::StrCat("Start: ", TimeText(spec.start_time()), " UTC");
  if (spec.bots().empty()) {
    absl::StrAppend(&text, ", with the bots that are there ",
                    spec.has_entries_until() ? absl::StrCat("at ", TimeText(spec.entries_until()), " UTC") : "then",
                    " of: ", Printable(absl::StrJoin(spec.entrants(), ", ")));
  }
  absl::StrAppend(&text, "\n");
  if (spec.series() == 0) return text;
  return absl::StrCat(text, "Series ", spec.series(), ", number ", spec.series_number(), ": every ",
                      IntervalText(spec.every_seconds()), "\n");
}

}  // namespace flagfall::arena::cli
