#include "referee/base/fifo.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>

namespace flagfall {
namespace {

TEST(Fifo, IsAsADeque) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    // How often it grows, in a hundred.
    const std::uint32_t growth = 30 + seed % 45;
    Fifo<int> fifo;
    std::deque<int> deque;
    for (int i = 0; i < 1000; ++i) {
      const std::uint32_t choice = random() % 100;
      if (choice < growth) {
        fifo.push_back(i);
        deque.push_back(i);
      } else if (choice == 99) {
        fifo.clear();
        deque.clear();
      } else if (!deque.empty()) {
        fifo.pop_front();
        deque.pop_front();
      }
      ASSERT_EQ(fifo.size(), deque.size()) << "seed " << seed;
      ASSERT_EQ(fifo.empty(), deque.empty());
      if (deque.empty()) continue;
      const std::size_t index = random() % deque.size();
      ASSERT_EQ(fifo[index], deque[index]) << "seed " << seed;
      ASSERT_EQ(fifo.front(), deque.front());
      ASSERT_EQ(fifo.back(), deque.back());
    }
  }
}

TEST(Fifo, LetsGoOfWhatIsThrough) {
  const auto item = std::make_shared<int>(7);
  Fifo<std::shared_ptr<int>> fifo;
  fifo.push_back(item);
  fifo.push_back(item);
  fifo.pop_front();
  EXPECT_EQ(item.use_count(), 2);
  fifo.pop_front();
  EXPECT_EQ(item.use_count(), 1);
}

}  // namespace
}  // namespace flagfall
