#include "arena/metrics/registry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace flagfall::arena::metrics {
namespace {

constexpr char kOther[] = "other";
// As many as the longest double takes.
constexpr std::size_t kNumberBytes = 32;

std::string Number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  std::array<char, kNumberBytes> text{};
  const std::to_chars_result end = std::to_chars(text.data(), text.data() + text.size(), value);
  return std::string(text.data(), end.ptr);
}

std::string HelpText(absl::string_view text) { return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\n", "\\n"}}); }

std::string LabelText(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\n", "\\n"}, {"\"", "\\\""}});
}

void AddLine(absl::string_view name, absl::string_view label, absl::string_view of, const std::string& value,
             std::string& text) {
  absl::StrAppend(&text, name);
  if (!label.empty()) absl::StrAppend(&text, "{", label, "=\"", LabelText(of), "\"}");
  absl::StrAppend(&text, " ", value, "\n");
}

void AddHistogramLines(const Family& family, const Histogram& histogram, std::string& text) {
  const Histogram::State state = histogram.Now();
  const std::string bucket = absl::StrCat(family.name, "_bucket");
  for (std::size_t i = 0; i < histogram.bounds().size(); ++i) {
    AddLine(bucket, "le", Number(histogram.bounds()[i]), absl::StrCat(state.at_most[i]), text);
  }
  AddLine(bucket, "le", "+Inf", absl::StrCat(state.at_most.back()), text);
  AddLine(absl::StrCat(family.name, "_sum"), "", "", Number(state.sum), text);
  AddLine(absl::StrCat(family.name, "_count"), "", "", absl::StrCat(state.at_most.back()), text);
}

}  // namespace

Counter::Counter(std::vector<std::string> label_values) {
  for (std::string& value : label_values) cells_.emplace_back(std::move(value));
  cells_.emplace_back(label_values.empty() ? "" : kOther);
}

void Counter::Add(absl::string_view label_value, std::uint64_t by) {
  const auto found =
      std::find_if(cells_.begin(), cells_.end(), [&](const Cell& cell) { return cell.of == label_value; });
  (found == cells_.end() ? cells_.back() : *found).count.fetch_add(by, std::memory_order_relaxed);
}

std::vector<Sample> Counter::Samples() const {
  std::vector<Sample> samples;
  for (const Cell& cell : cells_) {
    samples.push_back({.of = cell.of, .value = static_cast<double>(cell.count.load(std::memory_order_relaxed))});
  }
  return samples;
}

Histogram::Histogram(std::vector<double> bounds) : bounds_(std::move(bounds)) {
  for (std::size_t i = 0; i <= bounds_.size(); ++i) counts_.emplace_back(0);
}

void Histogram::Observe(double value) {
  const auto bound = std::lower_bound(bounds_.begin(), bounds_.end(), value);
  counts_[static_cast<std::size_t>(bound - bounds_.begin())].fetch_add(1, std::memory_order_relaxed);
  sum_.fetch_add(value, std::memory_order_relaxed);
}

Histogram::State Histogram::Now() const {
  State state;
  std::uint64_t total = 0;
  // The count of all is made of the same readings, so that it is never other than that of the last bucket.
  for (const std::atomic<std::uint64_t>& count : counts_) {
    total += count.load(std::memory_order_relaxed);
    state.at_most.push_back(total);
  }
  state.sum = sum_.load(std::memory_order_relaxed);
  return state;
}

Counter& Registry::AddCounter(Family family, std::vector<std::string> label_values) {
  MutexLock lock(mutex_);
  entries_.push_back({.family = std::move(family), .type = "counter"});
  entries_.back().counter = std::make_unique<Counter>(std::move(label_values));
  return *entries_.back().counter;
}

Histogram& Registry::AddHistogram(Family family, std::vector<double> bounds) {
  MutexLock lock(mutex_);
  entries_.push_back({.family = std::move(family), .type = "histogram"});
  entries_.back().histogram = std::make_unique<Histogram>(std::move(bounds));
  return *entries_.back().histogram;
}

void Registry::AddGauge(Family family, Read read) {
  MutexLock lock(mutex_);
  entries_.push_back({.family = std::move(family), .type = "gauge", .read = std::move(read)});
}

void Registry::AddCounterOf(Family family, Read read) {
  MutexLock lock(mutex_);
  entries_.push_back({.family = std::move(family), .type = "counter", .read = std::move(read)});
}

std::vector<Sample> Registry::Entry::Samples() const {
  if (counter != nullptr) return counter->Samples();
  if (histogram == nullptr) return read();
  const Histogram::State state = histogram->Now();
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < histogram->bounds().size(); ++i) {
    samples.push_back({.of = absl::StrCat("at most ", Number(histogram->bounds()[i])),
                       .value = static_cast<double>(state.at_most[i])});
  }
  samples.push_back({.of = "all", .value = static_cast<double>(state.at_most.back())});
  return samples;
}

std::vector<std::pair<Family, std::vector<Sample>>> Registry::Now() const {
  MutexLock lock(mutex_);
  std::vector<std::pair<Family, std::vector<Sample>>> now;
  for (const Entry& entry : entries_) now.emplace_back(entry.family, entry.Samples());
  return now;
}

std::string Registry::Text() const {
  MutexLock lock(mutex_);
  std::string text;
  for (const Entry& entry : entries_) {
    const Family& family = entry.family;
    absl::StrAppend(&text, "# HELP ", family.name, " ", HelpText(family.help), "\n# TYPE ", family.name, " ",
                    entry.type, "\n");
    if (entry.histogram != nullptr) {
      AddHistogramLines(family, *entry.histogram, text);
      continue;
    }
    for (const Sample& sample : entry.Samples()) {
      AddLine(family.name, family.label, sample.of, Number(sample.value), text);
    }
  }
  return text;
}

}  // namespace flagfall::arena::metrics
