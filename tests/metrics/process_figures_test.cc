#include "arena/metrics/process_figures.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

namespace flagfall::arena::metrics {
namespace {

TEST(ProcessFigures, TellWhatThisProcessHolds) {
  const ProcessFigures before = OwnFigures();
  EXPECT_GT(before.descriptors_max, before.open_descriptors);
  std::vector<int> opened;
  for (int i = 0; i < 7; ++i) opened.push_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  const std::vector<char> touched(kBytes, 'x');
  const ProcessFigures after = OwnFigures();
  for (const int descriptor : opened) ::close(descriptor);
  EXPECT_EQ(after.open_descriptors, before.open_descriptors + 7);
  EXPECT_GE(after.resident_bytes, before.resident_bytes + touched.size() / 2);
  EXPECT_GE(after.cpu_seconds, before.cpu_seconds);
}

TEST(ProcessFigures, AFolderThatIsNotThereHasNoFreeBytes) {
  EXPECT_GT(FreeBytesOf("/").value_or(0), 0U);
  EXPECT_FALSE(FreeBytesOf("/nowhere/at/all").has_value());
}

}  // namespace
}  // namespace flagfall::arena::metrics
