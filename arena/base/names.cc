#include "arena/base/names.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "google/protobuf/descriptor.h"

namespace flagfall::arena {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;

// Returns the name of a value, as REASON_FLAG_CAPTURED, without the enum's own REASON_ and in lower case.
std::string NameOf(const EnumDescriptor& type, const EnumValueDescriptor* value) {
  if (value == nullptr) return "unknown";
  return absl::AsciiStrToLower(value->name().substr(type.name().size() + 1));
}

}  // namespace

std::string EnumWord(const EnumDescriptor& type, int number) { return NameOf(type, type.FindValueByNumber(number)); }

absl::StatusOr<int> EnumNumber(const EnumDescriptor& type, absl::string_view word) {
  std::vector<std::string> known;
  for (int i = 0; i < type.value_count(); ++i) {
    const EnumValueDescriptor* value = type.value(i);
    if (value->number() == 0) continue;
    known.push_back(NameOf(type, value));
    if (word == known.back()) return value->number();
  }
  return absl::InvalidArgumentError(absl::StrCat("'", word, "' is not a ", absl::AsciiStrToLower(type.name()),
                                                 "; there are ", absl::StrJoin(known, ", ")));
}

std::string RulesetText(const v1::Ruleset& ruleset) {
  if (ruleset.options().empty()) return ruleset.id();
  std::vector<std::string> options;
  for (const v1::RulesetOption& option : ruleset.options()) {
    options.push_back(absl::StrCat(option.name(), "=", option.value()));
  }
  std::sort(options.begin(), options.end());
  return absl::StrCat(ruleset.id(), "[", absl::StrJoin(options, ","), "]");
}

bool IsName(absl::string_view name, std::size_t characters_max) {
  const auto may_stand = [](char c) { return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '.'; };
  return !name.empty() && name.size() <= characters_max && absl::ascii_isalnum(name[0]) &&
         std::all_of(name.begin(), name.end(), may_stand);
}

std::string NameRule(std::size_t characters_max) {
  return absl::StrCat("1 to ", characters_max, " letters, digits, '-', '_' or '.', the first a letter or digit");
}

}  // namespace flagfall::arena
