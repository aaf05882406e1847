#include "arena/base/cores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A machine whose folder says which processors are threads of one core.
class CoresTest : public testing::Test {
 protected:
  void Say(int processor, const std::string& siblings) {
    dir_.Write(absl::StrCat("cpu", processor, "/topology/thread_siblings_list"), siblings + "\n");
  }
  std::vector<Core> Of(const std::vector<int>& processors) { return CoresOf(processors, dir_.path()); }

  TempDir dir_;
};

TEST_F(CoresTest, ThreadsOfOneCoreAreTogether) {
  for (const int processor : {0, 1, 2, 3}) {
    for (const int thread : {processor, processor + 4}) Say(thread, absl::StrCat(processor, ",", processor + 4));
  }
  EXPECT_THAT(Of({0, 1, 2, 3, 4, 5, 6, 7}), ElementsAre(Core{{0, 4}}, Core{{1, 5}}, Core{{2, 6}}, Core{{3, 7}}));
}

TEST_F(CoresTest, ThreadsThatMayNotBeUsedAreLeftOut) {
  for (const int processor : {0, 1, 10, 11}) Say(processor, processor < 2 ? "0-1" : "10-11");
  EXPECT_THAT(Of({1, 10, 11}), ElementsAre(Core{{1}}, Core{{10, 11}}));
}

TEST_F(CoresTest, WhereNothingIsKnownEachProcessorIsACore) {
  EXPECT_THAT(Of({0, 1, 12}), ElementsAre(Core{{0}}, Core{{1}}, Core{{12}}));
  EXPECT_THAT(Of({}), IsEmpty());
}

TEST(Cores, ThoseOfThisMachineAreThoseOfThisProcess) {
  std::vector<int> processors;
  for (const Core& core : FindCores())
    processors.insert(processors.end(), core.processors.begin(), core.processors.end());
  cpu_set_t own;
  CPU_ZERO(&own);
  ASSERT_EQ(sched_getaffinity(0, sizeof(own), &own), 0);
  EXPECT_EQ(processors.size(), static_cast<std::size_t>(CPU_COUNT(&own)));
  EXPECT_EQ(processors.size(), ProcessorCount());
  for (const int processor : processors) EXPECT_TRUE(CPU_ISSET(processor, &own)) << processor;
}

TEST(Cores, ThoseThatThisProcessMayNotUseAreNotCounted) {
  // In a process of its own, since the count is kept.
  const auto count_bound = [] {
    cpu_set_t own;
    CPU_ZERO(&own);
    if (sched_getaffinity(0, sizeof(own), &own) != 0) std::_Exit(2);
    for (int processor = 0, kept = 0; processor < CPU_SETSIZE; ++processor) {
      if (CPU_ISSET(processor, &own) && kept++ > 0) CPU_CLR(processor, &own);
    }
    if (sched_setaffinity(0, sizeof(own), &own) != 0) std::_Exit(3);
    std::_Exit(ProcessorCount() == 1 ? 0 : 1);
  };
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(count_bound(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace flagfall::arena
