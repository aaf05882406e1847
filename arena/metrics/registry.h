#ifndef ARENA_METRICS_REGISTRY_H_
#define ARENA_METRICS_REGISTRY_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::metrics {

// What a family of metrics is called, what it counts, and the name of its one label; without a label when that is
// empty. The values of a label are from a short list that the host knows beforehand: never names, tokens or addresses,
// of which others can make as many as they like.
struct Family {
  std::string name;
  std::string help;
  std::string label = {};
};

struct Sample {
  // The label's value.
  std::string of = {};
  double value = 0;
};

// Counts what happens, by the value of the family's label. From any thread, without a lock.
class Counter {
 public:
  // Where there are `label_values`, what is none of them is counted as "other".
  explicit Counter(std::vector<std::string> label_values);

  void Add(absl::string_view label_value = {}, std::uint64_t by = 1);
  std::vector<Sample> Samples() const;

 private:
  struct Cell {
    explicit Cell(std::string name) : of(std::move(name)) {}
    const std::string of;
    std::atomic<std::uint64_t> count = 0;
  };

  // They never move. The last one has all that is none of the others.
  std::deque<Cell> cells_;
};

// Counts values by how large they are. From any thread, without a lock.
class Histogram {
 public:
  // `bounds`: the upper bounds of the buckets, ascending; a last one takes what is above all of them.
  explicit Histogram(std::vector<double> bounds);

  void Observe(double value);

  struct State {
    // How many values were at most each of the bounds, and, as the last one, how many there were.
    std::vector<std::uint64_t> at_most;
    double sum = 0;
  };
  State Now() const;
  const std::vector<double>& bounds() const { return bounds_; }

 private:
  const std::vector<double> bounds_;
  // Of each bucket alone; one more than there are bounds.
  std::deque<std::atomic<std::uint64_t>> counts_;
  std::atomic<double> sum_ = 0;
};

// The metrics of a server, as text for Prometheus (text format 0.0.4). It is made and passed on by its owner; there is
// no global one. May be used by many threads.
class Registry {
 public:
  using Read = std::function<std::vector<Sample>()>;

  // What is returned lives as long as the registry.
  Counter& AddCounter(Family family, std::vector<std::string> label_values = {}) ABSL_LOCKS_EXCLUDED(mutex_);
  Histogram& AddHistogram(Family family, std::vector<double> bounds) ABSL_LOCKS_EXCLUDED(mutex_);
  // Of values that are known elsewhere. `read` is called by Text, on its thread and on one at a time; what it returns
  // nothing for is left out.
  void AddGauge(Family family, Read read) ABSL_LOCKS_EXCLUDED(mutex_);
  // The same of a value that never falls while the process runs.
  void AddCounterOf(Family family, Read read) ABSL_LOCKS_EXCLUDED(mutex_);

  // All families with their values now, in the order in which they were added. Of a histogram: how many values were at
  // most each of its bounds, and how many there were, as "all".
  std::vector<std::pair<Family, std::vector<Sample>>> Now() const ABSL_LOCKS_EXCLUDED(mutex_);
  std::string Text() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Entry {
    Family family;
    absl::string_view type;
    Read read = nullptr;
    std::unique_ptr<Counter> counter = nullptr;
    std::unique_ptr<Histogram> histogram = nullptr;

    std::vector<Sample> Samples() const;
  };

  mutable Mutex mutex_;
  std::vector<Entry> entries_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::metrics

#endif  // ARENA_METRICS_REGISTRY_H_
