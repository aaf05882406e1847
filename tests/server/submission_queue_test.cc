#include "arena/server/submission_queue.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <string>

#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::server {
namespace {

TEST(SubmissionQueue, SoManyWaitAndNoMore) {
  const TempDir dir;
  const auto database = store::MustOpen(dir.At(store::kDatabaseFileName));
  std::promise<void> begun, end;
  accounts::SubmissionOptions options;
  options.folders.home = dir.path();
  options.rulesets_known = {"classic"};
  options.now = [] { return Micros(1); };
  options.check = [&](const v1::BotManifest&, const std::string&, const std::string&) {
    begun.set_value();
    end.get_future().wait();
    return absl::OkStatus();
  };
  dir.Write("source/bot.json",
            R"({"name": "rook", "version": "1", "rulesets": ["classic"], "command": ["/bin/true"]})");
  SubmissionQueue queue(*database, options, [](const std::string&) {});
  const auto submit = [&](const std::string& path) { return queue.Submit("", ScratchFile(path)); };

  ASSERT_THAT(submit(dir.At("source")), IsOk());
  begun.get_future().wait();
  for (std::size_t i = 0; i < SubmissionQueue::kWaitingMax; ++i) {
    ASSERT_THAT(submit(dir.Write(std::to_string(i), "no archive")), IsOk());
  }
  EXPECT_THAT(
      submit(dir.Write("more", "no archive")),
      IsError(absl::StatusCode::kResourceExhausted, "128 submissions wait already; try again in a few minutes"));
  EXPECT_FALSE(std::filesystem::exists(dir.At("more"))) << "what is refused is removed";
  EXPECT_TRUE(std::filesystem::exists(dir.At("0")));
  end.set_value();
}

TEST(SubmissionQueue, WhatItsOwnerMayNotSubmitIsRemoved) {
  const TempDir dir;
  const auto database = store::MustOpen(dir.At(store::kDatabaseFileName));
  accounts::SubmissionOptions options;
  options.folders.home = dir.path();
  options.now = [] { return Micros(1); };
  SubmissionQueue queue(*database, options, [](const std::string&) {});
  EXPECT_THAT(queue.Submit("eve", ScratchFile(dir.Write("sent", "x"))),
              IsError(absl::StatusCode::kNotFound, "no user 'eve'"));
  EXPECT_FALSE(std::filesystem::exists(dir.At("sent")));
}

}  // namespace
}  // namespace flagfall::arena::server
