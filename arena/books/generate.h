#ifndef ARENA_BOOKS_GENERATE_H_
#define ARENA_BOOKS_GENERATE_H_

#include <cstdint>
#include <vector>

#include "arena/books/book.h"
#include "referee/rules/board/board_rules.h"

namespace flagfall::arena {

// What a sound set-up is, as a list of rules that people can argue about:
// - the Flag stands on the back row, and no square beside it is empty; of these one at least has a Bomb, and with six
//   Bombs all but one at most;
// - the square before the Flag has a Bomb, or a piece of Sergeant's rank or above, which Scouts from afar do not beat;
// - no Bomb stands on the front row with a full army but for one at most, so that the ways forward are open;
// - three pieces at least can make the first ply;
// - the Spy and, with a full army, three Miners at least stand on the two back rows;
// - with a full army, two Scouts at least wait behind the front row, and Marshal and General are four files apart or
//   more, so that one flank is not all.
bool IsSound(const std::vector<board::Placement>& set_up, const board::BoardRules& rules);

// `count` sound set-ups for the ruleset, all different and none the mirror image of another, drawn from the seed; the
// same everywhere. NOT_FOUND when the ruleset is none of the board games; count is at most kBookSetUpsMax.
absl::StatusOr<Book> GenerateBook(absl::string_view ruleset_id, std::size_t count, std::uint64_t seed);

}  // namespace flagfall::arena

#endif  // ARENA_BOOKS_GENERATE_H_
