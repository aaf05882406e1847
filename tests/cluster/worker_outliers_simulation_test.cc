// How seldom honest workers are found to be outliers, and after how many games those that are none are found. Clusters
// play simulated tournaments of bots of different strength, of which some lose on time now and then; the workers are
// looked at whenever a look is due, as a server does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/cluster/worker_outliers.h"

namespace flagfall::arena::cluster {
namespace {

constexpr int kBots = 6;
// The worker that may lie.
constexpr std::int64_t kLiar = 1;

struct Played {
  v1::Result result = v1::RESULT_DRAW;
  bool is_time_loss = false;
};

// What the liar makes of a game between these bots.
using Lie = std::function<Played(Played played, int red, int blue, std::mt19937_64& random)>;

struct Cluster {
  std::int64_t workers = 8;
  // Of all machines; the server's own is one of them where it plays.
  bool does_server_play = true;
  int games = 3000;
  double alpha = OutlierTest().alpha;
};

bool Drawn(std::mt19937_64& random, double p) { return static_cast<double>(random() >> 11) * 0x1p-53 < p; }

// One tournament, and what the watch makes of it.
class Simulation {
 public:
  Simulation(const Cluster& cluster, std::uint64_t seed, Lie lie = nullptr)
      : cluster_(cluster), lie_(std::move(lie)), random_(seed) {}

  // Returns the worker that is found first, and after how many games of its own; absent when none is.
  std::optional<std::pair<std::int64_t, std::int64_t>> Run() {
    for (int game = 0; game < cluster_.games;) {
      const auto machine = static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(cluster_.workers + 1));
      if (machine == 0 && !cluster_.does_server_play) continue;
      // A lease: some pairs, most of them of the same two bots.
      const int red = static_cast<int>(random_() % kBots);
      const int blue = (red + 1 + static_cast<int>(random_() % (kBots - 1))) % kBots;
      for (int pair = 0; pair < 3; ++pair, game += 2) {
        Play(machine, red, blue);
        Play(machine, blue, red);
      }
      if (machine == 0) continue;
      const int look = LookAt(games_of_[machine]);
      if (look <= looks_[machine]) continue;
      looks_[machine] = look;
      const std::vector<Outlier> found =
          FindOutliers({Judged(), {}}, machine, {.alpha = cluster_.alpha, .workers = cluster_.workers});
      if (!found.empty()) return std::pair(found.front().worker, games_of_[found.front().worker]);
    }
    return std::nullopt;
  }

 private:
  void Play(std::int64_t machine, int red, int blue) {
    Played played = PlayHonestly(red, blue);
    if (machine == kLiar && lie_ != nullptr) played = lie_(played, red, blue, random_);
    ++games_[{red, blue, machine, played.result, played.is_time_loss}];
    ++games_of_[machine];
  }

  // Red is a little stronger, later bots are stronger than earlier ones, and the first is slow.
  Played PlayHonestly(int red, int blue) {
    if (red == 0 && Drawn(random_, 0.08)) return {v1::RESULT_BLUE_WINS, true};
    if (blue == 0 && Drawn(random_, 0.08)) return {v1::RESULT_RED_WINS, true};
    if (Drawn(random_, 0.01)) return {v1::RESULT_VOID, false};
    if (Drawn(random_, 0.1)) return {v1::RESULT_DRAW, false};
    return {Drawn(random_, 0.52 + 0.08 * (red - blue)) ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS, false};
  }

  std::vector<store::JudgedGames> Judged() const {
    std::vector<store::JudgedGames> judged;
    for (const auto& [key, games] : games_) {
      const auto& [red, blue, machine, result, is_time_loss] = key;
      judged.push_back({.tournament_id = 1,
                        .red = absl::StrCat("bot", red),
                        .blue = absl::StrCat("bot", blue),
                        .worker = machine,
                        .result = result,
                        .is_time_loss = is_time_loss,
                        .games = games});
    }
    return judged;
  }

  const Cluster cluster_;
  const Lie lie_;
  std::mt19937_64 random_;
  std::map<std::tuple<int, int, std::int64_t, v1::Result, bool>, std::int64_t> games_;
  std::map<std::int64_t, std::int64_t> games_of_;
  std::map<std::int64_t, int> looks_;
};

int FalseAlarms(const Cluster& cluster, int tournaments) {
  int alarms = 0;
  for (int seed = 1; seed <= tournaments; ++seed) {
    if (Simulation(cluster, static_cast<std::uint64_t>(seed)).Run().has_value()) ++alarms;
  }
  std::cout << alarms << " false alarms in " << tournaments << " tournaments of " << cluster.games << " games by "
            << cluster.workers << " honest workers, alpha " << cluster.alpha << "\n";
  return alarms;
}

TEST(WorkerOutliersSimulation, HonestWorkersAreLeftAlone) {
  EXPECT_EQ(FalseAlarms({}, 500), 0);
  EXPECT_EQ(FalseAlarms({.workers = 2, .does_server_play = false}, 500), 0);
}

// With so large an alpha alarms come, so that it shows what they are worth. The corrections are for the worst case, so
// that there are fewer than alpha lets expect.
TEST(WorkerOutliersSimulation, FalseAlarmsAreNoMoreThanAlphaAllows) {
  const int alarms = FalseAlarms({.games = 1500, .alpha = 0.2}, 1000);
  EXPECT_LE(alarms, 200);
  EXPECT_GE(alarms, 1) << "nothing would ever be found";
}

// Returns the median of the liar's games when it is found, of so many tournaments in each of which it must be found,
// and nobody else.
std::int64_t GamesUntilFound(const std::string& what, const Lie& lie, const Cluster& cluster = {}) {
  constexpr int kTournaments = 21;
  std::vector<std::int64_t> games;
  for (int seed = 1; seed <= kTournaments; ++seed) {
    const auto found = Simulation(cluster, 1000 + static_cast<std::uint64_t>(seed), lie).Run();
    EXPECT_TRUE(found.has_value()) << what << ", seed " << seed;
    if (!found.has_value()) continue;
    EXPECT_EQ(found->first, kLiar) << what << ", seed " << seed;
    games.push_back(found->second);
  }
  if (games.empty()) return 0;
  std::sort(games.begin(), games.end());
  std::cout << what << ": found after " << games.front() << " to " << games.back() << " of its games, "
            << games[games.size() / 2] << " in the median\n";
  return games[games.size() / 2];
}

// Bot 2, which is none of the best, loses no game any more with this probability.
Lie Favours(double share) {
  return [share](Played played, int red, int blue, std::mt19937_64& random) {
    if ((red != 2 && blue != 2) || !Drawn(random, share)) return played;
    return Played{red == 2 ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS, false};
  };
}

Lie LosesOnTime(double share) {
  return [share](Played played, int /*red*/, int /*blue*/, std::mt19937_64& random) {
    if (!Drawn(random, share)) return played;
    return Played{Drawn(random, 0.5) ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS, true};
  };
}

Lie HidesGames(double share) {
  return [share](Played played, int /*red*/, int /*blue*/, std::mt19937_64& random) {
    return Drawn(random, share) ? Played{v1::RESULT_VOID, false} : played;
  };
}

TEST(WorkerOutliersSimulation, WhoeverFavoursABotIsFound) {
  EXPECT_LE(GamesUntilFound("every game of a bot won", Favours(1)), 250);
  EXPECT_LE(GamesUntilFound("half of a bot's games given to it", Favours(0.5), {.games = 12'000}), 900);
}

TEST(WorkerOutliersSimulation, WhoeverLosesGamesOnTimeIsFound) {
  EXPECT_LE(GamesUntilFound("three games in ten lost on time", LosesOnTime(0.3)), 150);
  EXPECT_LE(GamesUntilFound("one game in ten lost on time", LosesOnTime(0.1), {.games = 8000}), 500);
}

TEST(WorkerOutliersSimulation, WhoeverHidesGamesIsFound) {
  EXPECT_LE(GamesUntilFound("one game in ten void", HidesGames(0.1), {.games = 8000}), 400);
}

}  // namespace
}  // namespace flagfall::arena::cluster
