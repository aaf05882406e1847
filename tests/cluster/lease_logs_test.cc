#include "arena/cluster/lease_logs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "tests/support/temp_dir.h"

namespace flagfall::arena::cluster {
namespace {

namespace fs = std::filesystem;

TEST(LeaseLogs, TheNewestAreKept) {
  const TempDir dir;
  const std::string logs = dir.At("logs");
  const fs::file_time_type now = fs::file_time_type::clock::now();
  for (const std::uint64_t lease : {1, 2, 3, 4}) {
    const std::string folder = FolderOfLeaseLogs(logs, lease, 3);
    EXPECT_EQ(folder, logs + "/000000000000000" + std::to_string(lease));
    std::ofstream(folder + "/random.log") << "hello";
    fs::last_write_time(folder, now + std::chrono::seconds(lease));
  }
  EXPECT_FALSE(fs::exists(logs + "/0000000000000001"));
  EXPECT_TRUE(fs::exists(logs + "/0000000000000002/random.log"));
  EXPECT_TRUE(fs::exists(logs + "/0000000000000004/random.log"));
  EXPECT_EQ(FolderOfLeaseLogs(logs, 4, 3), logs + "/0000000000000004") << "the same again";
}

}  // namespace
}  // namespace flagfall::arena::cluster
