#include "arena/books/book.h"

#include <algorithm>
#include <map>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/books/standard_books.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/board_game/army_option.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_options.h"

namespace flagfall::arena::books {
namespace {

constexpr char kBluffing[] = "bluffing";
constexpr board::Square kLastSquare = board::kSquares - 1;

v1::Ruleset RulesetOf(const Book& book) {
  v1::Ruleset ruleset;
  ruleset.set_id(book.ruleset_id);
  for (const v1::RulesetOption& option : book.options) *ruleset.add_options() = option;
  return ruleset;
}

absl::StatusOr<board::BoardRules> RulesOf(const Book& book) { return ArmyAndZoneOf(RulesetOf(book)); }

// Reads a book line by line.
class Reader {
 public:
  explicit Reader(absl::string_view source) : source_(source) {}

  absl::StatusOr<Book> Read(absl::string_view text) {
    for (absl::string_view line : absl::StrSplit(text, '\n')) {
      ++line_;
      line = absl::StripAsciiWhitespace(line.substr(0, line.find('#')));
      if (line.empty()) continue;
      FLAGFALL_RETURN_IF_ERROR(ReadLine(line));
    }
    if (book_.set_ups.empty()) return Wrong("the book holds no set-up");
    return std::move(book_);
  }

 private:
  absl::Status Wrong(absl::string_view what) const {
    return absl::InvalidArgumentError(absl::StrCat(source_, ", line ", line_, ": ", what));
  }

  absl::Status ReadLine(absl::string_view line) {
    if (absl::ConsumePrefix(&line, "ruleset ")) return ReadRuleset(line);
    if (absl::ConsumePrefix(&line, "option ")) return ReadOption(line);
    return ReadSetUp(line);
  }

  absl::Status ReadOption(absl::string_view line) {
    const std::vector<absl::string_view> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
    if (book_.ruleset_id.empty() || !book_.set_ups.empty()) return Wrong("an option stands right after the ruleset");
    if (words.size() != 2 || (words[0] != "army" && words[0] != "zone_rows")) {
      return Wrong("the options of a book are `option army COUNTS` and `option zone_rows ROWS`");
    }
    v1::RulesetOption& option = book_.options.emplace_back();
    option.set_name(std::string(words[0]));
    option.set_value(std::string(words[1]));
    is_settled_ = false;
    return absl::OkStatus();
  }

  // Whether the options are right, and go together, is known when all have been read.
  absl::Status Settle() {
    if (is_settled_) return absl::OkStatus();
    is_settled_ = true;
    const absl::StatusOr<board::BoardRules> rules = RulesOf(book_);
    if (!rules.ok()) return Wrong(rules.status().message());
    rules_ = *rules;
    return absl::OkStatus();
  }

  absl::Status ReadRuleset(absl::string_view id) {
    if (!book_.ruleset_id.empty()) return Wrong("the ruleset is named twice");
    id = absl::StripAsciiWhitespace(id);
    const absl::StatusOr<board::BoardRules> rules = SetUpRulesOf(id);
    if (!rules.ok()) return Wrong(rules.status().message());
    book_.ruleset_id = std::string(id);
    rules_ = *rules;
    return absl::OkStatus();
  }

  absl::Status ReadSetUp(absl::string_view line) {
    if (book_.ruleset_id.empty()) return Wrong("a book begins with its ruleset, as in `ruleset classic`");
    FLAGFALL_RETURN_IF_ERROR(Settle());
    if (book_.set_ups.size() == kBookSetUpsMax) return Wrong(absl::StrCat("more than ", kBookSetUpsMax, " set-ups"));
    std::vector<board::Placement> set_up;
    int square = 0;
    for (const char letter : line) {
      if (absl::ascii_isspace(static_cast<unsigned char>(letter))) continue;
      const std::optional<board::PieceType> type = board::TypeOfLetter(letter);
      if (!type.has_value() && letter != '.') {
        return Wrong(absl::StrCat("'", absl::CHexEscape(std::string(1, letter)),
                                  "' is no piece; the letters are F S 2 3 4 5 6 7 8 9 M B, and . for no piece"));
      }
      if (type.has_value()) set_up.push_back({.square = static_cast<board::Square>(square), .type = *type});
      ++square;
    }
    const int squares = rules_.zone_rows * board::kFiles;
    if (square != squares) return Wrong(absl::StrCat(Counted(square, "square"), "; a set-up has ", squares));
    const absl::Status allowed = board::CheckSetUp(rules_, Side::kRed, set_up);
    if (!allowed.ok()) return Wrong(allowed.message());
    book_.set_ups.push_back(set_up);
    return absl::OkStatus();
  }

  const absl::string_view source_;
  int line_ = 0;
  board::BoardRules rules_;
  bool is_settled_ = true;
  Book book_;
};

std::size_t Drawn(absl::string_view side, absl::string_view seed, std::size_t count) {
  const std::string digest = Sha256Of(absl::StrCat("flagfall book ", side, " ", absl::BytesToHexString(seed)));
  std::uint64_t number = 0;
  for (int i = 0; i < 8; ++i) number = number << 8 | static_cast<std::uint8_t>(digest[i]);
  return number % count;
}

}  // namespace

void SetUpList::push_back(const std::vector<board::Placement>& set_up) {
  const std::size_t begin = letters_.size();
  letters_.resize(begin + kSquares, '.');
  for (const board::Placement& piece : set_up) letters_[begin + piece.square] = board::TypeLetter(piece.type);
}

std::vector<board::Placement> SetUpList::operator[](std::size_t index) const {
  std::vector<board::Placement> set_up;
  const absl::string_view letters = LettersOf(index);
  for (std::size_t square = 0; square < kSquares; ++square) {
    const std::optional<board::PieceType> type = board::TypeOfLetter(letters[square]);
    if (type.has_value()) set_up.push_back({.square = static_cast<board::Square>(square), .type = *type});
  }
  return set_up;
}

std::size_t SetUpList::CountDifferent() const {
  std::vector<absl::string_view> sorted;
  for (std::size_t i = 0; i < size(); ++i) sorted.push_back(LettersOf(i));
  std::sort(sorted.begin(), sorted.end());
  return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

absl::string_view SetUpList::LettersOf(std::size_t index) const {
  return absl::string_view(letters_).substr(index * kSquares, kSquares);
}

absl::StatusOr<board::BoardRules> SetUpRulesOf(absl::string_view ruleset_id) {
  if (ruleset_id == kBluffing) return board::BoardRules::Bluffing();
  v1::Ruleset ruleset;
  ruleset.set_id(std::string(ruleset_id));
  absl::StatusOr<board::BoardRules> rules = BoardRulesOf(ruleset);
  if (rules.ok()) return rules;
  const auto id = [](std::string* out, const RulesetInfo& info) { out->append(info.id); };
  return absl::NotFoundError(absl::StrCat("no set-ups on a board in `", ruleset_id, "`; books are for ",
                                          absl::StrJoin(BoardRulesets(), ", ", id), " and ", kBluffing));
}

absl::StatusOr<Book> ParseBook(absl::string_view text, absl::string_view source) {
  if (text.size() > kBookBytesMax) {
    return absl::InvalidArgumentError(absl::StrCat(source, ": a book has at most ", kBookBytesMax, " bytes"));
  }
  return Reader(source).Read(text);
}

std::string WriteSetUp(const std::vector<board::Placement>& set_up, int rows) {
  std::string letters(static_cast<std::size_t>(rows * board::kFiles), '.');
  for (const board::Placement& piece : set_up) letters[piece.square] = board::TypeLetter(piece.type);
  std::string line;
  for (int row = 0; row < rows; ++row) {
    absl::StrAppend(&line, row == 0 ? "" : " ",
                    letters.substr(static_cast<std::size_t>(row) * board::kFiles, board::kFiles));
  }
  return line;
}

std::string WriteBook(const Book& book) {
  const absl::StatusOr<board::BoardRules> rules = RulesOf(book);
  FLAGFALL_CHECK(rules.ok());
  std::string text = absl::StrCat("ruleset ", book.ruleset_id, "\n");
  for (const v1::RulesetOption& option : book.options) {
    absl::StrAppend(&text, "option ", option.name(), " ", option.value(), "\n");
  }
  for (std::size_t i = 0; i < book.set_ups.size(); ++i) {
    absl::StrAppend(&text, WriteSetUp(book.set_ups[i], rules->zone_rows), "\n");
  }
  return text;
}

v1::SetUp SetUpFor(v1::Side side, std::vector<board::Placement> set_up) {
  for (board::Placement& piece : set_up) {
    if (side == v1::SIDE_BLUE) piece.square = kLastSquare - piece.square;
  }
  return ToProto(set_up);
}

v1::GivenSetUps DrawSetUps(const Book& book, absl::string_view game_seed) {
  const auto drawn = [&](absl::string_view side) { return book.set_ups[Drawn(side, game_seed, book.set_ups.size())]; };
  v1::GivenSetUps given;
  *given.mutable_red() = SetUpFor(v1::SIDE_RED, drawn("red"));
  *given.mutable_blue() = SetUpFor(v1::SIDE_BLUE, drawn("blue"));
  return given;
}

// The other rules are the defaults. `bluffing` has those of `classic`.
absl::StatusOr<board::BoardRules> ArmyAndZoneOf(const v1::Ruleset& ruleset) {
  v1::Ruleset of_board;
  of_board.set_id(ruleset.id() == kBluffing ? "classic" : ruleset.id());
  for (const v1::RulesetOption& option : ruleset.options()) {
    if (option.name() == "army" || option.name() == "zone_rows") *of_board.add_options() = option;
  }
  return BoardRulesOf(of_board);
}

absl::StatusOr<const Book*> StandardBook(absl::string_view ruleset_id) {
  static const auto* const books = [] {
    auto* parsed = new std::map<std::string, Book, std::less<>>();
    for (const StandardBookText& text : StandardBookTexts()) {
      absl::StatusOr<Book> book = ParseBook(text.text, text.name);
      FLAGFALL_CHECK(book.ok());
      const std::string id = book->ruleset_id;
      parsed->emplace(id, *std::move(book));
    }
    return parsed;
  }();
  // `bluffing` has the army and the zone of `classic`.
  const auto found = books->find(ruleset_id == kBluffing ? "classic" : ruleset_id);
  if (found != books->end()) return &found->second;
  return absl::NotFoundError(absl::StrCat("no book of set-ups comes with the program for the ruleset ", ruleset_id,
                                          "; board games and bluffing have one"));
}

absl::StatusOr<Book> FindBook(absl::string_view book, const v1::Ruleset& ruleset) {
  absl::StatusOr<Book> found;
  if (book == kStandardBook) {
    FLAGFALL_ASSIGN_OR_RETURN(const Book* standard, StandardBook(ruleset.id()));
    found = *standard;
    found->ruleset_id = ruleset.id();
  } else {
    found = ParseBook(book, "the tournament's book");
  }
  FLAGFALL_RETURN_IF_ERROR(found.status());
  if (found->ruleset_id != ruleset.id()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the tournament's book is for ", found->ruleset_id, ", and its games are ", ruleset.id()));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules of_book, RulesOf(*found));
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules of_games, ArmyAndZoneOf(ruleset));
  if (of_book.army == of_games.army && of_book.zone_rows <= of_games.zone_rows) return found;
  return absl::InvalidArgumentError(absl::StrCat(
      "R1.6: the tournament's book sets up the army ", WriteArmy(of_book.army), " on ",
      Counted(of_book.zone_rows, "row"), ", and its games have ", WriteArmy(of_games.army), " on ", of_games.zone_rows,
      "; expected a book whose `option army` and `option zone_rows` are those of the games"));
}

}  // namespace flagfall::arena::books
