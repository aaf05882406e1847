#include "arena/metrics/abuse_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/base/mutex.h"
#include "tests/support/wait.h"

namespace flagfall::arena::metrics {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::SizeIs;

// The lines of a log that several threads write.
class Lines {
 public:
  void Add(const std::string& line) ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    lines_.push_back(line);
  }
  std::vector<std::string> Now() ABSL_LOCKS_EXCLUDED(mutex_) {
    MutexLock lock(mutex_);
    return lines_;
  }

 private:
  Mutex mutex_;
  std::vector<std::string> lines_ ABSL_GUARDED_BY(mutex_);
};

TEST(AbuseLog, SaysWhatWasRefusedAndWhence) {
  Lines lines;
  {
    AbuseLog log([&](const std::string& line) { lines.Add(line); });
    log.Note("connection", "flood", "203.0.113.7");
    log.Note("request", "rate_limit", "");
  }
  EXPECT_THAT(lines.Now(), ElementsAre("abuse: connection refused: flood, from 203.0.113.7",
                                       "abuse: request refused: rate_limit, from this machine"));
}

TEST(AbuseLog, NobodyWritesLinesOfTheirOwn) {
  Lines lines;
  {
    AbuseLog log([&](const std::string& line) { lines.Add(line); });
    log.Note("connection", "flood", "bot:x\nabuse: \x1b[2J\xff");
  }
  EXPECT_THAT(lines.Now(), ElementsAre(R"(abuse: connection refused: flood, from bot:x\nabuse: \x1b[2J\xff)"));
}

TEST(AbuseLog, CountsWhatItLeavesOutForEachReason) {
  Lines lines;
  {
    AbuseLog log([&](const std::string& line) { lines.Add(line); });
    for (int i = 0; i < 1000; ++i) log.Note("connection", "flood", absl::StrCat("203.0.113.", i % 256));
    log.Note("request", "busy", "203.0.113.9");
  }
  EXPECT_THAT(lines.Now(), SizeIs(AbuseLog::kLinesMax + 2));
  EXPECT_THAT(lines.Now(), Contains("abuse: request refused: busy, from 203.0.113.9"));
  EXPECT_THAT(lines.Now(), Contains("abuse: connection refused: flood, 990 more in the last 60 s"));
}

TEST(AbuseLog, BeginsAnewWithTheNextWindow) {
  Lines lines;
  AbuseLog log([&](const std::string& line) { lines.Add(line); }, std::chrono::seconds(1));
  // A machine that stands still may have a window end between any two of them.
  const auto counted = Contains(testing::MatchesRegex("abuse: connection refused: flood, [0-9]+ more in the last 1 s"));
  EXPECT_TRUE(WaitFor([&] {
    for (int i = 0; i < 15; ++i) log.Note("connection", "flood", "203.0.113.7");
    return testing::Value(lines.Now(), counted);
  }));
  const std::string noted = "abuse: connection refused: flood, from 203.0.113.8";
  EXPECT_TRUE(WaitFor([&] {
    log.Note("connection", "flood", "203.0.113.8");
    return testing::Value(lines.Now(), Contains(noted));
  }));
}

}  // namespace
}  // namespace flagfall::arena::metrics
