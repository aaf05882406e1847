#include "arena/base/memory.h"

#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace flagfall::arena {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

TEST(MemoryBytes, WithoutControlGroupsIsAllThatThereIs) {
  TempDir root;
  EXPECT_GT(MemoryBytes(root.path()), 64 * kMiB);
  EXPECT_LE(MemoryBytes(), MemoryBytes(root.path()));
}

TEST(MemoryBytes, IsLimitedByTheGroupAndByThoseAboveIt) {
  TempDir root;
  root.Write("proc/self/cgroup", "0::/slurm/job_17/step_0\n");
  root.Write("sys/fs/cgroup/slurm/job_17/step_0/memory.max", "max\n");
  const std::uint64_t all = MemoryBytes(root.path());
  EXPECT_GT(all, 64 * kMiB);
  root.Write("sys/fs/cgroup/slurm/job_17/memory.max", "67108864\n");
  EXPECT_EQ(MemoryBytes(root.path()), 64 * kMiB);
  root.Write("sys/fs/cgroup/slurm/job_17/step_0/memory.max", "33554432\n");
  EXPECT_EQ(MemoryBytes(root.path()), 32 * kMiB);
}

TEST(MemoryBytes, IsLimitedByAGroupOfTheFirstVersion) {
  TempDir root;
  root.Write("proc/self/cgroup", "9:cpu,cpuacct:/job\n4:memory:/job\n0::/\n");
  root.Write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "33554432\n");
  root.Write("sys/fs/cgroup/job/memory.max", "1\n");
  EXPECT_EQ(MemoryBytes(root.path()), 32 * kMiB);
}

}  // namespace
}  // namespace flagfall::arena
