#include "arena/store/rating_order.h"

#include <vector>

#include "arena/base/names.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

struct Turn {
  std::int64_t sequence = 0;
  SeatKeys seats;
  v1::Result result = v1::RESULT_UNSPECIFIED;
  bool is_unplayed = false;
  bool is_settled = false;
};

#define FLAGFALL_SELECT_TURNS                                                                 \
  "SELECT games.sequence, games.red_bot_id, games.blue_bot_id, result, " FLAGFALL_IS_UNPLAYED \
  ", rating_changes.sequence IS NOT NULL OR unrated_games.sequence IS NOT NULL FROM games "   \
  "LEFT JOIN rating_changes ON rating_changes.sequence = games.sequence "                     \
  "LEFT JOIN unrated_games ON unrated_games.sequence = games.sequence "

absl::StatusOr<Turn> ReadTurn(const Statement& row) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Result result, EnumNamed<v1::Result>(row.Text(3)));
  return Turn{.sequence = row.Int(0),
              .seats = {.red = row.Int(1), .blue = row.Int(2)},
              .result = result,
              .is_unplayed = row.Int(4) != 0,
              .is_settled = row.Int(5) != 0};
}

// Absent when that game is not stored.
absl::StatusOr<std::optional<Turn>> FindTurn(Database& database, std::int64_t tournament_id, std::uint32_t number) {
  Statement select = database.Prepare(FLAGFALL_SELECT_TURNS "WHERE tournament_id = ?1 AND number = ?2");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(tournament_id).Bind(number).Next());
  if (!found) return std::nullopt;
  return ReadTurn(select);
}

// Rates a game whose turn has come, or notes that it is not rated. Returns its change; absent when there is none.
absl::StatusOr<std::optional<RatedGame>> Settle(Database& database, const Turn& turn, const RatingRule& rule) {
  if (turn.is_unplayed && !rule.rates_forfeits) {
    Statement insert = database.Prepare("INSERT INTO unrated_games (sequence) VALUES (?1)");
    FLAGFALL_RETURN_IF_ERROR(insert.Bind(turn.sequence).Run());
    return std::nullopt;
  }
  return RateGame(database, turn.sequence, rule.pool, turn.seats, turn.result);
}

}  // namespace

absl::StatusOr<std::optional<RatedGame>> RateInTurn(Database& database, const NewGame& game, const RatingRule& rule) {
  if (game.number > 1) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::optional<Turn> before,
                              FindTurn(database, game.tournament_id, game.number - 1));
    if (!before.has_value() || !before->is_settled) return std::nullopt;
  }
  const Turn own{
      .sequence = game.sequence, .seats = game.seats, .result = game.result, .is_unplayed = game.is_unplayed};
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<RatedGame> rated, Settle(database, own, rule));
  for (std::uint32_t number = game.number + 1;; ++number) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::optional<Turn> turn, FindTurn(database, game.tournament_id, number));
    if (!turn.has_value()) return rated;
    // A game is settled before those ahead of it if its tournament was stopped, or begun by a program that rated games
    // as they ended.
    if (!turn->is_settled) FLAGFALL_RETURN_IF_ERROR(Settle(database, *turn, rule).status());
  }
}

absl::Status RateWaiting(Database& database, std::int64_t tournament_id) {
  Statement tournament = database.Prepare("SELECT pool, rates_forfeits FROM tournaments WHERE tournament_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, tournament.Bind(tournament_id).Next());
  if (!found || tournament.IsNull(0)) return absl::OkStatus();
  const RatingRule rule{.pool = tournament.Text(0), .rates_forfeits = tournament.Int(1) != 0};
  Statement select =
      database.Prepare(FLAGFALL_SELECT_TURNS
                       "WHERE tournament_id = ?1 AND rating_changes.sequence IS NULL AND unrated_games.sequence IS "
                       "NULL ORDER BY number");
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Turn> waiting, select.Bind(tournament_id).Collect<Turn>(ReadTurn));
  for (const Turn& turn : waiting) FLAGFALL_RETURN_IF_ERROR(Settle(database, turn, rule).status());
  return absl::OkStatus();
}

}  // namespace flagfall::arena::store
