#include "arena/metrics/process_figures.h"

#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <system_error>

namespace flagfall::arena::metrics {
namespace {

constexpr double kMicrosPerSecond = 1e6;

double SecondsOf(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / kMicrosPerSecond;
}

std::uint64_t ResidentBytes() {
  std::ifstream pages("/proc/self/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  if (!(pages >> all >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t OpenDescriptors() {
  std::error_code error;
  std::filesystem::directory_iterator entries("/proc/self/fd", error);
  std::uint64_t count = 0;
  while (!error && entries != std::filesystem::directory_iterator()) {
    ++count;
    entries.increment(error);
  }
  return count;
}

}  // namespace

ProcessFigures OwnFigures() {
  ProcessFigures figures;
  rusage used{};
  if (::getrusage(RUSAGE_SELF, &used) == 0) {
    figures.cpu_seconds = SecondsOf(used.ru_utime) + SecondsOf(used.ru_stime);
  }
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) figures.descriptors_max = files.rlim_cur;
  figures.resident_bytes = ResidentBytes();
  figures.open_descriptors = OpenDescriptors();
  return figures;
}

std::optional<std::uint64_t> FreeBytesOf(const std::string& folder) {
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0) return std::nullopt;
  return std::uint64_t{disk.f_bavail} * disk.f_frsize;
}

}  // namespace flagfall::arena::metrics
