#include "arena/server/qualifying.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/base/second_player.h"
#include "arena/queries/ledger_messages.h"
#include "arena/runner/tournament_runner.h"
#include "arena/store/bots.h"
#include "arena/store/host_bots.h"
#include "arena/store/qualifications.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/scheduled_spec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {
namespace {

using tournament::Entrant;

std::int64_t HalfPointsNeeded(const v1::TournamentSpec& spec) { return 2 * std::int64_t{spec.must_beat().points()}; }

// Stores everybody who can enter, and queues the tournament of those who have to play.
absl::Status Begin(store::Database& ledger, const store::Tournament& tournament, const std::vector<Entrant>& entrants,
                   const tournament::SpecSurroundings& surroundings, std::size_t descriptors_for_others, Micros now,
                   Qualified& qualified) {
  const v1::TournamentSpec& spec = tournament.spec;
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot opponent, store::FindBot(ledger, spec.must_beat().bot()));
  const store::QualifyingMatch match{.opponent = opponent.name(),
                                     .games = std::int64_t{spec.must_beat().games()},
                                     .ruleset = RulesetText(spec.ruleset())};
  std::vector<store::Qualification> qualifications;
  std::vector<std::string> playing;
  for (const Entrant& entrant : entrants) {
    if (!entrant.problem.empty()) continue;
    FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindBot(ledger, entrant.name));
    const bool is_there =
        absl::c_any_of(qualifications, [&](const store::Qualification& one) { return one.bot == bot.name(); });
    if (is_there) {
      return absl::InvalidArgumentError(absl::StrCat("'", bot.name(), "' comes twice; ", kAgainstItself));
    }
    qualifications.push_back({.bot = bot.name(), .qualifier = {}, .half_points = {}});
    if (bot.name() == match.opponent) continue;
    FLAGFALL_ASSIGN_OR_RETURN(const std::optional<store::Qualification> passed,
                              store::FindPassed(ledger, bot.name(), match, HalfPointsNeeded(spec)));
    if (passed.has_value()) {
      qualifications.back() = *passed;
    } else {
      playing.push_back(entrant.name);
    }
  }
  v1::TournamentSpec qualifier;
  if (!playing.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(
        qualifier, tournament::QualifierSpec(spec, static_cast<std::uint32_t>(tournament.id), playing, surroundings));
    FLAGFALL_RETURN_IF_ERROR(runner::CheckEntrants(ledger, qualifier, descriptors_for_others));
  }
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(ledger));
  if (!playing.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(
        qualified.qualifier,
        store::CreateTournament(ledger, qualifier, tournament::PoolOf(qualifier), now, v1::Tournament::STATE_QUEUED));
    for (store::Qualification& one : qualifications) {
      if (!one.qualifier.has_value() && one.bot != match.opponent) one.qualifier = qualified.qualifier;
    }
  }
  FLAGFALL_RETURN_IF_ERROR(store::AddQualifications(ledger, tournament.id, match, qualifications, qualified.qualifier));
  qualified.playing = playing.size();
  return transaction.Commit();
}

// Stores the points of a qualifier that is finished.
absl::Status TakePoints(store::Database& ledger, std::int64_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament qualifier, store::FindTournament(ledger, id));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<tournament::PlayedGame> played, queries::PlayedGames(ledger, qualifier));
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(ledger));
  const tournament::Standings standings = tournament::StandingsFor(qualifier.spec, played);
  for (const tournament::StandingsRow& row : standings.rows) {
    // The first is the one to beat.
    if (row.player == 0) continue;
    FLAGFALL_RETURN_IF_ERROR(store::StoreQualifyingPoints(ledger, id, row.name, row.half_points));
  }
  return transaction.Commit();
}

// Everybody who is stored, with the problem of those who have not passed or cannot play any more.
absl::StatusOr<std::vector<Entrant>> Settled(store::Database& ledger, const store::Tournament& tournament) {
  const v1::Gate& gate = tournament.spec.must_beat();
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Qualification> all,
                            store::QualificationsOf(ledger, tournament.id));
  std::vector<Entrant> entrants;
  for (const store::Qualification& one : all) {
    Entrant& entrant = entrants.emplace_back(Entrant{.name = one.bot, .problem = ""});
    FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindEntry(ledger, one.bot));
    if (!bot.suspended_reason.empty()) {
      entrant.problem = absl::StrCat("is suspended: ", bot.suspended_reason);
    } else if (one.qualifier.has_value() && one.half_points.value_or(0) < HalfPointsNeeded(tournament.spec)) {
      entrant.problem = absl::StrCat("scored ", tournament::PointsText(one.half_points.value_or(0)), " of ",
                                     gate.games(), " against ", gate.bot(), ", and ", gate.points(), " are needed");
    }
  }
  return entrants;
}

// Adds those who could not even play for it.
void AddProblems(const std::vector<Entrant>& entrants, std::vector<Entrant>& settled) {
  const std::size_t played = settled.size();
  for (const Entrant& entrant : entrants) {
    const auto is_it = [&](const Entrant& one) {
      return one.name == entrant.name || store::BaseNameOf(one.name) == entrant.name;
    };
    const auto end = settled.begin() + static_cast<std::ptrdiff_t>(played);
    if (!entrant.problem.empty() && std::none_of(settled.begin(), end, is_it)) settled.push_back(entrant);
  }
}

}  // namespace

absl::StatusOr<Qualified> Qualify(store::Database& ledger, const store::Tournament& tournament,
                                  const std::vector<Entrant>& entrants,
                                  const tournament::SpecSurroundings& surroundings, std::size_t descriptors_for_others,
                                  Micros now) {
  Qualified qualified;
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Qualification> stored,
                            store::QualificationsOf(ledger, tournament.id));
  if (stored.empty()) {
    FLAGFALL_RETURN_IF_ERROR(Begin(ledger, tournament, entrants, surroundings, descriptors_for_others, now, qualified));
    if (qualified.qualifier.has_value()) return qualified;
  }
  const bool has_played =
      tournament.qualifier.has_value() && absl::c_any_of(stored, [](const store::Qualification& one) {
        return one.qualifier.has_value() && !one.half_points.has_value();
      });
  if (has_played) FLAGFALL_RETURN_IF_ERROR(TakePoints(ledger, *tournament.qualifier));
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Entrant> settled, Settled(ledger, tournament));
  AddProblems(entrants, settled);
  qualified.entrants = std::move(settled);
  return qualified;
}

v1::TournamentSpec WithOptionsOfEntries(v1::TournamentSpec spec, const std::vector<Entrant>& entrants) {
  for (const Entrant& entrant : entrants) {
    const std::string base_name = store::BaseNameOf(entrant.name);
    const auto found = spec.bot_options().find(base_name);
    if (base_name == entrant.name || found == spec.bot_options().end()) continue;
    const v1::BotSettings settings = found->second;
    spec.mutable_bot_options()->erase(base_name);
    (*spec.mutable_bot_options())[entrant.name] = settings;
  }
  return spec;
}

}  // namespace flagfall::arena::server
