#include "arena/runner/event_queue.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

namespace flagfall::arena::runner {
namespace {

TEST(EventQueue, KeepsTheOrderOfEachThreadThatTells) {
  constexpr int kThreads = 4;
  constexpr int kEvents = 1000;
  struct Event {
    int thread;
    int number;
  };
  EventQueue<Event> queue;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&queue, thread] {
      for (int number = 0; number < kEvents; ++number) queue.Push({thread, number});
    });
  }
  std::array<int, kThreads> next{};
  for (int i = 0; i < kThreads * kEvents; ++i) {
    const Event event = queue.Pop();
    EXPECT_EQ(event.number, next[event.thread]++);
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace flagfall::arena::runner
