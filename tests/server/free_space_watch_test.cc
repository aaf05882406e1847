#include "arena/server/free_space_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

#include "arena/runner/event_queue.h"
#include "tests/support/wait.h"

namespace flagfall::arena::server {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kMiB = 1 << 20;

class FreeSpaceWatchTest : public testing::Test {
 protected:
  FreeSpaceWatchOptions Options(std::uint64_t bytes_min) {
    return {.folder = "/home",
            .bytes_min = bytes_min,
            .every = std::chrono::milliseconds(1),
            .free_bytes = [this](const std::string&) -> std::optional<std::uint64_t> {
              ++looks_;
              const std::uint64_t free = free_;
              return free == 0 ? std::nullopt : std::optional(free);
            },
            .on_change = [this](const std::string& why) { changes_.Push(why); }};
  }

  void AwaitLooks() {
    const std::uint64_t before = looks_;
    ASSERT_TRUE(WaitFor([&] { return looks_ >= before + 3; }));
  }

  std::atomic<std::uint64_t> free_ = 200 * kMiB;
  std::atomic<std::uint64_t> looks_ = 0;
  runner::EventQueue<std::string> changes_;
};

TEST_F(FreeSpaceWatchTest, TellsWhenThereIsTooLittleRoomAndWhenThereIsClearlyEnoughAgain) {
  const FreeSpaceWatch watch(Options(160 * kMiB));
  EXPECT_THAT(watch.Why(), IsEmpty());
  free_ = 159 * kMiB;
  EXPECT_THAT(changes_.Pop(), HasSubstr("has 159 MiB free, and no game begins with less than 160 MiB"));
  // A little more is not enough.
  free_ = 179 * kMiB;
  AwaitLooks();
  EXPECT_THAT(watch.Why(), HasSubstr("159 MiB"));
  free_ = 180 * kMiB;
  EXPECT_THAT(changes_.Pop(), IsEmpty());
  EXPECT_THAT(watch.Why(), IsEmpty());
  free_ = 161 * kMiB;
  AwaitLooks();
  EXPECT_THAT(watch.Why(), IsEmpty());
}

TEST_F(FreeSpaceWatchTest, LooksBeforeAnythingBegins) {
  free_ = 1 * kMiB;
  const FreeSpaceWatch watch(Options(2 * kMiB));
  EXPECT_THAT(watch.Why(), HasSubstr("has 1 MiB free"));
}

TEST_F(FreeSpaceWatchTest, NothingIsHeldWhereTheSystemDoesNotSayOrTheHostWantsNoLimit) {
  free_ = 0;
  const FreeSpaceWatch blind(Options(2 * kMiB));
  AwaitLooks();
  EXPECT_THAT(blind.Why(), IsEmpty());
  free_ = 1;
  const FreeSpaceWatch unlimited(Options(0));
  EXPECT_THAT(unlimited.Why(), IsEmpty());
}

}  // namespace
}  // namespace flagfall::arena::server
