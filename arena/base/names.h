#ifndef ARENA_BASE_NAMES_H_
#define ARENA_BASE_NAMES_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/generated_enum_reflection.h"

namespace flagfall::arena {

std::string EnumWord(const google::protobuf::EnumDescriptor& type, int number);
absl::StatusOr<int> EnumNumber(const google::protobuf::EnumDescriptor& type, absl::string_view word);

// Returns the word for a value of an enum: its name in lower case without the enum's own name, as in "red_wins" for
// v1::RESULT_RED_WINS and "finished" for v1::Tournament::STATE_FINISHED. Users, JSON filters and the ledger write
// values in this way. Returns "unknown" for a value that only a newer program knows.
template <typename Enum>
std::string EnumWord(Enum value) {
  return EnumWord(*google::protobuf::GetEnumDescriptor<Enum>(), value);
}

// The reverse. INVALID_ARGUMENT lists the valid words; "unspecified" is not one of them.
template <typename Enum>
absl::StatusOr<Enum> EnumNamed(absl::string_view word) {
  const absl::StatusOr<int> number = EnumNumber(*google::protobuf::GetEnumDescriptor<Enum>(), word);
  if (!number.ok()) return number.status();
  return static_cast<Enum>(*number);
}

// Returns a ruleset as one word: its id, then its options ordered by name, as in `classic[chase=off,two_squares=3]`;
// only the id when it has no options.
std::string RulesetText(const v1::Ruleset& ruleset);

// Whether `name` may be the name of a bot, a user or an option: at most `characters_max` letters, digits, `-`, `_` and
// `.`, of which the first is a letter or digit.
bool IsName(absl::string_view name, std::size_t characters_max);
// Returns this rule in words: "1 to 40 letters, ...".
std::string NameRule(std::size_t characters_max);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_NAMES_H_
