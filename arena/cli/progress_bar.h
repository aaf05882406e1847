#ifndef ARENA_CLI_PROGRESS_BAR_H_
#define ARENA_CLI_PROGRESS_BAR_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>

#include "arena/cli/console.h"

namespace flagfall::arena::cli {

// One line at the bottom of a terminal that says how far a long work has come:
//
//   [#########---------------------]  123/400  30%  12.3/s  ETA 0:23
class ProgressBar {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `done` of `total` were done before; the rate counts from there.
  ProgressBar(std::ostream& terminal, std::uint64_t done, std::uint64_t total, Time now);
  // Leaves the line as it is and goes to the next.
  ~ProgressBar();

  // Draws at most ten times a second, and at the end.
  void Update(std::uint64_t done, Time now);

  // Prints a line above the bar.
  void Print(const std::string& line);

  // The text of the line.
  std::string Text(Time now) const;

 private:
  void Draw(Time now);

  std::ostream& terminal_;
  const std::uint64_t done_before_;
  const std::uint64_t total_;
  const Time began_;
  std::uint64_t done_;
  Time drawn_;
};

// Counts up to a total on such a line. Shows nothing where the console is no terminal, or prints JSON.
class Progress {
 public:
  Progress(const Console& console, std::uint64_t total);

  void Add();

 private:
  std::unique_ptr<ProgressBar> bar_;
  std::uint64_t done_ = 0;
};

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_PROGRESS_BAR_H_
