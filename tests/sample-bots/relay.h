#ifndef TESTS_SAMPLE_BOTS_RELAY_H_
#define TESTS_SAMPLE_BOTS_RELAY_H_

#include <atomic>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

namespace flagfall::bot {

// A wire that breaks: listens on one Unix socket and passes everything on to another, both ways, until so many bytes
// have passed; then it closes its connections, and takes new ones at once.
class Relay {
 public:
  // Paths of sockets. `cut_after`: at how many bytes, counted from the beginning, each of the breaks comes.
  Relay(const std::string& listen, const std::string& target, std::vector<std::size_t> cut_after);
  ~Relay();

  // Breaks so far.
  int cuts() const { return cuts_.load(); }

 private:
  void Work(int listener);

  const std::string target_;
  const std::vector<std::size_t> cut_after_;
  std::atomic<bool> stops_ = false;
  std::atomic<int> cuts_ = 0;
  std::thread thread_;
};

}  // namespace flagfall::bot

#endif  // TESTS_SAMPLE_BOTS_RELAY_H_
