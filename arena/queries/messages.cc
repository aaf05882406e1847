#include "arena/queries/messages.h"

#include <google/protobuf/util/time_util.h>

#include <map>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_format.h"
#include "arena/tournament/round_robin.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

using google::protobuf::util::TimeUtil;

google::protobuf::Timestamp TimeOf(Micros since_1970) { return TimeUtil::MicrosecondsToTimestamp(since_1970.count()); }

v1::Bot::State StateOf(BotState state) {
  switch (state) {
    case BotState::kReady:
      return v1::Bot::STATE_READY;
    case BotState::kSuspended:
      return v1::Bot::STATE_SUSPENDED;
    case BotState::kRetired:
      break;
  }
  return v1::Bot::STATE_RETIRED;
}

v1::Tournament::State StateOf(TournamentState state) {
  switch (state) {
    case TournamentState::kRunning:
      return v1::Tournament::STATE_RUNNING;
    case TournamentState::kFinished:
      return v1::Tournament::STATE_FINISHED;
    case TournamentState::kStopped:
      break;
  }
  return v1::Tournament::STATE_STOPPED;
}

// How much each bot gained in the newest tournament that is rated in the pool.
absl::StatusOr<std::map<std::string, MicroElo>> NewestChanges(Database& database, const std::string& pool) {
  constexpr int kPage = 100;
  std::optional<std::int64_t> before;
  std::map<std::string, MicroElo> changes;
  while (changes.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Tournament> page, ListTournaments(database, before, kPage));
    if (page.empty()) break;
    for (const Tournament& tournament : page) {
      before = tournament.id;
      if (tournament.pool != pool) continue;
      FLAGFALL_ASSIGN_OR_RETURN(const std::vector<GameSummary> games, TournamentGames(database, tournament.id));
      for (const GameSummary& game : games) {
        if (!game.rating.has_value()) continue;
        changes[game.red] += game.rating->change;
        changes[game.blue] -= game.rating->change;
      }
      if (!changes.empty()) break;
    }
  }
  return changes;
}

}  // namespace

v1::Bot MessageOf(const Bot& bot) {
  v1::Bot message;
  *message.mutable_manifest() = bot.manifest;
  message.set_folder(bot.folder);
  *message.mutable_add_time() = TimeOf(bot.added_time);
  message.set_state(StateOf(bot.State()));
  message.set_suspended_reason(bot.suspended_reason);
  message.set_faults(bot.faults);
  message.set_retired_reason(bot.retired_reason);
  message.set_owner(bot.owner);
  message.set_is_submitted(bot.is_submitted());
  message.set_content_sha256(absl::BytesToHexString(bot.content_sha256));
  return message;
}

v1::GameSummary MessageOf(const GameSummary& game) {
  v1::GameSummary message;
  message.set_game_id(game.game_id);
  message.set_tournament_id(static_cast<std::uint32_t>(game.tournament_id));
  message.set_round(game.round);
  message.set_red(game.red);
  message.set_blue(game.blue);
  message.set_ruleset_id(game.ruleset_id);
  *message.mutable_outcome() = game.outcome;
  message.set_plies(game.plies);
  message.set_attempt(game.attempt);
  *message.mutable_start_time() = TimeOf(game.start_time);
  message.set_duration_micros(game.duration.count());
  if (game.rating.has_value()) {
    message.mutable_rating()->set_pool(game.rating->pool);
    message.mutable_rating()->set_red_elo_before(InElo(game.rating->red_before));
    message.mutable_rating()->set_blue_elo_before(InElo(game.rating->blue_before));
    message.mutable_rating()->set_red_elo_change(InElo(game.rating->change));
  }
  return message;
}

absl::StatusOr<v1::Tournament> MessageOf(Database& database, const Tournament& tournament) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<GameSummary> games, TournamentGames(database, tournament.id));
  const v1::TournamentSpec& spec = tournament.spec;
  v1::Tournament message;
  message.set_id(static_cast<std::uint32_t>(tournament.id));
  *message.mutable_spec() = spec;
  message.set_state(StateOf(tournament.state));
  *message.mutable_create_time() = TimeOf(tournament.created_time);
  *message.mutable_update_time() = TimeOf(tournament.updated_time);
  message.set_games_total(RoundRobin(spec.bots_size(), spec.rounds(), spec.games(), spec.seed()).Total());
  message.set_games_stored(static_cast<std::uint32_t>(games.size()));
  return message;
}

absl::StatusOr<std::vector<v1::RatedBot>> RatedBots(Database& database, const std::string& pool) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Standing> standings, Leaderboard(database, pool));
  FLAGFALL_ASSIGN_OR_RETURN(const auto changes, NewestChanges(database, pool));
  std::vector<v1::RatedBot> rated;
  for (const Standing& standing : standings) {
    v1::RatedBot message;
    message.set_pool(pool);
    message.set_place(static_cast<std::uint32_t>(rated.size() + 1));
    message.set_bot(standing.bot);
    message.set_elo(InElo(standing.rating));
    const auto change = changes.find(standing.bot);
    message.set_elo_change(change == changes.end() ? 0 : InElo(change->second));
    message.set_games(static_cast<std::uint32_t>(standing.tally.Games()));
    message.set_wins(static_cast<std::uint32_t>(standing.tally.wins));
    message.set_draws(static_cast<std::uint32_t>(standing.tally.draws));
    message.set_losses(static_cast<std::uint32_t>(standing.tally.losses));
    rated.push_back(std::move(message));
  }
  return rated;
}

absl::StatusOr<Standings> StandingsOf(Database& database, const Tournament& tournament) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<GameSummary> games, TournamentGames(database, tournament.id));
  const std::vector<std::string> names(tournament.spec.bots().begin(), tournament.spec.bots().end());
  const auto index_of = [&](const std::string& name) {
    return static_cast<int>(absl::c_find(names, name) - names.begin());
  };
  std::vector<PlayedGame> played;
  played.reserve(games.size());
  for (const GameSummary& game : games) {
    played.push_back({.red = index_of(game.red), .blue = index_of(game.blue), .result = game.outcome.result()});
  }
  return ComputeStandings(names, played);
}

void AddStandings(const Standings& standings, v1::Tournament& message) {
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    const StandingsRow& row = standings.rows[i];
    v1::TournamentStanding& standing = *message.add_standings();
    standing.set_place(static_cast<std::uint32_t>(row.place));
    standing.set_bot(row.name);
    standing.set_points(static_cast<double>(row.tally.HalfPoints()) / 2);
    standing.set_games(static_cast<std::uint32_t>(row.tally.Games()));
    standing.set_wins(static_cast<std::uint32_t>(row.tally.wins));
    standing.set_draws(static_cast<std::uint32_t>(row.tally.draws));
    standing.set_losses(static_cast<std::uint32_t>(row.tally.losses));
    for (const Tally& tally : standings.crosstable[i]) {
      v1::Tally& against = *standing.add_against();
      against.set_wins(static_cast<std::uint32_t>(tally.wins));
      against.set_draws(static_cast<std::uint32_t>(tally.draws));
      against.set_losses(static_cast<std::uint32_t>(tally.losses));
    }
  }
}

Standings StandingsIn(const v1::Tournament& message) {
  std::vector<std::string> names;
  std::vector<std::vector<Tally>> scores;
  for (const v1::TournamentStanding& standing : message.standings()) {
    names.push_back(standing.bot());
    std::vector<Tally>& line = scores.emplace_back();
    for (const v1::Tally& against : standing.against()) {
      line.push_back({.wins = against.wins(), .draws = against.draws(), .losses = against.losses()});
    }
    line.resize(static_cast<std::size_t>(message.standings_size()));
  }
  return StandingsFromScores(names, scores);
}

std::string StateName(v1::Tournament::State state) {
  constexpr absl::string_view kPrefix = "STATE_";
  return absl::AsciiStrToLower(v1::Tournament::State_Name(state).substr(kPrefix.size()));
}

std::string TimeText(const google::protobuf::Timestamp& time) {
  const std::string text = TimeUtil::ToString(time);
  return text.substr(0, 10) + " " + text.substr(11, 8);
}

std::string EloChangeText(double change) { return absl::StrFormat("%+.1f", change); }

}  // namespace flagfall::arena
