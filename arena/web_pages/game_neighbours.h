#ifndef ARENA_WEB_PAGES_GAME_NEIGHBOURS_H_
#define ARENA_WEB_PAGES_GAME_NEIGHBOURS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/store/database.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web_pages {

// The other games of the two players of a game, which is stored or one of `running`. A game that was played elsewhere
// has none. NOT_FOUND when there is no such game.
absl::StatusOr<v1::GameNeighbours> NeighboursOf(store::Database& database, const std::string& id,
                                                absl::Span<const v1::LiveGame> running);

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_GAME_NEIGHBOURS_H_
