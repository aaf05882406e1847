#include "arena/store/books.h"

#include <optional>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/store/compression.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

constexpr char kPrefix[] = "sha256:";
constexpr std::size_t kHexDigits = 64;
// Lines of a book are alike, and a higher level finds little more in them.
constexpr int kBookCompressionLevel = 3;

std::string Named(absl::string_view sha256) { return absl::StrCat(kPrefix, absl::BytesToHexString(sha256)); }

absl::StatusOr<std::string> TextOf(absl::string_view compressed, absl::string_view sha256) {
  std::optional<std::string> text = Decompress(compressed, kBookTextBytesMax);
  if (text.has_value() && Sha256Of(*text) == sha256) return *std::move(text);
  return absl::DataLossError(absl::StrCat("the book ", Named(sha256), " is damaged"));
}

}  // namespace

bool IsBookReference(absl::string_view book) {
  return book.size() == sizeof kPrefix - 1 + kHexDigits && absl::StartsWith(book, kPrefix);
}

absl::StatusOr<std::string> StoreBook(Database& database, absl::string_view text) {
  if (text.size() > kBookTextBytesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("field book: has ", text.size(), " bytes; a book has at most ", kBookTextBytesMax));
  }
  const std::string sha256 = Sha256Of(text);
  Statement select = database.Prepare("SELECT EXISTS (SELECT 1 FROM books WHERE sha256 = ?1)");
  FLAGFALL_RETURN_IF_ERROR(select.BindBlob(sha256).Next().status());
  if (select.Int(0) == 0) {
    Statement insert = database.Prepare("INSERT INTO books (sha256, text) VALUES (?1, ?2)");
    FLAGFALL_RETURN_IF_ERROR(insert.BindBlob(sha256).BindBlob(Compress(text, kBookCompressionLevel)).Run());
  }
  return Named(sha256);
}

absl::StatusOr<std::string> BookOf(Database& database, const v1::TournamentSpec& spec) {
  const std::string& book = spec.book();
  if (!IsBookReference(book)) return book;
  const std::string sha256 = absl::HexStringToBytes(absl::string_view(book).substr(sizeof kPrefix - 1));
  Statement select = database.Prepare("SELECT text FROM books WHERE sha256 = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.BindBlob(sha256).Next());
  if (!found) {
    return absl::NotFoundError(
        absl::StrCat("field book: there is no book ", book, " here; give the text of the book itself"));
  }
  return TextOf(select.Blob(0), sha256);
}

absl::Status CheckBooks(Database& database) {
  Statement missing = database.Prepare(
      "SELECT kind, id, book FROM ("
      "SELECT 'tournament' AS kind, tournament_id AS id, json_extract(spec, '$.book') AS book FROM tournaments "
      "UNION ALL SELECT 'series', series_id, json_extract(spec, '$.book') FROM series) "
      "WHERE book LIKE 'sha256:%' AND length(book) = 71 AND upper(substr(book, 8)) NOT IN (SELECT hex(sha256) FROM "
      "books) ORDER BY kind DESC, id LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_missing, missing.Next());
  if (is_missing) {
    return absl::DataLossError(
        absl::StrCat(missing.Text(0), " ", missing.Int(1), ": its book, ", missing.Text(2), ", is not there"));
  }
  Statement select = database.Prepare("SELECT sha256, text FROM books ORDER BY sha256");
  return select.ForEachRow([](const Statement& row) { return TextOf(row.Blob(1), row.Blob(0)).status(); });
}

}  // namespace flagfall::arena::store
