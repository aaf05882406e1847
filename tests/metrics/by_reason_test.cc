#include "arena/metrics/by_reason.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::metrics {
namespace {

std::vector<std::string> LinesOf(const std::vector<Sample>& samples) {
  std::vector<std::string> lines;
  for (const Sample& sample : samples) lines.push_back(absl::StrCat(sample.of, " ", sample.value));
  return lines;
}

TEST(ByReason, EachReasonIsThereAndOtherCountsWhatHasNone) {
  EXPECT_THAT(LinesOf(SamplesByReason({}, {"host_late"})), testing::ElementsAre("host_late 0", "other 0"));
  EXPECT_THAT(
      LinesOf(SamplesByReason({{"host_late", 2}, {"a_later_reason", 3}, {"another", 4}}, {"host_late", "aborted"})),
      testing::ElementsAre("host_late 2", "aborted 0", "other 7"));
}

TEST(ByReason, WhatIsLeftOutIsNotOther) {
  EXPECT_THAT(LinesOf(SamplesByReason({{"flag_captured", 9}, {"out_of_time", 1}, {"aborted_by_host", 1}},
                                      {"out_of_time"}, {"flag_captured"})),
              testing::ElementsAre("out_of_time 1", "other 1"));
}

}  // namespace
}  // namespace flagfall::arena::metrics
