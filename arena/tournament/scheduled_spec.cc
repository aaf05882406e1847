#include "arena/tournament/scheduled_spec.h"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/base/second_player.h"
#include "arena/base/timestamps.h"
#include "arena/tournament/spec_error.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::tournament {
namespace {

using Spec = v1::TournamentSpec;
using google::protobuf::Timestamp;
using google::protobuf::util::TimeUtil;

// Behind the name of a series' tournament stands its number, of at most ten digits.
constexpr std::size_t kNumberBytesMax = 12;

// "2026-12-01T18:00:00Z".
std::string TimeText(Micros time) {
  return TimeUtil::ToString(TimeUtil::SecondsToTimestamp(std::chrono::floor<std::chrono::seconds>(time).count()));
}

absl::StatusOr<Micros> ReadTimeOf(absl::string_view field, const Timestamp& time, Micros now) {
  constexpr std::int32_t kNanosMax = 999'999'999;
  if (time.seconds() < 0 || time.seconds() > TimeUtil::kTimestampMaxSeconds || time.nanos() < 0 ||
      time.nanos() > kNanosMax) {
    return WrongField(field, "is no time; write it as in 2026-12-01T18:00:00Z");
  }
  const Micros micros = MicrosOf(time);
  if (micros <= now) {
    return WrongField(field, absl::StrCat(TimeText(micros), " has passed; it is ", TimeText(now), " now"));
  }
  if (micros - now > std::chrono::hours(24 * kStartAheadDaysMax)) {
    return WrongField(field, absl::StrCat(TimeText(micros), " is more than ", kStartAheadDaysMax, " days ahead"));
  }
  return micros;
}

absl::Status CheckGate(const v1::Gate& gate) {
  if (gate.bot().empty() || IsSelector(gate.bot()) || IsFurtherPlayer(gate.bot()))
    return WrongField("must_beat.bot", "name one bot");
  if (gate.games() < 1 || gate.games() > kMatchGamesMax) {
    return WrongField("must_beat.games", absl::StrCat(gate.games(), " given; 1 to ", kMatchGamesMax));
  }
  if (gate.points() >= 1 && gate.points() <= gate.games()) return absl::OkStatus();
  return WrongField("must_beat.points",
                    absl::StrCat(gate.points(), " given; 1 to ", gate.games(), ", of ", gate.games(), " games"));
}

// Whether it is to begin as soon as it is settled who enters.
bool BeginsOnceQualified(const Spec& asked) {
  return asked.has_must_beat() && !asked.has_start_time() && !asked.has_entries_until() && asked.every_seconds() == 0;
}

absl::Status CheckTimes(const Spec& asked, Micros now) {
  if (asked.format() == Spec::FORMAT_TUNE) {
    return WrongField("format", "a tuning (FORMAT_TUNE) begins at once, and nobody plays for an entry in it");
  }
  if (BeginsOnceQualified(asked)) return absl::OkStatus();
  if (!asked.has_start_time()) {
    return WrongField(asked.has_entries_until() ? "entries_until" : "every_seconds",
                      "is for a tournament with a start_time (--start)");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const Micros start, ReadTimeOf("start_time", asked.start_time(), now));
  if (asked.has_entries_until()) {
    FLAGFALL_ASSIGN_OR_RETURN(const Micros until, ReadTimeOf("entries_until", asked.entries_until(), now));
    if (until > start) {
      return WrongField("entries_until", absl::StrCat(TimeText(until), " is after the start, ", TimeText(start),
                                                      "; entries close at the start or before it"));
    }
  }
  const std::uint32_t every = asked.every_seconds();
  if (every == 0 || (every >= kEverySecondsMin && every <= kEverySecondsMax)) return absl::OkStatus();
  return WrongField("every_seconds", absl::StrCat(every, " given; ", kEverySecondsMin, " to ", kEverySecondsMax));
}

// What a spec has of a schedule, and CompleteSpec refuses. It sets the challenger anew.
Spec WithoutSchedule(Spec spec) {
  spec.clear_start_time();
  spec.clear_entries_until();
  spec.clear_entrants();
  spec.clear_every_seconds();
  spec.clear_series();
  spec.clear_series_number();
  spec.clear_must_beat();
  spec.clear_challenger();
  return spec;
}

void CopySchedule(const Spec& from, Spec& to) {
  *to.mutable_start_time() = from.start_time();
  if (from.has_entries_until()) *to.mutable_entries_until() = from.entries_until();
  *to.mutable_entrants() = from.entrants();
  to.set_every_seconds(from.every_seconds());
  to.set_series(from.series());
  to.set_series_number(from.series_number());
  if (from.has_must_beat()) *to.mutable_must_beat() = from.must_beat();
}

// The bots with which a spec is tried before it is known which they will be: those that would enter now, and others
// where they are fewer than it takes.
absl::StatusOr<EntrantList> BotsToTry(const Spec& asked, const BotList& known) {
  for (const std::string& entrant : asked.bots()) {
    if (!IsFurtherPlayer(entrant)) continue;
    return WrongField(
        "bots", absl::StrCat("'", entrant, "' cannot enter a tournament that begins at a time; ", kAgainstItself));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Entrant> entrants,
                            ResolveEntrants(asked.bots(), known, asked.ruleset().id()));
  EntrantList bots;
  for (const Entrant& entrant : entrants) *bots.Add() = entrant.name;
  if (!HasSelector(asked.bots())) return bots;
  const int needed = static_cast<int>(std::min<std::uint32_t>(std::max(2U, asked.seeds() + 1), kBotsMax));
  // No bot can have such a name.
  while (bots.size() < needed) *bots.Add() = absl::StrCat("@", bots.size() + 1);
  return bots;
}

std::string NameOf(const Spec& asked) {
  if (!asked.name().empty()) return asked.name();
  if (asked.every_seconds() != 0) return absl::StrCat(asked.ruleset().id(), " series");
  return absl::StrCat(asked.ruleset().id(), ", ", TimeText(MicrosOf(asked.start_time())));
}

absl::Status CheckNameHasRoom(const Spec& open) {
  if (open.every_seconds() == 0 || open.name().size() + kNumberBytesMax <= kTournamentNameBytesMax) {
    return absl::OkStatus();
  }
  return WrongField(
      "name", absl::StrCat("has ", open.name().size(), " bytes; at most ", kTournamentNameBytesMax - kNumberBytesMax,
                           " in a series, whose tournaments "
                           "have their number behind it"));
}

// Settings of a bot that does not enter are of no use.
void RemoveUnusedOptions(Spec& spec) {
  std::set<std::string> unused;
  for (const auto& [bot, settings] : spec.bot_options()) {
    if (!absl::c_linear_search(spec.bots(), bot)) unused.insert(bot);
  }
  for (const std::string& bot : unused) spec.mutable_bot_options()->erase(bot);
}

absl::Status TooFewError(const Spec& open, const std::vector<Entrant>& entrants) {
  std::vector<std::string> can, cannot;
  for (const Entrant& entrant : entrants) {
    entrant.problem.empty() ? can.push_back(entrant.name)
                            : cannot.push_back(absl::StrCat(entrant.name, " ", entrant.problem));
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "when entries closed for ", absl::StrJoin(open.entrants(), ", "), ", ",
      can.empty() ? "no bot" : absl::StrCat("only ", can.front()), " could enter, and a tournament takes 2 at least",
      cannot.empty() ? "" : absl::StrCat("; ", absl::StrJoin(cannot, "; "))));
}

}  // namespace

bool IsScheduled(const Spec& spec) {
  return spec.has_start_time() || spec.has_entries_until() || spec.every_seconds() != 0 || spec.has_must_beat();
}

absl::StatusOr<Spec> OpenSpec(const Spec& given, const BotList& known, const SpecSurroundings& surroundings,
                              Micros now) {
  FLAGFALL_RETURN_IF_ERROR(CheckServersFields(given));
  FLAGFALL_RETURN_IF_ERROR(CheckTimes(given, now));
  if (given.has_must_beat()) FLAGFALL_RETURN_IF_ERROR(CheckGate(given.must_beat()));
  Spec asked = given;
  if (BeginsOnceQualified(given)) *asked.mutable_start_time() = TimestampOf(now);
  Spec trial = WithoutSchedule(asked);
  FLAGFALL_ASSIGN_OR_RETURN(*trial.mutable_bots(), BotsToTry(asked, known));
  // A challenge is named after its challenger, as one that begins at once.
  if (surroundings.challenger.empty()) trial.set_name(NameOf(asked));
  FLAGFALL_ASSIGN_OR_RETURN(Spec open, CompleteSpec(trial, surroundings));
  CopySchedule(asked, open);
  FLAGFALL_ASSIGN_OR_RETURN(*open.mutable_entrants(), WriteOutSelectors(asked.bots(), known));
  open.clear_bots();
  open.set_rounds(asked.rounds());
  FLAGFALL_RETURN_IF_ERROR(CheckNameHasRoom(open));
  return open;
}

absl::StatusOr<ClosedSpec> CloseEntries(const Spec& open, const std::vector<Entrant>& entrants,
                                        const SpecSurroundings& surroundings) {
  ClosedSpec closed;
  Spec spec = WithoutSchedule(open);
  for (const Entrant& entrant : entrants) {
    if (entrant.problem.empty()) {
      spec.add_bots(entrant.name);
    } else {
      closed.left_out.push_back(entrant);
    }
  }
  if (spec.bots_size() < 2) return TooFewError(open, entrants);
  RemoveUnusedOptions(spec);
  FLAGFALL_ASSIGN_OR_RETURN(closed.spec, CompleteSpec(spec, surroundings));
  CopySchedule(open, closed.spec);
  return closed;
}

absl::StatusOr<Spec> QualifierSpec(const Spec& open, std::uint32_t tournament, const std::vector<std::string>& bots,
                                   const SpecSurroundings& surroundings) {
  const v1::Gate& gate = open.must_beat();
  Spec spec = WithoutSchedule(open);
  spec.add_bots(gate.bot());
  for (const std::string& bot : bots) spec.add_bots(bot);
  RemoveUnusedOptions(spec);
  spec.set_name(absl::StrCat("qualifying for tournament ", tournament));
  spec.set_format(Spec::FORMAT_GAUNTLET);
  spec.set_seeds(1);
  spec.set_rounds(1);
  spec.set_games(gate.games());
  spec.clear_sprt();
  spec.clear_tie_break_pairs();
  spec.clear_third_place();
  // Its games come in pairs.
  if (gate.games() % 2 != 0) spec.set_duplicate(false);
  spec.set_rated(false);
  spec.clear_seed();
  FLAGFALL_ASSIGN_OR_RETURN(Spec complete, CompleteSpec(spec, surroundings));
  complete.set_qualifies_for(tournament);
  return complete;
}

std::string PointsText(std::int64_t half_points) {
  return absl::StrCat(half_points / 2, half_points % 2 == 0 ? "" : ".5");
}

Spec SeriesMember(const Spec& series, const SeriesPlace& place, const SpecSurroundings& surroundings) {
  FLAGFALL_CHECK(series.has_start_time() && place.number > 0);
  Spec member = series;
  member.set_series(place.series);
  member.set_series_number(place.number);
  member.set_name(absl::StrCat(series.name(), " #", place.number));
  while (member.seed() == 0) member.set_seed(surroundings.draw_seed());
  *member.mutable_start_time() = TimestampOf(place.start);
  if (series.has_entries_until()) {
    const Micros before = MicrosOf(series.start_time()) - MicrosOf(series.entries_until());
    *member.mutable_entries_until() = TimestampOf(place.start - before);
  }
  return member;
}

Micros NextStart(Micros start, std::uint32_t every_seconds, Micros now) {
  const Micros every = std::chrono::seconds(every_seconds);
  const std::int64_t intervals = now < start ? 1 : (now - start) / every + 1;
  return start + intervals * every;
}

}  // namespace flagfall::arena::tournament
