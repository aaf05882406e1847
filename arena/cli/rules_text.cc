#include "arena/cli/rules_text.h"

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/cli/console.h"

namespace flagfall::arena::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kIndent = 2;
constexpr std::size_t kLastColumnMin = 30;

// A table whose last column is broken into lines where it would be wider than the text.
std::string WrappedTable(const Rows& rows) {
  const std::size_t last = rows[0].size() - 1;
  std::size_t taken = 0;
  for (std::size_t column = 0; column < last; ++column) {
    std::size_t width = 0;
    for (const auto& row : rows) width = std::max(width, WidthOf(row[column]));
    taken += width + 2;
  }
  const std::size_t left = std::max(kLastColumnMin, kRulesTextWidth - std::min(taken, kRulesTextWidth));
  Rows wrapped;
  for (const auto& row : rows) {
    const std::vector<std::string> lines = absl::StrSplit(Wrapped(row[last], left, 0), '\n', absl::SkipEmpty());
    wrapped.push_back(row);
    wrapped.back()[last] = lines.empty() ? "" : lines[0];
    for (std::size_t i = 1; i < lines.size(); ++i) {
      wrapped.emplace_back(row.size());
      wrapped.back()[last] = lines[i];
    }
  }
  return FormatTable(wrapped);
}

// The sign of a piece on drawn boards.
std::string SignOf(const v1::PieceKind& piece, bool is_high_1) {
  return is_high_1 && piece.rank() > 1 ? absl::StrCat(v1::PIECE_TYPE_MARSHAL + 1 - piece.rank()) : piece.letter();
}

std::string PiecesTable(const v1::RulesetInfo& info, RankOrder ranks) {
  const v1::RulesetGuide& guide = info.guide();
  const bool has_letters = !guide.has_field();
  const bool is_high_1 = guide.has_board() && ranks == RankOrder::kHighIs1;
  Rows rows = {{"", has_letters ? "letter" : "", guide.has_field() ? "strength" : "rank", "number", "special"}};
  for (const v1::PieceKind& piece : guide.pieces()) {
    const std::string rank = !piece.has_rank() ? "-"
                             : is_high_1       ? SignOf(piece, is_high_1)
                                               : absl::StrCat(piece.rank());
    rows.push_back({piece.name(), SignOf(piece, is_high_1), rank, absl::StrCat(piece.count()), piece.special()});
  }
  if (!has_letters) {
    for (auto& row : rows) row.erase(row.begin() + 1);
  }
  return WrappedTable(rows);
}

// "Miner a4, General e1" of "a4=3 e1=9".
std::string PiecesInWords(absl::string_view pieces, const v1::RulesetGuide& guide) {
  std::vector<std::string> words;
  for (const absl::string_view piece : absl::StrSplit(pieces, ' ', absl::SkipEmpty())) {
    const std::vector<std::string> parts = absl::StrSplit(piece, '=');
    std::string name = parts.back();
    for (const v1::PieceKind& kind : guide.pieces()) {
      if (kind.letter() == parts.back()) name = kind.name();
    }
    words.push_back(absl::StrCat(name, " ", parts.front()));
  }
  return absl::StrJoin(words, ", ");
}

std::string ListOf(const std::vector<std::string>& words) {
  if (words.size() < 2) return absl::StrJoin(words, "");
  return absl::StrCat(absl::StrJoin(words.begin(), words.end() - 1, ", "), " and ", words.back());
}

std::string VerdictsText(const v1::RuleExample& example) {
  std::vector<std::string> legal;
  // By clause.
  std::map<std::string, std::vector<std::string>> barred;
  for (const v1::RuleVerdict& verdict : example.verdicts()) {
    (verdict.clause().empty() ? legal : barred[verdict.clause()]).push_back(verdict.ply());
  }
  std::vector<std::string> parts;
  for (const auto& [clause, plies] : barred) {
    parts.push_back(absl::StrCat(ListOf(plies), plies.size() == 1 ? " is" : " are", " barred by ", clause));
  }
  if (!legal.empty()) parts.push_back(absl::StrCat(ListOf(legal), legal.size() == 1 ? " is" : " are", " legal"));
  return absl::StrCat("Now ", absl::StrJoin(parts, "; "), ".");
}

// "Red a4-a5: …", a line for each step that is not of the opening.
std::string StepsText(const v1::RuleExample& example) {
  std::string text;
  for (const v1::ExampleStep& step : example.steps()) {
    if (step.is_opening()) continue;
    text += Wrapped(absl::StrCat(step.side() == v1::SIDE_RED ? "Red" : "Blue", " ", step.action(), ": ", step.text(),
                                 step.clause().empty() ? "" : absl::StrCat(" (", step.clause(), ")")),
                    kRulesTextWidth, 2 * kIndent);
  }
  return text;
}

// What the actions of a game's beginning are, as far as they are all that is shown.
std::string OpeningText(const v1::RuleExample& example) {
  std::string text;
  for (const v1::ExampleStep& step : example.steps()) {
    text += Wrapped(absl::StrCat(step.side() == v1::SIDE_RED ? "Red" : "Blue", " ", step.action()), kRulesTextWidth,
                    2 * kIndent);
  }
  return text;
}

// An example of how a game begins or goes on. Those of the rules that bar plies are told by their plies and verdicts.
std::string WalkText(const v1::RuleExample& example, const v1::RulesetGuide& guide) {
  std::string text = Wrapped(absl::StrCat("Example: ", example.caption(), "."), kRulesTextWidth, kIndent);
  if (!example.red().empty()) {
    text += Wrapped(absl::StrCat("Red: ", PiecesInWords(example.red(), guide),
                                 ". Blue: ", PiecesInWords(example.blue(), guide), "."),
                    kRulesTextWidth, 2 * kIndent);
  }
  const std::string steps = StepsText(example);
  return text + (steps.empty() ? OpeningText(example) : steps);
}

std::string ExampleText(const v1::RuleExample& example, const v1::RulesetGuide& guide) {
  if (example.verdicts().empty()) return WalkText(example, guide);
  return absl::StrCat(Wrapped(absl::StrCat("Example: ", example.caption(), "."), kRulesTextWidth, kIndent),
                      Wrapped(absl::StrCat("Red: ", PiecesInWords(example.red(), guide),
                                           ". Blue: ", PiecesInWords(example.blue(), guide), ". Plies: ",
                                           absl::StrJoin(example.plies(), " "), ". ", VerdictsText(example)),
                              kRulesTextWidth, 2 * kIndent));
}

std::string SectionText(const v1::GuideSection& section, const v1::RulesetInfo& info, RankOrder ranks) {
  std::string text = absl::StrCat(section.title(), "\n");
  for (const std::string& paragraph : section.paragraphs()) text += Wrapped(paragraph, kRulesTextWidth, kIndent);
  if (section.shows_pieces()) absl::StrAppend(&text, "\n", PiecesTable(info, ranks));
  for (const v1::RuleExample& example : section.examples()) text += ExampleText(example, info.guide());
  return text;
}

// The value of an option in the guide's ruleset; its default where the guide says none.
std::string OptionValueOf(const v1::RulesetInfo& info, const v1::RulesetOptionInfo& option) {
  for (const v1::RulesetOption& chosen : info.guide().ruleset().options()) {
    if (chosen.name() == option.name()) return chosen.value();
  }
  return option.default_value();
}

std::string OptionsText(const v1::RulesetInfo& info) {
  if (info.options().empty()) return "Options: none\n";
  std::string text = "Options, as `--option NAME=VALUE`; other values make another game with ratings of its own\n";
  for (const v1::RulesetOptionInfo& option : info.options()) {
    const std::string value = OptionValueOf(info, option);
    const std::string by_default =
        value == option.default_value() ? "the default" : "default " + option.default_value();
    absl::StrAppend(&text,
                    Wrapped(absl::StrCat(option.name(), " = ", value, " (", by_default, "; ", option.domain(), ")"),
                            kRulesTextWidth, kIndent),
                    Wrapped(option.description(), kRulesTextWidth, 3 * kIndent));
  }
  return text;
}

std::string LimitsText(const v1::RulesetInfo& info) {
  Rows rows = {{"limit", "default", "meaning"}};
  for (const v1::HostLimit& limit : info.limits()) {
    rows.push_back({limit.name(), limit.default_value(), limit.description()});
  }
  return absl::StrCat("The host's limits, which are no part of the rules: each tournament sets its own\n",
                      WrappedTable(rows));
}

std::string DecisionsText(const v1::RulesetInfo& info) {
  Rows rows = {{"decision", "listed", "for example", "what is decided"}};
  for (const v1::DecisionInfo& decision : info.decisions()) {
    rows.push_back({DecisionName(decision.kind()), decision.is_listed() ? "yes" : "no", decision.example(),
                    decision.description()});
  }
  return absl::StrCat("What a bot decides, and whether its legal actions are listed for a bot that wants them\n",
                      WrappedTable(rows));
}

}  // namespace

std::string Wrapped(absl::string_view text, std::size_t width, std::size_t indent) {
  const std::string margin(indent, ' ');
  std::string wrapped;
  std::string line;
  const auto end_line = [&] {
    if (!line.empty()) absl::StrAppend(&wrapped, margin, line, "\n");
    line.clear();
  };
  for (const absl::string_view source : absl::StrSplit(text, '\n')) {
    const bool is_row = absl::StartsWith(source, "|");
    if (is_row) end_line();
    for (const absl::string_view word : absl::StrSplit(source, ' ', absl::SkipEmpty())) {
      if (!line.empty() && indent + WidthOf(line) + 1 + WidthOf(word) > width) end_line();
      absl::StrAppend(&line, line.empty() ? "" : " ", word);
    }
    if (is_row) end_line();
  }
  end_line();
  return wrapped;
}

std::string RulesText(const v1::RulesetInfo& info, RankOrder ranks) {
  std::string text = absl::StrCat(info.id(), ": ", info.title(), "\n", info.description(), "\n\n");
  for (const v1::GuideSection& section : info.guide().sections()) {
    absl::StrAppend(&text, SectionText(section, info, ranks), "\n");
  }
  return absl::StrCat(text, LimitsText(info), "\n", OptionsText(info), "\n", DecisionsText(info),
                      "\n`flagfall rules clause R10.3` prints a clause, `flagfall rules clause R10` a section.\n");
}

std::string ClausesText(const std::vector<Clause>& clauses) {
  std::string text;
  for (const Clause& clause : clauses) {
    const bool is_section = !absl::StrContains(clause.name, ".");
    absl::StrAppend(&text, clause.name, is_section ? absl::StrCat(" ", PlainText(clause.text)) : "", "\n");
    if (!is_section) text += Wrapped(PlainText(clause.text), kRulesTextWidth, kIndent);
  }
  return text;
}

}  // namespace flagfall::arena::cli
