#include <unistd.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/base/private_files.h"
#include "arena/bots/bot_process.h"
#include "arena/cli/commands.h"
#include "arena/client/worker_client.h"
#include "arena/cluster/run_tool.h"
#include "arena/cluster/slurm.h"
#include "flagfall/v1/worker_service.pb.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

constexpr std::uint32_t kNodesMax = 10'000;
constexpr std::uint32_t kCoresMax = 1024;

struct UpFlags {
  cluster::SlurmWorkers workers;
  std::string logs = ".";
  std::string sandbox;
};

// A program of Slurm's. Where it is missing, this is not a machine from which jobs are submitted.
absl::StatusOr<std::string> Slurm(const std::string& program, const std::vector<std::string>& arguments,
                                  absl::string_view input = "", const std::vector<std::string>& variables = {}) {
  absl::StatusOr<std::string> printed = cluster::RunTool(program, arguments, input, variables);
  if (!absl::IsNotFound(printed.status())) return printed;
  return absl::NotFoundError(absl::StrCat(
      printed.status().message(),
      "; run this where jobs are submitted from, as on the cluster's login node (Debian's package slurm-client)"));
}

absl::StatusOr<std::vector<cluster::SlurmJob>> JobsOf(const std::string& job_name) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string printed, Slurm("squeue", cluster::SqueueArguments(job_name)));
  return cluster::ParseSqueue(printed);
}

// Jobs with a token that is not a worker's would end as soon as they begin, one after the other.
absl::Status CheckToken(const Invocation& invocation) {
  FLAGFALL_ASSIGN_OR_RETURN(const client::ServerAddress server, invocation.Server());
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::WorkerApi> api, client::ConnectAsWorker(server));
  // No lease has this number, so that any worker's token gets NOT_FOUND.
  const absl::Status kept = api->KeepLease({}).status();
  if (absl::IsPermissionDenied(kept) || absl::IsUnauthenticated(kept)) {
    return absl::Status(kept.code(),
                        absl::StrCat(kept.message(), ": the token is that of FLAGFALL_USER_TOKEN or --token"));
  }
  // A server that is down may be up when the jobs begin, and the nodes may reach one that this machine does not.
  if (absl::IsUnavailable(kept)) {
    invocation.console.err << "flagfall: " << Printable(kept.message())
                           << "; the jobs are submitted all the same, but their workers need a server that answers all "
                              "nodes, so not one on 127.0.0.1\n";
  }
  return absl::OkStatus();
}

absl::Status Up(const Invocation& invocation, const UpFlags& flags) {
  if (!invocation.IsRemote()) {
    return absl::InvalidArgumentError(
        "workers play the games of a server, which all nodes can reach: name it with --server (or FLAGFALL_SERVER), as "
        "in --server tls:arena.example:7443");
  }
  if (invocation.server.token.empty()) {
    return absl::InvalidArgumentError(
        "workers show the token of a user with the role worker: give it with --token or in FLAGFALL_USER_TOKEN "
        "(`flagfall user add NAME --role worker`, `flagfall token create NAME`)");
  }
  FLAGFALL_RETURN_IF_ERROR(CheckToken(invocation));
  cluster::SlurmWorkers workers = flags.workers;
  FLAGFALL_RETURN_IF_ERROR(MakePrivateFolders(flags.logs));
  workers.logs_folder = std::filesystem::canonical(flags.logs).string();
  workers.program = bots::BesideProgram("flagfall");
  if (!invocation.tls_ca.empty()) {
    workers.before = {"--tls-ca", std::filesystem::absolute(invocation.tls_ca).string()};
  }
  if (!flags.sandbox.empty()) workers.after = {absl::StrCat("--sandbox=", flags.sandbox)};
  FLAGFALL_ASSIGN_OR_RETURN(
      const std::string printed,
      Slurm("sbatch", cluster::SbatchArguments(workers, {"FLAGFALL_SERVER", "FLAGFALL_USER_TOKEN", "HOME", "PATH"}),
            cluster::BatchScript(workers),
            {"FLAGFALL_SERVER=" + invocation.server.address, "FLAGFALL_USER_TOKEN=" + invocation.server.token}));
  // "17" or "17;cluster".
  const std::string job = std::vector<std::string>(absl::StrSplit(printed, absl::ByAnyChar(";\n")))[0];
  invocation.console.out << "Job " << Printable(job) << ": " << Counted(workers.nodes, "worker") << " for "
                         << Printable(invocation.server.address)
                         << "; `flagfall cluster slurm status` says where they run.\n";
  return absl::OkStatus();
}

absl::Status PrintJobs(const Invocation& invocation, const std::string& job_name) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<cluster::SlurmJob> jobs, JobsOf(job_name));
  Listing listing(invocation.console, {"job", "state", "node", "time", "waits for"});
  for (const cluster::SlurmJob& job : jobs) {
    v1::SlurmWorker message;
    message.set_job(job.id);
    message.set_state(job.state);
    message.set_node(job.node);
    message.set_run_time(job.time);
    if (job.node.empty()) message.set_waits_for(job.reason);
    listing.Add(message,
                {job.id, job.state, job.node.empty() ? "-" : job.node, job.time, job.node.empty() ? job.reason : "-"});
  }
  listing.Print("No workers; `flagfall cluster slurm up` starts some.\n");
  return absl::OkStatus();
}

absl::Status Down(const Invocation& invocation, const std::string& job_name) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<cluster::SlurmJob> jobs, JobsOf(job_name));
  if (!jobs.empty()) FLAGFALL_RETURN_IF_ERROR(Slurm("scancel", {"--me", "--name=" + job_name}).status());
  invocation.console.out << "Ending " << Counted(jobs.size(), "worker")
                         << (jobs.empty() ? "" : "; games that they cannot finish in time are played elsewhere")
                         << ".\n";
  return absl::OkStatus();
}

void AddJobName(Command command, std::string& name) {
  command.AddOption("--job-name", name, "Name of the jobs").ShowDefault();
}

}  // namespace

void AddClusterCommands(Command app, Invocation& invocation) {
  Command cluster = app.AddGroup("cluster", "Workers: what they have handed in, and as jobs of Slurm",
                                 "flagfall cluster workers list");
  AddClusterWorkersCommands(cluster, invocation);
  Command slurm = cluster.AddGroup("slurm", "Workers as jobs of Slurm", "flagfall cluster slurm status");

  const auto flags = std::make_shared<UpFlags>();
  Command up = AddCommand(
      slurm, invocation, "up", "Submits an array of workers, each of which Slurm starts again when its node dies",
      "flagfall cluster slurm up --server tls:arena.example:7443 --nodes 4 --time 8:00:00",
      [&invocation, flags] { return Up(invocation, *flags); }, Json::kNone);
  up.AddOption("--nodes", flags->workers.nodes, "Workers, each on a node").InRange(1U, kNodesMax).ShowDefault();
  up.AddOption("--cores", flags->workers.cores,
               "Cores of each, which play a game each; all of its node, which it then has for itself, when not given")
      .InRange(1U, kCoresMax);
  up.AddOption("--partition", flags->workers.partition, "Slurm's partition");
  up.AddOption("--time", flags->workers.time, "How long each may run, as Slurm writes it: 8:00:00, 2-00:00:00");
  up.AddOption("--logs", flags->logs, "Folder for what the workers say; every node must see it").ShowDefault();
  up.AddOption("--sandbox", flags->sandbox, "For bots that need no strict sandbox: none, basic or strict")
      .OneOf({"none", "basic", "strict"});
  AddJobName(up, flags->workers.job_name);

  const auto shown = std::make_shared<std::string>(flags->workers.job_name);
  Command status = AddCommand(
      slurm, invocation, "status", "Lists the workers that wait or run", "flagfall cluster slurm status",
      [&invocation, shown] { return PrintJobs(invocation, *shown); }, Json::kLines);
  AddJobName(status, *shown);

  const auto ended = std::make_shared<std::string>(flags->workers.job_name);
  Command down = AddCommand(
      slurm, invocation, "down", "Ends the workers; what they cannot finish is played elsewhere",
      "flagfall cluster slurm down", [&invocation, ended] { return Down(invocation, *ended); }, Json::kNone);
  AddJobName(down, *ended);
}

}  // namespace flagfall::arena::cli
