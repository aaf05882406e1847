#ifndef ARENA_TOURNAMENT_FORMATS_H_
#define ARENA_TOURNAMENT_FORMATS_H_

#include <deque>
#include <string>

#include "absl/strings/string_view.h"
#include "arena/tournament/format_definition.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// All formats, in the order in which they are listed to people.
const std::deque<FormatDefinition>& Formats();

// Adds a format that a program brings along, behind all others. Its number and name must be new. To be called at the
// beginning of main, before any other thread exists.
void AddFormat(FormatDefinition definition);

// The format of that number, or null if there is none. Specs without a format are round robins: they are older than all
// other formats.
const FormatDefinition* FindFormat(v1::TournamentSpec::Format format);

// The format of that name, or null if there is none. Capital letters are allowed, and `_` for `-`.
const FormatDefinition* FindFormatByName(absl::string_view name);

// The format of a spec whose format is known to exist.
const FormatDefinition& FormatOf(const v1::TournamentSpec& spec);

// The names of all formats for people; `conjunction` stands before the last: "round-robin, gauntlet or swiss".
std::string FormatNames(absl::string_view conjunction);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_FORMATS_H_
