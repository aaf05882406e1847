#include "referee/rules/ruleset.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/clause_error.h"

namespace flagfall {
namespace {

absl::Status CheckNames(const RulesetInfo& info, const v1::Ruleset& ruleset) {
  std::vector<std::string> seen;
  for (const v1::RulesetOption& option : ruleset.options()) {
    const bool is_known = std::any_of(info.options.begin(), info.options.end(),
                                      [&](const OptionInfo& known) { return known.name == option.name(); });
    if (!is_known) {
      const auto name = [](std::string* out, const OptionInfo& known) { out->append(known.name); };
      return absl::InvalidArgumentError(
          info.options.empty()
              ? absl::StrCat("no option `", option.name(), "`; ", info.id, " has none")
              : absl::StrCat("no option `", option.name(), "`; there are ", absl::StrJoin(info.options, ", ", name)));
    }
    if (std::find(seen.begin(), seen.end(), option.name()) != seen.end()) {
      return absl::InvalidArgumentError(absl::StrCat("option ", option.name(), " comes twice; expected it once"));
    }
    seen.push_back(option.name());
  }
  return absl::OkStatus();
}

const std::string* FindOption(const v1::Ruleset& ruleset, absl::string_view name) {
  for (const v1::RulesetOption& option : ruleset.options()) {
    if (option.name() == name) return &option.value();
  }
  return nullptr;
}

// Every option with its value, each checked by itself.
absl::StatusOr<v1::Ruleset> WithEachOption(const RulesetInfo& info, const v1::Ruleset& ruleset) {
  FLAGFALL_RETURN_IF_ERROR(CheckNames(info, ruleset));
  v1::Ruleset complete;
  complete.set_id(info.id);
  for (const OptionInfo& option : info.options) {
    const std::string* given = FindOption(ruleset, option.name);
    FLAGFALL_ASSIGN_OR_RETURN(std::string value, option.Read(given != nullptr ? *given : option.default_value));
    if (option.is_later && value == option.default_value) continue;
    v1::RulesetOption& added = *complete.add_options();
    added.set_name(option.name);
    added.set_value(std::move(value));
  }
  return complete;
}

bool IsMet(const OptionNeed& need, const RulesetInfo& info, const v1::Ruleset& complete) {
  const std::string* value = FindOption(complete, need.option);
  if (value == nullptr) {
    const auto named = [&need](const OptionInfo& option) { return option.name == need.option; };
    value = &std::find_if(info.options.begin(), info.options.end(), named)->default_value;
  }
  return (*value == need.value) != need.is_excluded;
}

}  // namespace

std::string OptionInfo::Domain() const {
  if (read_text != nullptr) return text_form;
  if (choices.empty()) return absl::StrCat(min, " to ", max);
  if (choices.size() == 1) return choices[0];
  return absl::StrCat(absl::StrJoin(choices.begin(), choices.end() - 1, ", "), " or ", choices.back());
}

std::vector<std::string> OptionInfo::SomeValues() const {
  if (!choices.empty()) return choices;
  std::vector<std::string> values = {default_value};
  if (read_text == nullptr) return {default_value, absl::StrCat(min), absl::StrCat(max)};
  values.insert(values.end(), examples.begin(), examples.end());
  return values;
}

absl::StatusOr<std::string> OptionInfo::Read(absl::string_view value) const {
  if (read_text != nullptr) return read_text(value);
  std::int64_t number = 0;
  const bool is_number = choices.empty() && absl::SimpleAtoi(value, &number);
  if (is_number && number >= min && number <= max) return absl::StrCat(number);
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return std::string(value);
  return absl::InvalidArgumentError(absl::StrCat("option ", name, " = `", value, "`; expected ", Domain()));
}

OptionInfo ChoiceOption(std::string name, std::vector<std::string> choices, std::string description) {
  std::string first = choices[0];
  return {.name = std::move(name),
          .default_value = std::move(first),
          .choices = std::move(choices),
          .description = std::move(description)};
}

OptionInfo NumberOption(std::string name, std::int64_t default_value, std::int64_t min, std::int64_t max,
                        std::string description) {
  return {.name = std::move(name),
          .default_value = absl::StrCat(default_value),
          .choices = {},
          .min = min,
          .max = max,
          .description = std::move(description)};
}

std::string DecisionName(v1::DecisionKind kind) {
  return absl::AsciiStrToLower(absl::StripPrefix(v1::DecisionKind_Name(kind), "DECISION_KIND_"));
}

absl::Status CheckEachOption(const RulesetInfo& info, const v1::Ruleset& ruleset) {
  return WithEachOption(info, ruleset).status();
}

absl::StatusOr<v1::Ruleset> CompleteRuleset(const RulesetInfo& info, const v1::Ruleset& ruleset) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::Ruleset complete, WithEachOption(info, ruleset));
  if (info.check_options != nullptr) FLAGFALL_RETURN_IF_ERROR(info.check_options(complete));
  return complete;
}

std::string RulesetDefinition::Legend(const DrawStyle& /*style*/) const { return ""; }

PieceKinds RulesetDefinition::Pieces(const v1::Ruleset& /*ruleset*/) const { return {}; }

v1::RulesetGuide RulesetDefinition::Guide(const v1::Ruleset& ruleset) const {
  v1::RulesetGuide guide;
  *guide.mutable_ruleset() = ruleset;
  v1::GuideSection& section = *guide.add_sections();
  section.set_title("The game");
  for (const absl::string_view paragraph : absl::StrSplit(info_.rules, "\n\n", absl::SkipWhitespace())) {
    section.add_paragraphs(absl::StrReplaceAll(absl::StripAsciiWhitespace(paragraph), {{"\n", " "}}));
  }
  return guide;
}

absl::Status CheckOptionsMatter(const RulesetInfo& info, const v1::Ruleset& complete) {
  for (const OptionInfo& option : info.options) {
    const std::string* value = FindOption(complete, option.name);
    if (value == nullptr || *value == option.default_value || !option.need.has_value()) continue;
    const OptionNeed& need = *option.need;
    if (IsMet(need, info, complete)) continue;
    return ClauseError("R4.10",
                       absl::StrCat("option ", option.name, " = ", *value, " changes nothing in ", info.id, " unless ",
                                    need.option, " is ", need.is_excluded ? "other than " : "", need.value, "; leave ",
                                    option.name, " out, or set ", need.option, " too"));
  }
  return absl::OkStatus();
}

const std::string& OptionOf(const v1::Ruleset& ruleset, absl::string_view name) {
  const std::string* value = FindOption(ruleset, name);
  FLAGFALL_CHECK(value != nullptr);
  return *value;
}

std::int64_t NumberOf(const v1::Ruleset& ruleset, absl::string_view name) {
  std::int64_t number = 0;
  FLAGFALL_CHECK(absl::SimpleAtoi(OptionOf(ruleset, name), &number));
  return number;
}

std::string LaterOptionOf(const v1::Ruleset& ruleset, absl::string_view name, absl::string_view otherwise) {
  const std::string* value = FindOption(ruleset, name);
  return value != nullptr ? *value : std::string(otherwise);
}

std::int64_t LaterNumberOf(const v1::Ruleset& ruleset, absl::string_view name, std::int64_t otherwise) {
  return FindOption(ruleset, name) != nullptr ? NumberOf(ruleset, name) : otherwise;
}

}  // namespace flagfall
