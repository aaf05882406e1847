// The commands `cluster workers`: what the machines that play a server's games have handed in.
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/commands.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control_scale.h"

namespace flagfall::arena::cli {
namespace {

std::string SpeedText(double plies_per_second) {
  return plies_per_second > 0 ? absl::StrFormat("%.0f", plies_per_second) : "-";
}

// By what `--tc-scale standard` scales on such a machine, also where it is beyond the limits.
std::string StandardScaleText(double plies_per_second) {
  return plies_per_second > 0 ? absl::StrFormat("%.4g", kStandardPliesPerSecond / plies_per_second) : "-";
}

absl::Status PrintWorkers(const Invocation& invocation) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListWorkersResponse response, api->ListWorkers({}));
  Listing listing(invocation.console, {"worker", "user", "games", "lost on time", "void", "returned", "faults", "alike",
                                       "plies/s", "core's plies/s", "scale", "seen", "gets games"});
  for (const v1::WorkerStatus& worker : response.workers()) {
    listing.Add(worker, {worker.name(), worker.user(), absl::StrCat(worker.games()),
                         absl::StrCat(worker.red_time_losses(), "+", worker.blue_time_losses()),
                         absl::StrCat(worker.void_games()), absl::StrCat(worker.returned_games()),
                         absl::StrCat(worker.bot_faults()),
                         absl::StrCat(worker.compared_games_alike(), "/", worker.compared_games()),
                         SpeedText(worker.plies_per_second()), SpeedText(worker.measured_plies_per_second()),
                         StandardScaleText(worker.measured_plies_per_second()), TimeText(worker.seen_time()),
                         worker.suspected_reason().empty() ? "yes" : absl::StrCat("no: ", worker.suspected_reason())});
  }
  listing.Print("No worker has asked for games yet; `flagfall worker` is one.\n");
  return absl::OkStatus();
}

absl::Status Trust(const Invocation& invocation, const v1::TrustWorkerRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::WorkerStatus worker, api->TrustWorker(request));
  Print(invocation.console, worker,
        absl::StrCat("Worker ", Printable(worker.name()), " of ", Printable(worker.user()),
                     " gets games again; only what it hands in from now on is compared.\n"));
  return absl::OkStatus();
}

}  // namespace

void AddClusterWorkersCommands(Command cluster, Invocation& invocation) {
  Command workers = cluster.AddGroup("workers", "What each worker has handed in, and whether it gets games",
                                     "flagfall cluster workers list");
  AddCommand(workers, invocation, "list",
             "Lists the workers that have asked for games, and when they were last heard of: their games that count, "
             "those lost on time (by Red + by Blue), "
             "void ones, those that came back without a record, faults of bots, those that a second worker has played "
             "alike (bots that use chance seldom do), and how fast they play",
             "flagfall cluster workers list", [&invocation] { return PrintWorkers(invocation); });

  const auto request = std::make_shared<v1::TrustWorkerRequest>();
  Command trust = AddCommand(
      workers, invocation, "trust",
      "Has games leased again to a worker whose results differ from those of other machines, or do not verify",
      "flagfall cluster workers trust node3", [&invocation, request] { return Trust(invocation, *request); });
  trust.AddOption("NAME", *request->mutable_name(), "What the worker calls itself").Required();
  trust.AddOption("--user", *request->mutable_user(), "Whose it is, where several users have one of that name");
}

}  // namespace flagfall::arena::cli
