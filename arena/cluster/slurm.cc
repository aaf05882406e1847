#include "arena/cluster/slurm.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace flagfall::arena::cluster {
namespace {

// Stands in no id, state, node, time or reason.
constexpr char kSeparator = '|';
constexpr std::size_t kFields = 5;

// As one word of sh, whatever is in it.
std::string Quoted(absl::string_view word) {
  return absl::StrCat("'", absl::StrReplaceAll(word, {{"'", "'\\''"}}), "'");
}

std::string QuotedAll(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) absl::StrAppend(&line, " ", Quoted(word));
  return line;
}

}  // namespace

std::vector<std::string> SbatchArguments(const SlurmWorkers& workers, const std::vector<std::string>& variables) {
  std::vector<std::string> arguments = {
      "--parsable", absl::StrCat("--job-name=", workers.job_name), absl::StrCat("--array=1-", workers.nodes),
      "--nodes=1", "--ntasks=1",
      // When its node dies, somewhere else.
      "--requeue",
      // A log goes on where the job is started again.
      "--open-mode=append", absl::StrCat("--output=", workers.logs_folder, "/", workers.job_name, "-%A_%a.log"),
      absl::StrCat("--export=", absl::StrJoin(variables, ","))};
  arguments.push_back(workers.cores == 0 ? "--exclusive" : absl::StrCat("--cpus-per-task=", workers.cores));
  if (!workers.partition.empty()) arguments.push_back(absl::StrCat("--partition=", workers.partition));
  if (!workers.time.empty()) arguments.push_back(absl::StrCat("--time=", workers.time));
  return arguments;
}

std::string BatchScript(const SlurmWorkers& workers) {
  return absl::StrCat(R"(#!/bin/sh
# A worker of Flagfall on one node. Slurm sends SIGTERM some time before it kills the job.
folder="${TMPDIR:-/tmp}/flagfall-worker-$(id -u)-$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID"
trap 'kill -TERM "$worker" 2>/dev/null' TERM
)",
                      Quoted(workers.program), QuotedAll(workers.before),
                      R"( worker --name "$SLURMD_NODENAME-$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID" \
  --games-at-once "$SLURM_CPUS_ON_NODE" --folder "$folder")",
                      QuotedAll(workers.after), R"( &
worker=$!
# A signal ends `wait` before the worker has ended.
while :; do
  wait "$worker"
  code=$?
  kill -0 "$worker" 2>/dev/null || break
done
rm -rf "$folder"
exit "$code"
)");
}

std::vector<std::string> SqueueArguments(absl::string_view job_name) {
  const std::string fields = absl::StrJoin({"%i", "%T", "%N", "%M", "%r"}, std::string(1, kSeparator));
  return {"--me",       "--array",
          "--noheader", absl::StrCat("--name=", job_name),
          "--sort=i",   absl::StrCat("--format=", fields)};
}

absl::StatusOr<std::vector<SlurmJob>> ParseSqueue(absl::string_view printed) {
  std::vector<SlurmJob> jobs;
  for (const absl::string_view line : absl::StrSplit(printed, '\n', absl::SkipWhitespace())) {
    std::vector<std::string> fields = absl::StrSplit(line, kSeparator);
    if (fields.size() != kFields) {
      return absl::InternalError(absl::StrCat("squeue printed `", line, "`, which is no line of ", kFields, " fields"));
    }
    for (std::string& field : fields) absl::StripAsciiWhitespace(&field);
    jobs.push_back({.id = fields[0], .state = fields[1], .node = fields[2], .time = fields[3], .reason = fields[4]});
  }
  return jobs;
}

}  // namespace flagfall::arena::cluster
