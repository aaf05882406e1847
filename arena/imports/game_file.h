#ifndef ARENA_IMPORTS_GAME_FILE_H_
#define ARENA_IMPORTS_GAME_FILE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::imports {

// Reads files of games that were played elsewhere. Whoever wrote them is not trusted: whatever a file holds, at most
// one game of it is in memory, which is bounded too, and nothing that it names is opened.

enum class FileFormat { kText, kXml };

// The format of a file that begins so: XML begins with `<`.
FileFormat FormatOfFile(std::istream& in);

// A game of a file, in the order of the file: its place, from 1, and its record, or why there is none. That error names
// the line, what is wrong there and what would be right. An error that is returned ends the reading.
using OnGame = std::function<absl::Status(std::uint32_t number, absl::StatusOr<v1::GameRecord> record)>;

// Calls `on_game` with each game of the file. Returns the first error of `on_game`, or else INVALID_ARGUMENT where the
// file itself cannot be read on; the games before that place have been handed over.
absl::Status ReadGames(FileFormat format, std::istream& in, const OnGame& on_game);

// The two formats of ReadGames. `kText`: as `game export --format text` writes games, one after the other
// (referee/rules/record_text.h). `kXml`: a document of the Gravon archive (referee/rules/archive_xml.h), of which
// everything but the games is passed over. A document that declares a type (and with it entities) is refused.
absl::Status ReadTextGames(std::istream& in, const OnGame& on_game);
absl::Status ReadXmlGames(std::istream& in, const OnGame& on_game);

// The most bytes of a tag or a comment of XML, so that the parser need not keep more.
inline constexpr std::size_t kXmlTokenBytesMax = std::size_t{256} << 10;

}  // namespace flagfall::arena::imports

#endif  // ARENA_IMPORTS_GAME_FILE_H_
