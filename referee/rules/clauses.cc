#include "referee/rules/clauses.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "referee/rules/clauses_text.h"

namespace flagfall {
namespace {

// A clause's section and number; number 0 for a whole section.
struct Number {
  int section = 0;
  int clause = 0;
};

// Reads "R3.2", "r3.2", "3.2" or "R3"; false for anything else.
bool ReadNumber(absl::string_view name, Number& number) {
  if (!absl::ConsumePrefix(&name, "R")) absl::ConsumePrefix(&name, "r");
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(name, absl::MaxSplits('.', 1));
  const auto is_digits = [](absl::string_view text) {
    return !text.empty() && text.size() <= 4 && std::all_of(text.begin(), text.end(), absl::ascii_isdigit);
  };
  if (!is_digits(parts.first) || !absl::SimpleAtoi(parts.first, &number.section)) return false;
  if (name.find('.') == absl::string_view::npos) return true;
  return is_digits(parts.second) && absl::SimpleAtoi(parts.second, &number.clause) && number.clause > 0;
}

std::string NameOf(Number number) {
  return number.clause == 0 ? absl::StrCat("R", number.section) : absl::StrCat("R", number.section, ".", number.clause);
}

// Reads the page: a section begins with `## R3 Title`, a clause with `- **R3.2** text` and goes on in lines that are
// empty or set in by two spaces.
std::vector<Clause> Read(absl::string_view page) {
  std::vector<Clause> clauses;
  bool is_clause = false;
  for (absl::string_view line : absl::StrSplit(page, '\n')) {
    Number number;
    if (absl::StartsWith(line, "#")) {
      is_clause = false;
      const absl::string_view title = absl::StripPrefix(line, "## ");
      const absl::string_view name = title.substr(0, title.find(' '));
      if (absl::StartsWith(name, "R") && ReadNumber(name, number)) {
        clauses.push_back({.name = std::string(name), .text = std::string(title.substr(name.size() + 1))});
      }
    } else if (absl::ConsumePrefix(&line, "- **R")) {
      const absl::string_view name = line.substr(0, line.find('*'));
      clauses.push_back({.name = absl::StrCat("R", name), .text = std::string(line.substr(name.size() + 3))});
      is_clause = true;
    } else if (is_clause && (line.empty() || absl::ConsumePrefix(&line, "  "))) {
      absl::StrAppend(&clauses.back().text, "\n", line);
    } else {
      is_clause = false;
    }
  }
  for (Clause& clause : clauses) clause.text = std::string(absl::StripTrailingAsciiWhitespace(clause.text));
  return clauses;
}

// The highest clause of the section, 0 when there is no such section or it has none.
int LastClauseOf(int section) {
  int last = 0;
  for (const Clause& clause : Clauses()) {
    Number number;
    if (ReadNumber(clause.name, number) && number.section == section) last = std::max(last, number.clause);
  }
  return last;
}

// The clauses of the section as in "R8.1 to R8.10, R8.12": numbers may be left out.
std::string NamesIn(int section) {
  std::vector<std::string> runs;
  int first = 0;
  int last = 0;
  for (const Clause& clause : Clauses()) {
    Number number;
    if (!ReadNumber(clause.name, number) || number.section != section || number.clause == 0) continue;
    if (runs.empty() || number.clause != last + 1) {
      first = number.clause;
      runs.push_back(NameOf(number));
    } else {
      runs.back() = absl::StrCat(NameOf({section, first}), " to ", NameOf(number));
    }
    last = number.clause;
  }
  return absl::StrJoin(runs, ", ");
}

int LastSection() {
  Number number;
  ReadNumber(Clauses().back().name, number);
  return number.section;
}

}  // namespace

const std::vector<Clause>& Clauses() {
  static const auto& clauses = *new std::vector<Clause>(Read(RulesReadme()));
  return clauses;
}

absl::StatusOr<std::vector<Clause>> FindClause(absl::string_view name) {
  Number wanted;
  if (!ReadNumber(name, wanted)) {
    return absl::NotFoundError(absl::StrCat("`", name,
                                            "` is no clause; a clause is named as in R4.6, and a section as in R4; ",
                                            "there are R1 to R", LastSection()));
  }
  std::vector<Clause> found;
  for (const Clause& clause : Clauses()) {
    Number number;
    ReadNumber(clause.name, number);
    const bool is_it = number.section == wanted.section && (wanted.clause == 0 || number.clause == wanted.clause);
    if (is_it) found.push_back(clause);
  }
  if (!found.empty()) return found;
  const int last = LastClauseOf(wanted.section);
  if (last == 0) {
    return absl::NotFoundError(absl::StrCat("no clause ", NameOf(wanted), "; the sections are R1 to R", LastSection(),
                                            ", and R", LastSection(), ".", LastClauseOf(LastSection()),
                                            " is the last clause"));
  }
  return absl::NotFoundError(absl::StrCat("no clause ", NameOf(wanted), "; the nearest is R", wanted.section, ".", last,
                                          ", and section R", wanted.section, " has ", NamesIn(wanted.section)));
}

std::string PlainText(absl::string_view markdown) { return absl::StrReplaceAll(markdown, {{"**", ""}, {"`", ""}}); }

}  // namespace flagfall
