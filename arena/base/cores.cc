#include "arena/base/cores.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "absl/strings/str_cat.h"

namespace flagfall::arena {
namespace {

std::vector<int> OwnProcessors() {
  // More than a cpu_set_t holds are not reckoned with; the kernel then refuses, and nothing is known of the machine.
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> processors;
  if (::sched_getaffinity(0, sizeof(set), &set) != 0) return processors;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &set)) processors.push_back(processor);
  }
  return processors;
}

// What the machine says of the processor; empty where it does not.
std::string ReadTopology(const std::string& system, int processor, const char* what) {
  std::ifstream in(absl::StrCat(system, "/cpu", processor, "/topology/", what));
  std::string text;
  std::getline(in, text);
  return text;
}

}  // namespace

std::uint32_t ProcessorCount() {
  // Not hardware_concurrency(), which counts also those that a job of a cluster, or a cpuset, may not use.
  static const std::uint32_t count = std::max(1U, static_cast<std::uint32_t>(OwnProcessors().size()));
  return count;
}

std::vector<Core> FindCores(const std::string& system) { return CoresOf(OwnProcessors(), system); }

std::vector<Core> CoresOf(const std::vector<int>& processors, const std::string& system) {
  // Threads of one core have the same list of siblings. Where nothing is known, each processor is a core.
  std::map<std::string, Core> by_siblings;
  for (const int processor : processors) {
    std::string siblings = ReadTopology(system, processor, "thread_siblings_list");
    if (siblings.empty()) siblings = absl::StrCat("alone ", processor);
    by_siblings[siblings].processors.push_back(processor);
  }
  std::vector<Core> cores;
  for (auto& [siblings, core] : by_siblings) cores.push_back(std::move(core));
  std::sort(cores.begin(), cores.end(),
            [](const Core& a, const Core& b) { return a.processors.front() < b.processors.front(); });
  return cores;
}

}  // namespace flagfall::arena
