#ifndef ARENA_BOOKS_BOOK_H_
#define ARENA_BOOKS_BOOK_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::arena {

// Set-ups that a host gives to the players of a board game, as text:
//
//     # Anything after a hash is a comment.
//     ruleset barrage
//     .....F.... ....B..... ...
//     ...
//
// After the ruleset, one set-up a line: its rows from the player's own back row to the front row, each row of ten
// squares from file a to j as Red sees it; blanks between them are free. Letters are those of game texts (F S 2 … 9 M
// B), `.` is an empty square. Blue's pieces stand where Red's would if the board were turned half round.
struct Book {
  std::string ruleset_id;
  // Red's placements; the order of the pieces is that of their squares.
  std::vector<std::vector<board::Placement>> set_ups;
};

// What a spec calls the book that comes with the program.
inline constexpr char kStandardBook[] = "standard";

inline constexpr std::size_t kBookBytesMax = std::size_t{4} << 20;
inline constexpr std::size_t kBookSetUpsMax = 10'000;

// INVALID_ARGUMENT names `source` and the line: a set-up that R1 does not allow, one that comes twice, a book without
// any, a ruleset that is none of the board games.
absl::StatusOr<Book> ParseBook(absl::string_view text, absl::string_view source);

// What ParseBook reads, without comments.
std::string WriteBook(const Book& book);

// One line of it.
std::string WriteSetUp(const std::vector<board::Placement>& set_up, int rows);

// The same set-up for a side of the game.
v1::SetUp SetUpFor(v1::Side side, std::vector<board::Placement> set_up);

// Two set-ups of the book for a game whose seed this is (32 bytes), Red's and Blue's, each as likely as any other:
// those at SHA-256("flagfall book SIDE SEED") with the side as red or blue and the seed in hexadecimal, its first eight
// bytes as a number, the most significant first, modulo the size of the book.
v1::GivenSetUps DrawSetUps(const Book& book, absl::string_view game_seed);

// The book of 1,000 set-ups for the ruleset that comes with the program. NOT_FOUND for a ruleset that has none.
absl::StatusOr<const Book*> StandardBook(absl::string_view ruleset_id);

// The book that a tournament's spec holds: kStandardBook, or a book's text. Errors as of ParseBook and StandardBook,
// and INVALID_ARGUMENT for the book of another ruleset.
absl::StatusOr<Book> FindBook(absl::string_view book, absl::string_view ruleset_id);

}  // namespace flagfall::arena

#endif  // ARENA_BOOKS_BOOK_H_
