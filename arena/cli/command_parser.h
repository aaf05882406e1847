#ifndef ARENA_CLI_COMMAND_PARSER_H_
#define ARENA_CLI_COMMAND_PARSER_H_

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace flagfall::arena::cli {

// The command line's grammar: commands, their options and their help. CLI11 does the work, in command_parser.cc alone:
// its header costs ten seconds of compiling wherever it is included.

// An option of a command. A handle that may be copied; it is valid as long as the parser is.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option Required();
  // The help shows the value that the variable has now.
  Option ShowDefault();
  // A number above zero.
  Option Positive();
  // A number from `min` to `max`. Number: int, std::uint32_t, std::size_t or double.
  template <typename Number>
  Option InRange(Number min, Number max);
  Option OneOf(const std::vector<std::string>& words);
  // Values may be given as one word, separated by commas.
  Option CommaSeparated();
  // Where the option is not given, the value of this environment variable counts.
  Option FromEnvironment(const std::string& variable);
  // It is wrong usage to give both.
  Option Excludes(Option other);

  // Whether it was on the command line or in its environment variable; to be asked after parsing.
  bool IsGiven() const;

 private:
  friend class Command;

  CLI::Option* option_;
};

// A command, or a group of commands. A handle that may be copied; it is valid as long as the parser is.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  // Adds a group: one of its commands must be named after it. `example` is a command line for its --help.
  Command AddGroup(const std::string& name, const std::string& description, const std::string& example);
  // Adds a command; `on_named` is called when it was named, once the whole line has been parsed without an error.
  Command AddCommand(const std::string& name, const std::string& description, const std::string& example,
                     std::function<void()> on_named);

  // Adds `--name VALUE`, or an operand where the name has no dashes. Parsing writes to `value`, which must live as long
  // as the parser. T: a number, a string, a list of strings or numbers, an optional number; those that are
  // instantiated in command_parser.cc.
  template <typename T>
  Option AddOption(const std::string& name, T& value, const std::string& description);
  // The same, for a value that is handed to `set`. T: std::string, std::uint32_t, std::uint64_t or double.
  template <typename T>
  Option AddOption(const std::string& name, std::function<void(const T&)> set, const std::string& description);
  // The same, for a word that `read` understands or not; its error is wrong usage. The help calls the value `type`.
  Option AddParsedOption(const std::string& name, const std::string& type,
                         std::function<absl::Status(const std::string&)> read, const std::string& description);

  void AddFlag(const std::string& name, bool& value, const std::string& description);
  void AddFlag(const std::string& name, std::function<void()> on_given, const std::string& description);

  // Whether the option of this command was on the command line; to be asked after parsing.
  bool IsOnCommandLine(Option option) const;

 private:
  CLI::App* app_;
};

// The parser of a program's command line. It owns its commands and options.
class CommandParser {
 public:
  // `footer` ends the program's own help.
  CommandParser(const std::string& program, const std::string& description, const std::string& version,
                const std::string& footer);
  ~CommandParser();
  CommandParser(const CommandParser&) = delete;
  CommandParser& operator=(const CommandParser&) = delete;

  // What the program's commands and its own options are added to.
  Command root();

  // Exit code of wrong usage.
  static constexpr int kWrongUsage = 2;

  // Sets what the options are bound to and calls what the command that was named has registered. Returns nothing when
  // the program is to go on; the exit code when it is not: after help, which is printed to `out`, or after wrong usage,
  // which is told on `err` with the help to look at. `arguments` are without the program's name.
  std::optional<int> Parse(std::vector<std::string> arguments, std::ostream& out, std::ostream& err);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_COMMAND_PARSER_H_
