#include "arena/queries/ledger_messages.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "arena/base/unplayed.h"
#include "arena/queries/match_statistics.h"
#include "arena/queries/tournament_times.h"
#include "arena/store/chain.h"
#include "arena/store/qualifications.h"
#include "arena/store/seat_times.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/tune.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::queries {
namespace {

v1::GameRating MessageOf(const store::RatedGame& game) {
  v1::GameRating message;
  message.set_pool(game.pool);
  message.set_red_elo_before(rating::InElo(game.red_before));
  message.set_blue_elo_before(rating::InElo(game.blue_before));
  message.set_red_elo_change(rating::InElo(game.change));
  message.set_step(game.step);
  return message;
}

}  // namespace

v1::Bot MessageOf(const store::Bot& bot) {
  v1::Bot message;
  *message.mutable_manifest() = bot.manifest;
  message.set_folder(bot.folder);
  *message.mutable_add_time() = TimestampOf(bot.added_time);
  message.set_state(bot.State());
  message.set_suspended_reason(bot.suspended_reason);
  message.set_faults(bot.faults);
  message.set_retired_reason(bot.retired_reason);
  message.set_owner(bot.owner);
  message.set_is_submitted(bot.is_submitted());
  message.set_content_sha256(absl::BytesToHexString(bot.content_sha256));
  message.set_takes_challenges(bot.takes_challenges);
  message.mutable_tags()->Assign(bot.tags.begin(), bot.tags.end());
  return message;
}

v1::GameSummary MessageOf(const store::GameSummary& game) {
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
  message.set_is_imported(game.is_imported);
  if (!game.is_imported || game.start_time != Micros(0)) *message.mutable_start_time() = TimestampOf(game.start_time);
  message.set_duration_micros(game.duration.count());
  if (game.rating.has_value()) *message.mutable_rating() = MessageOf(*game.rating);
  return message;
}

v1::GameSummary MessageOf(const store::GameResult& result, const store::Receipt& receipt) {
  const v1::GameRecord& record = result.record;
  return MessageOf(store::GameSummary{.game_id = record.game_id(),
                                      .tournament_id = result.tournament_id,
                                      .number = result.number,
                                      .round = result.round,
                                      .first_of_pair = result.first_of_pair,
                                      .red = record.red().name(),
                                      .blue = record.blue().name(),
                                      .ruleset_id = record.ruleset().id(),
                                      .outcome = record.outcome(),
                                      .plies = record.plies(),
                                      .attempt = receipt.attempt,
                                      .start_time = MicrosOf(record.start_time()),
                                      .duration = store::DurationOf(record),
                                      .rating = receipt.rating});
}

v1::RatedBot MessageOf(const store::Standing& standing) {
  v1::RatedBot message;
  message.set_pool(standing.pool);
  message.set_bot(standing.bot);
  message.set_elo(rating::InElo(standing.rating));
  message.set_elo_change(rating::InElo(standing.newest_gain));
  message.set_games(static_cast<std::uint32_t>(standing.tally.Games()));
  message.set_is_provisional(standing.tally.Games() < rating::kProvisionalGames);
  message.set_wins(static_cast<std::uint32_t>(standing.tally.wins));
  message.set_draws(static_cast<std::uint32_t>(standing.tally.draws));
  message.set_losses(static_cast<std::uint32_t>(standing.tally.losses));
  return message;
}

v1::Tournament MessageOf(const store::Tournament& tournament, std::uint32_t games) {
  const v1::TournamentSpec& spec = tournament.spec;
  v1::Tournament message;
  message.set_id(static_cast<std::uint32_t>(tournament.id));
  *message.mutable_spec() = spec;
  message.set_state(tournament.state);
  message.set_error(tournament.error);
  if (tournament.waiting_games > 0) {
    message.mutable_waiting()->set_games(tournament.waiting_games);
    message.mutable_waiting()->set_reason(tournament.waiting_reason);
  }
  *message.mutable_create_time() = TimestampOf(tournament.created_time);
  *message.mutable_update_time() = TimestampOf(tournament.updated_time);
  // A match that is decided leaves games unplayed, and a ladder knows of no number before its end.
  const bool is_finished = tournament.state == v1::Tournament::STATE_FINISHED;
  message.set_games_total(is_finished ? games : tournament::GamesMax(spec).value_or(0));
  message.set_games_stored(games);
  return message;
}

absl::StatusOr<v1::Tournament> MessageOf(store::Database& database, const store::Tournament& tournament) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t games, store::CountTournamentGames(database, tournament.id));
  return MessageOf(tournament, games);
}

absl::StatusOr<std::string> ChainHeadOf(store::Database& database, const store::Tournament& tournament) {
  // One that was finished may be played on.
  if (tournament.state != v1::Tournament::STATE_FINISHED) return "";
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<store::SignedHead> head,
                            store::HeadOfTournament(database, tournament.id));
  return head.has_value() ? store::LineOf(*head) : "";
}

absl::Status AddQualifications(store::Database& database, v1::Tournament& message) {
  if (!message.spec().has_must_beat()) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Qualification> all,
                            store::QualificationsOf(database, message.id()));
  for (const store::Qualification& one : all) {
    v1::Qualification& qualification = *message.add_qualifications();
    qualification.set_bot(one.bot);
    qualification.set_tournament_id(static_cast<std::uint32_t>(one.qualifier.value_or(0)));
    if (one.half_points.has_value()) qualification.set_points(static_cast<double>(*one.half_points) / 2);
    qualification.set_has_passed(!one.qualifier.has_value() ||
                                 one.half_points.value_or(0) >= 2 * std::int64_t{message.spec().must_beat().points()});
  }
  return absl::OkStatus();
}

std::map<std::string, int> PlayersOf(const v1::TournamentSpec& spec) {
  std::map<std::string, int> players;
  for (const std::string& name : spec.bots()) players.emplace(name, static_cast<int>(players.size()));
  return players;
}

absl::StatusOr<tournament::PlayedGame> PlayedGameOf(const store::GameSummary& game,
                                                    const std::map<std::string, int>& players) {
  const auto red = players.find(game.red);
  const auto blue = players.find(game.blue);
  if (red == players.end() || blue == players.end()) {
    return absl::DataLossError(absl::StrCat("game ", game.game_id, " is of ", game.red, " and ", game.blue,
                                            ", which are not both among the bots of its tournament's spec"));
  }
  return tournament::PlayedGame{.red = red->second,
                                .blue = blue->second,
                                .result = game.outcome.result(),
                                .number = game.number,
                                .round = game.round,
                                .first_of_pair = game.first_of_pair,
                                .is_forfeit = tournament::IsForfeit(game.outcome.reason()),
                                .is_unplayed = IsUnplayed(game.outcome.reason(), game.plies)};
}

absl::StatusOr<std::vector<tournament::PlayedGame>> PlayedGames(store::Database& database,
                                                                const store::Tournament& tournament,
                                                                TournamentTimes* times) {
  const std::map<std::string, int> players = PlayersOf(tournament.spec);
  std::vector<tournament::PlayedGame> played;
  FLAGFALL_RETURN_IF_ERROR(
      store::VisitTournamentGames(database, tournament.id, [&](const store::GameSummary& game) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(played.emplace_back(), PlayedGameOf(game, players));
        if (times != nullptr) times->Add(game, played.back());
        return absl::OkStatus();
      }));
  return played;
}

void AddTable(absl::Span<const tournament::PlayedGame> played, v1::Tournament& message) {
  // Its players differ in nothing but the options that they happen to have.
  if (message.spec().format() == v1::TournamentSpec::FORMAT_TUNE) {
    *message.mutable_tuned() = tournament::TuningAfter(message.spec(), played);
    return;
  }
  tournament::AddStandings(tournament::StandingsFor(message.spec(), played), message);
  if (message.spec().bots_size() == 2) *message.mutable_match() = MatchStatisticsOf(message.spec(), played);
}

}  // namespace flagfall::arena::queries
