// What Slurm's commands are given and what they print. tests/cluster/slurm_cluster_test.py runs Slurm itself.
#include "arena/cluster/slurm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/cluster/run_tool.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::cluster {
namespace {

using absl::StatusCode;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Slurm, WorkersTakeWholeNodesUnlessTheirCoresAreGiven) {
  SlurmWorkers workers{.nodes = 3, .partition = "arena", .time = "8:00:00", .logs_folder = "/shared/logs"};
  std::vector<std::string> arguments = SbatchArguments(workers, {"A", "B"});
  for (const char* argument : {"--array=1-3", "--requeue", "--exclusive", "--partition=arena", "--time=8:00:00",
                               "--export=A,B", "--output=/shared/logs/flagfall-worker-%A_%a.log"}) {
    EXPECT_THAT(arguments, Contains(argument));
  }
  workers = {.cores = 2};
  arguments = SbatchArguments(workers, {"A"});
  EXPECT_THAT(arguments, Contains("--cpus-per-task=2"));
  EXPECT_THAT(arguments, Not(Contains("--exclusive")));
  EXPECT_THAT(arguments, Not(Contains(StartsWith("--partition"))));
}

// The script is run by sh, with a program that says what it was given in place of flagfall.
TEST(Slurm, TheScriptGivesEveryWordAsItIsAndEndsAsTheWorkerDoes) {
  SlurmWorkers workers{
      .program = "/bin/echo", .before = {"--tls-ca", "/it's/a root.pem"}, .after = {"--sandbox=strict"}};
  const std::vector<std::string> job = {"SLURM_ARRAY_JOB_ID=17", "SLURM_ARRAY_TASK_ID=2", "SLURMD_NODENAME=n1",
                                        "SLURM_CPUS_ON_NODE=4", "TMPDIR=/scratch"};
  const absl::StatusOr<std::string> said = RunTool("sh", {}, BatchScript(workers), job);
  ASSERT_THAT(said, IsOk());
  EXPECT_THAT(*said, StartsWith("--tls-ca /it's/a root.pem worker --name n1-17-2 --games-at-once 4 --folder "
                                "/scratch/flagfall-worker-"));
  EXPECT_THAT(*said, HasSubstr("-17-2 --sandbox=strict\n"));
  workers.program = "/bin/false";
  EXPECT_THAT(RunTool("sh", {}, BatchScript(workers), job).status(), IsError(StatusCode::kInternal, "sh failed"));
}

TEST(Slurm, JobsAreReadLineByLine) {
  EXPECT_THAT(ParseSqueue("17_1|RUNNING|n1|1:02|None\n17_2|PENDING||0:00|Resources\n").value(),
              ElementsAre(SlurmJob{"17_1", "RUNNING", "n1", "1:02", "None"},
                          SlurmJob{"17_2", "PENDING", "", "0:00", "Resources"}));
  EXPECT_THAT(ParseSqueue("\n").value(), IsEmpty());
  EXPECT_THAT(ParseSqueue("17_1 RUNNING").status(), IsError(StatusCode::kInternal, "squeue printed `17_1 RUNNING`"));
}

}  // namespace
}  // namespace flagfall::arena::cluster
