#include "arena/cli/command_parser.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <utility>

#include "arena/cli/console.h"

namespace flagfall::arena::cli {
namespace {

std::string ExampleLine(const std::string& example) { return "Example: " + example; }

// The message may quote what was typed.
int ReportWrongUsage(const CLI::App& app, const CLI::ParseError& error, std::ostream& err) {
  const CLI::App* named = &app;
  while (!named->get_subcommands().empty()) named = named->get_subcommands().front();
  std::string path = named->get_name();
  for (const CLI::App* parent = named->get_parent(); parent != nullptr; parent = parent->get_parent()) {
    path.insert(0, parent->get_name() + " ");
  }
  const std::vector<std::string> unknown = named->remaining();
  const std::string what = unknown.empty() ? error.what() : "there is no command or flag " + unknown.front() + " here";
  err << app.get_name() << ": " << Printable(what) << "\nSee `" << path << " --help`.\n";
  return CommandParser::kWrongUsage;
}

}  // namespace

Option Option::Required() { return Option(option_->required()); }

Option Option::ShowDefault() { return Option(option_->capture_default_str()); }

Option Option::Positive() { return Option(option_->check(CLI::PositiveNumber)); }

template <typename Number>
Option Option::InRange(Number min, Number max) {
  return Option(option_->check(CLI::Range(min, max)));
}
template Option Option::InRange(int min, int max);
template Option Option::InRange(std::size_t min, std::size_t max);
template Option Option::InRange(double min, double max);

Option Option::OneOf(const std::vector<std::string>& words) { return Option(option_->check(CLI::IsMember(words))); }

Option Option::CommaSeparated() { return Option(option_->delimiter(',')); }

Option Option::FromEnvironment(const std::string& variable) { return Option(option_->envname(variable)); }

Option Option::Excludes(Option other) { return Option(option_->excludes(other.option_)); }

bool Option::IsGiven() const { return option_->count() > 0; }

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
  return Option(app_->add_option(name, value, description));
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
  return Option(app_->add_option_function<T>(name, set, description));
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
