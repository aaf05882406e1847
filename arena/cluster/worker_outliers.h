#ifndef ARENA_CLUSTER_WORKER_OUTLIERS_H_
#define ARENA_CLUSTER_WORKER_OUTLIERS_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "arena/cluster/played_games.h"

namespace flagfall::arena::cluster {

// Which look at a worker its games have come to: 0 below 20 of them, then one more for each quarter that they grow.
int LookAt(std::int64_t games);
// The least number of games that come to that look.
std::int64_t GamesOfLook(int look);

struct OutlierTest {
  // How probable it is, at most, that any worker is ever found to be an outlier, where all machines are alike.
  double alpha = 1e-4;
  // How many workers there are.
  std::int64_t workers = 1;
  // Those that were found before, by their keys: their games do not count.
  std::set<std::int64_t> left_out = {};
};

// A worker whose results differ from those of other machines by more than chance.
struct Outlier {
  // Its key.
  std::int64_t worker = 0;
  // How they differ, for the host.
  std::string reason;
};

// Compares the worker's games with those that other machines have played of the same pairings in the same tournaments,
// and how often a second worker has played them otherwise, and returns the outliers that this shows: none in most
// cases, otherwise the worker, or another one on whose account it differs from the rest. Two workers when nothing tells
// which of them is right. What is compared, and how it is corrected for the number of workers, looks and comparisons,
// is in the README.
std::vector<Outlier> FindOutliers(const PlayedGames& games, std::int64_t worker, const OutlierTest& test);

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_WORKER_OUTLIERS_H_
