#ifndef ARENA_CLUSTER_SLURM_H_
#define ARENA_CLUSTER_SLURM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::cluster {

// Workers as jobs of Slurm: what its commands are given, and what they print. Slurm decides where the jobs run, and
// starts one again whose node dies. These functions run nothing.

struct SlurmWorkers {
  // Which jobs are meant by `status` and `down`.
  std::string job_name = "flagfall-worker";
  // Jobs of the array, each of which is one worker on one node.
  std::uint32_t nodes = 1;
  // As sbatch's options of these names; empty where Slurm's default is wanted.
  std::string partition = {};
  std::string time = {};
  // Cores of a worker. 0: the whole node, which it then has for itself.
  std::uint32_t cores = 0;
  // Folder for what the jobs print. Nodes must see it.
  std::string logs_folder = {};
  // The program, and the arguments that come before `worker` and after it. The program must be there on every node.
  std::string program = {};
  std::vector<std::string> before = {};
  std::vector<std::string> after = {};
};

// The arguments of sbatch, which is then given the script on its standard input. Of the environment it hands on
// `variables` alone, so that what is secret stands in no argument and no file.
std::vector<std::string> SbatchArguments(const SlurmWorkers& workers, const std::vector<std::string>& variables);

// The script of a job, for sh. The worker gets the signals that Slurm sends the job before it kills it, and what the
// worker kept on its node is removed when it ends.
std::string BatchScript(const SlurmWorkers& workers);

// A job as squeue lists it.
struct SlurmJob {
  // As in "17_2".
  std::string id;
  // As in "RUNNING".
  std::string state;
  // Empty while it waits.
  std::string node;
  // For how long it has run: [days-][hours:]minutes:seconds.
  std::string time;
  // Why it waits; "None" where it does not.
  std::string reason;

  friend bool operator==(const SlurmJob&, const SlurmJob&) = default;
};

// The arguments of squeue that list all jobs of that name of the caller's, one for each worker.
std::vector<std::string> SqueueArguments(absl::string_view job_name);
// What squeue printed for these. INTERNAL, with the line, when it is nothing of the kind.
absl::StatusOr<std::vector<SlurmJob>> ParseSqueue(absl::string_view printed);

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_SLURM_H_
