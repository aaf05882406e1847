#ifndef ARENA_BOOKS_BOOK_H_
#define ARENA_BOOKS_BOOK_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/board/board_rules.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::arena::books {

// Set-ups in the order of their lines, as Red's placements ordered by their squares. Takes 40 bytes for each, since a
// book may hold a million.
class SetUpList {
 public:
  std::size_t size() const { return letters_.size() / kSquares; }
  bool empty() const { return letters_.empty(); }
  void push_back(const std::vector<board::Placement>& set_up);
  std::vector<board::Placement> operator[](std::size_t index) const;
  // The number of set-ups without those that are the same as an earlier one.
  std::size_t CountDifferent() const;

 private:
  // The largest zone.
  static constexpr std::size_t kSquares = std::size_t{4} * board::kFiles;

  absl::string_view LettersOf(std::size_t index) const;

  // kSquares for each set-up, a letter for a piece and a dot for none.
  std::string letters_;
};

// Set-ups that a host gives to the players of a board game, as text:
//
//     # Anything after a hash is a comment.
//     ruleset barrage
//     option army 1-1-2-1-0-0-0-0-0-1-1-1
//     .....F.... ....B..... ...
//     ...
//
// The army and the depth of the zone may be given by the options `army` and `zone_rows` (R1.6); without them they are
// the ruleset's own. After that comes one set-up on each line: its rows from the player's back row to the front row,
// each with ten squares from file a to j as Red sees them. Blanks between squares are ignored. The letters are those of
// game texts (F S 2 … 9 M B), and `.` is an empty square. Blue's pieces stand where Red's would if the board were
// turned by 180 degrees.
//
// A set-up may stand in the book more than once, and is drawn as often.
struct Book {
  std::string ruleset_id;
  // The options `army` and `zone_rows`, as far as they differ from the ruleset's own.
  std::vector<v1::RulesetOption> options = {};
  SetUpList set_ups;
};

// The name by which a spec chooses the book that comes with the program.
inline constexpr char kStandardBook[] = "standard";

// The army and the zone of a ruleset that has set-ups on a board: the board games and `bluffing`. NOT_FOUND for any
// other.
absl::StatusOr<board::BoardRules> SetUpRulesOf(absl::string_view ruleset_id);

// The same with the options `army` and `zone_rows` of the ruleset (R1.6). Errors as BoardRulesOf's.
absl::StatusOr<board::BoardRules> ArmyAndZoneOf(const v1::Ruleset& ruleset);

inline constexpr std::size_t kBookBytesMax = std::size_t{64} << 20;
inline constexpr std::size_t kBookSetUpsMax = 1'000'000;
// `flagfall book generate` makes at most so many.
inline constexpr std::size_t kGeneratedSetUpsMax = 10'000;

// Reads a book, a million set-ups in a second or two. INVALID_ARGUMENT, with `source` and the line, for a set-up that
// R1 does not allow, a book without set-ups, or a ruleset without set-ups on a board.
absl::StatusOr<Book> ParseBook(absl::string_view text, absl::string_view source);

// Writes a book as ParseBook reads it, without comments.
std::string WriteBook(const Book& book);

// Writes one set-up as a line of a book.
std::string WriteSetUp(const std::vector<board::Placement>& set_up, int rows);

// Returns the set-up, given as Red's, for a side of the game.
v1::SetUp SetUpFor(v1::Side side, std::vector<board::Placement> set_up);

// Draws Red's and Blue's set-ups for the game with this seed (32 bytes); all lines of the book are equally likely.
// The index of each is SHA-256("flagfall book SIDE SEED"), with the side as red or blue and the seed in hexadecimal:
// its first eight bytes as a big-endian number, modulo the size of the book.
v1::GivenSetUps DrawSetUps(const Book& book, absl::string_view game_seed);

// Returns the book of 1,000 set-ups for the ruleset that comes with the program. NOT_FOUND for a ruleset without one.
absl::StatusOr<const Book*> StandardBook(absl::string_view ruleset_id);

// Returns the book that a tournament's spec names, for games of `ruleset`: `book` is kStandardBook or a book's text.
// Errors as ParseBook and StandardBook; INVALID_ARGUMENT for the book of another ruleset, of another army, or of a
// deeper zone.
absl::StatusOr<Book> FindBook(absl::string_view book, const v1::Ruleset& ruleset);

}  // namespace flagfall::arena::books

#endif  // ARENA_BOOKS_BOOK_H_
