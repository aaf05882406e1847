#include "arena/checker/run_delay.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena::checker {
namespace {

namespace fs = std::filesystem;

// A look costs about a tenth of a millisecond, a search through all processes some milliseconds.
constexpr Micros kBetweenLooks = std::chrono::milliseconds(20);
constexpr Micros kBetweenSearches = std::chrono::seconds(1);

// The processor time used on the whole machine. The first line of proc/stat is "cpu USER NICE SYSTEM IDLE IOWAIT IRQ
// SOFTIRQ STEAL ...", in ticks; see proc(5).
Micros BusyTime(const std::string& proc) {
  std::ifstream file(proc + "/stat");
  std::string name;
  std::int64_t user = 0;
  std::int64_t nice = 0;
  std::int64_t system = 0;
  std::int64_t idle = 0;
  std::int64_t io_wait = 0;
  std::int64_t irq = 0;
  std::int64_t soft_irq = 0;
  std::int64_t steal = 0;
  if (!(file >> name >> user >> nice >> system >> idle >> io_wait >> irq >> soft_irq >> steal)) return Micros(0);
  return Micros((user + nice + system + irq + soft_irq + steal) * 1'000'000 / ::sysconf(_SC_CLK_TCK));
}

}  // namespace

RunDelayMeter::RunDelayMeter(std::function<std::vector<pid_t>()> find_processes, std::string proc)
    : find_processes_(std::move(find_processes)), proc_(std::move(proc)) {}

void RunDelayMeter::Restart(Micros now) {
  processes_.clear();
  next_search_ = now;
  seen_.clear();
  TakeLook(now);
}

void RunDelayMeter::Look(Micros now) {
  if (!seen_.empty() && now - seen_.back().at < kBetweenLooks) return;
  TakeLook(now);
}

Micros RunDelayMeter::HeldSince(Micros from, Micros now) {
  TakeLook(now);
  const auto later = std::find_if(seen_.begin(), seen_.end(), [from](const Seen& seen) { return seen.at > from; });
  const Seen& begin = later == seen_.begin() ? seen_.front() : *std::prev(later);
  const Seen& end = seen_.back();
  const Micros others = (end.busy - begin.busy) - (end.ran - begin.ran);
  return std::clamp(std::min(end.waited - begin.waited, others), Micros(0), std::max(now - from, Micros(0)));
}

void RunDelayMeter::TakeLook(Micros now) {
  if (processes_.empty() || now >= next_search_) {
    processes_ = find_processes_();
    next_search_ = now + kBetweenSearches;
  }
  std::map<Thread, ThreadTimes> found;
  for (const pid_t process : processes_) AddThreadsOf(process, found);
  threads_ = std::move(found);
  sum_.at = now;
  sum_.busy = BusyTime(proc_);
  seen_.push_back(sum_);
}

void RunDelayMeter::AddThreadsOf(pid_t process, std::map<Thread, ThreadTimes>& found) {
  std::error_code ignored;
  fs::directory_iterator threads(absl::StrCat(proc_, "/", process, "/task"), ignored);
  for (; threads != fs::directory_iterator(); threads.increment(ignored)) {
    pid_t thread = 0;
    if (!absl::SimpleAtoi(threads->path().filename().string(), &thread)) continue;
    // "RAN WAITED SLICES", in nanoseconds.
    std::ifstream file(threads->path() / "schedstat");
    std::int64_t ran_nanos = 0;
    std::int64_t waited_nanos = 0;
    if (!(file >> ran_nanos >> waited_nanos)) continue;
    const ThreadTimes times{.ran = Micros(ran_nanos / 1000), .waited = Micros(waited_nanos / 1000)};
    const auto known = threads_.find({process, thread});
    const ThreadTimes before = known == threads_.end() ? ThreadTimes() : known->second;
    // The number of a thread that ended may have become another's, which begins at 0.
    sum_.ran += times.ran - (before.ran <= times.ran ? before.ran : Micros(0));
    sum_.waited += times.waited - (before.waited <= times.waited ? before.waited : Micros(0));
    found[{process, thread}] = times;
  }
}

}  // namespace flagfall::arena::checker
