#include "arena/queries/messages.h"

#include <google/protobuf/util/time_util.h>

#include <cmath>

#include "absl/strings/escaping.h"
#include "absl/strings/str_format.h"
#include "arena/queries/match_statistics.h"
#include "arena/tournament/format_spec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

using google::protobuf::util::TimeUtil;

google::protobuf::Timestamp TimeOf(Micros since_1970) { return TimeUtil::MicrosecondsToTimestamp(since_1970.count()); }

}  // namespace

v1::Bot MessageOf(const Bot& bot) {
  v1::Bot message;
  *message.mutable_manifest() = bot.manifest;
  message.set_folder(bot.folder);
  *message.mutable_add_time() = TimeOf(bot.added_time);
  message.set_state(bot.State());
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

v1::Tally MessageOf(const Tally& tally) {
  v1::Tally message;
  message.set_wins(static_cast<std::uint32_t>(tally.wins));
  message.set_draws(static_cast<std::uint32_t>(tally.draws));
  message.set_losses(static_cast<std::uint32_t>(tally.losses));
  return message;
}

v1::RatedBot MessageOf(const Standing& standing) {
  v1::RatedBot message;
  message.set_pool(standing.pool);
  message.set_place(static_cast<std::uint32_t>(standing.place));
  message.set_bot(standing.bot);
  message.set_elo(InElo(standing.rating));
  message.set_elo_change(InElo(standing.newest_gain));
  message.set_games(static_cast<std::uint32_t>(standing.tally.Games()));
  message.set_wins(static_cast<std::uint32_t>(standing.tally.wins));
  message.set_draws(static_cast<std::uint32_t>(standing.tally.draws));
  message.set_losses(static_cast<std::uint32_t>(standing.tally.losses));
  return message;
}

v1::Tournament MessageOf(const Tournament& tournament, std::uint32_t games) {
  const v1::TournamentSpec& spec = tournament.spec;
  v1::Tournament message;
  message.set_id(static_cast<std::uint32_t>(tournament.id));
  *message.mutable_spec() = spec;
  message.set_state(tournament.state);
  *message.mutable_create_time() = TimeOf(tournament.created_time);
  *message.mutable_update_time() = TimeOf(tournament.updated_time);
  // A match that is decided leaves games unplayed, and a ladder knows of no number before its end.
  const bool is_finished = tournament.state == v1::Tournament::STATE_FINISHED;
  message.set_games_total(is_finished ? games : GamesMax(spec).value_or(0));
  message.set_games_stored(games);
  return message;
}

absl::StatusOr<v1::Tournament> MessageOf(Database& database, const Tournament& tournament) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t games, CountTournamentGames(database, tournament.id));
  return MessageOf(tournament, games);
}

std::map<std::string, int> PlayersOf(const v1::TournamentSpec& spec) {
  std::map<std::string, int> players;
  for (const std::string& name : spec.bots()) players.emplace(name, static_cast<int>(players.size()));
  return players;
}

PlayedGame PlayedGameOf(const GameSummary& game, const std::map<std::string, int>& players) {
  return {.red = players.at(game.red),
          .blue = players.at(game.blue),
          .result = game.outcome.result(),
          .number = game.number,
          .round = game.round,
          .first_of_pair = game.first_of_pair,
          .is_forfeit = IsForfeit(game.outcome.reason())};
}

absl::StatusOr<std::vector<PlayedGame>> PlayedGames(Database& database, const Tournament& tournament) {
  const std::map<std::string, int> players = PlayersOf(tournament.spec);
  std::vector<PlayedGame> played;
  FLAGFALL_RETURN_IF_ERROR(VisitTournamentGames(database, tournament.id, [&](const GameSummary& game) {
    played.push_back(PlayedGameOf(game, players));
    return absl::OkStatus();
  }));
  return played;
}

void AddStandings(const Standings& standings, v1::Tournament& message) {
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    const StandingsRow& row = standings.rows[i];
    v1::TournamentStanding& standing = *message.add_standings();
    standing.set_place(static_cast<std::uint32_t>(row.place));
    standing.set_bot(row.name);
    standing.set_points(static_cast<double>(row.half_points) / 2);
    standing.set_games(static_cast<std::uint32_t>(row.tally.Games()));
    standing.set_wins(static_cast<std::uint32_t>(row.tally.wins));
    standing.set_draws(static_cast<std::uint32_t>(row.tally.draws));
    standing.set_losses(static_cast<std::uint32_t>(row.tally.losses));
    standing.set_byes(static_cast<std::uint32_t>(row.byes));
    standing.set_buchholz(static_cast<double>(row.half_buchholz) / 2);
    standing.set_sonneborn_berger(static_cast<double>(row.quarter_sonneborn_berger) / 4);
    standing.set_direct_encounter(static_cast<double>(row.direct_half_points) / 2);
    standing.set_rating(row.rating.elo);
    standing.set_rating_deviation(row.rating.deviation);
    for (const Tally& tally : standings.crosstable[i]) *standing.add_against() = MessageOf(tally);
  }
}

void AddTable(absl::Span<const PlayedGame> played, v1::Tournament& message) {
  AddStandings(StandingsFor(message.spec(), played), message);
  if (message.spec().bots_size() == 2) *message.mutable_match() = MatchStatisticsOf(message.spec(), played);
}

Standings StandingsIn(const v1::Tournament& message) {
  Standings standings{.rows = {}, .crosstable = {}, .ranking = RankingOf(message.spec())};
  for (const v1::TournamentStanding& standing : message.standings()) {
    StandingsRow& row = standings.rows.emplace_back();
    row.place = static_cast<int>(standing.place());
    row.player = static_cast<int>(standings.rows.size()) - 1;
    row.name = standing.bot();
    row.tally = {.wins = standing.wins(), .draws = standing.draws(), .losses = standing.losses()};
    row.half_points = std::llround(2 * standing.points());
    row.byes = static_cast<int>(standing.byes());
    row.half_buchholz = std::llround(2 * standing.buchholz());
    row.quarter_sonneborn_berger = std::llround(4 * standing.sonneborn_berger());
    row.direct_half_points = std::llround(2 * standing.direct_encounter());
    row.elo = EstimateElo(row.tally);
    row.rating = {.elo = standing.rating(), .deviation = standing.rating_deviation()};
    std::vector<Tally>& line = standings.crosstable.emplace_back();
    for (const v1::Tally& against : standing.against()) {
      line.push_back({.wins = against.wins(), .draws = against.draws(), .losses = against.losses()});
    }
    line.resize(static_cast<std::size_t>(message.standings_size()));
  }
  return standings;
}

std::string TimeText(const google::protobuf::Timestamp& time) {
  // A server may say anything.
  if (time.seconds() < TimeUtil::kTimestampMinSeconds || time.seconds() > TimeUtil::kTimestampMaxSeconds) return "-";
  const std::string text = TimeUtil::ToString(time);
  return text.substr(0, 10) + " " + text.substr(11, 8);
}

std::string EloChangeText(double change) { return absl::StrFormat("%+.1f", change); }

}  // namespace flagfall::arena
