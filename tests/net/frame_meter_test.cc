#include "referee/net/frame_meter.h"

#include <gtest/gtest.h>

#include <string>

namespace flagfall {
namespace {

std::string FrameOf(char type, std::size_t payload_bytes) {
  std::string frame(9, '\0');
  frame[1] = static_cast<char>(payload_bytes >> 8);
  frame[2] = static_cast<char>(payload_bytes);
  frame[3] = type;
  // A payload full of what would be frames.
  return frame + std::string(payload_bytes, '\1');
}

const std::string kBytes = std::string(24, 'P') + FrameOf(4, 0) + FrameOf(1, 300) + FrameOf(0, 9) + FrameOf(1, 0);

TEST(FrameMeter, CountsFramesAndCalls) {
  const FrameMeter::Count count = FrameMeter(24).Take(kBytes);
  EXPECT_EQ(count.frames, 4);
  EXPECT_EQ(count.calls, 2);
  EXPECT_EQ(count.data_bytes, 9U);
}

TEST(FrameMeter, HoweverTheBytesAreCut) {
  for (std::size_t piece = 1; piece < kBytes.size(); ++piece) {
    FrameMeter meter(24);
    int frames = 0;
    int calls = 0;
    for (std::size_t at = 0; at < kBytes.size(); at += piece) {
      const FrameMeter::Count count = meter.Take(absl::string_view(kBytes).substr(at, piece));
      frames += count.frames;
      calls += count.calls;
    }
    EXPECT_EQ(frames, 4) << piece;
    EXPECT_EQ(calls, 2) << piece;
  }
}

TEST(FrameMeter, OfOneThatHasNoPreface) { EXPECT_EQ(FrameMeter(0).Take(FrameOf(4, 6) + FrameOf(6, 8)).frames, 2); }

}  // namespace
}  // namespace flagfall
