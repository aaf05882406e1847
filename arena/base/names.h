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

// A value of an enum whose values begin with its own name, in lower case and without that, as people, JSON filters and
// the ledger write it: "red_wins" of v1::RESULT_RED_WINS, "finished" of v1::Tournament::STATE_FINISHED. "unknown" of a
// value that only a newer program has.
template <typename Enum>
std::string EnumWord(Enum value) {
  return EnumWord(*google::protobuf::GetEnumDescriptor<Enum>(), value);
}

// INVALID_ARGUMENT lists the words there are. "unspecified" is none of them.
template <typename Enum>
absl::StatusOr<Enum> EnumNamed(absl::string_view word) {
  const absl::StatusOr<int> number = EnumNumber(*google::protobuf::GetEnumDescriptor<Enum>(), word);
  if (!number.ok()) return number.status();
  return static_cast<Enum>(*number);
}

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
