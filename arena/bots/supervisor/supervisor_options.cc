#include "arena/bots/supervisor/supervisor_options.h"

#include <cstdlib>
#include <map>
#include <string_view>

namespace flagfall::arena::bots::supervisor {
namespace {

bool TakeNumber(const std::string& name, const std::string& value, SupervisorOptions& options) {
  const std::map<std::string_view, std::uint64_t*> numbers = {
      {"address_space", &options.address_space_max}, {"cpu_seconds", &options.cpu_seconds_max},
      {"file_bytes", &options.file_bytes_max},       {"memory", &options.memory_bytes_max},
      {"processes", &options.processes_max},         {"tasks", &options.tasks_max}};
  const auto found = numbers.find(name);
  if (found == numbers.end()) return false;
  *found->second = std::strtoull(value.c_str(), nullptr, 10);
  return true;
}

bool TakeId(const std::string& name, const std::string& value, SupervisorOptions& options) {
  const std::map<std::string_view, unsigned*> ids = {{"first_user", &options.subordinate.first_user},
                                                     {"first_group", &options.subordinate.first_group},
                                                     {"users", &options.subordinate.count}};
  const auto found = ids.find(name);
  if (found == ids.end()) return false;
  *found->second = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
  return true;
}

bool TakeFlag(const std::string& name, SupervisorOptions& options) {
  const std::map<std::string_view, bool*> flags = {{"sandboxed", &options.sandboxed},
                                                   {"no_new_privileges", &options.no_new_privileges},
                                                   {"own_user", &options.own_user}};
  const auto found = flags.find(name);
  if (found == flags.end()) return false;
  *found->second = true;
  return true;
}

bool TakeText(const std::string& name, const std::string& value, SupervisorOptions& options) {
  std::map<std::string, std::string*> texts = {{"folder", &options.folder}};
  for (const auto& [controller, member] : kCgroupFolders) {
    texts["cgroup_" + std::string(controller)] = &(options.cgroups.*member);
  }
  const auto found = texts.find(name);
  if (found == texts.end()) return false;
  *found->second = value;
  return true;
}

bool Take(const std::string& name, const std::string& value, SupervisorOptions& options) {
  if (name == "give") {
    options.given_paths.push_back(value);
  } else if (name == "stage_from") {
    options.staged_paths.emplace_back(value, "");
  } else if (name == "stage_to" && !options.staged_paths.empty()) {
    options.staged_paths.back().second = value;
  } else if (name == "report") {
    options.report_descriptor = std::atoi(value.c_str());
  } else {
    return TakeNumber(name, value, options) || TakeId(name, value, options) || TakeFlag(name, options) ||
           TakeText(name, value, options);
  }
  return true;
}

}  // namespace

SupervisorOptions ParseSupervisorOptions(char** arguments) {
  SupervisorOptions options;
  for (; *arguments != nullptr; ++arguments) {
    const std::string argument = *arguments;
    if (argument == "--") {
      if (arguments[1] != nullptr) options.command = arguments + 1;
      return options;
    }
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || !Take(argument.substr(0, equals), argument.substr(equals + 1), options)) break;
  }
  return options;
}

}  // namespace flagfall::arena::bots::supervisor
