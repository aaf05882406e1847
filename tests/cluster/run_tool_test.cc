#include "arena/cluster/run_tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::cluster {
namespace {

using absl::StatusCode;

TEST(RunTool, GivesInputAndVariablesAndReturnsWhatWasPrinted) {
  const std::string large(1 << 20, 'x');
  EXPECT_EQ(RunTool("cat", {}, large).value(), large);
  EXPECT_EQ(RunTool("sh", {"-c", "echo \"$GREETING\" \"$0\"", "a b"}, "", {"GREETING=good  day"}).value(),
            "good  day a b\n");
  EXPECT_EQ(RunTool("sh", {"-c", "echo \"$HOME\""}, "", {"HOME=/nowhere"}).value(), "/nowhere\n") << "in place of ours";
}

TEST(RunTool, SaysWhatFailed) {
  EXPECT_THAT(RunTool("no-such-program", {}).status(), IsError(StatusCode::kNotFound, "no program no-such-program"));
  EXPECT_THAT(RunTool("sh", {"-c", "echo nothing goes >&2; exit 3"}).status(),
              IsError(StatusCode::kInternal, "sh failed: nothing goes"));
  EXPECT_THAT(RunTool("false", {}).status(), IsError(StatusCode::kInternal, "false failed: it said nothing"));
}

}  // namespace
}  // namespace flagfall::arena::cluster
