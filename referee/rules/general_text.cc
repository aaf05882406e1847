#include "referee/rules/general_text.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/game_text.h"
#include "referee/rules/reading_errors.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

constexpr std::size_t kSeedBytes = 32;

// The first word of a line, and the rest.
std::pair<absl::string_view, absl::string_view> SplitFirst(absl::string_view line) {
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(line, absl::MaxSplits(' ', 1));
  return {parts.first, absl::StripAsciiWhitespace(parts.second)};
}

absl::StatusOr<std::string> SeedOf(absl::string_view digits) {
  bool is_hex = digits.size() == 2 * kSeedBytes;
  for (const char digit : digits) is_hex = is_hex && absl::ascii_isxdigit(digit);
  if (!is_hex) return Expected(digits, "`seed` and 64 hexadecimal digits");
  return absl::HexStringToBytes(digits);
}

class Reader {
 public:
  absl::StatusOr<GeneralText> Read(absl::string_view text) {
    int number = 0;
    for (absl::string_view line : absl::StrSplit(text, '\n')) {
      ++number;
      line = absl::StripAsciiWhitespace(line.substr(0, line.find('#')));
      if (line.empty()) continue;
      if (const absl::Status status = Statement(line); !status.ok()) {
        return absl::InvalidArgumentError(absl::StrCat("line ", number, ": ", status.message()));
      }
    }
    if (definition_ == nullptr) return Expected("", "a line `ruleset ID`");
    return std::move(game_);
  }

 private:
  absl::Status Statement(absl::string_view line) {
    const auto [word, rest] = SplitFirst(line);
    if (definition_ == nullptr && word != "ruleset") return Expected(word, "`ruleset ID` before all else");
    if (const auto side = SideOfName(word); side.has_value()) return Action(ToProto(*side), rest);
    if (!game_.actions.empty()) return Expected(word, "`red` or `blue` and an action");
    if (word == "ruleset") return Ruleset(rest);
    if (word == "option") return Option(rest);
    if (word != "seed") return Expected(word, "ruleset, option, seed, or `red` or `blue` and an action");
    FLAGFALL_ASSIGN_OR_RETURN(game_.seed, SeedOf(rest));
    return absl::OkStatus();
  }

  absl::Status Ruleset(absl::string_view id) {
    if (definition_ != nullptr) return Expected("ruleset", "one ruleset only");
    FLAGFALL_ASSIGN_OR_RETURN(definition_, FindRuleset(id));
    game_.ruleset.set_id(std::string(id));
    return absl::OkStatus();
  }

  absl::Status Option(absl::string_view words) {
    const auto [name, value] = SplitFirst(words);
    if (value.empty()) return Expected(words, "`option NAME VALUE`");
    v1::RulesetOption& option = *game_.ruleset.add_options();
    option.set_name(std::string(name));
    option.set_value(std::string(value));
    return CompleteRuleset(definition_->info(), game_.ruleset).status();
  }

  absl::Status Action(v1::Side side, absl::string_view words) {
    RecordedAction action;
    action.side = side;
    FLAGFALL_ASSIGN_OR_RETURN(action.action, definition_->ReadAction(words));
    game_.actions.push_back(std::move(action));
    return absl::OkStatus();
  }

  const RulesetDefinition* definition_ = nullptr;
  GeneralText game_{.ruleset = {}, .seed = std::string(kSeedBytes, '\0'), .actions = {}};
};

}  // namespace

absl::StatusOr<GeneralText> ParseGeneralText(absl::string_view text) {
  if (text.size() > kGameTextBytesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("the text has ", text.size(), " bytes; expected at most ", kGameTextBytesMax));
  }
  return Reader().Read(text);
}

absl::StatusOr<std::string> WriteGeneralText(const GeneralText& game) {
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* definition, FindRuleset(game.ruleset.id()));
  std::string text = absl::StrCat("ruleset ", game.ruleset.id(), "\n");
  for (const v1::RulesetOption& option : game.ruleset.options()) {
    absl::StrAppend(&text, "option ", option.name(), " ", option.value(), "\n");
  }
  absl::StrAppend(&text, "seed ", absl::BytesToHexString(game.seed), "\n");
  for (const RecordedAction& action : game.actions) {
    absl::StrAppend(&text, SideName(action.side), " ", definition->WriteAction(action.action), "\n");
  }
  return text;
}

absl::StatusOr<GeneralText> GeneralTextOf(const v1::GameRecord& record) {
  GeneralText game{.ruleset = record.ruleset(), .seed = record.seed(), .actions = {}};
  FLAGFALL_ASSIGN_OR_RETURN(game.actions, AcceptedActions(record));
  return game;
}

}  // namespace flagfall
