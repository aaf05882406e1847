#ifndef TESTS_BENCH_PROCESSES_H_
#define TESTS_BENCH_PROCESSES_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace flagfall::bench {

// A process that the benchmark has started. The destructor kills it.
class Process {
 public:
  // Starts the process, pinned to the first core if so wished. Its output and its input are pipes.
  Process(const std::vector<std::string>& command, bool is_pinned);
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;

  // Waits for a line of its output; throws std::runtime_error when it ends before.
  std::string ReadLine();

  // The CPU time of all its threads so far, and its private memory, as the kernel counts them.
  double CpuSeconds() const;
  std::uint64_t PrivateBytes() const;

 private:
  pid_t pid_ = -1;
  int output_ = -1;
  int input_ = -1;
  std::string read_;
};

}  // namespace flagfall::bench

#endif  // TESTS_BENCH_PROCESSES_H_
