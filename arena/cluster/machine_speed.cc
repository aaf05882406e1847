#include "arena/cluster/machine_speed.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/base/check.h"
#include "referee/match/time_control_scale.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/game.h"
#include "referee/rules/random.h"

namespace flagfall::arena::cluster {
namespace {

// Long enough for a core to reach its speed.
constexpr Micros kMeasuredFor = std::chrono::milliseconds(500);
// On a busy machine that may take longer than it is worth.
constexpr std::chrono::seconds kLookedForAtMost{5};
// What a core must have had of that, so that it says something, unless something must be known.
constexpr Micros kMeasuredAtLeast = std::chrono::milliseconds(10);
constexpr int kLowestPriority = 19;

std::unique_ptr<Game> NewBarrage(std::uint8_t seed) {
  v1::Ruleset ruleset;
  ruleset.set_id("barrage");
  absl::StatusOr<std::unique_ptr<Game>> game = NewGame(ruleset, std::string(32, static_cast<char>(seed)));
  FLAGFALL_CHECK(game.ok());
  return *std::move(game);
}

// The lowest priority at which a thread still runs at all on a machine that is busy; it gets about 1 of 70 parts of a
// core on which a bot computes. In Linux it is the calling thread's alone.
void TakeLowestPriority() {
  // Is never refused. If it were, the threads would compete with others for half a second.
  (void)::setpriority(PRIO_PROCESS, 0, kLowestPriority);
}

}  // namespace

Micros ThreadTime() {
  timespec time{};
  FLAGFALL_CHECK(::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0);
  return std::chrono::duration_cast<Micros>(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

double PliesPerSecond(Micros measured_for, const std::function<Micros()>& now, const std::function<bool()>& gives_up) {
  constexpr int kPliesBetweenLooks = 64;
  Random random(1);
  std::uint8_t games = 0;
  std::unique_ptr<Game> game = NewBarrage(games);
  std::int64_t plies = 0;
  const Micros begin = now();
  Micros passed{};
  while (passed < measured_for && !gives_up()) {
    for (int i = 0; i < kPliesBetweenLooks; ++i) {
      if (game->Outcome().has_value()) game = NewBarrage(++games);
      const v1::Side side = game->Pending().front().side;
      FLAGFALL_CHECK(game->Act(side, game->Sample(side, random)).ok());
    }
    plies += kPliesBetweenLooks;
    passed = now() - begin;
  }
  // A clock may not have gone on at all.
  return static_cast<double>(plies) / std::chrono::duration<double>(std::max(passed, Micros(1))).count();
}

MachineSpeed::MachineSpeed(Options options) : options_(std::move(options)), newest_(options_.plies_per_second) {
  if (options_.plies_per_second == 0) thread_ = std::thread([this] { MeasureOn(); });
}

MachineSpeed::~MachineSpeed() {
  {
    MutexLock lock(mutex_);
    ending_.request_stop();
  }
  changed_.NotifyAll();
  if (thread_.joinable()) thread_.join();
}

std::uint32_t MachineSpeed::Newest() {
  MutexLock lock(mutex_);
  while (newest_ == 0) changed_.Wait(mutex_);
  return newest_;
}

void MachineSpeed::MeasureOn() {
  std::optional<std::uint32_t> measured = Measure(options_.is_first_urgent);
  if (!measured.has_value() && !options_.is_first_urgent) measured = Measure(/*is_urgent=*/true);
  Take(std::max(1U, measured.value_or(0)));
  if (measured.has_value() && options_.on_first) options_.on_first(*measured);
  while (AwaitNext()) {
    measured = Measure(/*is_urgent=*/false);
    if (measured.has_value()) Take(*measured);
  }
}

void MachineSpeed::Take(std::uint32_t measured) {
  MutexLock lock(mutex_);
  newest_ = measured;
  changed_.NotifyAll();
}

bool MachineSpeed::AwaitNext() {
  MutexLock lock(mutex_);
  const auto until = std::chrono::steady_clock::now() + options_.every;
  while (!ending_.stop_requested() && changed_.WaitUntil(mutex_, until)) {
  }
  return !ending_.stop_requested();
}

std::optional<std::uint32_t> MachineSpeed::Measure(bool is_urgent) {
  const auto until = std::chrono::steady_clock::now() + kLookedForAtMost;
  const auto gives_up = [&] { return ending_.stop_requested() || std::chrono::steady_clock::now() > until; };
  // Of each core; 0 where it got too little time.
  std::vector<double> speeds(options_.cores);
  {
    std::vector<std::jthread> threads;
    for (double& speed : speeds) {
      threads.emplace_back([&, is_urgent] {
        if (!is_urgent) TakeLowestPriority();
        if (options_.measure) {
          speed = options_.measure(gives_up);
          return;
        }
        const Micros begin = ThreadTime();
        const double measured = PliesPerSecond(kMeasuredFor, ThreadTime, gives_up);
        if (is_urgent || ThreadTime() - begin >= kMeasuredAtLeast) speed = measured;
      });
    }
  }
  double sum = 0;
  int count = 0;
  for (const double speed : speeds) {
    if (!(speed >= 1)) continue;
    sum += speed;
    ++count;
  }
  if (count == 0 || ending_.stop_requested()) return std::nullopt;
  return WholePlies(sum / count);
}

}  // namespace flagfall::arena::cluster
