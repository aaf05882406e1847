#ifndef TESTS_BENCH_LATENCIES_H_
#define TESTS_BENCH_LATENCIES_H_

#include <array>
#include <cmath>
#include <cstdint>
#include <istream>
#include <ostream>

namespace flagfall::bench {

// A histogram of times in microseconds, up to 10 s, with buckets that are 2 % wide.
class Latencies {
 public:
  void Add(double micros) {
    const double bucket = micros < 1 ? 0 : std::log(micros) / std::log(kWidth);
    ++counts_[bucket < kBuckets ? static_cast<std::size_t>(bucket) : kBuckets - 1];
  }
  void Add(const Latencies& other) {
    for (std::size_t i = 0; i < kBuckets; ++i) counts_[i] += other.counts_[i];
  }

  std::uint64_t Count() const {
    std::uint64_t count = 0;
    for (const std::uint64_t bucket : counts_) count += bucket;
    return count;
  }

  // The quantile of the times, for `quantile` from 0 to 1; 0 if there are no times.
  double Quantile(double quantile) const {
    const double rank = quantile * static_cast<double>(Count());
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      below += counts_[i];
      if (below > 0 && static_cast<double>(below) >= rank) return std::pow(kWidth, static_cast<double>(i) + 0.5);
    }
    return 0;
  }

  // As one line of numbers.
  void Write(std::ostream& out) const {
    for (const std::uint64_t count : counts_) out << count << ' ';
    out << '\n';
  }
  void Read(std::istream& in) {
    for (std::uint64_t& count : counts_) in >> count;
  }

 private:
  static constexpr double kWidth = 1.02;
  static constexpr std::size_t kBuckets = 820;

  std::array<std::uint64_t, kBuckets> counts_{};
};

}  // namespace flagfall::bench

#endif  // TESTS_BENCH_LATENCIES_H_
