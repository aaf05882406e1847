#include "arena/cli/command_parser.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "arena/cli/console.h"

namespace flagfall::arena::cli {
namespace {

std::string ExampleLine(const std::string& example) { return "Example: " + example; }

// Words that people try for commands of another name.
constexpr std::pair<absl::string_view, absl::string_view> kSynonyms[] = {
    {"cancel", "stop"},     {"cat", "show"},
    {"continue", "resume"}, {"del", "retire"},
    {"delete", "retire"},   {"get", "show"},
    {"info", "show"},       {"ls", "list"},
    {"new", "add"},         {"new", "create"},
    {"new", "init"},        {"play", "match"},
    {"play", "run"},        {"ratings", "leaderboard"},
    {"register", "add"},    {"remove", "retire"},
    {"remove", "revoke"},   {"rm", "retire"},
    {"start", "run"},       {"start", "serve"},
    {"server", "serve"},    {"standings", "show"},
    {"stop", "cancel"},     {"test", "check"},
    {"update", "add"},      {"upload", "submit"},
};

// How many letters have to be added, left out, replaced or, where they stand side by side, swapped to make `b` of `a`
// (the restricted Damerau-Levenshtein distance).
std::size_t Distance(absl::string_view a, absl::string_view b) {
  std::vector<std::vector<std::size_t>> of(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        of[i][j] = i + j;
        continue;
      }
      of[i][j] = std::min({of[i - 1][j] + 1, of[i][j - 1] + 1, of[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swapped) of[i][j] = std::min(of[i][j], of[i - 2][j - 2] + 1);
    }
  }
  return of[a.size()][b.size()];
}

// The commands right below, in the order of the help.
std::vector<std::string> CommandsOf(const CLI::App& group) {
  std::vector<std::string> names;
  for (const CLI::App* command : group.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

// The command of the group that is meant by a word that is none; empty where none is near.
std::string NearestCommand(const CLI::App& group, absl::string_view word) {
  constexpr std::size_t kWordMax = 64;
  if (word.empty() || word.size() > kWordMax) return "";
  const std::vector<std::string> names = CommandsOf(group);
  for (const auto& [tried, meant] : kSynonyms) {
    if (word == tried && std::find(names.begin(), names.end(), meant) != names.end()) return std::string(meant);
  }
  std::string nearest;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string& name : names) {
    const std::size_t distance = Distance(word, name);
    if (distance <= least && (nearest.empty() || distance < least)) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}

// What is wrong with a word that is no command or flag, and what would be right. `path` leads to `named`.
std::string UnknownWord(const CLI::App& named, const std::string& path, const std::string& word) {
  std::string what = "there is no command or flag " + word + " here";
  const std::vector<std::string> names = CommandsOf(named);
  if (names.empty() || word.front() == '-') return what;
  const std::string nearest = NearestCommand(named, word);
  if (!nearest.empty()) return what + "; did you mean `" + path + " " + nearest + "`?";
  return what + "; there are " + absl::StrJoin(names, ", ");
}

// Whether the word is an option of the group whose value is the next word, as in `--home DIR`.
bool TakesNextWord(const CLI::App& group, const std::string& word) {
  const CLI::Option* const option = group.get_option_no_throw(word);
  return option != nullptr && option->get_items_expected_max() > 0;
}

// `help` in the place of a command asks for the help of the group before it, or of the command behind it.
std::vector<std::string> WithoutHelpWord(const CLI::App& app, std::vector<std::string> arguments) {
  const CLI::App* group = &app;
  for (auto word = arguments.begin(); word != arguments.end(); ++word) {
    const std::vector<std::string> names = CommandsOf(*group);
    if (names.empty()) return arguments;
    if (absl::StartsWith(*word, "-")) {
      if (TakesNextWord(*group, *word) && word + 1 != arguments.end()) ++word;
      continue;
    }
    if (*word == "help") {
      arguments.erase(word);
      arguments.emplace_back("--help");
      return arguments;
    }
    if (std::find(names.begin(), names.end(), *word) == names.end()) return arguments;
    group = group->get_subcommand(*word);
  }
  return arguments;
}

// What is missing, and what it is or which commands there are. CLI11 only names it.
std::string MissingWord(const CLI::App& named, const CLI::RequiredError& error) {
  const std::vector<std::string> names = CommandsOf(named);
  if (!names.empty()) return "a command is required here; there are " + absl::StrJoin(names, ", ");
  const std::string what = error.what();
  const CLI::Option* const option = named.get_option_no_throw(what.substr(0, what.find(' ')));
  return option == nullptr || option->get_description().empty() ? what : what + ": " + option->get_description();
}

// An option that is given too often, in plain words; other mismatches in CLI11's.
std::string TooManyValues(const CLI::ArgumentMismatch& error) {
  const std::string what = error.what();
  const std::size_t at_most = what.find(": At Most 1 required");
  return at_most == std::string::npos ? what : what.substr(0, at_most) + " is given more than once; give it once";
}

// The type of one value of an option.
template <typename T>
struct ValueOf {
  using Type = T;
};
template <typename T>
struct ValueOf<std::vector<T>> {
  using Type = T;
};
template <typename T>
struct ValueOf<std::optional<T>> {
  using Type = T;
};

// Has the option refuse what is no number, before any other check, in words that say what would be one.
template <typename T>
CLI::Option* WithNumbersOnly(CLI::Option* option) {
  using Value = typename ValueOf<T>::Type;
  if constexpr (std::is_arithmetic_v<Value>) {
    using Limits = std::numeric_limits<Value>;
    const auto refusal = [](const std::string& word) -> std::string {
      Value value{};
      if (CLI::detail::lexical_cast(word, value)) return "";
      if (!std::is_integral_v<Value>) return absl::StrCat("'", word, "' is no number");
      return absl::StrCat("'", word, "' is no whole number from ", Limits::min(), " to ", Limits::max());
    };
    option->check(CLI::Validator(refusal, ""));
  }
  return option;
}

// The message may quote what was typed.
int ReportWrongUsage(const CLI::App& app, const CLI::ParseError& error, std::ostream& err) {
  const CLI::App* named = &app;
  while (!named->get_subcommands().empty()) named = named->get_subcommands().front();
  std::string path = named->get_name();
  for (const CLI::App* parent = named->get_parent(); parent != nullptr; parent = parent->get_parent()) {
    path.insert(0, parent->get_name() + " ");
  }
  // What a command does not know falls through to those above it.
  std::vector<std::string> unknown;
  for (const CLI::App* at = named; unknown.empty() && at != nullptr; at = at->get_parent()) unknown = at->remaining();
  std::string what = error.what();
  if (!unknown.empty()) {
    what = UnknownWord(*named, path, unknown.front());
  } else if (const auto* const required = dynamic_cast<const CLI::RequiredError*>(&error)) {
    what = MissingWord(*named, *required);
  } else if (const auto* const mismatch = dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    what = TooManyValues(*mismatch);
  }
  err << app.get_name() << ": " << Printable(what) << "\nSee `" << path << " --help`.\n";
  return CommandParser::kWrongUsage;
}

}  // namespace

Option Option::Required() { return Option(option_->required()); }

Option Option::ShowDefault() { return Option(option_->capture_default_str()); }

Option Option::Positive() {
  const auto refusal = [](const std::string& word) -> std::string {
    return CLI::PositiveNumber(word).empty() ? "" : absl::StrCat("'", word, "' is not above 0");
  };
  return Option(option_->check(CLI::Validator(refusal, CLI::PositiveNumber.get_description())));
}

template <typename Number>
Option Option::InRange(Number min, Number max) {
  const CLI::Range range(min, max);
  const auto refusal = [range, min, max](const std::string& word) -> std::string {
    return range(word).empty() ? "" : absl::StrCat("'", word, "' is not from ", min, " to ", max);
  };
  return Option(option_->check(CLI::Validator(refusal, range.get_description())));
}
template Option Option::InRange(int min, int max);
template Option Option::InRange(std::size_t min, std::size_t max);
template Option Option::InRange(std::uint32_t min, std::uint32_t max);
template Option Option::InRange(double min, double max);

Option Option::OneOf(const std::vector<std::string>& words) { return Option(option_->check(CLI::IsMember(words))); }

Option Option::CommaSeparated() { return Option(option_->delimiter(',')); }

Option Option::FromEnvironment(const std::string& variable) { return Option(option_->envname(variable)); }

Option Option::Excludes(Option other) { return Option(option_->excludes(other.option_)); }

bool Option::IsGiven() const { return option_->count() > 0; }

bool Command::IsOnCommandLine(Option option) const {
  // Values of the environment are not in it.
  const std::vector<CLI::Option*>& parsed = app_->parse_order();
  return std::find(parsed.begin(), parsed.end(), option.option_) != parsed.end();
}

Command Command::AddGroup(const std::string& name, const std::string& description, const std::string& example) {
  CLI::App* const group = app_->add_subcommand(name, description);
  group->require_subcommand(1);
  group->footer(ExampleLine(example));
  return Command(group);
}

Command Command::AddCommand(const std::string& name, const std::string& description, const std::string& example,
                            std::function<void()> on_named) {
  CLI::App* const command = app_->add_subcommand(name, description);
  command->footer(ExampleLine(example));
  command->callback(std::move(on_named));
  return Command(command);
}

template <typename T>
Option Command::AddOption(const std::string& name, T& value, const std::string& description) {
  return Option(WithNumbersOnly<T>(app_->add_option(name, value, description)));
}
template Option Command::AddOption(const std::string&, std::string&, const std::string&);
template Option Command::AddOption(const std::string&, int&, const std::string&);
template Option Command::AddOption(const std::string&, std::int64_t&, const std::string&);
template Option Command::AddOption(const std::string&, std::uint32_t&, const std::string&);
template Option Command::AddOption(const std::string&, std::uint64_t&, const std::string&);
template Option Command::AddOption(const std::string&, double&, const std::string&);
template Option Command::AddOption(const std::string&, std::optional<std::uint32_t>&, const std::string&);
template Option Command::AddOption(const std::string&, std::vector<std::uint32_t>&, const std::string&);
template Option Command::AddOption(const std::string&, std::vector<std::string>&, const std::string&);

template <typename T>
Option Command::AddOption(const std::string& name, std::function<void(const T&)> set, const std::string& description) {
  return Option(WithNumbersOnly<T>(app_->add_option_function<T>(name, set, description)));
}
template Option Command::AddOption(const std::string&, std::function<void(const std::string&)>, const std::string&);
template Option Command::AddOption(const std::string&, std::function<void(const std::uint32_t&)>, const std::string&);
template Option Command::AddOption(const std::string&, std::function<void(const std::uint64_t&)>, const std::string&);
template Option Command::AddOption(const std::string&, std::function<void(const double&)>, const std::string&);

Option Command::AddParsedOption(const std::string& name, const std::string& type,
                                std::function<absl::Status(const std::string&)> read, const std::string& description) {
  const auto set = [name, read = std::move(read)](const std::string& word) {
    const absl::Status status = read(word);
    if (!status.ok()) throw CLI::ValidationError(name, std::string(status.message()));
  };
  return Option(app_->add_option_function<std::string>(name, set, description)->type_name(type));
}

void Command::AddFlag(const std::string& name, bool& value, const std::string& description) {
  app_->add_flag(name, value, description);
}

void Command::AddFlag(const std::string& name, std::function<void()> on_given, const std::string& description) {
  app_->add_flag_callback(name, std::move(on_given), description);
}

CommandParser::CommandParser(const std::string& program, const std::string& description, const std::string& version,
                             const std::string& footer)
    : app_(std::make_unique<CLI::App>(description, program)) {
  app_->set_version_flag("--version", version);
  app_->fallthrough();
  app_->footer(footer);
}

CommandParser::~CommandParser() = default;

Command CommandParser::root() { return Command(app_.get()); }

std::optional<int> CommandParser::Parse(std::vector<std::string> arguments, std::ostream& out, std::ostream& err) {
  if (!app_->get_subcommands({}).empty()) app_->require_subcommand(1);
  arguments = WithoutHelpWord(*app_, std::move(arguments));
  // CLI11 takes them from the end.
  std::reverse(arguments.begin(), arguments.end());
  try {
    app_->parse(std::move(arguments));
  } catch (const CLI::Success& asked_for_help) {
    return app_->exit(asked_for_help, out, err);
  } catch (const CLI::ParseError& error) {
    return ReportWrongUsage(*app_, error, err);
  }
  return std::nullopt;
}

}  // namespace flagfall::arena::cli
