// What the fuzzers change inputs by (message_mutator.h).

#include "tests/fuzz/message_mutator.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/record.pb.h"

// In place of libFuzzer's: one byte becomes another, or is added.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t bytes_max) {
  static flagfall::Random random(1);
  if (size < bytes_max && (size == 0 || flagfall::Below(2, random) == 0)) ++size;
  if (size > 0) data[flagfall::Below(size, random)] = static_cast<std::uint8_t>(random());
  return size;
}

namespace flagfall::fuzz {
namespace {

TEST(MessageMutatorTest, EveryFieldIsReachedInTheEnd) {
  Random random(1);
  v1::PlayRequest request;
  std::set<int> seen;
  constexpr int kChanges = 3000;
  for (int i = 0; i < kChanges; ++i) {
    MutateMessage(request, random);
    seen.insert(request.message_case());
    v1::PlayRequest again;
    ASSERT_TRUE(again.ParseFromString(request.SerializeAsString())) << "its texts are UTF-8";
  }
  EXPECT_EQ(seen.size(), 8u) << "seven kinds of messages, and none";
}

TEST(MessageMutatorTest, AnInputStaysWithinItsBytes) {
  Random random(1);
  std::string bytes;
  constexpr int kChanges = 500;
  constexpr std::size_t kBytesMax = 300;
  for (int i = 0; i < kChanges; ++i) {
    v1::GameRecord record;
    bytes = MutatedAs(record, bytes, kBytesMax, random);
    ASSERT_LE(bytes.size(), kBytesMax);
  }
}

TEST(MessageMutatorTest, StepsAreReadAsTheyWereWritten) {
  const std::vector<Step> steps = {
      {.what = 1, .how = 2, .payload = "three"}, {.what = 255}, {.payload = std::string(700, 'x')}};
  const std::string bytes = BytesOf(steps);
  const std::vector<Step> again = StepsOf(bytes);
  ASSERT_EQ(again.size(), steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(again[i].what, steps[i].what);
    EXPECT_EQ(again[i].how, steps[i].how);
    EXPECT_EQ(again[i].payload, steps[i].payload);
  }
  EXPECT_EQ(StepsOf(bytes.substr(0, bytes.size() - 600)).back().payload.size(), 100u) << "what is cut is shorter";
  EXPECT_TRUE(StepsOf("abc").empty());
}

}  // namespace
}  // namespace flagfall::fuzz
