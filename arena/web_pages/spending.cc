#include "arena/web_pages/spending.h"

#include <algorithm>
#include <cmath>

#include "referee/rules/record.h"

namespace flagfall::arena::web_pages {
namespace {

constexpr double kMicrosPerMilli = 1000;
constexpr std::size_t kDecisionsEach = 10;
constexpr std::size_t kTensMax = 200;

bool IsSetUp(const v1::Action& action) {
  return action.has_set_up() || (action.has_cards() && action.cards().has_front_line());
}

// Whether one time is given for the whole game, so that the time left at the end says how well it was used.
bool HasOneClock(const v1::TimeControl& control) {
  return control.base_micros() > 0 && control.plies_per_period() == 0 && control.per_ply_micros() == 0;
}

// The smallest of the sorted values that at least that share of all do not exceed.
double Quantile(const std::vector<double>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

}  // namespace

void Spending::Add(const v1::GameRecord& record, v1::Side side) {
  ++games_;
  AddDecisions(record, side);
  AddUse(side == v1::SIDE_RED ? record.red_use() : record.blue_use());
}

void Spending::AddDecisions(const v1::GameRecord& record, v1::Side side) {
  DecisionTimes times;
  std::size_t decisions = 0;
  std::optional<std::int64_t> clock_micros;
  for (const v1::RecordEntry& entry : record.entries()) {
    const Micros used = times.UsedBy(entry);
    if (entry.side() != side || !entry.has_acted() || IsSetUp(entry.acted().action())) continue;
    clock_micros = entry.acted().clock_micros();
    const double millis = static_cast<double>(used.count()) / kMicrosPerMilli;
    millis_.push_back(millis);
    const std::size_t ten = decisions++ / kDecisionsEach;
    if (ten >= kTensMax) continue;
    if (by_tens_.size() <= ten) by_tens_.resize(ten + 1);
    by_tens_[ten].Add(millis);
  }
  if (!clock_micros.has_value() || !HasOneClock(record.time_control())) return;
  const double left = static_cast<double>(*clock_micros) / static_cast<double>(record.time_control().base_micros());
  // With increments, more may be left than there was at first.
  clock_left_min_ = std::min(clock_left_min_.value_or(1), std::clamp(left, 0.0, 1.0));
}

void Spending::AddUse(const v1::SeatUse& use) {
  bytes_from_.Add(static_cast<double>(use.bytes_from_bot()));
  bytes_to_.Add(static_cast<double>(use.bytes_to_bot()));
  if (use.memory_bytes_peak() == 0 && use.cpu_micros() == 0) return;
  cpu_millis_.Add(static_cast<double>(use.cpu_micros()) / kMicrosPerMilli);
  off_turn_cpu_millis_.Add(static_cast<double>(use.off_turn_cpu_micros()) / kMicrosPerMilli);
  memory_bytes_peak_ = std::max(memory_bytes_peak_, static_cast<double>(use.memory_bytes_peak()));
  processes_max_ = std::max(processes_max_, use.processes());
}

v1::BotSpending Spending::Message() const {
  v1::BotSpending message;
  message.set_games(games_);
  message.set_decisions(static_cast<std::uint32_t>(millis_.size()));
  if (!millis_.empty()) {
    std::vector<double> sorted = millis_;
    std::sort(sorted.begin(), sorted.end());
    Mean mean;
    for (const double millis : sorted) mean.Add(millis);
    message.set_mean_ms(mean.Value());
    message.set_median_ms(Quantile(sorted, 0.5));
    message.set_p99_ms(Quantile(sorted, 0.99));
    message.set_max_ms(sorted.back());
  }
  for (const Mean& mean : by_tens_) message.add_ms_by_tens(mean.Value());
  if (clock_left_min_.has_value()) message.set_clock_left_min(*clock_left_min_);
  message.set_measured_games(cpu_millis_.count);
  message.set_cpu_ms_per_game(cpu_millis_.Value());
  message.set_off_turn_cpu_ms_per_game(off_turn_cpu_millis_.Value());
  message.set_memory_bytes_peak(memory_bytes_peak_);
  message.set_processes_max(processes_max_);
  message.set_bytes_from_per_game(bytes_from_.Value());
  message.set_bytes_to_per_game(bytes_to_.Value());
  return message;
}

}  // namespace flagfall::arena::web_pages
