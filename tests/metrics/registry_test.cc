#include "arena/metrics/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace flagfall::arena::metrics {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Registry, WritesFamiliesInTheirOrderWithHelpAndType) {
  Registry registry;
  registry.AddCounter({"flagfall_games_total", "Games."}).Add("", 3);
  registry.AddGauge({"flagfall_workers", "Workers.", "state"}, [] {
    return std::vector<Sample>{{.of = "away", .value = 1}, {.of = "present", .value = 2.5}};
  });
  EXPECT_EQ(registry.Text(),
            "# HELP flagfall_games_total Games.\n# TYPE flagfall_games_total counter\nflagfall_games_total 3\n"
            "# HELP flagfall_workers Workers.\n# TYPE flagfall_workers gauge\n"
            "flagfall_workers{state=\"away\"} 1\nflagfall_workers{state=\"present\"} 2.5\n");
}

TEST(Registry, EscapesHelpAndLabels) {
  Registry registry;
  registry.AddGauge({"a", "back\\slash \"quoted\"\nnext", "l"},
                    [] { return std::vector<Sample>{{.of = "back\\slash \"quoted\"\nnext", .value = 1}}; });
  EXPECT_EQ(registry.Text(),
            "# HELP a back\\\\slash \"quoted\"\\nnext\n# TYPE a gauge\n"
            "a{l=\"back\\\\slash \\\"quoted\\\"\\nnext\"} 1\n");
}

TEST(Registry, WritesNumbersThatAreNotFinite) {
  Registry registry;
  registry.AddGauge({"a", "A.", "l"}, [] {
    using Limits = std::numeric_limits<double>;
    return std::vector<Sample>{{"x", Limits::infinity()}, {"y", -Limits::infinity()}, {"z", Limits::quiet_NaN()}};
  });
  EXPECT_THAT(registry.Text(), HasSubstr("a{l=\"x\"} +Inf\na{l=\"y\"} -Inf\na{l=\"z\"} NaN\n"));
}

TEST(Registry, AGaugeWithoutValuesHasNoSamples) {
  Registry registry;
  registry.AddGauge({"a", "A."}, [] { return std::vector<Sample>(); });
  EXPECT_EQ(registry.Text(), "# HELP a A.\n# TYPE a gauge\n");
}

TEST(Counter, CountsWhatItDoesNotKnowAsOther) {
  Counter counter({"flood", "busy"});
  counter.Add("flood");
  counter.Add("busy", 2);
  counter.Add("203.0.113.7");
  counter.Add("203.0.113.8");
  std::vector<std::string> shown;
  for (const Sample& sample : counter.Samples())
    shown.push_back(sample.of + " " + std::to_string(static_cast<int>(sample.value)));
  EXPECT_THAT(shown, ElementsAre("flood 1", "busy 2", "other 2"));
}

TEST(Histogram, CountsEachValueInAllBucketsAboveIt) {
  Histogram histogram({0.1, 1, 10});
  for (const double value : {0.05, 0.1, 0.5, 5.0, 100.0}) histogram.Observe(value);
  const Histogram::State state = histogram.Now();
  // A value that is a bound belongs into its bucket.
  EXPECT_THAT(state.at_most, ElementsAre(2U, 3U, 4U, 5U));
  EXPECT_DOUBLE_EQ(state.sum, 105.65);
}

TEST(Histogram, IsWrittenWithABucketForAll) {
  Registry registry;
  Histogram& histogram = registry.AddHistogram({"h_seconds", "H."}, {0.25, 2});
  histogram.Observe(0.25);
  histogram.Observe(3);
  EXPECT_EQ(registry.Text(),
            "# HELP h_seconds H.\n# TYPE h_seconds histogram\n"
            "h_seconds_bucket{le=\"0.25\"} 1\nh_seconds_bucket{le=\"2\"} 1\nh_seconds_bucket{le=\"+Inf\"} 2\n"
            "h_seconds_sum 3.25\nh_seconds_count 2\n");
}

TEST(Registry, TellsWhatTheTextHas) {
  Registry registry;
  registry.AddCounter({"c_total", "C.", "of"}, {"a"}).Add("a", 2);
  registry.AddHistogram({"h_seconds", "H."}, {0.25, 2}).Observe(1);
  registry.AddGauge({"g", "G."}, [] { return std::vector<Sample>(); });
  std::vector<std::string> told;
  for (const auto& [family, samples] : registry.Now()) {
    told.push_back(family.name + ": " + family.help);
    for (const Sample& sample : samples) {
      told.push_back(sample.of + " " + std::to_string(static_cast<int>(sample.value)));
    }
  }
  EXPECT_THAT(told, ElementsAre("c_total: C.", "a 2", "other 0", "h_seconds: H.", "at most 0.25 0", "at most 2 1",
                                "all 1", "g: G."));
}

TEST(Registry, LosesNothingThatManyThreadsCount) {
  constexpr int kThreads = 4;
  constexpr int kEach = 20000;
  Registry registry;
  Counter& counter = registry.AddCounter({"c_total", "C.", "of"}, {"a"});
  Histogram& histogram = registry.AddHistogram({"h", "H."}, {1});
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (int n = 0; n < kEach; ++n) {
        counter.Add(i % 2 == 0 ? "a" : "b");
        histogram.Observe(i % 2 == 0 ? 0.5 : 2);
      }
    });
  }
  // Meanwhile the text is whole: the count is that of the last bucket.
  for (int i = 0; i < 50; ++i) {
    const std::string text = registry.Text();
    const auto value_behind = [&text](const std::string& name) {
      const std::size_t begin = text.find(name) + name.size();
      return text.substr(begin, text.find('\n', begin) - begin);
    };
    EXPECT_EQ(value_behind("h_bucket{le=\"+Inf\"} "), value_behind("h_count "));
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(registry.Text(), HasSubstr("c_total{of=\"a\"} 40000\nc_total{of=\"other\"} 40000\n"));
  EXPECT_THAT(histogram.Now().at_most, ElementsAre(40000U, 80000U));
  EXPECT_DOUBLE_EQ(histogram.Now().sum, 100000);
}

}  // namespace
}  // namespace flagfall::arena::metrics
