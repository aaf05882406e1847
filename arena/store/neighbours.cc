#include "arena/store/neighbours.h"

#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// Starts from all games of one of the two, whose index has the opponents and the tournaments; the pluses keep SQLite
// from reading the whole tournament instead.
constexpr char kNeighbours[] =
    "WITH players AS (SELECT (SELECT bot_id FROM bots WHERE name = ?3) AS one,"
    "                        (SELECT bot_id FROM bots WHERE name = ?4) AS other), "
    "pairing AS ("
    "  SELECT number FROM players JOIN games ON red_bot_id = one AND blue_bot_id = other"
    "  WHERE +games.tournament_id = ?1"
    "  UNION ALL"
    "  SELECT number FROM players JOIN games ON red_bot_id = other AND blue_bot_id = one"
    "  WHERE +games.tournament_id = ?1) "
    "SELECT coalesce(max(CASE WHEN number < ?2 THEN number END), 0),"
    "       coalesce(min(CASE WHEN number > ?2 THEN number END), 0),"
    "       CASE WHEN ?5 IS NULL THEN 0"
    "            ELSE coalesce((SELECT number FROM games WHERE tournament_id = ?1 AND number = ?5),"
    "                          (SELECT number FROM games WHERE tournament_id = ?1 AND first_of_pair = ?2), 0) END "
    "FROM pairing";

}  // namespace

absl::StatusOr<Neighbours> FindNeighbours(Database& database, const PairedGame& game) {
  Statement select = database.Prepare(kNeighbours);
  select.Bind(game.tournament_id).Bind(game.number).Bind(game.red).Bind(game.blue).Bind(game.first_of_pair);
  FLAGFALL_RETURN_IF_ERROR(select.Next().status());
  return Neighbours{.previous = static_cast<std::uint32_t>(select.Int(0)),
                    .next = static_cast<std::uint32_t>(select.Int(1)),
                    .partner = static_cast<std::uint32_t>(select.Int(2))};
}

}  // namespace flagfall::arena::store
