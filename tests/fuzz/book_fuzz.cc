// Any text as a book of set-ups: it is refused with a message, or what is read of it is written and read again as the
// same, and set-ups can be drawn from it.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/books/book.h"
#include "referee/base/check.h"
#include "referee/rules/catalogue.h"
#include "tests/fuzz/fuzzer.h"

namespace flagfall::fuzz::book_fuzz {

FLAGFALL_FUZZER(book) {
  namespace books = arena::books;
  const auto book = books::ParseBook({reinterpret_cast<const char*>(bytes), size}, "the text");
  if (!book.ok()) {
    FLAGFALL_CHECK(absl::IsInvalidArgument(book.status()) && !book.status().message().empty());
    return 0;
  }
  const std::string written = books::WriteBook(*book);
  const auto again = books::ParseBook(written, "what was written");
  FLAGFALL_CHECK(again.ok() && books::WriteBook(*again) == written && again->set_ups.size() == book->set_ups.size());
  const v1::GivenSetUps drawn = books::DrawSetUps(*book, std::string(32, 's'));
  // The rules take what the book has let in.
  v1::Ruleset ruleset;
  ruleset.set_id(book->ruleset_id);
  for (const auto& option : book->options) *ruleset.add_options() = option;
  const auto game = NewGame(ruleset, std::string(32, 's'));
  FLAGFALL_CHECK(game.ok());
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    v1::Action action;
    *action.mutable_set_up() = side == v1::SIDE_RED ? drawn.red() : drawn.blue();
    FLAGFALL_CHECK((*game)->Act(side, action).ok());
  }
  return 0;
}

}  // namespace flagfall::fuzz::book_fuzz
