#include "arena/queries/rulesets.h"

#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/tournament/spec.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/clauses.h"

namespace flagfall::arena::queries {
namespace {

void AddOption(const OptionInfo& option, v1::RulesetInfo& message) {
  v1::RulesetOptionInfo& added = *message.add_options();
  added.set_name(option.name);
  added.set_default_value(option.default_value);
  added.set_domain(option.Domain());
  added.set_description(option.description);
  added.set_type(option.read_text != nullptr ? v1::RulesetOptionInfo::TYPE_TEXT
                 : option.choices.empty()    ? v1::RulesetOptionInfo::TYPE_NUMBER
                                             : v1::RulesetOptionInfo::TYPE_CHOICE);
  added.mutable_choices()->Assign(option.choices.begin(), option.choices.end());
  added.set_min(option.min);
  added.set_max(option.max);
}

void AddLimit(absl::string_view name, const std::string& value, absl::string_view meaning, v1::RulesetInfo& message) {
  v1::HostLimit& limit = *message.add_limits();
  limit.set_name(std::string(name));
  limit.set_default_value(value);
  limit.set_description(std::string(meaning));
}

// What a host decides about each game, as a tournament's spec has it (R5.4, R10).
void AddLimits(v1::RulesetInfo& message) {
  constexpr std::int64_t kMicrosPerSecond = 1'000'000;
  const absl::string_view plies = message.id() == "cards" ? "turns" : message.id() == "gogo" ? "ticks" : "plies";
  const absl::string_view capture = message.id() == "gogo" ? "in which nobody was beaten" : "without a capture";
  AddLimit("max_plies", absl::StrCat(tournament::kDefaultMaxPlies),
           absl::StrCat("after so many ", plies, " the game is drawn (R5.4)"), message);
  AddLimit("max_plies_without_capture", absl::StrCat(tournament::kDefaultMaxPliesWithoutCapture),
           absl::StrCat("after so many ", plies, " on end ", capture, " the game is drawn; 0: never (R5.4)"), message);
  const bool has_set_up = absl::c_any_of(
      message.decisions(), [](const v1::DecisionInfo& info) { return info.kind() == v1::DECISION_KIND_SET_UP; });
  AddLimit("time_control", tournament::kDefaultTimeControl,
           absl::StrCat("seconds for the game + seconds for each action; ",
                        has_set_up ? "the set-up has 10 seconds of its own, `10+0.1 setup=60` gives it 60; " : "",
                        "a side whose time is over loses (R10.2)"),
           message);
  AddLimit("illegal_retries", "0", "so many illegal actions are forgiven; the next one loses the game (R10.3)",
           message);
  AddLimit("disconnect_grace", absl::StrCat(tournament::kDefaultDisconnectGraceMicros / kMicrosPerSecond, " s"),
           "how long a bot may be away before it loses; its clock runs on (R10.1)", message);
  AddLimit("no_draw_offers", "off", "on: bots cannot offer each other a draw (R10.1)", message);
  AddLimit("no_resignation", "off", "on: bots cannot resign (R10.1)", message);
}

std::string TextOf(const v1::RulesetGuide& guide) {
  std::string text;
  for (const v1::GuideSection& section : guide.sections()) {
    absl::StrAppend(&text, text.empty() ? "" : "\n\n", section.title());
    for (const std::string& paragraph : section.paragraphs()) absl::StrAppend(&text, "\n", paragraph);
  }
  return text;
}

// `ruleset` is complete.
v1::RulesetInfo MessageOf(const RulesetDefinition& definition, const v1::Ruleset& ruleset) {
  const RulesetInfo& info = definition.info();
  v1::RulesetInfo message;
  message.set_id(info.id);
  message.set_title(info.title);
  message.set_description(info.description);
  *message.mutable_guide() = definition.Guide(ruleset);
  // What the arena adds holds in every ruleset.
  for (const char* section : {"R9", "R10"}) message.mutable_guide()->add_clause_sections(section);
  message.set_rules(TextOf(message.guide()));
  for (const DecisionInfo& decision : info.decisions) {
    v1::DecisionInfo& added = *message.add_decisions();
    added.set_kind(decision.kind);
    added.set_description(decision.description);
    added.set_example(decision.example);
    added.set_is_listed(decision.is_listed);
  }
  for (const OptionInfo& option : info.options) AddOption(option, message);
  AddLimits(message);
  return message;
}

}  // namespace

absl::StatusOr<v1::RulesetInfo> RulesetWith(const v1::Ruleset& ruleset) {
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* definition, FindRuleset(ruleset.id()));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Ruleset complete, CompleteRuleset(definition->info(), ruleset));
  return MessageOf(*definition, complete);
}

v1::ListRulesetsResponse Rulesets() {
  v1::ListRulesetsResponse response;
  for (const auto& definition : Catalogue()) {
    v1::Ruleset ruleset;
    ruleset.set_id(definition->info().id);
    absl::StatusOr<v1::RulesetInfo> info = RulesetWith(ruleset);
    FLAGFALL_CHECK(info.ok());
    *response.add_rulesets() = *std::move(info);
  }
  for (const Clause& clause : Clauses()) {
    v1::RuleClause& added = *response.add_clauses();
    added.set_name(clause.name);
    added.set_text(clause.text);
  }
  return response;
}

}  // namespace flagfall::arena::queries
