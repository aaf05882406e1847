#include "arena/bots/supervisor/order.h"

#include <cstdlib>
#include <map>
#include <string_view>

namespace flagfall::arena::supervisor {
namespace {

bool TakeNumber(const std::string& name, const std::string& value, Order& order) {
  const std::map<std::string_view, std::uint64_t*> numbers = {
      {"address_space", &order.address_space_max}, {"cpu_seconds", &order.cpu_seconds_max},
      {"file_bytes", &order.file_bytes_max},       {"memory", &order.memory_bytes_max},
      {"processes", &order.processes_max},         {"tasks", &order.tasks_max}};
  const auto found = numbers.find(name);
  if (found == numbers.end()) return false;
  *found->second = std::strtoull(value.c_str(), nullptr, 10);
  return true;
}

bool TakeFlag(const std::string& name, Order& order) {
  const std::map<std::string_view, bool*> flags = {
      {"sandboxed", &order.sandboxed}, {"no_new_privileges", &order.no_new_privileges}, {"own_user", &order.own_user}};
  const auto found = flags.find(name);
  if (found == flags.end()) return false;
  *found->second = true;
  return true;
}

bool TakeText(const std::string& name, const std::string& value, Order& order) {
  std::map<std::string, std::string*> texts = {{"log", &order.log_path}, {"folder", &order.folder}};
  for (const auto& [place, folder] : kCgroupPlaces) {
    texts["cgroup_" + std::string(place)] = &(order.cgroups.*folder);
  }
  const auto found = texts.find(name);
  if (found == texts.end()) return false;
  *found->second = value;
  return true;
}

bool Take(const std::string& name, const std::string& value, Order& order) {
  if (name == "give") {
    order.given.push_back(value);
  } else if (name == "stage_from") {
    order.staged.emplace_back(value, "");
  } else if (name == "stage_to" && !order.staged.empty()) {
    order.staged.back().second = value;
  } else if (name == "report") {
    order.report = std::atoi(value.c_str());
  } else {
    return TakeNumber(name, value, order) || TakeFlag(name, order) || TakeText(name, value, order);
  }
  return true;
}

}  // namespace

Order ReadOrder(char** arguments) {
  Order order;
  for (; *arguments != nullptr; ++arguments) {
    const std::string argument = *arguments;
    if (argument == "--") {
      if (arguments[1] != nullptr) order.command = arguments + 1;
      return order;
    }
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || !Take(argument.substr(0, equals), argument.substr(equals + 1), order)) break;
  }
  return order;
}

}  // namespace flagfall::arena::supervisor
