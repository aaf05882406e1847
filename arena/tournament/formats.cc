#include "arena/tournament/formats.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "arena/tournament/gauntlet.h"
#include "arena/tournament/knockout.h"
#include "arena/tournament/ladder.h"
#include "arena/tournament/round_robin.h"
#include "arena/tournament/sprt_match.h"
#include "arena/tournament/swiss.h"
#include "arena/tournament/tune.h"
#include "referee/base/check.h"

namespace flagfall::arena::tournament {
namespace {

std::deque<FormatDefinition>& MutableFormats() {
  static auto& formats = *new std::deque<FormatDefinition>{
      RoundRobinDefinition(), GauntletDefinition(), SwissDefinition(), KnockoutDefinition(),
      LadderDefinition(),     SprtDefinition(),     TuneDefinition()};
  return formats;
}

template <typename Predicate>
const FormatDefinition* FindIf(Predicate is_wanted) {
  const auto found = std::find_if(Formats().begin(), Formats().end(), is_wanted);
  return found == Formats().end() ? nullptr : &*found;
}

}  // namespace

const std::deque<FormatDefinition>& Formats() { return MutableFormats(); }

void AddFormat(FormatDefinition definition) {
  FLAGFALL_CHECK(FindFormat(definition.format) == nullptr && FindFormatByName(definition.name) == nullptr);
  MutableFormats().push_back(std::move(definition));
}

const FormatDefinition* FindFormat(v1::TournamentSpec::Format format) {
  if (format == v1::TournamentSpec::FORMAT_UNSPECIFIED) format = v1::TournamentSpec::FORMAT_ROUND_ROBIN;
  return FindIf([format](const FormatDefinition& known) { return known.format == format; });
}

const FormatDefinition* FindFormatByName(absl::string_view name) {
  const std::string wanted = absl::StrReplaceAll(absl::AsciiStrToLower(name), {{"_", "-"}});
  return FindIf([&](const FormatDefinition& known) { return known.name == wanted; });
}

const FormatDefinition& FormatOf(const v1::TournamentSpec& spec) {
  const FormatDefinition* format = FindFormat(spec.format());
  FLAGFALL_CHECK(format != nullptr);
  return *format;
}

std::string FormatNames(absl::string_view conjunction) {
  std::vector<absl::string_view> names;
  for (const FormatDefinition& format : Formats()) names.push_back(format.name);
  const absl::string_view last = names.back();
  names.pop_back();
  return absl::StrCat(absl::StrJoin(names, ", "), " ", conjunction, " ", last);
}

}  // namespace flagfall::arena::tournament
