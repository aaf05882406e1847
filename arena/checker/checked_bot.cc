#include "arena/checker/checked_bot.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/bots/manifest.h"
#include "arena/runner/random_bytes.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::checker {
namespace {

constexpr std::size_t kLastLines = 4;
constexpr std::size_t kLastBytes = 400;
constexpr absl::string_view kSupervisorName = "flagfall-bot-supervisor";
// utime and stime are fields 14 and 15 of /proc/PID/stat; the first field behind the name is 3. See proc(5).
constexpr std::size_t kUserTime = 14 - 3;
constexpr std::size_t kSystemTime = 15 - 3;

std::string ReadAll(const std::string& path, std::uintmax_t from = 0) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(from));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Micros CpuOf(const std::string& stat) {
  const std::vector<std::string> fields = absl::StrSplit(stat.substr(std::min(stat.size(), stat.rfind(')') + 2)), ' ');
  std::int64_t ticks = 0;
  for (const std::size_t field : {kUserTime, kSystemTime}) {
    std::int64_t value = 0;
    if (field < fields.size() && absl::SimpleAtoi(fields[field], &value)) ticks += value;
  }
  return Micros(ticks * 1'000'000 / ::sysconf(_SC_CLK_TCK));
}

std::uint64_t PeakMemoryOf(const std::string& status) {
  for (absl::string_view line : absl::StrSplit(status, '\n')) {
    std::uint64_t kibibytes = 0;
    if (!absl::ConsumePrefix(&line, "VmHWM:") || !absl::ConsumeSuffix(&line, "kB")) continue;
    if (absl::SimpleAtoi(absl::StripAsciiWhitespace(line), &kibibytes)) return kibibytes * 1024;
  }
  return 0;
}

}  // namespace

absl::Status CheckedBot::Start(const std::string& options_json) {
  process_.reset();
  token_ = runner::NewToken();
  bots::BotLaunch launch = bots::LaunchOf(spec_.manifest, spec_.folder, spec_.sandbox);
  launch.environment = bots::BotEnvironment("unix:" + spec_.socket_path, token_, options_json);
  launch.log_path = spec_.log_path;
  std::error_code ignored;
  const std::uintmax_t size = std::filesystem::file_size(spec_.log_path, ignored);
  log_begin_ = ignored ? 0 : size;
  const std::uint64_t process_number = ++process_number_;
  FLAGFALL_ASSIGN_OR_RETURN(
      process_,
      bots::BotProcess::Start(spec_.supervisor_path, launch, [this, process_number](const bots::BotExit& exit) {
        events_.Put({.kind = CheckEvent::Kind::kExited, .detail = exit.detail, .process_number = process_number});
      }));
  return absl::OkStatus();
}

std::vector<pid_t> CheckedBot::Processes() const {
  if (process_ == nullptr) return {};
  std::vector<pid_t> found = process_->Processes();
  std::erase_if(found, [](pid_t pid) {
    return absl::StripAsciiWhitespace(ReadAll(absl::StrCat("/proc/", pid, "/comm"))) == kSupervisorName;
  });
  return found;
}

Usage CheckedBot::MeasureUsage() const {
  Usage usage;
  for (const pid_t pid : Processes()) {
    const std::string folder = absl::StrCat("/proc/", pid, "/");
    ++usage.processes;
    usage.cpu += CpuOf(ReadAll(folder + "stat"));
    usage.memory_bytes += PeakMemoryOf(ReadAll(folder + "status"));
  }
  return usage;
}

std::string CheckedBot::DescribeOutput() const {
  const auto has_words = [](absl::string_view line) { return line.find_first_not_of(" \t\r^~") != line.npos; };
  std::vector<std::string> lines = absl::StrSplit(ReadAll(spec_.log_path, log_begin_), '\n', has_words);
  if (lines.size() > kLastLines) lines.erase(lines.begin(), lines.end() - kLastLines);
  std::string words = absl::StrJoin(lines, " | ");
  if (words.size() > kLastBytes) words.erase(0, words.size() - kLastBytes);
  return words.empty() ? "; it had printed nothing" : absl::StrCat("; it had printed: ", words);
}

}  // namespace flagfall::arena::checker
