#ifndef ARENA_BASE_NAMES_H_
#define ARENA_BASE_NAMES_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "google/protobuf/descriptor.h"

namespace flagfall::arena {

// The words of R10.1 for results and reasons, in lower case, as people, JSON filters and the ledger write them:
// "red_wins", "draw", "flag_captured".
std::string ResultName(v1::Result result);
std::string ReasonName(v1::Reason reason);

// The same of any enum whose values begin with its own name: "finished" of v1::Tournament::STATE_FINISHED, "unknown" of
// a value that only a newer program has.
std::string EnumWord(const google::protobuf::EnumDescriptor& type, int number);

// INVALID_ARGUMENT lists the words there are. "unspecified" is none of them.
absl::StatusOr<v1::Result> ResultNamed(absl::string_view name);
absl::StatusOr<v1::Reason> ReasonNamed(absl::string_view name);

// A ruleset as one word: its id, then its options ordered by name: `classic[chase=off,two_squares=3]`; the id alone
// when it has no options.
std::string RulesetText(const v1::Ruleset& ruleset);

// Whether `name` may be the name of a bot, a user, an option: letters, digits, `-`, `_` and `.`, the first a letter or
// digit, and at most so many.
bool IsName(absl::string_view name, std::size_t characters_max);
// The same in words: "1 to 40 letters, ...".
std::string NameRule(std::size_t characters_max);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_NAMES_H_
