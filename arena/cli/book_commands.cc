#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/analysis/replayed_rulesets.h"
#include "arena/books/generate.h"
#include "arena/cli/commands.h"
#include "arena/cli/read_file.h"
#include "arena/cli/spec_flags.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

struct GenerateFlags {
  std::string ruleset = "classic";
  std::vector<std::string> options;
  std::size_t count = 1000;
  std::uint64_t seed = 1;
};

absl::Status Generate(const Console& console, const GenerateFlags& flags) {
  v1::Ruleset ruleset;
  ruleset.set_id(flags.ruleset);
  FLAGFALL_RETURN_IF_ERROR(SetOptions(flags.options, ruleset));
  FLAGFALL_ASSIGN_OR_RETURN(const books::Book book, books::GenerateBook(ruleset, flags.count, flags.seed));
  console.out << books::WriteBook(book);
  return absl::OkStatus();
}

absl::Status Check(const Console& console, const std::string& path) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, books::kBookBytesMax, "a book of set-ups"));
  FLAGFALL_ASSIGN_OR_RETURN(const books::Book book, books::ParseBook(text, path));
  const std::size_t different = book.set_ups.CountDifferent();
  console.out << path << ": " << Counted(book.set_ups.size(), "set-up") << " for " << book.ruleset_id;
  if (different != book.set_ups.size()) {
    console.out << ", " << different << " of them different; the others are drawn as often as they stand there";
  }
  console.out << "\n";
  return absl::OkStatus();
}

}  // namespace

void AddBookCommands(Command app, Invocation& invocation) {
  Command book = app.AddGroup("book", "Makes and checks books of set-ups",
                              "flagfall book generate --ruleset barrage --count 50 --seed 7");

  const auto flags = std::make_shared<GenerateFlags>();
  Command generate = AddCommand(
      book, invocation, "generate", "Prints a book of sound set-ups, all different",
      "flagfall book generate --ruleset barrage --count 50 --seed 7",
      [&invocation, flags] { return Generate(invocation.console, *flags); }, Json::kNone);
  generate
      .AddOption("--ruleset", flags->ruleset,
                 absl::StrCat(absl::StrJoin(analysis::ReplayedRulesets(), ", "), " or bluffing"))
      .ShowDefault();
  generate.AddOption("--option", flags->options, "army=COUNTS or zone_rows=ROWS (R1.6); may be repeated");
  generate.AddOption("--count", flags->count, "Set-ups")
      .InRange(std::size_t{1}, books::kGeneratedSetUpsMax)
      .ShowDefault();
  generate.AddOption("--seed", flags->seed, "The same seed makes the same book").ShowDefault();

  const auto path = std::make_shared<std::string>();
  AddCommand(
      book, invocation, "check", "Reads a book and says what is wrong with it, if anything",
      "flagfall book generate --count 10 | flagfall book check -",
      [&invocation, path] { return Check(invocation.console, *path); }, Json::kNone)
      .AddOption("FILE", *path, "A book, or - for standard input")
      .Required();
}

}  // namespace flagfall::arena::cli
