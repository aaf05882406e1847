#include <CLI/CLI.hpp>
#include <memory>

#include "arena/books/generate.h"
#include "arena/cli/commands.h"
#include "arena/cli/read_file.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

struct GenerateFlags {
  std::string ruleset = "classic";
  std::size_t count = 1000;
  std::uint64_t seed = 1;
};

absl::Status Generate(const Console& console, const GenerateFlags& flags) {
  FLAGFALL_ASSIGN_OR_RETURN(const Book book, GenerateBook(flags.ruleset, flags.count, flags.seed));
  console.out << WriteBook(book);
  return absl::OkStatus();
}

absl::Status Check(const Console& console, const std::string& path) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kBookBytesMax, "a book of set-ups"));
  FLAGFALL_ASSIGN_OR_RETURN(const Book book, ParseBook(text, path));
  console.out << path << ": " << Counted(book.set_ups.size(), "set-up") << " for " << book.ruleset_id << "\n";
  return absl::OkStatus();
}

}  // namespace

void AddBookCommands(CLI::App& app, Invocation& invocation) {
  CLI::App& book = *app.add_subcommand("book", "Makes and checks books of set-ups");
  book.require_subcommand(1);
  book.footer("Example: flagfall book generate --ruleset barrage --count 50 --seed 7");

  const auto flags = std::make_shared<GenerateFlags>();
  CLI::App& generate = AddCommand(
      book, invocation, "generate", "Prints a book of sound set-ups, all different",
      "flagfall book generate --ruleset barrage --count 50 --seed 7",
      [&invocation, flags] { return Generate(invocation.console, *flags); }, Json::kNone);
  generate.add_option("--ruleset", flags->ruleset, "classic, battle, duel or barrage")->capture_default_str();
  generate.add_option("--count", flags->count, "Set-ups")
      ->check(CLI::Range(std::size_t{1}, kBookSetUpsMax))
      ->capture_default_str();
  generate.add_option("--seed", flags->seed, "The same seed makes the same book")->capture_default_str();

  const auto path = std::make_shared<std::string>();
  AddCommand(
      book, invocation, "check", "Reads a book and says what is wrong with it, if anything",
      "flagfall book generate --count 10 | flagfall book check -",
      [&invocation, path] { return Check(invocation.console, *path); }, Json::kNone)
      .add_option("FILE", *path, "A book, or - for standard input")
      ->required();
}

}  // namespace flagfall::arena
