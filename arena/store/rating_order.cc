#include "arena/store/rating_order.h"

#include <string>
#include <vector>

#include "arena/base/names.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

struct Turn {
  std::int64_t sequence = 0;
  SeatKeys seats;
  v1::Result result = v1::RESULT_UNSPECIFIED;
  bool is_rated = false;
};

#define FLAGFALL_SELECT_TURNS                                            \
  "SELECT games.sequence, games.red_bot_id, games.blue_bot_id, result, " \
  "rating_changes.sequence IS NOT NULL FROM games LEFT JOIN rating_changes USING (sequence) "

absl::StatusOr<Turn> ReadTurn(const Statement& row) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Result result, EnumNamed<v1::Result>(row.Text(3)));
  return Turn{.sequence = row.Int(0),
              .seats = {.red = row.Int(1), .blue = row.Int(2)},
              .result = result,
              .is_rated = row.Int(4) != 0};
}

// Absent when that game is not stored.
absl::StatusOr<std::optional<Turn>> FindTurn(Database& database, std::int64_t tournament_id, std::uint32_t number) {
  Statement select = database.Prepare(FLAGFALL_SELECT_TURNS "WHERE tournament_id = ?1 AND number = ?2");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(tournament_id).Bind(number).Next());
  if (!found) return std::nullopt;
  return ReadTurn(select);
}

absl::Status Rate(Database& database, const Turn& turn, absl::string_view pool) {
  return RateGame(database, turn.sequence, pool, turn.seats, turn.result).status();
}

}  // namespace

absl::StatusOr<std::optional<RatedGame>> RateInTurn(Database& database, const NewGame& game, absl::string_view pool) {
  if (game.number > 1) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::optional<Turn> before,
                              FindTurn(database, game.tournament_id, game.number - 1));
    if (!before.has_value() || !before->is_rated) return std::nullopt;
  }
  FLAGFALL_ASSIGN_OR_RETURN(RatedGame rated, RateGame(database, game.sequence, pool, game.seats, game.result));
  for (std::uint32_t number = game.number + 1;; ++number) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::optional<Turn> turn, FindTurn(database, game.tournament_id, number));
    if (!turn.has_value()) return rated;
    // A game is rated before those ahead of it if its tournament was stopped, or begun by a program that rated games as
    // they ended.
    if (!turn->is_rated) FLAGFALL_RETURN_IF_ERROR(Rate(database, *turn, pool));
  }
}

absl::Status RateWaiting(Database& database, std::int64_t tournament_id) {
  Statement tournament = database.Prepare("SELECT pool FROM tournaments WHERE tournament_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, tournament.Bind(tournament_id).Next());
  if (!found || tournament.IsNull(0)) return absl::OkStatus();
  const std::string pool = tournament.Text(0);
  Statement select = database.Prepare(FLAGFALL_SELECT_TURNS
                                      "WHERE tournament_id = ?1 AND rating_changes.sequence IS NULL ORDER BY number");
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Turn> waiting, select.Bind(tournament_id).Collect<Turn>(ReadTurn));
  for (const Turn& turn : waiting) FLAGFALL_RETURN_IF_ERROR(Rate(database, turn, pool));
  return absl::OkStatus();
}

}  // namespace flagfall::arena::store
