#ifndef ARENA_BOOKS_GENERATE_H_
#define ARENA_BOOKS_GENERATE_H_

#include <cstdint>
#include <vector>

#include "arena/books/book.h"
#include "referee/rules/board/board_rules.h"

namespace flagfall::arena::books {

// Whether a set-up is sound, as far as its army has the pieces for it. The rules are a matter of judgement:
// - the Flag stands on the back row, and no square beside it is empty; at least one of these has a Bomb, and with six
//   Bombs at most one of them has none;
// - the square before the Flag has a Bomb, or a piece of Sergeant's rank or above, which Scouts from afar do not beat;
// - with the army of `classic`, at most one Bomb stands on the front row, so that the ways forward are open;
// - at least three pieces can make the first ply;
// - up to two Spies and, with the army of `classic`, at least three Miners stand on the two back rows;
// - with the army of `classic`, at least two Scouts stand behind the front row, and Marshal and General are at least
//   four files apart, so that they are not both on one flank.
bool IsSound(const std::vector<board::Placement>& set_up, const board::BoardRules& rules);

// Draws `count` sound set-ups for the ruleset from the seed, all different and none the mirror image of another. Of its
// options `army` and `zone_rows` count (R1.6). The same arguments give the same book on every machine. `count` must be
// at most kGeneratedSetUpsMax. NOT_FOUND when the ruleset is not a board game; INVALID_ARGUMENT for other options and
// impossible ones; RESOURCE_EXHAUSTED when the army has hardly so many different sound set-ups.
absl::StatusOr<Book> GenerateBook(const v1::Ruleset& ruleset, std::size_t count, std::uint64_t seed);

}  // namespace flagfall::arena::books

#endif  // ARENA_BOOKS_GENERATE_H_
