#include "arena/server/tournament_schedule.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "arena/queries/ledger_messages.h"
#include "arena/runner/tournament_runner.h"
#include "arena/server/challenges.h"
#include "arena/server/qualifying.h"
#include "arena/store/bots.h"
#include "arena/store/errors.h"
#include "arena/store/series.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/scheduled_spec.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {
namespace {

// The spec with those of the listed bots alone that are listed by their names.
v1::TournamentSpec WithNamedOnly(const v1::TournamentSpec& spec) {
  v1::TournamentSpec named = spec;
  named.clear_bots();
  for (const std::string& entrant : spec.bots()) {
    if (!tournament::IsSelector(entrant)) named.add_bots(entrant);
  }
  return named;
}

std::string EntriesText(const v1::TournamentSpec& spec, const std::vector<tournament::Entrant>& left_out) {
  std::string text = absl::StrCat("entries are closed: ", Counted(static_cast<std::uint64_t>(spec.bots_size()), "bot"));
  for (const tournament::Entrant& entrant : left_out) {
    absl::StrAppend(&text, "; ", entrant.name, " is left out, as it ", entrant.problem);
  }
  return text;
}

}  // namespace

absl::StatusOr<tournament::BotList> KnownBots(store::Database& ledger) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, store::ListBots(ledger));
  tournament::BotList known;
  for (const store::Bot& bot : bots) *known.Add() = queries::MessageOf(bot);
  return known;
}

TournamentSchedule::TournamentSchedule(store::Database& ledger, tournament::SpecSurroundings surroundings,
                                       std::size_t descriptors_for_others)
    : ledger_(ledger), surroundings_(std::move(surroundings)), descriptors_for_others_(descriptors_for_others) {}

tournament::SpecSurroundings TournamentSchedule::SurroundingsFor(const std::string& challenger) const {
  tournament::SpecSurroundings surroundings = surroundings_;
  surroundings.challenger = challenger;
  return surroundings;
}

absl::StatusOr<std::int64_t> TournamentSchedule::Create(const v1::TournamentSpec& asked, Micros now,
                                                        const std::string& challenger) {
  v1::TournamentSpec named = WithNamedOnly(asked);
  if (asked.has_must_beat()) named.add_bots(asked.must_beat().bot());
  FLAGFALL_RETURN_IF_ERROR(runner::CheckBotsAreKnown(ledger_, named));
  FLAGFALL_ASSIGN_OR_RETURN(const tournament::BotList known, KnownBots(ledger_));
  FLAGFALL_ASSIGN_OR_RETURN(v1::TournamentSpec open,
                            tournament::OpenSpec(asked, known, SurroundingsFor(challenger), now));
  // With the ruleset, and all that can be wrong with its set-ups.
  named = open;
  *named.mutable_bots() = open.entrants();
  named = WithNamedOnly(named);
  if (named.has_must_beat()) named.add_bots(named.must_beat().bot());
  FLAGFALL_RETURN_IF_ERROR(runner::CheckEntrants(ledger_, named, descriptors_for_others_));
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(ledger_));
  if (open.every_seconds() != 0) {
    open.set_seed(asked.seed());
    FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t series, store::CreateSeries(ledger_, open, now));
    open = tournament::SeriesMember(
        open, {.series = static_cast<std::uint32_t>(series), .number = 1, .start = MicrosOf(open.start_time())},
        surroundings_);
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, store::CreateTournament(ledger_, open, tournament::PoolOf(open), now,
                                                                           v1::Tournament::STATE_SCHEDULED));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return id;
}

absl::StatusOr<TournamentSchedule::DueWork> TournamentSchedule::DoDueWork(Micros now) {
  DueWork work;
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Tournament> due, store::DueTournaments(ledger_, now));
  for (store::Tournament& tournament : due) {
    if (tournament.spec.bots().empty()) {
      absl::Status closed = Close(tournament, now, work);
      if (store::IsLedgerFailure(closed)) return closed;
      if (!closed.ok()) {
        FLAGFALL_RETURN_IF_ERROR(Leave(tournament, v1::Tournament::STATE_STOPPED, closed.message(), now));
        work.notes.push_back({tournament.id, std::string(closed.message()), /*is_stopped=*/true});
        continue;
      }
    }
    const bool is_qualifying = tournament.spec.bots().empty();
    if (is_qualifying || MicrosOf(tournament.spec.start_time()) > now) continue;
    FLAGFALL_RETURN_IF_ERROR(Leave(tournament, v1::Tournament::STATE_QUEUED, /*error=*/"", now));
  }
  FLAGFALL_ASSIGN_OR_RETURN(work.next, store::NextDueTime(ledger_));
  return work;
}

absl::StatusOr<std::optional<std::vector<tournament::Entrant>>> TournamentSchedule::EntrantsOf(
    const store::Tournament& tournament, Micros now, DueWork& work) {
  const v1::TournamentSpec& spec = tournament.spec;
  FLAGFALL_ASSIGN_OR_RETURN(const tournament::BotList known, KnownBots(ledger_));
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<tournament::Entrant> entrants,
                            tournament::ResolveEntrants(spec.entrants(), known, spec.ruleset().id()));
  if (!spec.has_must_beat()) return std::optional(std::move(entrants));
  FLAGFALL_ASSIGN_OR_RETURN(Qualified qualified,
                            Qualify(ledger_, tournament, entrants, surroundings_, descriptors_for_others_, now));
  if (qualified.qualifier.has_value()) {
    work.notes.push_back(
        {tournament.id, absl::StrCat("entries are closed: ", Counted(qualified.playing, "bot"), " against ",
                                     spec.must_beat().bot(), " in tournament ", *qualified.qualifier)});
  }
  return std::move(qualified.entrants);
}

absl::Status TournamentSchedule::Close(store::Tournament& tournament, Micros now, DueWork& work) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::vector<tournament::Entrant>> entrants,
                            EntrantsOf(tournament, now, work));
  if (!entrants.has_value()) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(tournament::ClosedSpec closed,
                            tournament::CloseEntries(WithOptionsOfEntries(tournament.spec, *entrants), *entrants,
                                                     SurroundingsFor(tournament.spec.challenger())));
  FLAGFALL_RETURN_IF_ERROR(CheckChallengeAtStart(ledger_, closed.spec));
  FLAGFALL_RETURN_IF_ERROR(runner::CheckEntrants(ledger_, closed.spec, descriptors_for_others_));
  FLAGFALL_RETURN_IF_ERROR(store::CloseEntries(ledger_, tournament.id, closed.spec));
  work.notes.push_back({tournament.id, EntriesText(closed.spec, closed.left_out)});
  tournament.spec = std::move(closed.spec);
  return absl::OkStatus();
}

absl::Status TournamentSchedule::Leave(const store::Tournament& tournament, v1::Tournament::State state,
                                       absl::string_view error, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(ledger_));
  FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(ledger_, tournament.id, state, now, error));
  FLAGFALL_RETURN_IF_ERROR(MakeNext(tournament, now));
  return transaction.Commit();
}

absl::Status TournamentSchedule::MakeNext(const store::Tournament& before, Micros now) {
  if (before.spec.series() == 0) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const store::Series series, store::FindSeries(ledger_, before.spec.series()));
  // One that was cancelled and resumed has its next already.
  if (series.stopped_time.has_value() || series.newest_tournament != before.id) return absl::OkStatus();
  const Micros start = tournament::NextStart(MicrosOf(before.spec.start_time()), before.spec.every_seconds(), now);
  const v1::TournamentSpec next = tournament::SeriesMember(
      series.spec, {.series = before.spec.series(), .number = before.spec.series_number() + 1, .start = start},
      surroundings_);
  return store::CreateTournament(ledger_, next, tournament::PoolOf(next), now, v1::Tournament::STATE_SCHEDULED)
      .status();
}

absl::Status TournamentSchedule::Cancel(const store::Tournament& tournament, Micros now) {
  return Leave(tournament, v1::Tournament::STATE_CANCELLED, /*error=*/"", now);
}

absl::StatusOr<std::optional<std::int64_t>> TournamentSchedule::StopSeries(std::int64_t series, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(ledger_));
  FLAGFALL_RETURN_IF_ERROR(store::StopSeries(ledger_, series, now));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Series stopped, store::FindSeries(ledger_, series));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament newest, store::FindTournament(ledger_, stopped.newest_tournament));
  std::optional<std::int64_t> cancelled;
  if (newest.state == v1::Tournament::STATE_SCHEDULED) {
    FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(ledger_, newest.id, v1::Tournament::STATE_CANCELLED, now));
    cancelled = newest.id;
  }
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return cancelled;
}

}  // namespace flagfall::arena::server
