#ifndef REFEREE_RULES_ARCHIVE_XML_H_
#define REFEREE_RULES_ARCHIVE_XML_H_

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/imported_record.h"

namespace flagfall {

// The game of a record in the XML of the old Gravon archive, which programs that study games of people read:
//
//     <stratego>
//      <game type="classic">
//       <field content="MBDC…AA__AA…PYN"/>
//       <move id="1" source="A4" target="A5"/>
//       <player id="1">red bot</player>
//       <player id="2">blue bot</player>
//       <result type="1" winner="1"/>
//      </game>
//     </stratego>
//
// The field's 100 letters go from a1 to j10, row after row: `A` empty, `_` lake, of Red `B` bomb, `C` Spy, `D` Scout, …
// `L` Marshal, `M` Flag, of Blue `N` to `Y` in the same order. The files are A to I and K: there is no J. The result's
// type is 0 when the loser could not move, 1 for a captured Flag, 2 when neither could move, 3 for a resignation, 4 for
// a draw agreed, 11 for a clock that ran out, 14 for a player that was missing; the archive knows no others, and what
// bots lose games by beside these (an illegal action, say) counts as a resignation, an adjudication as a draw agreed.
// The winner is 1 for Red, 2 for Blue and 3 for a draw.
//
// FAILED_PRECONDITION for a game that is void, that is none of a board game, whose army or zone the host chose (R1.6),
// or that ended before both set-ups were in.
absl::StatusOr<std::string> ArchiveXmlOf(const v1::GameRecord& record);

// An element `game` of such a document as it is written, each part with its line in the file, from 1.
struct ArchiveGame {
  struct Move {
    std::string source;
    std::string target;
    int line = 0;
  };
  std::string type;
  int line = 0;
  std::string field;
  int field_line = 0;
  std::vector<Move> moves;
  // Of Red and of Blue.
  std::array<std::string, 2> players;
  std::string result_type;
  std::string winner;
  // 0 when there is no result.
  int result_line = 0;
};

// The most moves of a game that are read.
inline constexpr std::size_t kArchiveMovesMax = 200'000;

// What the archive tells of the game. Who has no name is called "unknown". The archive does not say which repetition
// rules its host kept: games that break the ruleset's are read without these. INVALID_ARGUMENT names the line, what is
// wrong there and what would be right. Whether the moves are legal is not looked at.
absl::StatusOr<ToldGame> ToldByArchive(const ArchiveGame& game);

}  // namespace flagfall

#endif  // REFEREE_RULES_ARCHIVE_XML_H_
