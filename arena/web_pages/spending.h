#ifndef ARENA_WEB_PAGES_SPENDING_H_
#define ARENA_WEB_PAGES_SPENDING_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "flagfall/v1/record.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web_pages {

// Adds up the time, processor time, memory and bytes that a bot used in its games.
class Spending {
 public:
  // Adds a game in which the bot had that side.
  void Add(const v1::GameRecord& record, v1::Side side);
  v1::BotSpending Message() const;

 private:
  struct Mean {
    double sum = 0;
    std::uint32_t count = 0;

    void Add(double value) { sum += value, ++count; }
    double Value() const { return count == 0 ? 0 : sum / count; }
  };

  void AddDecisions(const v1::GameRecord& record, v1::Side side);
  void AddUse(const v1::SeatUse& use);

  std::uint32_t games_ = 0;
  // The time of each decision after the set-up.
  std::vector<double> millis_;
  // The same, by tens of decisions of a game: the first ten, the next ten, and so on.
  std::vector<Mean> by_tens_;
  std::optional<double> clock_left_min_;
  Mean cpu_millis_;
  Mean off_turn_cpu_millis_;
  Mean bytes_from_;
  Mean bytes_to_;
  double memory_bytes_peak_ = 0;
  std::uint32_t processes_max_ = 0;
};

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_SPENDING_H_
