#include "sample-bots/cpp/sdk/manifest.h"

#include <gmock/gmock.h>

#include <fstream>

#include "tests/support/status_matchers.h"

namespace flagfall::bot {
namespace {

std::string Written(const std::string& json) {
  std::string path = testing::TempDir() + "bot.json";
  std::ofstream(path) << json;
  return path;
}

TEST(Manifest, SaysWhatTheBotDoesNot) {
  const std::string path =
      Written(R"({"name": "mybot", "version": "2", "command": ["./mybot"], "rulesets": ["classic", "cards"]})");
  BotInfo threads_only;
  threads_only.threads = 3;
  const auto info = WithManifest(threads_only, path);
  ASSERT_THAT(info, IsOk());
  EXPECT_EQ(info->name, "mybot");
  EXPECT_EQ(info->version, "2");
  EXPECT_THAT(info->rulesets, testing::ElementsAre("classic", "cards"));
  EXPECT_EQ(info->threads, 3);
  EXPECT_THAT(WithManifest({"other", "", {"duel"}}, path)->rulesets, testing::ElementsAre("duel"));
}

TEST(Manifest, NeedNotBeThereForABotThatSaysAll) {
  EXPECT_EQ(WithManifest({"mybot", "1", {"duel"}}, "/none/bot.json")->name, "mybot");
  EXPECT_THAT(WithManifest({}, "/none/bot.json"), IsError(absl::StatusCode::kNotFound, "/none/bot.json"));
  EXPECT_THAT(WithManifest({}, Written("{")), IsError(absl::StatusCode::kInvalidArgument, "must be a JSON object"));
}

}  // namespace
}  // namespace flagfall::bot
