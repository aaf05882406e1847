#include "arena/web/site_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::web {
namespace {

using testing::HasSubstr;
using testing::Key;
using testing::UnorderedElementsAre;

TEST(SiteFiles, AreReadWithTheirTypesAndWithoutLinks) {
  const TempDir dir;
  dir.Write("site/index.html", "<!doctype html>");
  dir.Write("site/assets/main-1a2b.js", "let a;");
  dir.Write("site/favicon.svg", "<svg/>");
  dir.Write("secret.txt", "secret");
  std::filesystem::create_symlink(dir.At("secret.txt"), dir.At("site/link.txt"));
  std::filesystem::create_directory_symlink("/etc", dir.At("site/etc"));
  const auto files = ReadSiteFiles(dir.At("site"));
  ASSERT_THAT(files, IsOk());
  EXPECT_THAT(*files, UnorderedElementsAre(Key("index.html"), Key("assets/main-1a2b.js"), Key("favicon.svg")));
  EXPECT_EQ(files->at("assets/main-1a2b.js")->type, "text/javascript; charset=utf-8");
  EXPECT_EQ(files->at("favicon.svg")->type, "image/svg+xml");
  EXPECT_TRUE(IsHashed("assets/main-1a2b.js"));
  EXPECT_FALSE(IsHashed("index.html"));
}

TEST(SiteFiles, WhatIsNoFrontEndIsRefused) {
  const TempDir dir;
  dir.Write("site/readme.txt", "x");
  EXPECT_THAT(ReadSiteFiles(dir.At("site")), IsError(absl::StatusCode::kFailedPrecondition, "has no index.html"));
  EXPECT_THAT(ReadSiteFiles(dir.At("nowhere")), IsError(absl::StatusCode::kFailedPrecondition, "nowhere"));
}

TEST(SiteFiles, APlainPageStandsInForWhatWasNotBuilt) {
  EXPECT_THAT(PlainSite().at("index.html")->plain, HasSubstr("were not built"));
}

}  // namespace
}  // namespace flagfall::arena::web
