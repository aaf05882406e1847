#include "arena/web_pages/game_neighbours.h"

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "arena/store/games.h"
#include "arena/store/neighbours.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web_pages {
namespace {

// The number of a game of a tournament: 42 for "7-42"; 0 where it is none.
std::uint32_t NumberOf(const v1::LiveGame& game) {
  const std::size_t dash = game.game_id().rfind('-');
  std::uint32_t number = 0;
  if (dash == std::string::npos || !absl::SimpleAtoi(game.game_id().substr(dash + 1), &number)) return 0;
  return number;
}

}  // namespace

absl::StatusOr<v1::GameNeighbours> NeighboursOf(store::Database& database, const std::string& id,
                                                absl::Span<const v1::LiveGame> running) {
  store::PairedGame game;
  const auto live = absl::c_find_if(running, [&id](const v1::LiveGame& one) { return one.game_id() == id; });
  if (live != running.end()) {
    game = {
        .tournament_id = live->tournament_id(), .number = NumberOf(*live), .red = live->red(), .blue = live->blue()};
  } else {
    FLAGFALL_ASSIGN_OR_RETURN(const store::GameSummary stored, store::FindGame(database, id));
    if (stored.is_imported) return v1::GameNeighbours();
    game = {.tournament_id = stored.tournament_id,
            .number = stored.number,
            .red = stored.red,
            .blue = stored.blue,
            .first_of_pair = stored.first_of_pair};
  }
  FLAGFALL_ASSIGN_OR_RETURN(const store::Neighbours found, store::FindNeighbours(database, game));
  const auto name = [&game](std::uint32_t number) {
    return number == 0 ? std::string() : store::GameIdOf(game.tournament_id, number);
  };
  v1::GameNeighbours neighbours;
  neighbours.set_previous(name(found.previous));
  neighbours.set_next(name(found.next));
  neighbours.set_partner(name(found.partner));
  return neighbours;
}

}  // namespace flagfall::arena::web_pages
